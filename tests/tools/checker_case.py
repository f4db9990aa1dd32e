"""A tiny source tree in a temporary folder, checked by one of the checkers of tools/."""

import importlib
import os
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.dont_write_bytecode = True


class CheckerCase(unittest.TestCase):
    checker = ""   # module name in tools/

    def problems(self, files):
        """Problems that the checker reports for a tree of {path: text}."""
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
            return importlib.import_module(self.checker).check(root)

    def assert_clean(self, files):
        self.assertEqual(self.problems(files), [])

    def assert_problem(self, files, *parts):
        """Exactly one problem, with every part in its message."""
        found = self.problems(files)
        self.assertEqual(len(found), 1, found)
        for part in parts:
            self.assertIn(part, found[0])
