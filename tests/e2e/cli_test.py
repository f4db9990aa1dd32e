#!/usr/bin/env python3
"""End-to-end tests of the program as a person or a script runs it.

usage: cli_test.py BIN_DIR DATA_DIR [unittest arguments]

BIN_DIR holds mineru-cpp and mineru-media-worker; DATA_DIR is tests/data.
"""

import fcntl
import html.parser
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata
import unittest

from small_pdf import make_pdf

TIMEOUT = 120   # seconds a run may take, with sanitizers on a busy machine
BIN_DIR = DATA_DIR = None


def page_names(count):
    """Words that no reader takes for something else: PAGE-A, PAGE-B, ..."""
    return [f"PAGE-{chr(ord('A') + i % 26)}{i // 26 or ''}" for i in range(count)]


def columns(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


class CliTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cli-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.out = self.folder / "out"

    def command(self, *arguments):
        return [str(BIN_DIR / "mineru-cpp"), *map(str, arguments)]

    def environment(self, **extra):
        clean = {k: v for k, v in os.environ.items() if k not in ("MINERU_PASSWORD", "NO_COLOR")}
        return {**clean, **extra}

    def run_cli(self, *arguments, stdin="", **extra):
        return subprocess.run(self.command(*arguments), cwd=self.folder, input=stdin, text=True,
                              capture_output=True, timeout=TIMEOUT, check=False,
                              env=self.environment(**extra))

    def parse(self, *arguments, **extra):
        return self.run_cli("parse", *arguments, "-o", self.out, **extra)

    def write_pdf(self, name, pages=("PAGE-A",)):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(make_pdf(pages))
        return path

    def hostile(self, name):
        return DATA_DIR / "hostile" / name

    def assert_code(self, result, code):
        self.assertEqual(result.returncode, code, f"\n{result.stdout}\n{result.stderr}")

    def results(self, stem, method="auto"):
        return self.out / stem / method

    def markdown(self, stem, method="auto"):
        return (self.results(stem, method) / f"{stem}.md").read_text(encoding="utf-8")


class Help(CliTest):
    def test_help_is_an_answer(self):
        for arguments in (["--help"], ["help"], ["-h"]):
            result = self.run_cli(*arguments)
            self.assert_code(result, 0)
            self.assertIn("Examples:", result.stdout)
            self.assertEqual(result.stderr, "")
        result = self.run_cli("parse", "--help")
        self.assert_code(result, 0)
        self.assertIn("--worker-memory", result.stdout)
        self.assertIn("default: 120", result.stdout)

    def test_no_command_is_a_mistake(self):
        result = self.run_cli()
        self.assert_code(result, 2)
        self.assertEqual(result.stdout, "")
        self.assertIn("Usage:", result.stderr)

    def test_version(self):
        result = self.run_cli("--version")
        self.assert_code(result, 0)
        self.assertRegex(result.stdout, r"^mineru-cpp \d+\.\d+\.\d+\n$")
        self.assertEqual(self.run_cli("version").stdout, result.stdout)

    def test_mistakes_name_what_was_meant(self):
        for arguments, meant in ((["prase"], "parse"), (["parse", "a.pdf", "--thread", "2"], "--threads"),
                                 (["doctor", "--jsno"], "--json"), (["-p", "a.pdf"], "mineru-cpp parse")):
            result = self.run_cli(*arguments)
            self.assert_code(result, 2)
            self.assertIn(meant, result.stderr)
            self.assertEqual(result.stdout, "")

    def test_a_file_instead_of_a_command(self):
        self.write_pdf("report.pdf")
        result = self.run_cli("report.pdf")
        self.assert_code(result, 2)
        self.assertIn("mineru-cpp parse 'report.pdf'", result.stderr)

    def test_backends_with_a_server_need_its_address(self):
        for name in ("hybrid-http-client", "vlm-http-client"):
            result = self.parse("a.pdf", "-b", name)
            self.assert_code(result, 2)
            self.assertIn("-u http://HOST:PORT", result.stderr)

    def test_missing_language_names_its_package(self):
        result = self.parse(self.write_pdf("a.pdf"), "-l", "xho")
        self.assert_code(result, 1)
        self.assertIn("apt-get install tesseract-ocr-xho", result.stderr)


class Parse(CliTest):
    def test_one_document(self):
        result = self.parse(self.write_pdf("report.pdf", ["PAGE-A", "PAGE-B"]))
        self.assert_code(result, 0)
        folder = self.results("report")
        self.assertEqual(result.stdout, f"{folder / 'report.md'}\n")
        self.assertIn("PAGE-A", self.markdown("report"))
        self.assertIn("PAGE-B", self.markdown("report"))
        for name in ("report_content_list.json", "report_content_list_v2.json",
                     "report_middle.json", "report_origin.pdf",
                     "report_layout.pdf"):
            self.assertTrue((folder / name).is_file(), name)
        self.assertEqual(list(self.out.rglob("*.partial")), [])
        self.assertIn("2 pages in ", result.stderr)
        self.assertIn("of the largest media worker", result.stderr)

    def test_companions_can_be_left_out(self):
        result = self.parse("-p", self.write_pdf("report.pdf"), "--no-overlay", "--no-origin")
        self.assert_code(result, 0)
        self.assertEqual(list(self.results("report").glob("*.pdf")), [])

    def test_default_output_folder(self):
        self.write_pdf("report.pdf")
        result = self.run_cli("parse", "report.pdf")
        self.assert_code(result, 0)
        self.assertEqual(result.stdout, "out/report/auto/report.md\n")

    def test_missing_file(self):
        result = self.parse("missing.pdf")
        self.assert_code(result, 1)
        self.assertIn("missing.pdf: no such file", result.stderr)
        self.assertEqual(result.stdout, "")

    def test_not_a_document(self):
        result = self.parse(self.hostile("text_named.pdf"))
        self.assert_code(result, 1)
        self.assertIn("text_named.pdf: ", result.stderr)

    def test_output_in_the_way(self):
        (self.folder / "out").write_text("a file")
        result = self.parse(self.write_pdf("a.pdf"))
        self.assert_code(result, 5)
        self.assertEqual(result.stdout, "")
        self.assertIn("-o", result.stderr)

    def test_output_that_cannot_be_made(self):
        result = self.run_cli("parse", self.write_pdf("a.pdf"), "-o", "/proc/none/out")
        self.assert_code(result, 5)

    def test_one_bad_file_among_good_ones(self):
        good = [self.write_pdf("a.pdf"), self.write_pdf("c.pdf")]
        result = self.parse(good[0], self.hostile("cut60.pdf"), good[1])
        self.assert_code(result, 3)
        self.assertEqual(len(result.stdout.splitlines()), 2)
        self.assertIn("PAGE-A", self.markdown("c"))
        self.assertIn("3 documents: 2 complete, 0 partial, 1 failed (1 corrupt_data)", result.stderr)

    def test_one_bad_page(self):
        result = self.parse(self.hostile("page_null_in_middle.pdf"))
        self.assert_code(result, 3)
        self.assertIn("2 of 3 pages", result.stderr)
        self.assertIn("page 2 failed: ", result.stderr)
        self.assertIn("GOOD-THREE", self.markdown("page_null_in_middle"))

    def test_quiet(self):
        result = self.parse(self.write_pdf("a.pdf"), "-q")
        self.assert_code(result, 0)
        self.assertEqual(result.stderr, "")
        self.assertEqual(len(result.stdout.splitlines()), 1)

    def test_picture(self):
        result = self.parse(self.hostile("png_named.jpg"))
        self.assert_code(result, 0)
        self.assertTrue((self.results("png_named") / "png_named.md").is_file())

    def test_same_result_with_any_number_of_threads(self):
        path = self.write_pdf("report.pdf", page_names(9))
        texts = []
        for threads in (1, 3):
            self.assert_code(self.parse(path, "--threads", threads), 0)
            texts.append(self.markdown("report"))
        self.assertEqual(texts[0], texts[1])


class StrictHtml(html.parser.HTMLParser):
    """Fails on tags that do not pair; collects ids, tags and what is referred to."""
    VOID = {"meta", "img", "br"}

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.tags, self.references = [], [], set(), []
        self.feed(text)
        self.close()
        if self.open:
            raise AssertionError(f"never closed: {self.open}")

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name in ("src", "href", "srcset", "data", "action"):
                self.references.append(value)
            if name.startswith("on"):
                raise AssertionError(f"{tag} {name}={value}")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"</{tag}> closes nothing")


