// Values of options as a person types them. Every function throws kInvalidArgument with a sentence
// that names what was expected and what was found; none knows the option it reads for.
#pragma once

#include <cstdint>
#include <string_view>

namespace mineru::cli {

// true/false, 1/0, yes/no, on/off in any case, as the official command line takes them.
bool parse_bool(std::string_view text);

// A whole number within [min, max].
int parse_int(std::string_view text, int min, int max);

// A number within [min, max].
double parse_number(std::string_view text, double min, double max);

// Any whole number of 64 bits.
uint64_t parse_seed(std::string_view text);

// Seconds, fractions allowed, within [0.001, max_seconds]; returned in milliseconds.
int parse_seconds(std::string_view text, int max_seconds);

// Memory: "512M", "2G", "1.5GiB", "800000000"; K, M, G, T are powers of 1024.
uint64_t parse_bytes(std::string_view text);

// A count with optional k, M, G, powers of 1000: "200M".
int64_t parse_count(std::string_view text);

}  // namespace mineru::cli
