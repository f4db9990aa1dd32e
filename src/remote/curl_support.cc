#include "remote/curl_support.h"

#include "base/error.h"

namespace mineru::remote {

CurlLibrary::CurlLibrary() {
  if (curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) return;
  throw_error(Code::kInternal, "libcurl cannot be started");
}

CurlLibrary::~CurlLibrary() { curl_global_cleanup(); }

CurlHandle make_handle() {
  CurlHandle handle(curl_easy_init());
  if (handle == nullptr) throw_error(Code::kInternal, "libcurl cannot be started");
  return handle;
}

void add_header(CurlHeaders& headers, const std::string& line) {
  curl_slist* const longer = curl_slist_append(headers.get(), line.c_str());
  if (longer == nullptr) throw_error(Code::kResourceExhausted, "no memory for an HTTP header");
  (void)headers.release();
  headers.reset(longer);
}

void set_common_options(CURL* handle, const std::string& url, CurlMessage& message) {
  message.front() = '\0';
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, message.data());
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "mineru-cpp/" MINERU_VERSION);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
}

HttpOutcome outcome_of(CURLcode code) {
  switch (code) {
    case CURLE_OK: return HttpOutcome::kOk;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_PROXY: return HttpOutcome::kUnreachable;
    case CURLE_PARTIAL_FILE:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return HttpOutcome::kTemporary;
    default: return HttpOutcome::kFailed;
  }
}

std::string reason_of(CURLcode code, const CurlMessage& message) {
  return message.front() != '\0' ? message.data() : curl_easy_strerror(code);
}

}  // namespace mineru::remote
