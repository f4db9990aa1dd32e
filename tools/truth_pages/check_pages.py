#!/usr/bin/env python3
"""Checks tests/data/pages/ with a reader that knows nothing of the maker: the letters PDFium finds inside a block's box
must be the block's text, and every letter of the page must be in a block or in an image.

Usage: check_pages.py [folder]   (needs pypdfium2)
"""

import difflib
import html
import json
import pathlib
import re
import sys
import unicodedata

import pypdfium2

TYPES = set(
    "title text list table image caption equation header footer page_number page_footnote ref_text code".split()
)


def letters(words):
    """Letters and digits only: spaces, hyphens, bullets and the form of ligatures do not matter here."""
    return "".join(c for c in unicodedata.normalize("NFKC", words) if c.isalnum())


def text_of(block):
    if "html" in block:
        return html.unescape(re.sub("<[^>]*>", " ", block["html"]))
    return block.get("text") or " ".join(block.get("items", []))


def check(pdf, truth):
    problems = []
    document = pypdfium2.PdfDocument(pdf)
    sheet, told = document[0], json.loads(truth.read_text(encoding="utf-8"))
    page = sheet.get_textpage()
    width, height = told["page_size"]
    if (
        len(document) != 1
        or abs(sheet.get_width() - width) > 0.1
        or abs(sheet.get_height() - height) > 0.1
    ):
        problems.append("page size or count differs")
    picture_only = page.count_chars() == 0
    covered = 0
    for number, block in enumerate(told["blocks"]):
        x0, y0, x1, y1 = block["bbox"]
        if block["type"] not in TYPES or not (
            0 <= x0 < x1 <= width + 0.1 and 0 <= y0 < y1 <= height + 0.1
        ):
            problems.append(f"block {number}: type or box {block['type']} {block['bbox']}")
        found = letters(page.get_text_bounded(x0 - 1, height - y1 - 1, x1 + 1, height - y0 + 1))
        covered += len(found)
        if block["type"] == "image" or picture_only:
            continue
        expected = letters(text_of(block))
        # Formulas and cells over several rows come in another order: the same letters are enough.
        if block["type"] in ("equation", "table"):
            expected, found = sorted(expected), sorted(found)
        ratio = difflib.SequenceMatcher(None, expected, found, autojunk=False).ratio()
        if ratio < 0.99:
            problems.append(
                f"block {number} ({block['type']}): {ratio:.3f}\n  told  {''.join(expected)[:90]}\n  found {''.join(found)[:90]}"
            )
    total = len(letters(page.get_text_bounded()))
    if not picture_only and covered != total:
        problems.append(f"{total} letters on the page, {covered} in the blocks")
    return problems


if __name__ == "__main__":
    folder = pathlib.Path(
        sys.argv[1]
        if len(sys.argv) > 1
        else pathlib.Path(__file__).resolve().parents[2] / "tests/data/pages"
    )
    failed = 0
    for pdf in sorted(folder.glob("*.pdf")):
        problems = check(pdf, pdf.with_suffix(".json"))
        failed += len(problems)
        print(f"{pdf.name}: {'; '.join(problems) or 'ok'}")
    sys.exit(1 if failed else 0)
