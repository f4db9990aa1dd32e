// A borrowed row-major matrix. The only shape the network needs.
#pragma once

#include <cstddef>

#include "base/check.h"

namespace mineru::nn {

template <typename T>
struct Matrix {
  T* data = nullptr;
  int rows = 0;
  int cols = 0;
  size_t stride = 0;  // elements from row to row

  T* row(int r) const { return data + static_cast<size_t>(r) * stride; }
  Matrix rows_from(int first, int count) const { return {row(first), count, cols, stride}; }
  operator Matrix<const T>() const { return {data, rows, cols, stride}; }  // NOLINT: a view narrows
};

template <typename T>
Matrix<T> matrix(T* data, int rows, int cols) {
  return {data, rows, cols, static_cast<size_t>(cols)};
}

}  // namespace mineru::nn
