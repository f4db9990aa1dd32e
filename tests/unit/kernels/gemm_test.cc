#include <algorithm>

#include "kernels/weight_value.h"
#include "unit/kernels/tables.h"

namespace mineru::kernels {
namespace {

// Weights of one product: as packed, and as doubles.
struct Weights {
  std::vector<std::byte> packed;
  std::vector<double> exact;  // [depth][panels * 16]
};

uint32_t stored_bits(float x, WeightType type) {
  uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof x);
  if (type == WeightType::kF32) return bits;
  if (type == WeightType::kBF16) return bits >> 16;
  // To half precision, towards zero; small numbers become zero.
  const int exponent = static_cast<int>((bits >> 23) & 0xFF) - 112;
  const uint32_t sign = (bits >> 16) & 0x8000U;
  if (exponent <= 0) return sign;
  return sign | (static_cast<uint32_t>(exponent) << 10) | ((bits >> 13) & 0x3FFU);
}

Weights random_weights(Random& random, int depth, int panels, WeightType type) {
  const size_t count = static_cast<size_t>(depth) * static_cast<size_t>(panels) * kPanelCols;
  const size_t size = type == WeightType::kF32 ? 4 : 2;
  Weights weights;
  weights.packed.resize(count * size);
  weights.exact.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t bits = stored_bits(random.value(), type);
    std::memcpy(&weights.packed[i * size], &bits, size);
    const size_t panel = i / (static_cast<size_t>(depth) * kPanelCols);
    const size_t k = i / kPanelCols % static_cast<size_t>(depth);
    const size_t n = panel * kPanelCols + i % kPanelCols;
    weights.exact[k * static_cast<size_t>(panels) * kPanelCols + n] = float_of(bits, type);
  }
  return weights;
}

double finish(Epilogue epilogue, double v, double old) {
  switch (epilogue) {
    case Epilogue::kAdd: return old + v;
    case Epilogue::kQuickGelu: return v / (1 + std::exp(-1.702 * v));
    case Epilogue::kGelu: return v / 2 * (1 + std::erf(v / std::sqrt(2.0)));
    default: return v;
  }
}

class Gemm : public EveryTable {
 protected:
  GemmArgs arguments(const Weights& weights, const std::vector<float>& x, int rows, int depth,
                     int panels, WeightType type, std::vector<float>& y, int cols) {
    GemmArgs args;
    args.x = x.data();
    args.x_stride = static_cast<size_t>(depth) + 3;
    args.rows = rows;
    args.depth = depth;
    args.panels = weights.packed.data();
    args.type = type;
    args.num_panels = panels;
    args.y = y.data();
    args.y_stride = static_cast<size_t>(cols) + 5;
    args.cols = cols;
    args.scratch = scratch();
    return args;
  }
};

TEST_P(Gemm, EveryShapeTypeAndEpilogueAgreesWithDoublePrecision) {
  Random random(1);
  constexpr Epilogue kEpilogues[] = {Epilogue::kStore, Epilogue::kAdd, Epilogue::kQuickGelu,
                                     Epilogue::kGelu, Epilogue::kSwiGlu};
  for (int trial = 0; trial < 120; ++trial) {
    const int rows = trial % 3 == 0 ? random.integer(1, 8) : random.integer(1, kGemmRows);
    const int depth = random.integer(1, 1300);
    const auto type = static_cast<WeightType>(trial % 3);
    const Epilogue epilogue = kEpilogues[trial % 5];
    const bool pairs = epilogue == Epilogue::kSwiGlu;
    const int panels = pairs ? 2 * random.integer(1, 4) : random.integer(1, 7);
    const int all_cols = panels * kPanelCols / (pairs ? 2 : 1);
    const int cols = all_cols - random.integer(0, kPanelCols - 1);
    const Weights weights = random_weights(random, depth, panels, type);
    const auto x = random.values(static_cast<size_t>(rows) * (static_cast<size_t>(depth) + 3));
    const auto before = random.values(static_cast<size_t>(rows) * (static_cast<size_t>(cols) + 5));
    const auto bias = random.values(static_cast<size_t>(panels) * kPanelCols);
    std::vector<float> y = before;
    GemmArgs args = arguments(weights, x, rows, depth, panels, type, y, cols);
    args.bias = trial % 2 == 0 ? bias.data() : nullptr;
    args.epilogue = epilogue;
    table().gemm(args);
    // Bound of the sums of |x w| in single precision, over all rows.
    const auto sum = [&](int r, int n, double* magnitude) {
      double total = args.bias == nullptr ? 0 : bias[static_cast<size_t>(n)];
      for (int k = 0; k < depth; ++k) {
        const double product =
            static_cast<double>(
                x[static_cast<size_t>(r) * args.x_stride + static_cast<size_t>(k)]) *
            weights.exact[static_cast<size_t>(k * panels * kPanelCols + n)];
        total += product;
        *magnitude += std::abs(product);
      }
      return total;
    };
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < cols + 5; ++c) {
        const size_t at = static_cast<size_t>(r) * args.y_stride + static_cast<size_t>(c);
        if (c >= cols) {
          ASSERT_EQ(y[at], before[at]) << "wrote past the columns";
          continue;
        }
        double magnitude = 1;
        double expected = 0;
        if (pairs) {
          const int gate_col = c / kPanelCols * 2 * kPanelCols + c % kPanelCols;
          const double gate = sum(r, gate_col, &magnitude);
          const double up = sum(r, gate_col + kPanelCols, &magnitude);
          expected = gate / (1 + std::exp(-gate)) * up;
          magnitude *= 1 + std::abs(gate) + std::abs(up);
        } else {
          expected = finish(epilogue, sum(r, c, &magnitude), before[at]);
        }
        ASSERT_NEAR(y[at], expected, magnitude * (depth + 16) * 0x1p-24)
            << "rows " << rows << " depth " << depth << " panels " << panels << " type "
            << static_cast<int>(type) << " epilogue " << static_cast<int>(epilogue) << " at " << r
            << ", " << c;
      }
    }
  }
}

