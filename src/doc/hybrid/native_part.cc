#include "doc/hybrid/native_part.h"

namespace mineru::doc::hybrid {

namespace {

bool shows(const Box& window, double x, double y) {
  return x >= window.x0 && x < window.x1 && y >= window.y0 && y < window.y1;
}

Box moved(const Box& box, double dx, double dy) {
  return {box.x0 + dx, box.y0 + dy, box.x1 + dx, box.y1 + dy};
}

// Of characters, rules, graphics; `box_of` says where one is.
template <typename Thing, typename BoxOf>
std::vector<Thing> in_window(const std::vector<Thing>& things, const Box& window,
                             const BoxOf& box_of) {
  std::vector<Thing> found;
  for (const Thing& thing : things) {
    const Box& box = box_of(thing);
    if (shows(window, box.center_x(), box.center_y())) found.push_back(thing);
  }
  return found;
}

}  // namespace

media::NativePage native_part(const media::NativePage& page, const Box& window) {
  media::NativePage part;
  part.size = {window.width(), window.height()};
  part.rotation = page.rotation;
  part.fonts = page.fonts;
  part.no_size = page.no_size;
  part.truncated = page.truncated;
  part.chars = in_window(page.chars, window, [](const media::NativeChar& c) -> const Box& {
    return c.cell.empty() ? c.box : c.cell;
  });
  for (media::NativeChar& c : part.chars) {
    c.box = moved(c.box, -window.x0, -window.y0);
    c.cell = moved(c.cell, -window.x0, -window.y0);
    c.origin = {c.origin.x - window.x0, c.origin.y - window.y0};
  }
  part.rules = in_window(page.rules, window,
                         [](const media::NativeRule& rule) -> const Box& { return rule.box; });
  for (media::NativeRule& rule : part.rules) rule.box = moved(rule.box, -window.x0, -window.y0);
  part.graphics =
      in_window(page.graphics, window,
                [](const media::NativeGraphic& graphic) -> const Box& { return graphic.box; });
  for (media::NativeGraphic& graphic : part.graphics) {
    graphic.box = moved(graphic.box, -window.x0, -window.y0);
  }
  return part;
}

void move_to_page(std::vector<Line>& lines, const Box& window) {
  for (Line& line : lines) {
    line.bbox = moved(line.bbox, window.x0, window.y0);
    for (Span& span : line.spans) span.bbox = moved(span.bbox, window.x0, window.y0);
  }
}

}  // namespace mineru::doc::hybrid
