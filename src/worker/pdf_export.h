// PDFs written by the worker, into descriptors that the program opened.
#pragma once

#include <cstddef>
#include <span>

#include "media/wire.h"
#include "worker/pdfium_api.h"

namespace mineru::worker {

// Errors: kIo.
void write_bytes(std::span<const std::byte> bytes, int output);

// A new PDF of the pages [first, last]. Errors: kCorruptData, kIo.
void export_pages(FPDF_DOCUMENT document, const media::wire::PageRange& range, int output);

// The pages listed, with boxes drawn over them. Changes `document`, which has `page_count` pages.
// Errors: kCorruptData, kIo.
void export_overlay(FPDF_DOCUMENT document, int page_count,
                    const media::wire::OverlayRequest& request, int output);

}  // namespace mineru::worker
