// How a profile is archived. The structured bindings name every member, so that a new one does not
// compile until it is archived as well.
#pragma once

#include "base/archive.h"
#include "doc/flash/profile.h"

namespace mineru::doc::flash {

template <class Archive, archive::Is<FurnitureBand> T>
void fields(Archive& ar, T& value) {
  auto& [top, y0, y1, size, key] = value;
  ar(top, y0, y1, size, key);
}

template <class Archive, archive::Is<Profile> T>
void fields(Archive& ar, T& value) {
  auto& [body_size, body_face, heading_sizes, bands, has_document_title, pages_seen, levels] =
      value;
  ar(body_size, body_face, heading_sizes, bands, has_document_title, pages_seen, levels);
}

}  // namespace mineru::doc::flash
