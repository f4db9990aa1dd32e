"""A server that speaks as Hugging Face and ModelScope do, with faults to order."""

import hashlib
import http.server
import json
import pathlib
import threading
import time

REPOSITORY = "MinerU2.5-2509-1.2B"
CHUNK = 4096


def git_sha1(data):
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        server = self.server
        path = self.path
        if path.startswith("http://"):   # this server is the proxy
            server.proxied.append(path)
            path = "/" + path.split("/", 3)[3]
        server.seen.append((path, self.headers.get("Range"), self.headers.get("Authorization")))
        if path == f"/api/models/opendatalab/{REPOSITORY}/tree/main":
            self.answer(200, server.listing())
        elif path.startswith(f"/api/v1/models/OpenDataLab/{REPOSITORY}/repo/files"):
            self.answer(200, server.modelscope_listing())
        elif path.startswith(f"/opendatalab/{REPOSITORY}/resolve/main/"):
            self.resolve(path.rsplit("/", 1)[1])
        elif path.startswith(f"/models/OpenDataLab/{REPOSITORY}/resolve/master/"):
            self.send_file(path.rsplit("/", 1)[1])
        elif path.startswith("/cdn/"):
            self.send_file(path.rsplit("/", 1)[1])
        else:
            self.answer(404, b"Repository not found")

    def answer(self, status, body, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def resolve(self, name):
        if self.server.faults.get(name) == "404":
            self.answer(404, b"Entry not found")
            return
        if self.server.token and self.headers.get("Authorization") != f"Bearer {self.server.token}":
            self.answer(401, b"Access to this model is restricted")
            return
        # Large files lie on another host, as they do in reality.
        host = f"localhost:{self.server.server_address[1]}"
        self.answer(302, b"", Location=f"http://{host}/cdn/{name}")

    def send_file(self, name):
        data = self.server.sent.get(name, self.server.files[name])
        fault = self.server.faults.get(name)
        if isinstance(fault, list):   # one for each request, then none
            fault = fault.pop(0) if fault else None
        if fault == "503":
            self.answer(503, b"busy", Retry_After="1")
            return
        start = 0
        ranged = self.headers.get("Range")
        if ranged and fault != "no range":
            start = int(ranged.removeprefix("bytes=").removesuffix("-"))
            if start >= len(data):
                self.answer(416, b"", Content_Range=f"bytes */{len(data)}")
                return
            self.send_response(206)
            place = 0 if fault == "wrong range" else start
            self.send_header("Content-Range", f"bytes {place}-{len(data) - 1}/{len(data)}")
        else:
            self.send_response(200)
        end = len(data)
        if isinstance(fault, int):    # breaks off there
            end = min(end, start + fault)
        if fault == "no length":
            self.close_connection = True
        else:
            self.send_header("Content-Length", str(len(data) - start))
        self.end_headers()
        if fault == "stall":
            self.wfile.write(data[start:start + CHUNK])
            self.wfile.flush()
            self.server.stalled.set()
            self.server.go_on.wait(60)
            self.close_connection = True
            return
        self.wfile.write(data[start:end])
        if end < len(data):
            self.close_connection = True


class ModelServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        weights = b"".join(hashlib.sha256(b"%d" % i).digest() for i in range(20_000))
        self.files = {
            "model.safetensors": weights,
            "tokenizer.json": b'{"model": {}}' * 300,
            "config.json": b'{"model_type": "qwen2_vl"}\n',
            "chat_template.jinja": b"{{ messages }}",
            "README.md": b"# A model\n",
        }
        self.ignored = {"vocab.json": b"{}", ".gitattributes": b"*", "merges.txt": b"a b",
                        "pytorch_model.bin": b"pickle"}
        self.sent = {}        # name -> what is sent instead
        self.listed = {}      # name -> what the listing says instead
        self.faults = {}
        self.token = ""
        self.seen = []
        self.proxied = []
        self.stalled = threading.Event()
        self.go_on = threading.Event()
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def handle_error(self, request, client_address):
        """Clients that hang up are what the tests are about."""

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def close(self):
        self.go_on.set()
        self.shutdown()
        self.server_close()

    def listing(self):
        entries = [{"type": "directory", "path": "images", "oid": "0" * 40, "size": 0}]
        for name, data in {**self.files, **self.ignored}.items():
            entry = {"type": "file", "path": name, "oid": git_sha1(data), "size": len(data)}
            if name.endswith(".safetensors"):
                entry["oid"] = "1" * 40   # of the pointer
                entry["lfs"] = {"oid": hashlib.sha256(data).hexdigest(), "size": len(data),
                                "pointerSize": 135}
            entry.update(self.listed.get(name, {}))
            entries.append(entry)
        return json.dumps(entries).encode()

    def modelscope_listing(self):
        files = [{"Name": "images", "Path": "images", "Type": "tree", "Size": 0, "Sha256": ""}]
        for name, data in {**self.files, **self.ignored}.items():
            files.append({"Name": name, "Path": name, "Type": "blob", "Size": len(data),
                          "Sha256": hashlib.sha256(data).hexdigest()})
        return json.dumps({"Code": 200, "Data": {"Files": files}, "Success": True}).encode()

    def requests_for(self, name):
        return [(path, ranged) for path, ranged, _ in self.seen
                if path.endswith("/" + name) and not path.startswith("/opendatalab")]


def wait_until(condition, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def contents(folder):
    return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
