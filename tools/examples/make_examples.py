#!/usr/bin/env python3
"""Makes examples/: paper.pdf, invoice.pdf, report-zh.pdf, scan.jpg. The same bytes every time.

Needs: pip install reportlab==5.1.0 fonttools==4.68.0 pyphen==0.18.1 pillow==13.0.0 numpy==2.4.6 pypdfium2==5.15.2
and on Debian: apt-get install fonts-liberation fonts-dejavu-core fonts-lmodern fonts-texgyre
               fonts-wqy-zenhei fonts-arphic-gbsn00lp
Every word in them was made up for this project. Usage: make_examples.py [folder]
"""

import pathlib
import sys

import example_invoice
import example_paper
import example_report
import example_scan

if __name__ == "__main__":
    folder = pathlib.Path(
        sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2] / "examples"
    )
    folder.mkdir(parents=True, exist_ok=True)
    for make, name in (
        (example_paper.make, "paper.pdf"),
        (example_invoice.make, "invoice.pdf"),
        (example_report.make, "report-zh.pdf"),
        (example_scan.make, "scan.jpg"),
    ):
        make(folder / name)
        print(f"{name}: {(folder / name).stat().st_size} bytes")
