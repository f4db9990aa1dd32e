// The options of a model behind a server.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "cli/option_reader.h"
#include "cli/options.h"
#include "remote/remote_generator.h"

namespace mineru::cli {

// As add_values takes them, and as Values names them.
inline constexpr std::array kServerOptions = {"-u,--url", "--served-model", "--max-concurrency",
                                              "--http-timeout", "--priority"};
inline constexpr std::array kServerNames = {"url", "served-model", "max-concurrency",
                                            "http-timeout", "priority"};

// The server that -u names; with `backend`, which cannot do without one, also that of
// MINERU_VL_SERVER. Nothing where none is meant. Errors: kInvalidArgument: no address or no right
// one, options without a server, those of a model on this machine beside it.
std::optional<remote::RemoteOptions> read_server(const Values& values,
                                                 const Environment& environment,
                                                 std::string_view backend = {});

}  // namespace mineru::cli
