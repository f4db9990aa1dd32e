// What all users of libcurl share. It takes proxies from the environment.
#pragma once

#include <array>
#include <memory>
#include <string>

#include <curl/curl.h>

#include "remote/http_outcome.h"

namespace mineru::remote {

// libcurl is ready while one of these lives. Errors: kInternal.
class CurlLibrary {
 public:
  CurlLibrary();
  ~CurlLibrary();
  CurlLibrary(const CurlLibrary&) = delete;
  CurlLibrary& operator=(const CurlLibrary&) = delete;
};

struct FreeHandle {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
using CurlHandle = std::unique_ptr<CURL, FreeHandle>;
CurlHandle make_handle();  // errors: kInternal

struct FreeHeaders {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using CurlHeaders = std::unique_ptr<curl_slist, FreeHeaders>;
void add_header(CurlHeaders& headers, const std::string& line);  // errors: kResourceExhausted

// Name of the program, errors as text, no signals.
using CurlMessage = std::array<char, CURL_ERROR_SIZE>;
void set_common_options(CURL* handle, const std::string& url, CurlMessage& message);

HttpOutcome outcome_of(CURLcode code);
// What libcurl has to say about it.
std::string reason_of(CURLcode code, const CurlMessage& message);

}  // namespace mineru::remote
