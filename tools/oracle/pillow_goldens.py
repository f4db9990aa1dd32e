#!/usr/bin/env python3
"""Makes the goldens of resizing, padding and patches with the libraries that the reference uses.

    python3 -m venv oracle && oracle/bin/pip install -r tools/oracle/pillow-requirements.txt
    oracle/bin/python tools/oracle/pillow_goldens.py        writes tests/data/pixels/

* resize.json: digests of computed pictures after Pillow's Image.resize.
* resize_by_need.json: digests after mineru_vl_utils' resize_by_need.
* smart_resize.json: sizes from Hugging Face's smart_resize of Qwen2-VL; null where it refuses.
* patches.json: grids, and digests of pixel_values from Hugging Face's Qwen2VLImageProcessor (which
  resizes with Pillow), brought back to 8 bits and without the second, equal frame.
* rgba_clear.png, rgba_half.png, la_clear.png: pictures of one pixel for the row "to_rgb".

vectors.jsonl in the same folder is not made here: its rows are real outputs of the reference.
A digest is the first 16 digits of the SHA-256 of the raw bytes.
"""

import hashlib
import json
import pathlib
import random
import types

import mineru_vl_utils
import numpy as np
import PIL
import transformers
from mineru_vl_utils.mineru_client import MinerUClientHelper
from PIL import Image
from transformers.models.qwen2_vl.image_processing_qwen2_vl import (
    Qwen2VLImageProcessor,
    smart_resize,
)

OUT = pathlib.Path(__file__).resolve().parents[2] / "tests" / "data" / "pixels"
FILTERS = {"bicubic": Image.Resampling.BICUBIC, "lanczos": Image.Resampling.LANCZOS}
VERSIONS = {
    "mineru_vl_utils": mineru_vl_utils.__version__,
    "numpy": np.__version__,
    "pillow": PIL.__version__,
    "transformers": transformers.__version__,
}


