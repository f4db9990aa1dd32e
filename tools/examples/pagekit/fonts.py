"""Type families by name; each is registered with reportlab when first used."""

import functools
import io
import os
from dataclasses import dataclass

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont as Sfnt
from fontTools.ttLib import newTable
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

ROOTS = ("/usr/share/fonts", "/usr/share/texmf/fonts", "/usr/local/share/fonts")
PACKAGES = (
    "fonts-liberation fonts-dejavu-core fonts-lmodern fonts-texgyre fonts-linuxlibertine "
    "fonts-gfs-didot fonts-wqy-zenhei fonts-arphic-gbsn00lp"
)
LIGATURES = (
    ("ffi", "\ufb03"),
    ("ffl", "\ufb04"),
    ("ff", "\ufb00"),
    ("fi", "\ufb01"),
    ("fl", "\ufb02"),
)
# What a converted font keeps: Latin, punctuation, Greek, common signs, ligatures.
KEPT = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x391, 0x3CA), *range(0x2010, 0x2027)] + [
    0x2032,
    0x20AC,
    0x2190,
    0x2192,
    0x2202,
    0x2208,
    0x2211,
    0x2212,
    0x221A,
    0x221E,
    0x222B,
    0x2248,
    0x2260,
    0x2264,
    0x2265,
    0x22C5,
    0xFB00,
    0xFB01,
    0xFB02,
    0xFB03,
    0xFB04,
]


@dataclass(frozen=True)
class Family:
    """Four faces, whether f-ligatures are drawn as one glyph, and the companions for code and maths."""

    regular: str
    italic: str
    bold: str
    bold_italic: str
    ligatures: bool = False
    mono: str = "Courier"
    maths: str = "mathitalic"


FAMILIES = {
    "times": Family(
        "Times-Roman", "Times-Italic", "Times-Bold", "Times-BoldItalic", maths="Times-Italic"
    ),
    "helvetica": Family(
        "Helvetica", "Helvetica-Oblique", "Helvetica-Bold", "Helvetica-BoldOblique"
    ),
    "liberation": Family(
        *(f"LiberationSerif-{s}.ttf" for s in ("Regular", "Italic", "Bold", "BoldItalic")),
        mono="LiberationMono-Regular.ttf",
        maths="LiberationSerif-Italic.ttf",
    ),
    "liberationsans": Family(
        *(f"LiberationSans-{s}.ttf" for s in ("Regular", "Italic", "Bold", "BoldItalic")),
        mono="LiberationMono-Regular.ttf",
    ),
    "dejavu": Family(
        "DejaVuSans.ttf",
        "DejaVuSans-Oblique.ttf",
        "DejaVuSans-Bold.ttf",
        "DejaVuSans-BoldOblique.ttf",
        mono="DejaVuSansMono.ttf",
    ),
    "termes": Family(
        *(f"texgyretermes-{s}.otf" for s in ("regular", "italic", "bold", "bolditalic")),
        ligatures=True,
        mono="lmmono10-regular.otf",
    ),
    "heros": Family(
        *(f"texgyreheros-{s}.otf" for s in ("regular", "italic", "bold", "bolditalic"))
    ),
    "lm": Family(
        *(f"lmroman10-{s}.otf" for s in ("regular", "italic", "bold", "bolditalic")),
        ligatures=True,
        mono="lmmono10-regular.otf",
    ),
    "libertine": Family(
        "LinLibertine_R.otf",
        "LinLibertine_RI.otf",
        "LinLibertine_RB.otf",
        "LinLibertine_RBI.otf",
        ligatures=True,
    ),
    "didot": Family(
        "GFSDidot.otf", "GFSDidotItalic.otf", "GFSDidotBold.otf", "GFSDidotBoldItalic.otf"
    ),
    "song": Family("gbsn00lp.ttf", "gbsn00lp.ttf", "wqy-zenhei.ttc", "wqy-zenhei.ttc"),
    "hei": Family("wqy-zenhei.ttc", "wqy-zenhei.ttc", "wqy-zenhei.ttc", "wqy-zenhei.ttc"),
}