class Formats(CliTest):
    ALL = ("--format", "markdown,html,json,chunks")

    def check_html(self, text, pages):
        page = StrictHtml(text)
        self.assertEqual(len(page.ids), len(set(page.ids)))
        for number in range(1, pages + 1):
            self.assertIn(f"page-{number}", page.ids)
        for reference in page.references:
            self.assertRegex(reference, "^(data:image/|#)")
        self.assertNotIn("script", page.tags)
        self.assertNotRegex(text, r"url\(|@import|https?://[^ ]*[\"']")
        return page

    def check_chunks(self, path, markdown, page):
        last = 0
        chunks = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for chunk in chunks:
            self.assertEqual(markdown[chunk["md_start"]:chunk["md_end"]], chunk["text"])
            self.assertLessEqual(last, chunk["md_start"])
            last = chunk["md_end"]
            self.assertLessEqual(set(chunk["block_ids"]), set(page.ids))
            self.assertEqual(chunk["page"], chunk["pages"][0])
            self.assertTrue(all(0 <= edge <= 1000 for edge in chunk["bbox"]), chunk["bbox"])
        return chunks

    def test_all_of_the_examples(self):
        examples = DATA_DIR.parents[1] / "examples"
        expected = {"paper": (2, "Counting Bicycles"), "invoice": (1, "Lantern"),
                    "report-zh": (1, "图书馆")}
        result = self.parse(*(examples / f"{stem}.pdf" for stem in expected), *self.ALL)
        self.assert_code(result, 0)
        for stem, (pages, word) in expected.items():
            folder = self.results(stem)
            text = (folder / f"{stem}.html").read_text(encoding="utf-8")
            page = self.check_html(text, pages)
            self.assertIn(word, re.search("<title>(.*)</title>", text).group(1))
            chunks = self.check_chunks(folder / f"{stem}_chunks.jsonl", self.markdown(stem), page)
            self.assertIn("table", {chunk["type"] for chunk in chunks})
            self.assertTrue((folder / f"{stem}_middle.json").exists())

    def test_only_what_is_asked_for(self):
        self.assert_code(self.parse(self.write_pdf("a.pdf"), "--format", "html", "--no-origin",
                                    "--no-overlay"), 0)
        names = {path.name for path in self.results("a").iterdir()}
        self.assertIn("a.html", names)
        self.assertFalse({"a.md", "images", "a_middle.json", "a_content_list.json"} & names)

    def test_stems_of_any_kind(self):
        stem = "a #1 年报 & <b>"
        self.assert_code(self.parse(self.write_pdf(f"{stem}.pdf"), *self.ALL), 0)
        text = (self.results(stem) / f"{stem}.html").read_text(encoding="utf-8")
        self.check_html(text, 1)
        for link in re.findall(r"\]\(([^)]*)\)", self.markdown(stem)):
            self.assertRegex(link, r"^images/[0-9a-f]{64}\.jpg$")

    def test_page_markers(self):
        path = self.write_pdf("a.pdf", ["PAGE-A.", "PAGE-B.", "PAGE-C."])
        self.assert_code(self.parse(path, "--pages", "2-3", "--page-markers"), 0)
        self.assertEqual(self.markdown("a"),
                         "<!-- page 2 -->\n\nPAGE-B.\n\n<!-- page 3 -->\n\nPAGE-C.")
        self.assert_code(self.parse(path), 0)
        self.assertNotIn("<!--", self.markdown("a"))

    def test_mistakes(self):
        result = self.parse("a.pdf", "--format", "markdwon")
        self.assert_code(result, 2)
        self.assertIn("did you mean 'markdown'?", result.stderr)


