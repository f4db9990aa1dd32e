#!/usr/bin/env python3
"""Fetches the full-size tokenizer into the cache and runs the test program given with it."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    fetched = subprocess.run([sys.executable, ROOT / "scripts" / "fetch_tokenizer"],
                             stdout=subprocess.PIPE, text=True, check=False)
    if fetched.returncode != 0:
        sys.exit("full_tokenizer_test: FAILED: the full-size tokenizer is not in the cache and "
                 "cannot be fetched (see above); this test needs it")
    environment = dict(os.environ, MINERU_FULL_TOKENIZER=fetched.stdout.strip())
    return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
