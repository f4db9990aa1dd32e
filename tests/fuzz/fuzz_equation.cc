// Formulas and running text of any bytes. The first byte chooses the pass.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "doc/passes/latex.h"
#include "doc/vlm/equation_braces.h"
#include "doc/vlm/equation_chain.h"
#include "doc/vlm/equation_left_right.h"
#include "doc/vlm/post_process.h"
#include "doc/vlm/text_chain.h"

namespace {

using mineru::doc::Compat;
namespace vlm = mineru::doc::vlm;

void balance_braces(std::string_view latex) {
  const std::string once = vlm::drop_unbalanced_braces(latex);
  MINERU_CHECK(once.size() <= latex.size());
  MINERU_CHECK(vlm::drop_unbalanced_braces(once) == once);
}

void mend(std::string_view latex) {
  const auto once = mineru::doc::mend_latex(latex);
  if (once) MINERU_CHECK(mineru::doc::mend_latex(*once) == once);
}

// Two halves in one frame, read as equations, a text and a table.
void process_page(std::string_view bytes) {
  const std::string first(bytes.substr(0, bytes.size() / 2));
  const std::string second(bytes.substr(bytes.size() / 2));
  const auto block = [](vlm::ContentType type, double top, double bottom, std::string content) {
    vlm::ContentBlock made;
    made.type = type;
    made.bbox = {0, top, 1, bottom};
    made.content = std::move(content);
    return made;
  };
  vlm::PostProcessOptions options;
  for (const Compat compat : {Compat::kProduct, Compat::kReference}) {
    options.compat = compat;
    const auto blocks = vlm::post_process({block(vlm::ContentType::kEquationBlock, 0, 0.5, ""),
                                           block(vlm::ContentType::kEquation, 0, 0.1, first),
                                           block(vlm::ContentType::kEquation, 0.2, 0.3, second),
                                           block(vlm::ContentType::kText, 0.5, 0.6, first),
                                           block(vlm::ContentType::kTable, 0.6, 0.7, second),
                                           block(vlm::ContentType::kImage, 0.7, 0.8, first)},
                                          options);
    for (const vlm::ContentBlock& done : blocks) {
      MINERU_CHECK(done.type != vlm::ContentType::kEquationBlock);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 5) {
    case 0: (void)vlm::repair_equation(bytes, Compat::kReference); break;
    case 1:
      (void)vlm::repair_equation(bytes, Compat::kProduct);
      mend(bytes);
      break;
    case 2: (void)vlm::repair_text(bytes); break;
    case 3: balance_braces(bytes); break;
    default: process_page(bytes); break;
  }
  return 0;
}
