// What the worker's libraries say about themselves.
#pragma once

#include "media/wire.h"

namespace mineru::worker {

// Loads every library on the way. Errors: kNotFound.
media::wire::HealthAnswer read_health();

}  // namespace mineru::worker
