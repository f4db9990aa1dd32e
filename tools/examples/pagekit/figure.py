"""Plots, made-up photographs and the scanner's damage."""

import io

import numpy as np
from PIL import Image, ImageFilter
from reportlab.lib.utils import ImageReader

from . import fonts, text

INKS = ((0.10, 0.30, 0.60), (0.80, 0.33, 0.10), (0.18, 0.52, 0.28), (0.45, 0.25, 0.55))


def label(page, markup, x, baseline, style, align="left"):
    pieces = [p for t in text.tokens(markup.replace(" ", "\u00a0"), style) for p in t.pieces]
    width = sum(p.width for p in pieces)
    page.glyphs(
        x - (width if align == "right" else width / 2 if align == "center" else 0), baseline, pieces
    )


def upright(page, words, x, y, style):
    """A label turned by 90 degrees, centred on y."""
    c = page.canvas
    face = fonts.register(fonts.FAMILIES[style.family].regular)
    c.saveState()
    c.setFont(face, style.size)
    c.translate(x, page.height - y)
    c.rotate(90)
    c.drawCentredString(0, 0, words)
    c.restoreState()


def plot(page, x0, y0, x1, y1, curves, xs, ys, xname, yname, style, marks=True):
    """Axes with ticks and curves {name: [(x, y)...]}. xs, ys: (low, high, step)."""
    left, right, top, bottom = x0 + 3.2 * style.size, x1 - 4, y0 + 4, y1 - 2.6 * style.size
    to_x = lambda v: left + (v - xs[0]) / (xs[1] - xs[0]) * (right - left)
    to_y = lambda v: bottom - (v - ys[0]) / (ys[1] - ys[0]) * (bottom - top)
    steps = lambda low, high, step: [
        low + i * step for i in range(int(round((high - low) / step)) + 1)
    ]
    for v in steps(*ys):
        page.line(left, to_y(v), right, to_y(v), 0.3, (0.85, 0.85, 0.85))
        label(page, f"{v:g}", left - 3, to_y(v) + style.size * 0.33, style, "right")
    for v in steps(*xs):
        page.line(to_x(v), bottom, to_x(v), bottom + 2.5, 0.4)
        label(page, f"{v:g}", to_x(v), bottom + 3 + style.size, style, "center")
    page.rect(left, top, right, bottom, stroke=(0, 0, 0), weight=0.5)
    for i, (name, points) in enumerate(curves.items()):
        ink = INKS[i % len(INKS)]
        placed = [(to_x(a), to_y(b)) for a, b in points]
        page.path(placed, 1, ink, dash=None if i % 2 == 0 else (3, 1.5))
        if marks:
            for a, b in placed:
                page.rect(a - 1.3, b - 1.3, a + 1.3, b + 1.3, fill=ink)
        row = top + 6 + i * style.size * 1.3
        page.line(right - 62, row, right - 48, row, 1, ink, dash=None if i % 2 == 0 else (3, 1.5))
        label(page, name, right - 45, row + style.size * 0.33, style)
    label(page, xname, (left + right) / 2, y1 - 1, style, "center")
    upright(page, yname, x0 + style.size * 0.8, (top + bottom) / 2, style)


def photograph(seed, width, height, quality=55, grey=False):
    """Hills under an evening sky, as a JPEG that reportlab embeds unchanged."""
    rng = np.random.default_rng(seed)
    rows, cols = np.mgrid[0:height, 0:width]
    sky = np.stack(
        [190 + 50 * rows / height, 170 + 30 * rows / height, 200 - 60 * rows / height], -1
    )
    glow = np.exp(
        -(
            ((cols - width * 0.68) / (width * 0.2)) ** 2
            + ((rows - height * 0.38) / (height * 0.25)) ** 2
        )
    )
    picture = sky + glow[..., None] * np.array([60, 40, -10])
    for layer in range(5):
        phase, base = rng.uniform(0, 6.28, 4), height * (0.42 + 0.12 * layer)
        ridge = base + sum(
            height * a * np.sin(np.arange(width) / width * f + p)
            for a, f, p in zip((0.07, 0.035, 0.014, 0.006), (5, 13, 31, 83), phase)
        )
        shade = np.array([120, 125, 140]) * (1 - layer * 0.2) + rng.uniform(-6, 6, 3)
        picture = np.where(
            (rows > ridge[None, :])[..., None], shade + 18 * (rows / height)[..., None], picture
        )
    picture += rng.normal(0, 3, picture.shape)
    image = Image.fromarray(picture.clip(0, 255).astype(np.uint8)).filter(
        ImageFilter.GaussianBlur(0.6)
    )
    return jpeg(image.convert("L") if grey else image, quality)


def jpeg(image, quality):
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality, optimize=True)
    out.seek(0)
    return ImageReader(out)


def scanned(image, seed, angle=0.7, noise=6.0, shade=28, blur=0.6):
    """A grey page picture as a flat-bed scanner might give it: turned, unevenly lit, speckled, a little soft."""
    rng = np.random.default_rng(seed)
    page = (
        image.convert("L")
        .rotate(angle, Image.BICUBIC, fillcolor=252)
        .filter(ImageFilter.GaussianBlur(blur))
    )
    pixels = np.asarray(page, np.float32)
    height, width = pixels.shape
    rows, cols = np.mgrid[0:height, 0:width].astype(np.float32)
    light = 1 - shade / 255 * ((cols / width - 0.55) ** 2 * 1.6 + (rows / height - 0.4) ** 2 * 1.2)
    light -= 0.22 * np.exp(-cols / (width * 0.012))
    pixels = (18 + pixels * (237 / 255)) * light + rng.normal(0, noise, pixels.shape)
    for _ in range(40):
        r, c, size = rng.integers(4, height - 4), rng.integers(4, width - 4), rng.integers(1, 3)
        pixels[r : r + size, c : c + size] -= rng.uniform(40, 130)
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))
