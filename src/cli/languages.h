// Names of OCR languages: the official command line's, and Tesseract's own.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mineru::cli {

// "ch" becomes "chi_sim+eng"; a Tesseract code passes through. Errors: kInvalidArgument, for what
// can be neither.
std::string tesseract_languages(std::string_view name);

// Fails when data of one of the languages ("chi_sim+eng") is not among `installed`, and says which
// Debian package brings it. Errors: kNotFound.
void require_languages(std::string_view languages, std::span<const std::string> installed);

}  // namespace mineru::cli
