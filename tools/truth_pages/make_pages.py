#!/usr/bin/env python3
"""Makes tests/data/pages/: ten pages as PDF, each with its true blocks in reading order as JSON.

Needs what tools/examples/make_examples.py needs, and: apt-get install fonts-linuxlibertine fonts-gfs-didot
Usage: make_pages.py [folder [name...]]
"""

import pathlib
import sys

import pages_conference
import pages_journal
import pages_other

MAKERS = {
    "01_journal_first": pages_journal.first_page,
    "02_journal_columns": pages_journal.columns,
    "03_formulas": pages_conference.formulas,
    "04_bullets": pages_conference.bullets,
    "05_wide_table": pages_journal.wide_table,
    "06_references": pages_journal.references,
    "07_chinese_handbook": pages_other.handbook,
    "08_report": pages_other.report,
    "09_magazine": pages_other.magazine,
    "10_scan": pages_conference.scan,
}

if __name__ == "__main__":
    folder = pathlib.Path(
        sys.argv[1]
        if len(sys.argv) > 1
        else pathlib.Path(__file__).resolve().parents[2] / "tests/data/pages"
    )
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or MAKERS:
        page = MAKERS[name](folder / f"{name}.pdf")
        page.write_truth(folder / f"{name}.json")
        print(f"{name}: {(folder / f'{name}.pdf').stat().st_size} bytes, {len(page.blocks)} blocks")
