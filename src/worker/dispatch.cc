#include "worker/dispatch.h"

#include <algorithm>
#include <exception>
#include <new>
#include <span>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "worker/health.h"
#include "worker/test_fault.h"

namespace mineru::worker {

namespace wire = media::wire;

namespace {

int only_descriptor(const wire::Packet& packet) {
  if (packet.descriptors.size() != 1) {
    throw_error(Code::kCorruptData, "request with {} descriptors", packet.descriptors.size());
  }
  return packet.descriptors.front().get();
}

MemoryMap pixels_of(const wire::Packet& packet, int width, int height) {
  if (width <= 0 || height <= 0) throw_error(Code::kInvalidArgument, "empty picture");
  return wire::map_received(only_descriptor(packet),
                            static_cast<size_t>(width) * static_cast<size_t>(height) * 3,
                            MemoryMap::Access::kRead);
}

wire::Failure failure_of(const std::exception& error) {
  if (const auto* e = dynamic_cast<const Error*>(&error)) return {e->code(), e->message()};
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    return {Code::kResourceExhausted, "the media worker ran out of memory"};
  }
  return {Code::kInternal, error.what()};
}

}  // namespace

void Dispatcher::handle(wire::Packet request, int socket) {
  Answer result;
  wire::Status status = wire::Status::kOk;
  try {
    result = answer(static_cast<wire::Op>(request.kind), request);
  } catch (const std::exception& error) {
    status = wire::Status::kFailed;
    result.payload = wire::encode(failure_of(error));
    result.memory.reset();
  }
  const int fd = result.memory.get();
  wire::send_packet(socket, static_cast<uint32_t>(status), result.payload,
                    result.memory.valid() ? std::span(&fd, 1) : std::span<const int>(),
                    wire::kNoDeadline);
}

Dispatcher::Answer Dispatcher::answer(wire::Op op, const wire::Packet& request) {
  Answer result;
  const std::string_view payload = request.payload;
  switch (op) {
    case wire::Op::kHealth: result.payload = wire::encode(read_health()); return result;
    case wire::Op::kOpen: open(request, result); return result;
    case wire::Op::kPageSizes:
      result.payload = wire::encode(page_sizes(wire::decode<wire::PageRange>(payload)));
      return result;
    case wire::Op::kRender: {
      const auto call = wire::decode<wire::RenderRequest>(payload);
      SharedRaster raster = document_with_page(call.page).render(call);
      result.payload = wire::encode(wire::RenderAnswer{raster.width, raster.height});
      result.memory = std::move(raster.memory);
      return result;
    }
    case wire::Op::kNativePage: {
      const auto call = wire::decode<wire::NativePageRequest>(payload);
      result.payload = wire::encode(document_with_page(call.page).native_page(call));
      return result;
    }
    case wire::Op::kWritePdf: {
      const auto range = wire::decode<wire::PageRange>(payload);
      document_with_page(range.first);
      document_with_page(range.last).write_pdf(range, only_descriptor(request));
      return result;
    }
    case wire::Op::kWriteOverlay:
      document().write_overlay(wire::decode<wire::OverlayRequest>(payload),
                               only_descriptor(request));
      return result;
    case wire::Op::kRecognize: {
      const auto call = wire::decode<wire::RecognizeRequest>(payload);
      result.payload =
          wire::encode(ocr_.recognize(call, pixels_of(request, call.width, call.height)));
      return result;
    }
    case wire::Op::kOrientation: {
      const auto call = wire::decode<wire::OrientationRequest>(payload);
      result.payload =
          wire::encode(ocr_.orientation(call, pixels_of(request, call.width, call.height)));
      return result;
    }
    case wire::Op::kTestFault:
      commit_test_fault(wire::decode<wire::TestFaultRequest>(payload).fault);
      return result;
  }
  throw_error(Code::kCorruptData, "unknown request");
}

wire::PageSizesAnswer Dispatcher::page_sizes(const wire::PageRange& range) {
  Document& document = document_with_page(range.last);
  wire::PageSizesAnswer answer;
  for (int page = std::max(0, range.first); page <= range.last; ++page) {
    answer.sizes.push_back(document.page_size(page));
  }
  return answer;
}

void Dispatcher::open(const wire::Packet& request, Answer& result) {
  const auto call = wire::decode<wire::OpenRequest>(request.payload);
  document_.reset();  // its memory first
  MemoryMap bytes = MemoryMap::descriptor(
      only_descriptor(request), static_cast<size_t>(call.document_bytes), MemoryMap::Access::kRead);
  document_ = open_document(std::move(bytes), call);
  result.payload = wire::encode(wire::OpenAnswer{document_->is_pdf(), document_->page_count()});
}

Document& Dispatcher::document() {
  if (!document_) throw_error(Code::kInternal, "no document is open");
  return *document_;
}

Document& Dispatcher::document_with_page(int page) {
  Document& result = document();
  if (page < 0 || page >= result.page_count()) {
    throw_error(Code::kInvalidArgument, "there is no page {} (the document has {})", page + 1,
                result.page_count());
  }
  return result;
}

}  // namespace mineru::worker