TEST_P(Gemm, ARowAloneHasTheSameBitsAsInAnyTile) {
  Random random(2);
  for (const auto type : {WeightType::kF32, WeightType::kF16, WeightType::kBF16}) {
    for (const auto epilogue : {Epilogue::kStore, Epilogue::kAdd, Epilogue::kSwiGlu}) {
      const int depth = 1100;
      const int panels = 6;
      const int cols = epilogue == Epilogue::kSwiGlu ? 48 : 96;
      const Weights weights = random_weights(random, depth, panels, type);
      const auto x = random.values(kGemmRows * (static_cast<size_t>(depth) + 3));
      const std::vector<float> before(kGemmRows * (static_cast<size_t>(cols) + 5), 0.25F);
      std::vector<float> alone = before;
      for (int r = 0; r < kGemmRows; ++r) {
        GemmArgs args = arguments(weights, x, 1, depth, panels, type, alone, cols);
        args.x += static_cast<size_t>(r) * args.x_stride;
        args.y += static_cast<size_t>(r) * args.y_stride;
        args.epilogue = epilogue;
        table().gemm(args);
      }
      for (const int rows : {2, 3, 4, 5, 6, 7, 11, 12, 13, 48, 95, 96}) {
        std::vector<float> together = before;
        GemmArgs args = arguments(weights, x, rows, depth, panels, type, together, cols);
        args.epilogue = epilogue;
        table().gemm(args);
        const size_t count = static_cast<size_t>(rows) * args.y_stride;
        ASSERT_TRUE(std::equal(
            together.begin(), together.begin() + static_cast<std::ptrdiff_t>(count), alone.begin()))
            << rows << " rows";
      }
    }
  }
}

TEST_P(Gemm, WidensEveryHalfAndBfloat) {
  for (const auto type : {WeightType::kF16, WeightType::kBF16}) {
    std::vector<uint16_t> stored(65536 + 5);
    for (size_t i = 0; i < stored.size(); ++i) stored[i] = static_cast<uint16_t>(i);
    std::vector<float> found(stored.size());
    table().widen(stored.data(), type, found.data(), found.size());
    for (size_t i = 0; i < stored.size(); ++i) {
      const float expected = float_of(stored[i], type);
      if (std::isnan(expected)) {
        ASSERT_TRUE(std::isnan(found[i])) << i;
      } else {
        ASSERT_EQ(std::signbit(found[i]), std::signbit(expected)) << i;
        ASSERT_EQ(found[i], expected) << i;
      }
    }
  }
}

TEST(WeightValue, KnownHalves) {
  EXPECT_EQ(float_of(0x3C00, WeightType::kF16), 1.0F);
  EXPECT_EQ(float_of(0xC000, WeightType::kF16), -2.0F);
  EXPECT_EQ(float_of(0x7BFF, WeightType::kF16), 65504.0F);
  EXPECT_EQ(float_of(0x0001, WeightType::kF16), 0x1p-24F);
  EXPECT_EQ(float_of(0x7C00, WeightType::kF16), INFINITY);
  EXPECT_EQ(float_of(0x3F80, WeightType::kBF16), 1.0F);
}

MINERU_EVERY_TABLE(Gemm);

}  // namespace
}  // namespace mineru::kernels
