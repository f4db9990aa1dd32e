// A server on this machine that answers as the test says. One thread a connection, one request a
// connection.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/unique_fd.h"

namespace mineru::remote {

class LoopbackServer {
 public:
  // From the request, head and body, to all that is sent back; "": the connection is closed.
  using Script = std::function<std::string(const std::string& request)>;

  explicit LoopbackServer(Script script) : script_(std::move(script)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const raw = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    ::bind(listener_.get(), raw, size);
    ::listen(listener_.get(), 64);
    ::getsockname(listener_.get(), raw, &size);
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  ~LoopbackServer() {
    ::shutdown(listener_.get(), SHUT_RDWR);
    acceptor_.join();
    for (std::thread& thread : connections_) thread.join();
  }
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  int num_requests() const { return num_requests_; }

 private:
  void accept_all() {
    while (true) {
      UniqueFd connection(::accept(listener_.get(), nullptr, nullptr));
      if (!connection.valid()) return;
      connections_.emplace_back([this, fd = std::move(connection)] { serve(fd.get()); });
    }
  }

  void serve(int fd) {
    std::string request;
    size_t expected = std::string::npos;
    while (request.size() < expected) {
      char buffer[4096];
      const ssize_t got = ::recv(fd, buffer, sizeof buffer, 0);
      if (got <= 0) return;
      request.append(buffer, static_cast<size_t>(got));
      const size_t head = request.find("\r\n\r\n");
      if (head == std::string::npos) continue;
      const size_t length = request.find("Content-Length: ");
      expected = head + 4 + (length < head ? std::stoul(request.substr(length + 16)) : 0);
    }
    ++num_requests_;
    const std::string answer = script_(request);
    ::send(fd, answer.data(), answer.size(), MSG_NOSIGNAL);
  }

  Script script_;
  UniqueFd listener_{::socket(AF_INET, SOCK_STREAM, 0)};
  int port_ = 0;
  std::atomic<int> num_requests_{0};
  std::vector<std::thread> connections_;
  std::thread acceptor_;
};

inline std::string http_answer(int status, const std::string& body,
                               const std::string& headers = "") {
  return "HTTP/1.1 " + std::to_string(status) + " X\r\nConnection: close\r\n" + headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace mineru::remote
