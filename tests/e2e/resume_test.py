"""Folders that are interrupted: kill -9 at several moments, then --resume.

Usage: resume_test.py BIN_DIR
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from small_pdf import make_pdf

TIMEOUT = 240   # seconds a run may take, with sanitizers on a busy machine
BIN_DIR = None
PROSE = ("the quiet river was measured behind several gentle bridges\n"
         "and stations, twice a day, by people who liked to be outside\n")


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes()
            for p in sorted(folder.rglob("*")) if p.is_file()}


class ResumeTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="resume-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.inbox = self.folder / "inbox"
        self.inbox.mkdir()

    def fill(self, pages):
        for number, count in enumerate(pages):
            text = [f"Document {number}, page {i}\n" + PROSE * 8 for i in range(count)]
            (self.inbox / f"doc{number}.pdf").write_bytes(make_pdf(text))

    def command(self, out, *options):
        return [str(BIN_DIR / "mineru-cpp"), "parse", str(self.inbox), "-o", str(out),
                "--json-progress", "-q", *map(str, options)]

    def run_all(self, out, *options):
        result = subprocess.run(self.command(out, *options), capture_output=True, text=True,
                                timeout=TIMEOUT, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        return [json.loads(line) for line in result.stdout.splitlines()]

    def kill_after(self, pages, out, *options):
        """Kills the run when that many pages are written; how many its events tell of."""
        with subprocess.Popen(self.command(out, *options), stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True) as process:
            seen = 0
            while seen < pages:
                line = process.stdout.readline()
                self.assertTrue(line, "the run ended before it could be killed")
                seen += '"event":"page"' in line
            process.send_signal(signal.SIGKILL)
            seen += process.stdout.read().count('"event":"page"')
            process.wait(TIMEOUT)
        self.assertEqual(process.returncode, -signal.SIGKILL)
        return seen

    def assert_same(self, out, undisturbed):
        self.assertEqual(sorted(out), sorted(undisturbed))
        self.assertEqual([name for name in out if out[name] != undisturbed[name]], [])

    def check_kills(self, moments, *options):
        undisturbed = self.folder / "undisturbed"
        self.run_all(undisturbed, *options)
        expected = contents(undisturbed)
        for moment in moments:
            with self.subTest(moment=moment):
                out = self.folder / f"killed-{moment}"
                seen = self.kill_after(moment, out, *options)
                end = self.run_all(out, *options, "--resume")[-1]
                self.assertGreaterEqual(end["pages_kept"], seen)
                self.assert_same(contents(out), expected)
                # Once more: nothing is left to do.
                before = {p: p.stat().st_mtime_ns for p in out.rglob("*") if p.is_file()}
                end = self.run_all(out, *options, "--resume")[-1]
                self.assertEqual(end["documents_already_done"], end["documents"])
                self.assertEqual(before, {p: p.stat().st_mtime_ns for p in before})

    def test_killed_at_five_moments(self):
        self.fill([30, 1, 40, 2])
        self.check_kills([1, 12, 30, 33, 60])

    def test_killed_with_a_model(self):
        model = self.folder / "tiny"
        subprocess.run([str(BIN_DIR / "mineru-cpp"), "synth", "--preset", "tiny", "-o", str(model)],
                       check=True, capture_output=True, timeout=TIMEOUT)
        self.fill([3, 3])
        for backend in ("vlm", "hybrid"):
            with self.subTest(backend=backend):
                shutil.rmtree(self.folder / "undisturbed", ignore_errors=True)
                shutil.rmtree(self.folder / "killed-2", ignore_errors=True)
                self.check_kills([2], "-b", backend, "--model", model)

    def test_killed_twice(self):
        self.fill([40])
        out = self.folder / "out"
        self.kill_after(5, out)
        self.kill_after(20, out, "--resume")
        self.run_all(out, "--resume")
        self.run_all(self.folder / "undisturbed")
        self.assert_same(contents(out), contents(self.folder / "undisturbed"))

    def test_one_file_alone_is_the_same_as_in_a_folder(self):
        self.fill([2, 3])
        self.run_all(self.folder / "all")
        alone = self.folder / "alone"
        subprocess.run([str(BIN_DIR / "mineru-cpp"), "parse", str(self.inbox / "doc1.pdf"), "-o",
                        str(alone), "-q"], check=True, capture_output=True, timeout=TIMEOUT)
        self.assert_same(contents(alone / "doc1"), contents(self.folder / "all" / "doc1"))

    def test_skip_existing(self):
        self.fill([2, 3])
        out = self.folder / "out"
        self.run_all(out, "--pages", "1")
        (self.inbox / "new.pdf").write_bytes(make_pdf(["PAGE-N"]))
        end = self.run_all(out, "--skip-existing")[-1]
        self.assertEqual((end["documents"], end["documents_already_done"]), (3, 2))
        status = json.loads((out / "doc0/auto/doc0_status.json").read_text(encoding="utf-8"))
        self.assertEqual((status["pages"], status["status"]), (1, "ok"))

    def test_two_runs_do_not_mix(self):
        self.fill([60])
        out = self.folder / "out"
        with subprocess.Popen(self.command(out), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True) as first:
            while '"event":"page"' not in first.stdout.readline():
                pass
            os.kill(first.pid, signal.SIGSTOP)
            second = subprocess.run(self.command(out), capture_output=True, text=True,
                                    timeout=TIMEOUT, check=False)
            os.kill(first.pid, signal.SIGCONT)
            first.stdout.read()
            self.assertEqual(first.wait(TIMEOUT), 0)
        self.assertEqual(second.returncode, 1)
        self.assertIn("another run is writing into", second.stderr)

    def test_watch(self):
        out = self.folder / "out"
        self.fill([1])
        with subprocess.Popen([str(BIN_DIR / "mineru-cpp"), "watch", str(self.inbox), "-o", str(out),
                               "--interval", "0.1"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as watch:
            try:
                self.assertEqual(watch.stdout.readline(), f"{out}/doc0/auto/doc0.md\n")
                (self.inbox / "later.pdf").write_bytes(make_pdf(["PAGE-L"]))
                self.assertEqual(watch.stdout.readline(), f"{out}/later/auto/later.md\n")
            finally:
                watch.send_signal(signal.SIGINT)
            self.assertEqual(watch.wait(TIMEOUT), 0)
            self.assertIn("2 documents", watch.stderr.read())


if __name__ == "__main__":
    BIN_DIR = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=0)
