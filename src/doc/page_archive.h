// How pages are archived between making and joining them. The structured bindings name every
// member, so that a new one does not compile until it is archived as well.
#pragma once

#include "base/archive.h"
#include "doc/flow.h"
#include "doc/page.h"
#include "media/geometry_fields.h"

template <>
inline constexpr uint64_t mineru::archive::kEnumCount<mineru::doc::BlockType> =
    static_cast<uint64_t>(mineru::doc::BlockType::kPageFootnote) + 1;
template <>
inline constexpr uint64_t mineru::archive::kEnumCount<mineru::doc::SpanType> =
    static_cast<uint64_t>(mineru::doc::SpanType::kUnknown) + 1;
template <>
inline constexpr uint64_t mineru::archive::kEnumCount<mineru::doc::PageStatus> =
    static_cast<uint64_t>(mineru::doc::PageStatus::kTimeout) + 1;
template <>
inline constexpr uint64_t mineru::archive::kEnumCount<mineru::doc::vlm::ContentType> =
    static_cast<uint64_t>(mineru::doc::vlm::ContentType::kUnknown) + 1;

namespace mineru::doc::vlm {

template <class Archive, archive::Is<ContentBlock> T>
void fields(Archive& ar, T& value) {
  auto& [type, bbox, angle, content, merge_prev, sub_type, cell_merge, confidence, min_confidence,
         table_images, absorbed_by_table] = value;
  ar(type, bbox, angle, content, merge_prev, sub_type, cell_merge, confidence, min_confidence,
     table_images, absorbed_by_table);
}

}  // namespace mineru::doc::vlm

namespace mineru::doc {

template <class Archive, archive::Is<Span> T>
void fields(Archive& ar, T& value) {
  auto& [type, bbox, content, html, image_path, cross_page] = value;
  ar(type, bbox, content, html, image_path, cross_page);
}

template <class Archive, archive::Is<Line> T>
void fields(Archive& ar, T& value) {
  auto& [bbox, spans] = value;
  ar(bbox, spans);
}

template <class Archive, archive::Is<SubImage> T>
void fields(Archive& ar, T& value) {
  auto& [type, bbox, cut] = value;
  ar(type, bbox, cut);
}

template <class Archive, archive::Is<Block> T>
void fields(Archive& ar, T& value) {
  auto& [type, bbox, angle, index, level, sub_type, language, lines, blocks, sub_images, cell_merge,
         merge_prev, was_caption, lines_deleted, cross_page, confidence, min_confidence] = value;
  ar(type, bbox, angle, index, level, sub_type, language, lines, blocks, sub_images, cell_merge,
     merge_prev, was_caption, lines_deleted, cross_page, confidence, min_confidence);
}

template <class Archive, archive::Is<Diagnostic> T>
void fields(Archive& ar, T& value) {
  auto& [code, message] = value;
  ar(code, message);
}

template <class Archive, archive::Is<CutImage> T>
void fields(Archive& ar, T& value) {
  auto& [name, jpeg] = value;
  ar(name, jpeg);
}

template <class Archive, archive::Is<Enhancement> T>
void fields(Archive& ar, T& value) {
  auto& [sharpness, scale, sharpened] = value;
  ar(sharpness, scale, sharpened);
}

template <class Archive, archive::Is<Page> T>
void fields(Archive& ar, T& value) {
  auto& [page_idx, source_page, size, rotation, status, used_ocr, enhancement, diagnostics,
         preproc_blocks, para_blocks, discarded_blocks, images, model_blocks] = value;
  ar(page_idx, source_page, size, rotation, status, used_ocr, enhancement, diagnostics,
     preproc_blocks, para_blocks, discarded_blocks, images, model_blocks);
}

template <class Archive, archive::Is<Flow> T>
void fields(Archive& ar, T& value) {
  auto& [starts_new, ends_full] = value;
  ar(starts_new, ends_full);
}

template <class Archive, archive::Is<LaidPage> T>
void fields(Archive& ar, T& value) {
  auto& [page, flows, line_hints] = value;
  ar(page, flows, line_hints);
}

}  // namespace mineru::doc
