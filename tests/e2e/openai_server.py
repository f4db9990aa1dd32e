"""A model server with OpenAI's interface, whose answers a test scripts."""

import base64
import http.server
import json
import struct
import threading

MODEL = "MinerU2.5-2509"


class Question:
    """One POST: its JSON, and of its picture the size."""

    def __init__(self, body, headers):
        self.body, self.headers = body, headers
        content = body["messages"][-1]["content"]
        self.prompt = "".join(part["text"] for part in content if part["type"] == "text")
        self.width = self.height = 0
        for part in content:
            if part["type"] == "image_url":
                head, _, data = part["image_url"]["url"].partition(",")
                assert head == "data:image/png;base64", head
                png = base64.b64decode(data, validate=True)
                assert png.startswith(b"\x89PNG\r\n\x1a\n"), png[:8]
                self.width, self.height = struct.unpack(">II", png[16:24])


def reply(content, finish_reason="stop", completion_tokens=7, status=200):
    return status, {"id": "x", "object": "chat.completion", "model": MODEL,
                    "choices": [{"index": 0, "finish_reason": finish_reason,
                                 "message": {"role": "assistant", "content": content}}],
                    "usage": {"prompt_tokens": 11, "completion_tokens": completion_tokens}}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path != "/v1/models":
            return self.answer(404, {"error": {"message": "no such path"}})
        self.server.greetings.append(self.headers)
        self.answer(*self.server.models())

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path != "/v1/chat/completions":
            return self.answer(404, {"error": {"message": "no such path"}})
        question = Question(json.loads(body), self.headers)
        with self.server.lock:
            self.server.questions.append(question)
            self.server.busy += 1
            self.server.most_busy = max(self.server.most_busy, self.server.busy)
        try:
            self.answer(*self.server.script(question))
        finally:
            with self.server.lock:
                self.server.busy -= 1

    def answer(self, status, body):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class OpenAiServer(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, script):
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = script   # Question -> (status, JSON or bytes)
        self.names = [MODEL]
        self.questions = []
        self.greetings = []    # headers of the requests for the list of models
        self.lock = threading.Lock()
        self.busy = self.most_busy = 0
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def models(self):
        return 200, {"object": "list", "data": [{"id": name, "object": "model"}
                                                for name in self.names]}

    def handle_error(self, request, client_address):
        """Clients that hang up are what the tests are about."""

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def close(self):
        self.shutdown()
        self.server_close()
