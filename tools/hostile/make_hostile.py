#!/usr/bin/env python3
"""Make the hostile and unusual inputs of tests/data/hostile and their expected.json.

    make_hostile.py [OUT_DIR]            (needs Pillow; same input, same bytes)
    make_hostile.py --big OUT.pdf --pages N     a long PDF around one shared image, on demand
"""

import argparse
import json
import pathlib
import sys

import pdf_attacks
import pdf_pages
import pdf_resources
import pictures
from pdfkit import Book, flate, text

HERE = pathlib.Path(__file__).resolve().parent
DEFAULT_OUT = HERE.parents[1] / "tests" / "data" / "hostile"
LIMIT_BYTES = 1_500_000
KEEP = {"expected.json", "README.md", ".gitattributes"}


def big_pdf(pages):
    """The long document of user need A5: one shared image, a running header, a unique line."""
    book = Book()
    rows = b"".join(bytes(((x // 20 + y // 20) % 2) * 120 + 100 for x in range(400))
                    for y in range(300))
    image = book.pdf.image(flate(rows), 400, 300, "/ColorSpace /DeviceGray /BitsPerComponent 8 "
                           "/Filter /FlateDecode")
    for n in range(1, pages + 1):
        book.page(text(72, 800, 10, "The running header of a long document") +
                  "q 400 0 0 300 97 300 cm /Im Do Q\n" + text(72, 700, 24, f"PAGE {n} of {pages}"),
                  (0, 0, 595, 842), xobjects=f"/Im {image} 0 R")
    return book.save()


def field_lines(entry):
    """One line per field, so that a change shows as a small diff."""
    parts = [f'  {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}' for k, v in entry.items()]
    return " {\n" + ",\n".join(parts) + "\n }"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", type=pathlib.Path, default=DEFAULT_OUT)
    parser.add_argument("--big", type=pathlib.Path, metavar="OUT.pdf")
    parser.add_argument("--pages", type=int, default=2000)
    options = parser.parse_args()
    if options.big:
        options.big.write_bytes(big_pdf(options.pages))
        return 0

    options.out.mkdir(parents=True, exist_ok=True)
    expected, names, total = [], set(KEEP), 0
    for module in (pdf_attacks, pdf_pages, pdf_resources, pictures):
        for name, data, entries in module.generate():
            if name in names:
                raise SystemExit(f"{name} is made twice")
            names.add(name)
            total += len(data)
            (options.out / name).write_bytes(data)
            expected += [{"file": name, **entry} for entry in entries]
    text_out = "[\n" + ",\n".join(field_lines(e) for e in expected) + "\n]\n"
    (options.out / "expected.json").write_text(text_out, encoding="utf-8")
    for stale in sorted(p.name for p in options.out.iterdir() if p.name not in names):
        print(f"warning: {stale} is not made by this script", file=sys.stderr)
    print(f"{len(names) - len(KEEP)} files, {total} bytes, {len(expected)} expectations")
    return 0 if total < LIMIT_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
