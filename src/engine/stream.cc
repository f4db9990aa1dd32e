#include "engine/stream.h"

#include <utility>

namespace mineru::engine {

namespace {

class MailboxStream final : public TokenStream {
 public:
  explicit MailboxStream(std::shared_ptr<Mailbox> mailbox) : mailbox_(std::move(mailbox)) {}
  ~MailboxStream() override { mailbox_->cancel(); }

  bool next(std::string& piece) override { return mailbox_->next(piece); }
  void cancel() override { mailbox_->cancel(); }
  const Reply& result() const override { return mailbox_->reply(); }

 private:
  std::shared_ptr<Mailbox> mailbox_;
};

}  // namespace

void Mailbox::push(std::string_view text) {
  if (text.empty()) return;
  const std::lock_guard lock(mutex_);
  text_ += text;
  changed_.notify_one();
}

void Mailbox::finish(Reply reply) {
  const std::lock_guard lock(mutex_);
  if (done_) return;
  reply_ = std::move(reply);
  done_ = true;
  changed_.notify_one();
}

void Mailbox::fail(Error error) {
  const std::lock_guard lock(mutex_);
  if (done_) return;
  error_ = std::move(error);
  done_ = true;
  changed_.notify_one();
}

bool Mailbox::next(std::string& piece) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return done_ || !text_.empty(); });
  if (!text_.empty()) {
    piece.clear();
    piece.swap(text_);
    return true;
  }
  if (error_) throw Error(*error_);
  return false;
}

MailboxWriter::~MailboxWriter() {
  mailbox_->fail(Error(Code::kCancelled, "the engine stopped before the reply was complete"));
}

std::unique_ptr<TokenStream> MailboxWriter::open_stream() const {
  return std::make_unique<MailboxStream>(mailbox_);
}

}  // namespace mineru::engine