def picture(seed, width, height):
    """Waves and hard edges; tests/unit/media/computed_picture.h computes the same."""
    y, x, c = np.ogrid[0:height, 0:width, 0:3]
    x, y, c = (a.astype(np.uint32) for a in (x, y, c))
    s = np.uint32(seed)
    wave = (x * x * (3 + c) + y * y * 5 + x * y * 7 + s * (13 + c)) >> (s % 5)
    edge = ((x ^ y) + c + s) % 2 * 255
    is_edge = (x // 4 + y // 3 + s) % 3 == 0
    return Image.fromarray(np.where(is_edge, edge, wave & 255).astype(np.uint8), "RGB")


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def write(name, columns, rows):
    """One row a line, so that a change is readable."""
    body = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    head = json.dumps({"made_with": VERSIONS, "columns": columns})[:-1]
    (OUT / name).write_text(f'{head}, "rows": [\n{body}\n]}}\n')


def resize_sizes(rng):
    """Pairs of (width, height) before and after."""
    def side(most=200):
        return rng.randint(1, most)

    for _ in range(60):
        yield (side(), side()), (side(), side())
    for _ in range(30):  # the usual shrinking of a page, with odd numbers
        w, h = rng.randint(150, 500), rng.randint(150, 500)
        yield (w, h), (rng.randint(w // 3, w), rng.randint(h // 3, h))
    for _ in range(20):  # a thin crop grows
        w, h = side(40), side(12)
        yield (w, h), (w * rng.randint(2, 7) + rng.randint(0, 3), h * rng.randint(2, 7))
    for _ in range(10):
        yield (1, side()), (side(), side())
        yield (side(), side()), (side(), 1)
        yield (side(9), 1), (1, side())
    for _ in range(8):  # one side only, both, none
        w, h = side(), side()
        yield (w, h), (side(), h)
        yield (w, h), (w, side())
        yield (w, h), (w, h)
        yield (w, h), (2 * w, 2 * h)
        yield (w, h), (w + 1, h - 1 or 1)
    for w in (1, 2, 3, 5):
        yield (w, 3000), (3, 2)
        yield (3000, w), (2, 7)
        yield (w, 2), (3000, 5)
    yield (1, 1), (1, 1)
    yield (1, 1), (37, 41)
    yield (2, 2), (255, 256)


def resize_rows():
    rng = random.Random(1)
    rows = []
    for number, (before, after) in enumerate(list(resize_sizes(rng)) * 2):
        name = "bicubic" if number % 2 == 0 else "lanczos"
        rows.append((number, *before, name, *after))
    rng.shuffle(rows)
    rows = rows[:297]
    rows += [(1001, 1654, 2339, "bicubic", 1036, 1036), (1002, 1654, 2339, "lanczos", 543, 768),
             (1003, 700, 500, "bicubic", 1036, 1036)]
    for seed, width, height, name, *after in rows:
        result = picture(seed, width, height).resize(tuple(after), FILTERS[name])
        yield seed, width, height, name, *after, digest(result.tobytes())


def need_rows():
    client = types.SimpleNamespace(max_image_edge_ratio=50, min_image_edge=28)  # its defaults
    rng = random.Random(2)
    sizes = [(rng.randint(1, 60), rng.randint(1, 60)) for _ in range(30)]
    sizes += [(rng.randint(1, 3000), rng.randint(1, 40)) for _ in range(15)]
    sizes += [(rng.randint(1, 40), rng.randint(1, 3000)) for _ in range(15)]
    sizes += [(25, 25), (25, 90), (1400, 28), (1401, 28), (1450, 29), (1, 51), (1, 50), (2, 101)]
    for seed, (width, height) in enumerate(sizes):
        result = MinerUClientHelper.resize_by_need(client, picture(seed, width, height))
        yield seed, width, height, *result.size, digest(result.tobytes())


def smart_rows():
    rng = random.Random(3)
    limits = [(28, 3136, 1003520), (28, 3136, 1605632), (28, 784, 12845056), (32, 65536, 2 ** 24),
              (8, 64, 1024), (28, 100352, 100352)]
    for number in range(500):
        factor, low, high = limits[number % len(limits)]
        kind = number // len(limits) % 4
        if kind == 0:  # halves, which Python rounds to even
            width, height = (factor * rng.randint(0, 40) + factor // 2 for _ in range(2))
        elif kind == 1:
            width, height = rng.randint(1, 6000), rng.randint(1, 6000)
        elif kind == 2:
            width, height = rng.randint(1, 100), rng.randint(1, 100)
        else:
            width = rng.randint(1, 60)
            height = width * rng.randint(150, 202) + rng.randint(-1, 1)
            if number % 2:
                width, height = height, width
        try:
            height_after, width_after = smart_resize(height, width, factor, low, high)
            after = (width_after, height_after)
        except ValueError:
            after = (None, None)
        yield width, height, factor, low, high, *after


def patch_rows():
    sizes = [(56, 56), (84, 56), (100, 60), (60, 100), (28, 28), (1, 1), (29, 3), (3, 400),
             (400, 3), (28, 1400), (333, 97), (200, 301), (512, 384), (640, 480), (42, 70),
             (126, 14), (1036, 1036)]
    settings = [(seed, *size, 14, 2, 3136, 1605632) for seed, size in enumerate(sizes)]
    settings += [(30, 700, 500, 14, 2, 3136, 100352), (31, 250, 900, 14, 2, 3136, 50176),
                 (32, 64, 96, 16, 2, 1024, 1605632), (33, 120, 60, 6, 3, 324, 4000),
                 (34, 90, 50, 14, 1, 196, 1605632)]
    for seed, width, height, patch, merge, low, high in settings:
        processor = Qwen2VLImageProcessor(min_pixels=low, max_pixels=high, patch_size=patch,
                                          merge_size=merge)
        image = picture(seed, width, height)
        result = processor(images=[image], return_tensors="np",
                           input_data_format="channels_last")
        _, rows, columns = (int(n) for n in result["image_grid_thw"][0])
        values = result["pixel_values"].astype(np.float64).reshape(-1, 3, 2, patch, patch)
        assert len(values) == rows * columns and (values[:, :, 0] == values[:, :, 1]).all()
        mean, std = (np.array(v).reshape(1, 3, 1, 1)
                     for v in (processor.image_mean, processor.image_std))
        exact = (values[:, :, 0] * std + mean) / processor.rescale_factor
        pixels = np.rint(exact)
        assert abs(exact - pixels).max() < 1e-3
        yield (seed, width, height, patch, merge, low, high, rows, columns,
               digest(pixels.astype(np.uint8).tobytes()))


def main():
    write("resize.json", ["seed", "width", "height", "filter", "to_width", "to_height", "digest"],
          resize_rows())
    write("resize_by_need.json", ["seed", "width", "height", "to_width", "to_height", "digest"],
          need_rows())
    write("smart_resize.json", ["width", "height", "factor", "min_pixels", "max_pixels",
                                "to_width", "to_height"], smart_rows())
    write("patches.json", ["seed", "width", "height", "patch_size", "merge_size", "min_pixels",
                           "max_pixels", "grid_h", "grid_w", "digest"], patch_rows())
    for name, mode, pixel in (("rgba_clear", "RGBA", (10, 20, 30, 0)),
                              ("rgba_half", "RGBA", (10, 20, 30, 128)),
                              ("la_clear", "LA", (77, 0))):
        Image.new(mode, (1, 1), pixel).save(OUT / f"{name}.png")


if __name__ == "__main__":
    main()
