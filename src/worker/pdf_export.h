// PDFs written by the worker, into descriptors that the program opened.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "media/wire.h"
#include "worker/pdfium_api.h"

namespace mineru::worker {

// Errors: kIo.
void write_bytes(std::span<const std::byte> bytes, int output);

// The whole document, without encryption. Errors: kIo.
void save_document(FPDF_DOCUMENT document, int output);

// A new PDF of the pages [first, last]; pages that cannot be read are left out.
// Errors: kCorruptData when none can, kIo.
void export_pages(FPDF_DOCUMENT document, const media::wire::PageRange& range, int output);

// The pages listed, with boxes drawn over them. Changes `document`, which has `page_count` pages.
// Errors: kCorruptData, kIo.
void export_overlay(FPDF_DOCUMENT document, int page_count,
                    const media::wire::OverlayRequest& request, int output);

// A page of this size, filled by a JPEG. Errors: kInternal.
void append_jpeg_page(FPDF_DOCUMENT document, const std::string& jpeg, const media::PageSize& size);

}  // namespace mineru::worker
