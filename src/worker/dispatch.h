// One request in, one answer out.
#pragma once

#include <memory>

#include "media/wire.h"
#include "worker/document.h"
#include "worker/ocr.h"

namespace mineru::worker {

// Holds the document that is open. Not thread-safe.
class Dispatcher {
 public:
  // Answers on `socket`; a failure of the work is an answer too. Errors: kIo when sending fails.
  void handle(media::wire::Packet request, int socket);

 private:
  struct Answer {
    std::string payload;
    UniqueFd memory;
  };

  Answer answer(media::wire::Op op, const media::wire::Packet& request);
  void open(const media::wire::Packet& request, Answer& answer);
  media::wire::PageSizesAnswer page_sizes(const media::wire::PageRange& range);
  Document& document();
  Document& document_with_page(int page);

  std::unique_ptr<Document> document_;
  Ocr ocr_;
};

}  // namespace mineru::worker
