#!/usr/bin/env python3
"""End-to-end tests of a model behind a server: parse -b vlm-http-client, -b hybrid-http-client, ask -u.

usage: remote_test.py BIN_DIR [unittest arguments]
"""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from openai_server import MODEL, OpenAiServer, reply
from picture_file import golden_png
from small_pdf import make_pdf

TIMEOUT = 120
BIN_DIR = None
NOT_INHERITED = {"MINERU_MODEL", "MINERU_VL_SERVER", "MINERU_VL_MODEL_NAME", "MINERU_VL_API_KEY",
                 "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "NO_COLOR"}
PAGE_WIDTH = 1653   # pixels of an A4 page


def region(kind, top, width, bottom=None):
    """A line of a layout; `width` in thousandths tells the crops apart."""
    return (f"<|box_start|>100 {top:03} {100 + width} {bottom or top + 50:03}<|box_end|>"
            f"<|ref_start|>{kind}<|ref_end|><|rotate_up|>")


class RemoteTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="remote-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.layout = ""
        self.answers = {}   # width of a crop in thousandths -> list of answers, the last one stays
        self.server = OpenAiServer(self.answer)
        self.addCleanup(self.server.close)

    def answer(self, question):
        if question.prompt == "\nLayout Detection:":
            return reply(self.layout + "<|im_end|>")
        answers = self.answers[round(question.width / PAGE_WIDTH * 100) * 10]
        with self.server.lock:
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
        return answer() if callable(answer) else answer

    def environment(self, **extra):
        clean = {k: v for k, v in os.environ.items() if k not in NOT_INHERITED}
        return {**clean, "HOME": str(self.folder / "home"), **extra}

    def run_cli(self, *arguments, code=0, **extra):
        result = subprocess.run([str(BIN_DIR / "mineru-cpp"), *map(str, arguments)],
                                cwd=self.folder, capture_output=True, stdin=subprocess.DEVNULL,
                                timeout=TIMEOUT, check=False, env=self.environment(**extra))
        out, err = result.stdout.decode(), result.stderr.decode()
        self.assertEqual(result.returncode, code, f"\n{out}\n{err}")
        return out, err

    def parse(self, *arguments, backend="vlm-http-client", pages=("PAGE",), code=0, **extra):
        (self.folder / "a.pdf").write_bytes(make_pdf(list(pages)))
        return self.run_cli("parse", "a.pdf", "-b", backend, "-u", self.server.url, *arguments,
                            code=code, **extra)

    def result(self, folder="vlm"):
        path = self.folder / "out/a" / folder
        middle = json.loads((path / "a_middle.json").read_text(encoding="utf-8"))
        return (path / "a.md").read_text(encoding="utf-8"), middle["pdf_info"]

    def test_a_page_with_every_kind_of_answer(self):
        def slow():
            time.sleep(1.2)
            return reply("<fcel>1<fcel>2<nl><|im_end|>")

        self.layout = "\n".join([
            region("title", 50, 200), region("text", 150, 300), region("text", 250, 400),
            region("table", 350, 500, 450), region("text", 550, 600), region("equation", 650, 700),
            region("text", 750, 800)])
        self.answers = {
            200: [reply("A title")],
            300: [(503, {"error": {"message": "warming up"}}), reply("After a 503")],
            400: [(500, {"error": {"message": "out of luck"}})],
            500: [slow],
            600: [reply("Cut off in", "length")],
            700: [reply(r"\[ a = b \]")],
            800: [(200, b"no JSON")],
        }
        out, _ = self.parse("--http-timeout", 10, MINERU_VL_API_KEY="sesame")
        self.assertEqual(out, "out/a/vlm/a.md\n")
        markdown, pages = self.result()
        for text in ("# A title", "After a 503", "<td>1</td><td>2</td>", "Cut off in", "a = b"):
            self.assertIn(text, markdown)
        self.assertEqual(pages[0]["status"], "ok")
        self.assertNotIn("confidence", json.dumps(pages), "a server says nothing of it")
        url = self.server.url + "/v1/chat/completions"
        # What the pictures of the crops are like is not the server's affair.
        diagnostics = sorted((d["code"], d["message"]) for d in pages[0]["diagnostics"]
                             if d["message"].startswith("crop "))
        self.assertEqual(diagnostics, [
            ("corrupt_data", f"crop 7 (text) was not read: {url}: expected a JSON object, found no "
                             "JSON"),
            ("internal", f"crop 3 (text) was not read: {url}: the server answered 500: out of luck"),
            ("resource_exhausted", "crop 5 (text): the reply was cut off after 7 tokens, the rest "
                                   "is missing")])
        self.check_requests()

    def check_requests(self):
        questions = self.server.questions
        self.assertEqual(len(questions), 1 + 7 + 1, "the 503 alone was tried again")
        layout, crops = questions[0], questions[1:]
        self.assertEqual((layout.width, layout.height), (1036, 1036))
        self.assertEqual(list(layout.body), [
            "model", "messages", "temperature", "top_p", "top_k", "presence_penalty",
            "frequency_penalty", "repetition_penalty", "vllm_xargs", "skip_special_tokens"])
        self.assertEqual(layout.body["model"], MODEL)
        self.assertEqual(layout.body["messages"][0],
                         {"role": "system", "content": "You are a helpful assistant."})
        self.assertEqual([part["type"] for part in layout.body["messages"][1]["content"]],
                         ["image_url", "text"])
        self.assertEqual(layout.body["vllm_xargs"], {"no_repeat_ngram_size": 100, "debug": False})
        self.assertEqual(layout.body["presence_penalty"], 0.0)
        self.assertEqual({q.body["presence_penalty"] for q in crops}, {1.0})
        self.assertEqual({q.body["skip_special_tokens"] for q in questions}, {False})
        self.assertEqual(sorted({q.prompt for q in crops}),
                         ["\nFormula Recognition:", "\nTable Recognition:", "\nText Recognition:"])
        for headers in [*self.server.greetings, *(q.headers for q in questions)]:
            self.assertEqual(headers["Authorization"], "Bearer sesame")
            self.assertTrue(headers["User-Agent"].startswith("mineru-cpp/"))
        self.assertEqual(layout.headers["Content-Type"], "application/json")
        self.assertIsNone(layout.headers["Expect"])

    def test_many_in_flight_and_never_more_than_allowed(self):
        widths = list(range(100, 700, 100))
        self.layout = "\n".join(region("text", 100 * i + 50, w) for i, w in enumerate(widths))

        def slow(text):
            return lambda: (time.sleep(0.15), reply(text))[1]
        self.answers = {w: [slow(f"text {w}")] for w in widths}
        self.parse("--max-concurrency", 3, "--priority", 5)
        self.assertEqual(self.server.most_busy, 3)
        self.assertEqual({q.body["priority"] for q in self.server.questions}, {5})
        self.assertEqual(self.result()[0].split("\n\n"), [f"text {w}" for w in widths])

    def test_a_silent_server_is_asked_again(self):
        self.layout = region("text", 100, 300)
        done = threading.Event()
        self.addCleanup(done.set)
        self.answers = {300: [lambda: (done.wait(30), reply("late"))[1], reply("in time")]}
        self.parse("--http-timeout", 1)
        self.assertIn("in time", self.result()[0])

    def test_hybrid_asks_for_the_layout_alone_where_the_pdf_has_text(self):
        self.layout = region("text", 100, 800, 400)
        text = "\n".join(["These words stand in the file and are not read by a model."] * 8)
        self.parse(backend="hybrid-http-client", pages=[text])
        self.assertEqual([q.prompt for q in self.server.questions], ["\nLayout Detection:"])
        self.assertIn("These words stand in the file", self.result("hybrid_auto")[0])

    def test_a_page_whose_layout_fails_costs_the_page(self):
        self.server.script = lambda question: (400, {"error": {"message": "no pictures here"}})
        _, err = self.parse(code=1)
        self.assertIn("/v1/chat/completions: the server answered 400: no pictures here", err)

    def test_which_model(self):
        self.layout = ""
        self.server.names = ["a", "b"]
        _, err = self.parse(code=1)
        self.assertIn(f"{self.server.url}/v1/models: expected one model, found 'a', 'b'", err)
        _, err = self.parse("--served-model", "c", code=1)
        self.assertIn("expected the model 'c', found 'a', 'b'", err)
        self.parse(MINERU_VL_MODEL_NAME="b")
        self.assertEqual({q.body["model"] for q in self.server.questions}, {"b"})

    def test_no_server(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            port = unused.getsockname()[1]
        (self.folder / "a.pdf").write_bytes(make_pdf(["PAGE"]))
        begun = time.monotonic()
        out, err = self.run_cli("parse", "a.pdf", "-b", "vlm-http-client", code=1,
                                MINERU_VL_SERVER=f"http://127.0.0.1:{port}")
        self.assertLess(time.monotonic() - begun, 5, "nothing is there to wait for")
        self.assertEqual(out, "")
        self.assertIn(f"http://127.0.0.1:{port}/v1/models: Failed to connect", err)
        self.server.models = lambda: (401, {"detail": "who are you"})
        _, err = self.parse(code=2)
        self.assertIn("the server answered 401: who are you; the variable MINERU_VL_API_KEY", err)

    def test_ask(self):
        self.server.script = lambda question: reply("A cat.", completion_tokens=3)
        (self.folder / "a.png").write_bytes(golden_png(60, 40))
        out, err = self.run_cli("ask", "-i", "a.png", "--prompt", "What is it?", "-u",
                                self.server.url)
        self.assertEqual(out, "A cat.\n")
        self.assertRegex(err, r"^3 tokens in .* from the server, prompt 11 tokens\n$")
        question = self.server.questions[0]
        self.assertEqual((question.width, question.height), (60, 40))
        self.assertEqual(question.body["max_tokens"], 4096)
        self.assertTrue(question.body["skip_special_tokens"])
        out, _ = self.run_cli("ask", "--prompt", "Hi", "-u", self.server.url, "--json", "-q")
        answer = json.loads(out)
        self.assertEqual((answer["text"], answer["mean_probability"]), ("A cat.", None))
        self.assertNotIn("isa", answer)

    def test_interrupt(self):
        waiting, hung_up = threading.Event(), threading.Event()

        def hang(_):
            waiting.set()
            hung_up.wait(TIMEOUT)
            return reply("too late")
        self.server.script = hang
        self.addCleanup(hung_up.set)
        (self.folder / "a.pdf").write_bytes(make_pdf(["PAGE"]))
        process = subprocess.Popen([str(BIN_DIR / "mineru-cpp"), "parse", "a.pdf", "-b",
                                    "vlm-http-client", "-u", self.server.url], cwd=self.folder,
                                   env=self.environment(), text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.assertTrue(waiting.wait(TIMEOUT))
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 130, err)
        self.assertLess(time.monotonic() - begun, 10)


if __name__ == "__main__":
    BIN_DIR = pathlib.Path(sys.argv[1]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
