// \left and \right that have lost each other.
#pragma once

#include <string>
#include <string_view>

namespace mineru::doc::vlm {

// Where \left and \right do not come in equal numbers, each one without partner in its table cell
// gets an invisible one: "\left( x" becomes "\left( \right. x". Leaves a formula alone whose
// numbers agree or whose arrays are not nested properly. Outside arrays it repairs only up to the
// first "&" or "\\" when there is no array at all, as the reference does.
std::string balance_left_right(std::string_view latex);

}  // namespace mineru::doc::vlm
