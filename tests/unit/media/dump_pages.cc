// Developer's program: prints what the media worker says about documents.
//   dump_pages [--text] [--no-render] FILE...
#include <cstdio>
#include <cstring>
#include <string>

#include "base/error.h"
#include "media/page_source.h"

namespace {

using namespace mineru;

bool print_text = false;
bool with_render = true;

void print_page(media::PageSource& source, int page) {
  const media::PageSize size = source.page_size(page);
  int width = 0, height = 0;
  if (with_render) {
    const media::Image image = source.render(page, media::reference_scale(size));
    width = image.width();
    height = image.height();
  }
  const media::NativePage native = source.native_page(page);
  std::printf(
      "  page %d: %.1f x %.1f pt, %d x %d px, %zu fonts, %zu chars, %zu rules, %zu graphics\n",
      page + 1, size.width, size.height, width, height, native.fonts.size(), native.chars.size(),
      native.rules.size(), native.graphics.size());
  if (!print_text) return;
  for (const media::NativeFont& f : native.fonts) {
    std::printf("    font %s%s%s%s\n", f.name.c_str(), f.bold ? " bold" : "",
                f.italic ? " italic" : "", f.monospace ? " mono" : "");
  }
  for (const media::NativeChar& c : native.chars) {
    std::printf(
        "    U+%04X box %.1f %.1f %.1f %.1f cell %.1f %.1f %.1f %.1f size %.2f font %d angle "
        "%d%s%s%s\n",
        static_cast<unsigned>(c.code), c.box.x0, c.box.y0, c.box.x1, c.box.y1, c.cell.x0, c.cell.y0,
        c.cell.x1, c.cell.y1, static_cast<double>(c.size_pt), c.font, c.angle_deg,
        c.generated ? " generated" : "", c.unmapped ? " unmapped" : "",
        c.invisible ? " invisible" : "");
  }
  for (const media::NativeRule& r : native.rules) {
    std::printf("    rule %s %.1f %.1f %.1f %.1f\n", r.horizontal ? "h" : "v", r.box.x0, r.box.y0,
                r.box.x1, r.box.y1);
  }
  for (const media::NativeGraphic& g : native.graphics) {
    std::printf("    graphic %d %.1f %.1f %.1f %.1f\n", static_cast<int>(g.kind), g.box.x0,
                g.box.y0, g.box.x1, g.box.y1);
  }
}

void print_document(const char* path) {
  const auto source = media::open_pages(path, {}, {});
  std::printf("%s: %d pages\n", path, source->page_count());
  for (int page = 0; page < source->page_count(); ++page) {
    try {
      print_page(*source, page);
    } catch (const Error& error) {
      std::printf("  page %d: %s: %s\n", page + 1, std::string(code_name(error.code())).c_str(),
                  error.what());
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--text") == 0) {
      print_text = true;
      continue;
    }
    if (std::strcmp(argv[i], "--no-render") == 0) {
      with_render = false;
      continue;
    }
    try {
      print_document(argv[i]);
    } catch (const Error& error) {
      std::printf("%s: %s: %s\n", argv[i], std::string(code_name(error.code())).c_str(),
                  error.what());
    }
    std::fflush(stdout);
  }
}