class Passwords(CliTest):
    def test_missing_or_wrong(self):
        for arguments in ([], ["--password", "wrong"]):
            result = self.parse(self.hostile("enc_aes_256.pdf"), *arguments)
            self.assert_code(result, 4)
            self.assertIn("MINERU_PASSWORD", result.stderr)
            self.assertEqual(result.stdout, "")

    def test_right_by_every_way(self):
        secret = self.folder / "secret.txt"
        secret.write_text("secret\n")
        ways = ((["--password", "secret"], {}), (["--password-file", secret], {}),
                (["--password-file", "-"], {"stdin": "secret\n"}), ([], {"MINERU_PASSWORD": "secret"}))
        for arguments, extra in ways:
            shutil.rmtree(self.out, ignore_errors=True)
            result = self.parse(self.hostile("enc_aes_256.pdf"), *arguments, **extra)
            self.assert_code(result, 0)
            self.assertIn("TOP-SECRET", self.markdown("enc_aes_256"))

    def test_only_problem_of_a_batch(self):
        result = self.parse(self.write_pdf("a.pdf"), self.hostile("enc_rc4_128.pdf"))
        self.assert_code(result, 4)
        self.assertEqual(len(result.stdout.splitlines()), 1)


class Pages(CliTest):
    def setUp(self):
        super().setUp()
        self.path = self.write_pdf("five.pdf", page_names(5))

    def selected(self, *arguments):
        result = self.parse(self.path, *arguments)
        self.assert_code(result, 0)
        middle = json.loads((self.results("five") / "five_middle.json").read_text(encoding="utf-8"))
        found = re.findall(r"PAGE-([A-E])", self.markdown("five"))
        self.assertEqual(len(middle["pdf_info"]), len(found))
        return "".join(found)

    def test_one_based_list(self):
        self.assertEqual(self.selected("--pages", "2-3,-1"), "BCE")
        self.assertEqual(self.selected("--pages", "-1"), "E")
        self.assertEqual(self.selected("--pages", "4-"), "DE")
        self.assertEqual(self.selected("--pages", "4-99"), "DE")

    def test_official_zero_based_range(self):
        self.assertEqual(self.selected("-s", "1", "-e", "2"), "BC")
        self.assertEqual(self.selected("--start", "3"), "DE")
        self.assertEqual(self.selected("--end", "0"), "A")
        self.assertEqual(self.selected("-e", "99999"), "ABCDE")

    def test_nothing_left(self):
        result = self.parse(self.path, "--pages", "7-9")
        self.assert_code(result, 1)
        self.assertIn("5", result.stderr)

    def test_mistakes(self):
        for arguments in (["--pages", "0"], ["--pages", "3-1"], ["-s", "-1"], ["-s", "2", "-e", "1"],
                          ["--pages", "1", "-s", "0"]):
            self.assert_code(self.parse(self.path, *arguments), 2)