@functools.cache
def _files():
    found = {}
    for root in ROOTS:
        for folder, _, names in sorted(os.walk(root)):
            for name in names:
                found.setdefault(name, os.path.join(folder, name))
    return found


def _path(name):
    if name not in _files():
        raise SystemExit(f"font {name} not found: apt-get install {PACKAGES}")
    return _files()[name]


def _truetype(path, wanted):
    """The CFF font at path as TrueType bytes; wanted maps the characters of the result to those of the font."""
    font = Sfnt(path, recalcTimestamp=False)
    options = subset.Options(
        drop_tables=["GSUB", "GPOS", "GDEF", "MATH", "FFTM"],
        notdef_outline=True,
        layout_features=[],
        recalc_timestamp=False,
    )
    cmap = font.getBestCmap()
    wanted = {to: cmap[source] for to, source in wanted.items() if source in cmap}
    cutter = subset.Subsetter(options)
    cutter.populate(glyphs=sorted(set(wanted.values())))
    cutter.subset(font)
    order, drawn, glyphs = font.getGlyphOrder(), font.getGlyphSet(), {}
    for name in order:
        pen = TTGlyphPen(None)
        drawn[name].draw(Cu2QuPen(pen, font["head"].unitsPerEm / 1000, reverse_direction=True))
        glyphs[name] = pen.glyph()
    glyf = newTable("glyf")
    glyf.glyphOrder, glyf.glyphs = order, glyphs
    font["loca"], font["glyf"] = newTable("loca"), glyf
    del font["CFF "]
    if "VORG" in font:
        del font["VORG"]
    for name in order:
        glyphs[name].recalcBounds(glyf)
        width, _ = font["hmtx"][name]
        font["hmtx"][name] = (width, getattr(glyphs[name], "xMin", 0))
    maxp = font["maxp"]
    maxp.tableVersion = 0x00010000
    for field in (
        "maxZones",
        "maxTwilightPoints",
        "maxStorage",
        "maxFunctionDefs",
        "maxInstructionDefs",
        "maxStackElements",
        "maxSizeOfInstructions",
        "maxComponentElements",
        "maxPoints",
        "maxContours",
        "maxCompositePoints",
        "maxCompositeContours",
        "maxComponentDepth",
    ):
        setattr(maxp, field, 1 if field == "maxZones" else 0)
    post = font["post"]
    post.formatType, post.extraNames, post.mapping = 2.0, [], {}
    post.glyphOrder = order
    tables = [t for t in font["cmap"].tables if t.platformID == 3 and t.platEncID == 1][:1]
    tables[0].cmap = wanted
    font["cmap"].tables = tables
    font["head"].glyphDataFormat = 0
    font.sfntVersion = "\000\001\000\000"
    out = io.BytesIO()
    font.save(out)
    out.seek(0)
    return out


def _maths_map():
    """Latin and Greek letters -> the mathematical italics, so that the file says x and shows an italic x."""
    pairs = {0x41 + i: 0x1D434 + i for i in range(26)} | {0x61 + i: 0x1D44E + i for i in range(26)}
    pairs[0x68] = 0x210E
    pairs |= {0x391 + i: 0x1D6E2 + i for i in range(25)} | {
        0x3B1 + i: 0x1D6FC + i for i in range(25)
    }
    return {c: c for c in KEPT} | pairs


@functools.cache
def register(face):
    """Makes a face usable by its name and returns the name."""
    if face == "mathitalic":
        pdfmetrics.registerFont(
            TTFont(face, _truetype(_path("latinmodern-math.otf"), _maths_map()))
        )
    elif face.endswith(".otf"):
        pdfmetrics.registerFont(TTFont(face, _truetype(_path(face), {c: c for c in KEPT})))
    elif face.endswith((".ttf", ".ttc")):
        pdfmetrics.registerFont(TTFont(face, _path(face), subfontIndex=0))
    return face


def width(text, face, size):
    return pdfmetrics.stringWidth(text, register(face), size)


def ligate(text):
    for plain, joined in LIGATURES:
        text = text.replace(plain, joined)
    return text
