#!/usr/bin/env python3
"""Makes the goldens of the media worker with the libraries that the Python MinerU uses.

    tools/oracle/pdfium_goldens.py        writes tests/data/media/

* pdfium_goldens.json: SHA-256 of the raw RGB pixels of pages drawn by pypdfium2 (forms initialised).
* pillow_q75.jpg, pillow_q95.jpg: a computed picture saved by Pillow with nothing but a quality.

Needs pypdfium2 (the version pinned in scripts/pdfium-requirements.txt) and Pillow. Only PDFs whose
fonts are embedded or PDFium's own are listed, since system fonts differ between machines.
"""

import hashlib
import json
import pathlib

import pypdfium2
from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "tests" / "data" / "media"

# file, page, scale; 0 = the reference's scale
PAGES = [
    ("examples/paper.pdf", 0, 0),
    ("examples/invoice.pdf", 0, 0),
    ("examples/report-zh.pdf", 0, 0),
    ("tests/data/pages/02_journal_columns.pdf", 0, 0),
    ("tests/data/pages/03_formulas.pdf", 0, 1.0),
    ("tests/data/pages/05_wide_table.pdf", 0, 0),
    ("tests/data/pages/10_scan.pdf", 0, 0),
    ("tests/data/hostile/rotate_90_crop.pdf", 0, 1.37),
    ("tests/data/hostile/form_need_appearances.pdf", 0, 2.0),
    ("tests/data/hostile/form_with_appearance.pdf", 0, 2.0),
    ("tests/data/hostile/annot_freetext_stamp.pdf", 0, 2.0),
]


def reference_scale(width, height):
    scale = 200 / 72
    longest = max(width, height)
    return 3500 / longest if longest * scale > 3500 else scale


def golden(name, index, scale):
    document = pypdfium2.PdfDocument(ROOT / name)
    document.init_forms()
    page = document[index]
    scale = scale or reference_scale(page.get_width(), page.get_height())
    image = page.render(scale=scale).to_pil().convert("RGB")
    return {
        "file": name,
        "page": index,
        "scale": scale,
        "width": image.width,
        "height": image.height,
        "sha256": hashlib.sha256(image.tobytes()).hexdigest(),
    }


def computed_picture():
    width, height = 61, 47
    data = bytearray()
    for y in range(height):
        for x in range(width):
            data += bytes((x * 4 % 256, y * 5 % 256, x * y % 256))
    return Image.frombytes("RGB", (width, height), bytes(data))


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    goldens = {
        "pdfium": str(pypdfium2.PDFIUM_INFO.build),
        "pages": [golden(*page) for page in PAGES],
    }
    (OUT / "pdfium_goldens.json").write_text(json.dumps(goldens, indent=1) + "\n")
    for quality in (75, 95):
        computed_picture().save(OUT / f"pillow_q{quality}.jpg", quality=quality)


if __name__ == "__main__":
    main()