class Folders(CliTest):
    def test_unusual_names(self):
        names = ["年度报告 2024.pdf", "a #1 & 50%.pdf", "quote'\".PDF", "no_suffix"]
        for name in names:
            self.write_pdf(f"in put/{name}")
        (self.folder / "in put" / "notes.txt").write_text("no document")
        self.write_pdf("in put/below/deep.pdf")
        result = self.parse(self.folder / "in put")
        self.assert_code(result, 0)
        written = result.stdout.splitlines()
        self.assertEqual(len(written), len(names))
        for path in written:
            self.assertTrue(os.path.isfile(path), path)
        self.assertIn("PAGE-A", self.markdown("年度报告 2024"))
        self.assertIn("PAGE-A", self.markdown("a #1 & 50%"))
        self.assertIn("notes.txt: neither a PDF nor a picture", result.stderr)

    def test_recursive_and_equal_stems(self):
        self.write_pdf("in/a.pdf", ["PAGE-A"])
        self.write_pdf("in/below/A.pdf", ["PAGE-B"])
        self.assert_code(self.parse(self.folder / "in", "-r"), 0)
        self.assertIn("PAGE-A", self.markdown("a"))
        self.assertIn("PAGE-B", self.markdown("A_2"))

    def test_nothing_in_it(self):
        (self.folder / "in").mkdir()
        result = self.parse(self.folder / "in")
        self.assert_code(result, 1)
        self.assertIn("no PDF and no picture", result.stderr)


class JsonProgress(CliTest):
    def test_events(self):
        good = self.write_pdf("报告 #1.pdf", ["PAGE-A", "PAGE-B"])
        result = self.parse(good, self.hostile("cut60.pdf"), "--json-progress", "--jobs", "1")
        self.assert_code(result, 3)
        events = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([e["event"] for e in events],
                         ["start", "page", "page", "document", "document", "end"])
        self.assertEqual([e["page"] for e in events[1:3]], [1, 2])
        self.assertEqual(events[1]["file"], str(good))
        self.assertEqual(events[3]["status"], "ok")
        self.assertTrue(os.path.isfile(events[3]["markdown"]))
        self.assertEqual(events[4]["status"], "failed")
        self.assertEqual(events[4]["error"]["code"], "corrupt_data")
        end = events[-1]
        self.assertEqual((end["exit_code"], end["pages"], end["documents_failed"]), (3, 2, 1))
        self.assertGreater(end["peak_memory_bytes"], 1 << 20)
        self.assertGreater(end["worker_peak_memory_bytes"], 1 << 20)

    def test_reader_that_goes_away(self):
        path = self.write_pdf("long.pdf", page_names(40))
        with subprocess.Popen(self.command("parse", path, "-o", self.out, "--json-progress"),
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              env=self.environment()) as process:
            process.stdout.readline()
            process.stdout.close()
            self.assertEqual(process.wait(TIMEOUT), 0)
        self.assertIn("PAGE-N1", self.markdown("long"))


