#!/usr/bin/env python3
"""Makes the goldens of whole pages: invented replies of a model, real requests and blocks.

    python3 -m venv oracle && oracle/bin/pip install mineru-vl-utils==1.2.1 pillow==12.1.1
    oracle/bin/python tools/oracle/two_step_goldens.py

writes tests/data/vectors/two_step.json. The unmodified client reads every page through a server on
this machine that gives the replies of `two_step_pages.py` in order. `--random N --seed S --out F`
writes N pages strung together at random instead.

Pixel (x, y) of a page has (37x + 101y + 59c) % 256 in channel c. Written down of each request:
prompt, picture (size; hash of its pixels unless a token, which is random, is painted on it), and
the number of its sampling in the list of them. `{token 1}` in a reply stands for the second token
of the table that it is the reply to.
"""

import argparse
import base64
import hashlib
import http.server
import io
import json
import pathlib
import random
import re
import threading

from loguru import logger
from mineru_vl_utils.mineru_client import MinerUClient
from mineru_vl_utils.post_process import table_image_processor as table_images
from PIL import Image

import two_step_pages

OUT = pathlib.Path(__file__).resolve().parents[2] / "tests/data/vectors/two_step.json"
SEED = 3  # of the tokens of a page


def page_picture(width, height):
    row = bytes((37 * x + 59 * c) % 256 for x in range(width) for c in range(3))
    turn = bytes(range(256)) * 2
    rows = (row.translate(turn[101 * y % 256:101 * y % 256 + 256]) for y in range(height))
    return Image.frombytes("RGB", (width, height), b"".join(rows))


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


class Script:
    """The replies of one page, and what was asked for them."""

    def __init__(self, page):
        self.replies = [page["layout"]]
        self.page = page
        self.requests = []
        picker = random.Random(SEED)
        letters = table_images.TABLE_IMAGE_TOKEN_CHARS
        self.tokens = ["[" + "".join(picker.choices(letters, k=4)) + "]" for _ in range(8)]

    def answer(self, body):
        number = len(self.requests)
        self.requests.append(body)
        if number > 0:
            self.replies.append(self.reply(number, body["messages"][1]["content"][1]["text"]))
        return re.sub(r"\{token (\d)\}", lambda m: self.tokens[int(m[1])], self.replies[number])

    def reply(self, number, prompt):
        given = self.page["replies"]
        if callable(given):
            return given(prompt)
        return given[number - 1] if number <= len(given) else "missing"


class Server(http.server.ThreadingHTTPServer):
    script = None

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send({"data": [{"id": "scripted"}]})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        message = {"role": "assistant", "content": self.server.script.answer(body)}
        self.send({"choices": [{"finish_reason": "stop", "message": message}]})

    def send(self, value):
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


class Goldens:
    def __init__(self):
        self.server = Server()
        self.sampling = []
        self.client = MinerUClient(
            "http-client", server_url=self.server.url, max_concurrency=1, use_tqdm=False,
            enable_table_formula_eq_wrap=True)

    def request(self, body, masked):
        system, user = body.pop("messages")
        picture, text = user["content"]
        assert system == {"role": "system", "content": "You are a helpful assistant."}, system
        assert (user["role"], picture["type"], text["type"]) == ("user", "image_url", "text"), user
        assert body.pop("model") == "scripted"
        if body not in self.sampling:
            self.sampling.append(body)
        url = picture["image_url"]["url"]
        image = Image.open(io.BytesIO(base64.b64decode(url.partition("base64,")[2])))
        assert image.mode == "RGB", image.mode
        return {
            "prompt": text["text"], "size": image.size,
            "pixels": None if masked else digest(image.tobytes()),
            "sampling": self.sampling.index(body),
        }

    def page(self, page):
        self.server.script = script = Script(page)
        masked = set()  # pictures with a token on them
        raster = page_picture(*page["size"])
        random.seed(SEED)
        blocks = self.client.two_step_extract(raster, image_analysis=page["image_analysis"])
        if not callable(page["replies"]) and page["replies"] != script.replies[1:]:
            raise SystemExit(f"{page['name']}: {len(page['replies'])} replies for " + str(
                [body["messages"][1]["content"][1]["text"] for body in script.requests]))
        # Asked once more for which tables it paints on.
        layout = self.client.helper.parse_layout_output(page["layout"])
        plan = self.client.helper.prepare_for_extract(
            raster, layout, image_analysis=page["image_analysis"])
        for number, index in enumerate(plan[3]):
            if layout[index].get(table_images.TABLE_IMAGE_TOKEN_MAP_KEY):
                masked.add(number + 1)
        requests = [self.request(body, number in masked)
                    for number, body in enumerate(script.requests)]
        return {**page, "replies": script.replies[1:], "requests": requests,
                "blocks": [dict(block) for block in blocks]}


def shorten(value):
    """Pictures in tables as a hash of their JPEG."""
    if isinstance(value, str):
        return re.sub(r"data:image/jpeg;base64,([A-Za-z0-9+/=]+)",
                      lambda m: "data:" + digest(m[1].encode()), value)
    if isinstance(value, list):
        return [shorten(item) for item in value]
    if isinstance(value, dict):
        return {key: shorten(item) for key, item in value.items()}
    return value


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--random", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default=OUT)
    options = parser.parse_args()
    logger.remove()
    goldens = Goldens()
    given = two_step_pages.PAGES if options.random is None else []
    given = given + two_step_pages.random_pages(options.random or 12, options.seed)
    pages = [goldens.page(page) for page in given]
    lines = [json.dumps(shorten(page), ensure_ascii=False) for page in pages]
    options.out.write_text(
        '{"sampling": ' + json.dumps(goldens.sampling) + ',\n"pages": [\n' + ",\n".join(lines)
        + "\n]}\n")
    requests = sum(len(page["requests"]) for page in pages)
    blocks = sum(len(page["blocks"]) for page in pages)
    print(len(pages), "pages,", requests, "requests,", blocks, "blocks,",
          options.out.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
