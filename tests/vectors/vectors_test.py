"""The tool mineru-vectors: the reference's rows pass, and rows of other people are taken as well.

usage: vectors_test.py TOOL FILE.jsonl...
"""

import json
import subprocess
import sys
import tempfile
import unittest

TOOL = sys.argv[1]
FILES = sys.argv[2:]


def run(*arguments):
    done = subprocess.run([TOOL, *arguments], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout.splitlines(), done.stderr


def row(step, given, expected):
    return {"step": step, "input": given, "expected": expected}


class Vectors(unittest.TestCase):
    def rows(self, *rows, compat="reference"):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            for item in rows:
                text = item if isinstance(item, str) else json.dumps(item, ensure_ascii=False)
                file.write(text + "\n")
            file.flush()
            return run("--compat", compat, file.name)

    def test_the_reference_passes(self):
        code, lines, errors = run("--compat", "reference", *FILES)
        self.assertEqual((code, errors), (0, ""), "\n".join(lines[-200:]))
        self.assertRegex(lines[-1], r"^\d{4} passed, 0 failed$")
        self.assertIn("render: 40 passed, 0 failed, 0 skipped", lines)
        self.assertIn("response_handling: 18 passed, 0 failed, 0 skipped", lines)
        self.assertIn("otsl_to_html: 80 passed, 0 failed, 0 skipped", lines)

    def test_the_product_differs(self):
        code, lines, _ = run(*FILES)
        self.assertEqual(code, 1)
        self.assertRegex(lines[-1], r"^\d{4} passed, [1-9]\d* failed$")

    def test_other_rows(self):
        code, lines, _ = self.rows(
            row("equation_leq", "a<b", "a< b"),
            "",
            row("equation_leq", "a<c", "a<c"),
            row("hyphen_at_line_end", "x-", False))
        self.assertEqual(code, 1)
        self.assertTrue(lines[0].endswith(":3 (equation_leq)"), lines[0])
        self.assertEqual(lines[1], '  $: expected "a<c", found "a< c"')
        self.assertEqual(lines[3], "  $: expected false, found true")
        self.assertEqual(lines[4:], ["equation_leq: 1 passed, 1 failed, 0 skipped",
                                     "hyphen_at_line_end: 0 passed, 1 failed, 0 skipped",
                                     "1 passed, 2 failed"])

    def test_a_difference_has_a_place(self):
        _, lines, _ = self.rows(row("otsl_to_html", "<fcel>a<nl>", {"html": "", "error": 1}))
        self.assertEqual(lines[1:3], [
            '  $.html: expected "", found "<table><tr><td>a</td></tr></table>"',
            "  $.error: expected 1, found nothing"])

    def test_numbers_are_equal_by_value(self):
        code, lines, _ = self.rows(row("bbox_convert", [0, 0, 1000, 500], [0, 0.0, 1, 0.5]))
        self.assertEqual((code, lines[-1]), (0, "1 passed, 0 failed"))

    def test_guessed_languages_are_skipped(self):
        code, lines, _ = self.rows(row("guess_lang", "int x;", "c"))
        self.assertEqual((code, lines), (0, ["guess_lang: 0 passed, 0 failed, 1 skipped",
                                             "0 passed, 0 failed"]))

    def test_what_is_no_row(self):
        code, lines, _ = self.rows(
            row("no_such_step", 1, 2), row("server_url", "no address", {}), "{", "[]",
            {"step": "equation_leq", "input": "a"}, row("equation_leq", 5, ""))
        self.assertEqual((code, lines[-1]), (1, "0 passed, 6 failed"))
        self.assertIn("  error: unknown step no_such_step", lines)
        self.assertIn("  error: model server 'no address': expected http://HOST:PORT or "
                      "https://HOST:PORT", lines)

    def test_skipped_rows_are_counted(self):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write(json.dumps(row("equation_leq", "a<b", "wrong")) + "\n")
            file.flush()
            code, lines, _ = run("--skip", "equation_leq", file.name)
        self.assertEqual((code, lines), (0, ["equation_leq: 0 passed, 0 failed, 1 skipped",
                                             "0 passed, 0 failed"]))

    def test_both_modes(self):
        split = row("equation_double_subscript", "x_{a}_{b}", "x")
        self.assertEqual(self.rows(split)[0], 0)
        self.assertEqual(self.rows(split, compat="product")[0], 1)

    def test_languages_of_code_are_not_compared(self):
        block = {"type": "code", "bbox": [0.1, 0.1, 0.9, 0.2], "angle": 0, "content": "int x;"}
        page = {"page_size": [612, 792], "scale": 0.25, "image_size": [153, 198],
                "fill": [1, 2, 3], "blocks": [block]}
        code, lines, _ = self.rows({"name": "code", "input": {"pages": [page]}, "expected": {
            "markdown": "```fortran\nint x;\n```"}})
        self.assertEqual((code, lines), (0, ["render: 1 passed, 0 failed, 0 skipped",
                                             "1 passed, 0 failed"]))

    def test_files_that_are_not_there(self):
        code, lines, _ = run("/nonexistent.jsonl")
        self.assertEqual((code, lines[-1]), (1, "0 passed, 1 failed"))

    def test_usage(self):
        for arguments in ([], ["--compat"], ["--compat", "other", "x"], ["--other", "x"]):
            code, lines, errors = run(*arguments)
            self.assertEqual((code, lines), (2, []))
            self.assertIn("usage: mineru-vectors", errors)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