class Interrupt(CliTest):
    def test_what_is_finished_is_kept(self):
        path = self.write_pdf("long.pdf", page_names(2000))
        with subprocess.Popen(self.command("parse", path, "-o", self.out, "--json-progress"),
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, env=self.environment()) as process:
            lines = [process.stdout.readline() for _ in range(3)]   # start and two pages
            process.send_signal(signal.SIGINT)
            rest, messages = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 130, messages)
        events = [json.loads(line) for line in lines + rest.splitlines()]
        self.assertTrue(events[-1]["interrupted"])
        document = events[-2]
        self.assertEqual(document["status"], "partial")
        self.assertLess(document["pages_ok"], 2000)
        self.assertIn("PAGE-A", self.markdown("long"))
        self.assertEqual(list(self.out.rglob("*.partial")), [])


class Terminal(CliTest):
    WIDTH = 60

    def run_on_terminal(self, *arguments, **extra):
        """Returns (exit code, bytes written to the terminal, standard output)."""
        try:
            ours, theirs = pty.openpty()
        except OSError as error:  # a chroot without /dev/pts
            self.skipTest(f"no terminal to be had here, the progress bar is NOT checked: {error}")
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, self.WIDTH, 0, 0))
        with subprocess.Popen(self.command(*arguments), cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=theirs, env=self.environment(**extra)) as process:
            os.close(theirs)
            shown, deadline = b"", time.monotonic() + TIMEOUT
            while time.monotonic() < deadline:
                if not select.select([ours], [], [], 1)[0]:
                    continue
                try:
                    piece = os.read(ours, 65536)
                except OSError:     # the other end was closed
                    break
                if not piece:
                    break
                shown += piece
            code = process.wait(TIMEOUT)
            written = process.stdout.read()
        os.close(ours)
        return code, shown.decode("utf-8"), written.decode("utf-8")

    def test_bar_fits_and_goes_away(self):
        path = self.write_pdf("第二季度财务报告与展望（最终版）.pdf", page_names(60))
        code, shown, written = self.run_on_terminal("parse", path, "-o", self.out, TERM="xterm")
        self.assertEqual(code, 0, shown)
        redrawn = re.findall(r"\r([^\r\n]*?)\x1b\[K", shown)
        self.assertGreater(len(redrawn), 1)
        for line in redrawn:
            self.assertLess(columns(line), self.WIDTH, line)
        self.assertEqual(redrawn[-1], "", "nothing of the bar is left")
        self.assertIn("\x1b[32mok", shown)
        self.assertEqual(len(written.splitlines()), 1)

    def test_no_colour(self):
        path = self.write_pdf("a.pdf")
        code, shown, _ = self.run_on_terminal("parse", path, "-o", self.out, TERM="xterm", NO_COLOR="1")
        self.assertEqual(code, 0, shown)
        self.assertNotIn("\x1b[3", shown)

    def test_dumb_terminal(self):
        path = self.write_pdf("a.pdf")
        code, shown, _ = self.run_on_terminal("parse", path, "-o", self.out, TERM="dumb")
        self.assertEqual(code, 0, shown)
        self.assertNotIn("\x1b", shown)


class Doctor(CliTest):
    def test_nothing_fails_and_nothing_private(self):
        home = self.folder / "home" / "alice"
        home.mkdir(parents=True)
        result = self.run_cli("doctor", "-o", home / "out", HOME=str(home))
        self.assert_code(result, 0)
        self.assertNotIn("alice", result.stdout)
        for word in ("PDFium", "libvips", "Tesseract", "memory", "cores", "sandbox", "~/out"):
            self.assertIn(word, result.stdout)
        self.assertFalse((home / "out").exists(), "doctor leaves nothing behind")

    def test_json(self):
        result = self.run_cli("doctor", "--json")
        self.assert_code(result, 0)
        report = json.loads(result.stdout)
        self.assertTrue(report["ok"])
        self.assertTrue(all(f["level"] in ("ok", "info", "warn") for f in report["findings"]))

    def test_worker_that_is_missing(self):
        alone = self.folder / "mineru-cpp"
        shutil.copy(BIN_DIR / "mineru-cpp", alone)
        result = subprocess.run([alone, "doctor"], cwd=self.folder, text=True, capture_output=True,
                                timeout=TIMEOUT, check=False, env=self.environment())
        self.assert_code(result, 1)
        self.assertRegex(result.stdout, r"fail +worker")
        self.assertIn("->", result.stdout)


if __name__ == "__main__":
    BIN_DIR, DATA_DIR = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
