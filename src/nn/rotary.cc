#include "nn/rotary.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace mineru::nn {

void RotaryTable::resize(int rows, int half_dim) {
  half = half_dim;
  cos.resize(static_cast<size_t>(rows) * static_cast<size_t>(half));
  sin.resize(cos.size());
}

void RotaryTable::set(int row, int i, float position, float inverse_frequency) {
  const size_t at = static_cast<size_t>(row) * static_cast<size_t>(half) + static_cast<size_t>(i);
  const float angle = position * inverse_frequency;
  cos[at] = std::cos(angle);
  sin[at] = std::sin(angle);
}

void rotate(Exec& exec, const RotaryTable& table, Matrix<float> x, int first_col, int heads) {
  constexpr int kRowsAtOnce = 32;
  MINERU_CHECK(table.cos.size() >= static_cast<size_t>(x.rows) * static_cast<size_t>(table.half));
  exec.parallel_for((x.rows + kRowsAtOnce - 1) / kRowsAtOnce, [&](int item, int) {
    const int end = std::min(x.rows, (item + 1) * kRowsAtOnce);
    for (int r = item * kRowsAtOnce; r < end; ++r) {
      const size_t at = static_cast<size_t>(r) * static_cast<size_t>(table.half);
      exec.kernels().rotate(
          {x.row(r) + first_col, heads, 2 * table.half, &table.cos[at], &table.sin[at]});
    }
  });
}

}  // namespace mineru::nn
