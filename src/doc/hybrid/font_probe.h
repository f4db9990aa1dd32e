// Fonts whose text is not what they draw: the PDF says one letter, the eye reads another.
#pragma once

#include <set>
#include <string>

#include "doc/hybrid/ink.h"
#include "media/native_page.h"
#include "media/ocr.h"

namespace mineru::doc::hybrid {

// How much two texts are alike in letters and digits, 0..1; 1 if they have none.
double likeness(std::string_view a, std::string_view b);

// Reads one line each of the fonts that the page uses most, and compares. Returns the faces
// (flash::Word) whose lines read quite differently though they read well. `languages`: see
// media::OcrOptions. Errors: those of OcrEngine.
std::set<unsigned> lying_faces(const media::NativePage& page, const PagePicture& picture,
                               media::OcrEngine& ocr, const std::string& languages);

}  // namespace mineru::doc::hybrid
