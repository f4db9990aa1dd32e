#!/usr/bin/env python3
"""Hold tests/data/hostile/expected.json against a reference: pypdfium2 for PDFs, Pillow for
pictures.  Each file runs in a child process with an address-space and a time limit.

    check_hostile.py [--dir DIR] [--only WORD] [--seconds 20] [--memory-mb 4096] [--save DIR]

Prints one line per expectation: outcome, seconds, peak RSS, differences.  It shows what the
reference does; where it differs, expected.json says what is right.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import signal
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
DEFAULT_DIR = HERE.parents[1] / "tests" / "data" / "hostile"
MAX_PIXELS = 40_000_000


def close(a, b, tolerance):
    return len(a) == len(b) and all(abs(x - y) <= tolerance for x, y in zip(a, b))


class PdfReference:
    def __init__(self, path, password):
        import pypdfium2 as pdfium
        self.pdfium = pdfium
        self.document = pdfium.PdfDocument(path, password=password)
        if self.document.get_formtype():
            self.document.init_forms()
        self.pages = {}

    def count(self):
        return len(self.document)

    def page(self, index):
        if index not in self.pages:
            self.pages[index] = self.document[index]
        return self.pages[index]

    def size(self, index):
        return self.page(index).get_size()

    def rotation(self, index):
        return self.page(index).get_rotation()

    def render(self, index, scale):
        width, height = self.size(index)
        pixels = width * height * scale * scale
        if pixels > MAX_PIXELS:
            scale *= (MAX_PIXELS / pixels) ** 0.5
        return self.page(index).render(scale=scale, may_draw_forms=True).to_pil().convert("RGB")

    def text(self, index):
        return self.page(index).get_textpage().get_text_range()

    def find(self, index, words):
        """Ink box of `words` in displayed space."""
        import ctypes
        raw = self.pdfium.raw
        page, text_page = self.page(index), self.page(index).get_textpage()
        hit = text_page.search(words, match_case=True).get_next()
        if hit is None:
            return None
        width, height = page.get_size()
        points = []
        for i in range(hit[0], hit[0] + hit[1]):
            left, bottom, right, top = text_page.get_charbox(i)
            for x, y in ((left, bottom), (right, top)):
                dx, dy = ctypes.c_int(), ctypes.c_int()
                raw.FPDF_PageToDevice(page.raw, 0, 0, round(width * 10), round(height * 10), 0, x,
                                      y, ctypes.byref(dx), ctypes.byref(dy))
                points.append((dx.value / 10, dy.value / 10))
        return [min(p[0] for p in points), min(p[1] for p in points),
                max(p[0] for p in points), max(p[1] for p in points)]


class PictureReference:
    def __init__(self, path, _password):
        from PIL import Image
        self.image = Image.open(path)
        self.frames = 1 if self.image.format == "GIF" else getattr(self.image, "n_frames", 1)
        self.upright(0)

    def upright(self, index):
        from PIL import Image, ImageOps
        self.image.seek(index)
        image = ImageOps.exif_transpose(self.image)
        if image.mode in ("I;16", "I"):
            image = image.point(lambda v: v / 257).convert("L")
        if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
            image = image.convert("RGBA")
            return Image.alpha_composite(Image.new("RGBA", image.size, "white"),
                                         image).convert("RGB")
        return image.convert("RGB")

    def count(self):
        return self.frames

    def size(self, index):
        return [v * 0.36 for v in self.upright(index).size]

    def rotation(self, _index):
        return 0

    def render(self, index, scale):
        return self.upright(index)

    def text(self, _index):
        return ""


def dark_share(image, box, scale):
    part = image.crop([round(v * scale) for v in box]).convert("L")
    histogram = part.histogram()
    return sum(histogram[:128]) / max(1, sum(histogram))


def compare(entry, directory, save):
    """Yields differences."""
    path = directory / entry["file"]
    make = PdfReference if path.suffix == ".pdf" else PictureReference
    wanted = entry["open"]
    try:
        reference = make(path, entry.get("password"))
    except Exception as error:  # the reference's own refusal is the answer
        if wanted == "ok":
            yield f"open failed: {error}"
        else:
            yield f"(refused: {str(error)[:90]})"
        return
    if wanted == "error":
        yield "opened, but an error is wanted"
        return
    count = reference.count()
    if entry.get("pages", count) != count:
        yield f"{count} pages"
    elif "pages" not in entry:
        yield f"({count} pages)"
    statuses = entry.get("page_status", ["any"] * min(count, 2))
    for index, status in enumerate(statuses):
        try:
            size = reference.size(index)
            image = reference.render(index, 1.0)
            if save:
                image.save(save / f"{path.name}.{index}.png")
        except Exception as error:
            yield f"page {index} failed: {error!r:.60}" + (
                " (wanted)" if status in ("failed", "any") else "")
            continue
        if status == "failed":
            yield f"page {index} did not fail"
        sizes = entry.get("page_sizes", [])
        if index < len(sizes) and sizes[index] and not close(sizes[index], size, 0.01):
            yield f"page {index} size {size}"
        rotations = entry.get("rotations", [])
        if index < len(rotations) and rotations[index] != reference.rotation(index):
            yield f"page {index} rotation {reference.rotation(index)}"
    for index, words in entry.get("contains", {}).items():
        try:
            found = re.sub(r"\s+", " ", reference.text(int(index)))
        except Exception as error:
            yield f"page {index} text: {error!r:.60}"
            continue
        for word in words:
            if word not in found:
                yield f"page {index} lacks {word!r}: {found[:60]!r}"
    for probe in entry.get("pixels", []):
        image = reference.render(probe["page"], probe["scale"])
        got = image.getpixel((probe["x"], probe["y"]))
        if not close(got, probe["rgb"], probe["tolerance"]):
            yield f"pixel {probe} is {got}"
    for probe in entry.get("ink", []):
        image = reference.render(probe["page"], probe["scale"])
        share = dark_share(image, probe["bbox"], probe["scale"])
        if not probe["min_dark"] <= share <= probe["max_dark"]:
            yield f"ink {probe['bbox']} is {share:.3f}"
    for probe in entry.get("boxes", []):
        got = reference.find(probe["page"], probe["text"])
        if got is None or not close(got, probe["bbox"], probe["tolerance_pt"]):
            yield f"box of {probe['text']}: {got} for {probe['bbox']}"


def run_child(entry, options):
    """Returns (outcome, seconds, RSS in MB, lines)."""
    read_end, write_end = os.pipe()
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        limit = options.memory_mb << 20
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(options.seconds)
        try:
            for line in compare(entry, options.dir, options.save):
                os.write(write_end, (line + "\n").encode())
        except BaseException:
            os.write(write_end, traceback.format_exc()[-300:].encode())
            os._exit(9)
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        lines = pipe.read().decode(errors="replace").splitlines()
    _, status, usage = os.wait4(child, 0)
    seconds = time.monotonic() - start
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        outcome = "TIMEOUT" if number == signal.SIGALRM else signal.Signals(number).name
    else:
        outcome = "exit %d" % os.WEXITSTATUS(status) if os.WEXITSTATUS(status) else "done"
    return outcome, seconds, usage.ru_maxrss / 1024, lines


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dir", type=pathlib.Path, default=DEFAULT_DIR)
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--memory-mb", type=int, default=4096)
    parser.add_argument("--save", type=pathlib.Path, help="write rendered pages here as PNG")
    options = parser.parse_args()
    if options.save:
        options.save.mkdir(parents=True, exist_ok=True)
    different = 0
    for entry in json.loads((options.dir / "expected.json").read_text(encoding="utf-8")):
        if options.only not in entry["file"]:
            continue
        outcome, seconds, rss, lines = run_child(entry, options)
        good = outcome == "done" and all(l.startswith("(") or l.endswith("(wanted)") for l in lines)
        different += not good
        password = f" [{entry['password']}]" if "password" in entry else ""
        print(f"{'same' if good else 'DIFF'} {entry['file']}{password}: {outcome} {seconds:.2f}s "
              f"{rss:.0f}MB {' | '.join(lines)}", flush=True)
    print(f"{different} expectations differ from the reference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
