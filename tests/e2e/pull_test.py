#!/usr/bin/env python3
"""End-to-end tests of `mineru-cpp pull` against a server on this machine.

usage: pull_test.py BIN_DIR [unittest arguments]
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from model_server import ModelServer, contents, wait_until

TIMEOUT = 120
BIN_DIR = None

NOT_INHERITED = {"MINERU_MODEL", "HF_ENDPOINT", "HF_TOKEN", "XDG_DATA_HOME", "XDG_CACHE_HOME",
                 "http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY",
                 "ALL_PROXY", "NO_PROXY"}


class PullTest(unittest.TestCase):
    def setUp(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="pull-test-"))
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.server = ModelServer()
        self.addCleanup(self.server.close)
        self.folder = self.home / ".local/share/mineru-cpp/models/2509"

    def environment(self, **extra):
        clean = {k: v for k, v in os.environ.items() if k not in NOT_INHERITED}
        return {**clean, "HOME": str(self.home), **extra}

    def command(self, *arguments):
        return [str(BIN_DIR / "mineru-cpp"), *map(str, arguments)]

    def run_cli(self, *arguments, **extra):
        return subprocess.run(self.command(*arguments), cwd=self.home, text=True,
                              capture_output=True, timeout=TIMEOUT, check=False,
                              stdin=subprocess.DEVNULL, env=self.environment(**extra))

    def pull(self, *arguments, code=0, **extra):
        extra.setdefault("HF_ENDPOINT", self.server.url)
        result = self.run_cli("pull", *arguments, **extra)
        self.assertEqual(result.returncode, code, f"\n{result.stdout}\n{result.stderr}")
        return result

    def assert_complete(self, folder=None):
        self.assertEqual(contents(folder or self.folder), self.server.files)

    def part(self, name="model.safetensors"):
        return self.folder / (name + ".part")

    def cut_part(self, size):
        self.folder.mkdir(parents=True, exist_ok=True)
        self.part().write_bytes(self.server.files["model.safetensors"][:size])


class Complete(PullTest):
    def test_brings_what_a_model_needs_and_nothing_else(self):
        result = self.pull()
        self.assertEqual(result.stdout, f"{self.folder}\n")
        self.assert_complete()
        self.assertIn("2509: 5 files", result.stderr)
        # The settings come last: a folder that has them is a whole model.
        self.assertTrue(self.server.seen[-1][0].endswith("/config.json"), self.server.seen)

    def test_second_time_nothing_is_fetched(self):
        self.pull()
        self.server.seen.clear()
        result = self.pull()
        self.assertEqual(len(self.server.seen), 1, "only the listing")
        self.assertIn("all 5 files were there", result.stderr)
        self.assert_complete()

    def test_damaged_file_is_fetched_again(self):
        self.pull()
        weights = bytearray(self.server.files["model.safetensors"])
        weights[1000] ^= 1
        (self.folder / "model.safetensors").write_bytes(weights)
        (self.folder / "tokenizer.json").unlink()
        result = self.pull()
        self.assertIn("3 of them there before", result.stderr)
        self.assert_complete()

    def test_files_of_the_user_stay(self):
        other = self.home / "elsewhere"
        other.mkdir()
        (other / "notes.txt").write_text("mine")
        self.pull("--to", other)
        self.assertEqual((other / "notes.txt").read_text(), "mine")
        (other / "notes.txt").unlink()
        self.assert_complete(other)

    def test_data_home(self):
        self.pull(XDG_DATA_HOME=str(self.home / "data"))
        self.assert_complete(self.home / "data/mineru-cpp/models/2509")

    def test_modelscope(self):
        self.pull("--source", "modelscope", "--mirror", self.server.url + "/",
                  HF_ENDPOINT="http://127.0.0.1:1")
        self.assert_complete()

    def test_quiet(self):
        result = self.pull("-q")
        self.assertEqual(result.stderr, "")
        self.assertEqual(result.stdout, f"{self.folder}\n")

    def test_doctor_and_parse_know_it(self):
        self.pull()
        report = self.run_cli("doctor").stdout
        self.assertRegex(report, r"models +2509; the folder for models is ~/\.local/share")


class Resume(PullTest):
    def test_goes_on_where_it_ended(self):
        self.cut_part(100_000)
        self.pull()
        self.assert_complete()
        self.assertEqual([ranged for _, ranged in self.server.requests_for("model.safetensors")],
                         ["bytes=100000-"])

    def test_broken_connections(self):
        self.server.faults["model.safetensors"] = [50_000, 70_000, 1]
        result = self.pull()
        self.assert_complete()
        ranges = [ranged for _, ranged in self.server.requests_for("model.safetensors")]
        self.assertEqual(ranges, [None, "bytes=50000-", "bytes=120000-", "bytes=120001-"])
        self.assertIn("trying again in 1.0 s", result.stderr)

    def test_server_without_ranges(self):
        self.cut_part(100_000)
        self.server.faults["model.safetensors"] = "no range"
        self.pull()
        self.assert_complete()

    def test_part_that_is_too_long(self):
        self.folder.mkdir(parents=True)
        self.part().write_bytes(b"x" * (len(self.server.files["model.safetensors"]) + 1))
        self.pull()
        self.assert_complete()

    def test_complete_part_is_only_checked(self):
        self.cut_part(None)
        self.pull()
        self.assert_complete()
        self.assertEqual(self.server.requests_for("model.safetensors"), [])

    def test_server_that_sends_another_part(self):
        self.cut_part(100_000)
        self.server.faults["model.safetensors"] = "wrong range"
        result = self.pull(code=1)
        self.assertIn("expected the part from byte 100000, found the one from byte 0", result.stderr)
        self.assertEqual(self.part().stat().st_size, 100_000)

    def test_busy_server(self):
        self.server.faults["tokenizer.json"] = ["503"]
        result = self.pull()
        self.assertIn("the server answered 503: busy; trying again", result.stderr)
        self.assert_complete()

    def test_interrupt_keeps_the_part(self):
        self.server.faults["model.safetensors"] = "stall"
        process = subprocess.Popen(self.command("pull"), cwd=self.home, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=self.environment(HF_ENDPOINT=self.server.url))
        self.assertTrue(self.server.stalled.wait(60))
        self.assertTrue(wait_until(lambda: self.part().stat().st_size > 0))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual(out, "")
        self.assertIn("the same command goes on from here", err)
        size = self.part().stat().st_size
        self.server.faults.clear()
        self.pull()
        self.assert_complete()
        self.assertIn(f"bytes={size}-", [r for _, r in self.server.requests_for("model.safetensors")])


class Failures(PullTest):
    def test_wrong_checksum(self):
        wrong = bytearray(self.server.files["model.safetensors"])
        wrong[-1] ^= 1
        self.server.sent["model.safetensors"] = bytes(wrong)
        result = self.pull(code=1)
        self.assertIn("the checksum", result.stderr)
        self.assertIn("the file was deleted", result.stderr)
        self.assertFalse(self.part().exists())
        self.assertFalse((self.folder / "model.safetensors").exists())
        self.assertFalse((self.folder / "config.json").exists(), "not taken for a whole model")
        self.server.sent.clear()
        self.pull()
        self.assert_complete()

    def test_wrong_checksum_of_a_small_file(self):
        self.server.sent["tokenizer.json"] = b"y" * len(self.server.files["tokenizer.json"])
        result = self.pull(code=1)
        self.assertIn("tokenizer.json", result.stderr)
        self.assertIn("the file was deleted", result.stderr)

    def test_too_much(self):
        self.server.sent["model.safetensors"] = self.server.files["model.safetensors"] + b"more"
        result = self.pull(code=1)
        self.assertIn("found more", result.stderr)
        self.assertFalse(self.part().exists())

    def test_silent_truncation(self):
        """Without Content-Length, an early end looks like a good one."""
        self.server.sent["model.safetensors"] = self.server.files["model.safetensors"][:1000]
        self.server.faults["model.safetensors"] = "no length"
        result = self.pull("--retries", "1", code=1)
        self.assertIn("416", result.stderr)
        self.assertFalse((self.folder / "model.safetensors").exists())

    def test_missing_file(self):
        self.server.faults["tokenizer.json"] = "404"
        result = self.pull(code=1)
        self.assertIn("tokenizer.json: the server answered 404: Entry not found", result.stderr)

    def test_missing_model(self):
        result = self.pull("pro", code=1)
        self.assertIn("the server answered 404", result.stderr)

    def test_refused(self):
        self.server.token = "hf_right"
        result = self.pull(code=1)
        self.assertIn("HF_TOKEN", result.stderr)
        self.pull(HF_TOKEN="hf_right")
        self.assert_complete()

    def test_token_stays_with_its_host(self):
        self.pull(HF_TOKEN="hf_secret")
        tokens = {path.startswith("/cdn/"): token for path, _, token in self.server.seen}
        self.assertEqual(tokens, {False: "Bearer hf_secret", True: None})

    def test_server_that_stays_broken(self):
        self.server.faults["tokenizer.json"] = "503"
        result = self.pull("--retries", "1", code=1)
        self.assertEqual(result.stderr.count("trying again"), 1)
        self.assertIn("503", result.stderr)

    def test_offline(self):
        result = self.pull(HF_ENDPOINT="http://127.0.0.1:1", code=1)
        for word in ("model.safetensors", "tokenizer.json", "config.json", str(self.folder),
                     "http://127.0.0.1:1/opendatalab/MinerU2.5-2509-1.2B", "--source", "--mirror"):
            self.assertIn(word, result.stderr)

    def test_not_a_listing(self):
        for listing, word in ((b"<html>log in</html>", "expected a list of files"),
                              (b"[]", "expected a list with config.json"),
                              (b'{"error": 1}', "expected a list")):
            self.server.listing = lambda listing=listing: listing
            self.assertIn(word, self.pull(code=1).stderr)

    def test_disk_full(self):
        self.server.listed["model.safetensors"] = {"size": 1 << 40}
        result = self.pull(code=5)
        self.assertIn("disk full: 1024.0 GB are still to come", result.stderr)

    def test_folder_that_cannot_be_made(self):
        (self.home / "file").write_text("")
        result = self.pull("--to", self.home / "file" / "model", code=5)
        self.assertIn("--to", result.stderr)

    def test_usage(self):
        self.assertIn("expected 2509 or pro", self.pull("2510", code=2).stderr)
        self.assertIn("huggingface or modelscope", self.pull("--source", "x", code=2).stderr)
        self.assertIn("expected https://HOST", self.pull("--mirror", "ftp://x", code=2).stderr)


class Proxy(PullTest):
    def test_proxy_of_the_environment(self):
        self.server.faults.clear()
        result = self.run_cli("pull", "--source", "modelscope", "--mirror", "http://models.invalid",
                              http_proxy=self.server.url)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(self.server.proxied), 6)
        self.assertTrue(all(url.startswith("http://models.invalid/") for url in self.server.proxied))
        self.assert_complete()


if __name__ == "__main__":
    BIN_DIR = pathlib.Path(sys.argv[1]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
