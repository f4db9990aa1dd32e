"""PDFs that are unusual but valid: fonts and colour.

Functions yield (file name, bytes, list of expectations).
"""

import io
import struct

from PIL import Image, ImageDraw

from pdfkit import BLACK, RED, WHITE, Book, flate, ink, one, px, text
from pictures import cmyk_jpeg


A_OUTER = [(50, 0), (400, 700), (600, 700), (950, 0), (750, 0), (680, 150), (320, 150), (250, 0)]
A_INNER = [(390, 300), (610, 300), (500, 540)]
# Places on the A, in 1/1000 em: (x, y, is it ink).
A_PROBES = [(200, 100, True), (500, 220, True), (500, 600, True), (500, 380, False),
            (500, 50, False), (800, 100, True), (60, 600, False)]


def tiny_truetype():
    """A font of two glyphs (.notdef, A); its cmap draws A for U+0021, as a lying font does."""
    points = A_OUTER + A_INNER
    glyph = struct.pack(">hhhhh", 2, 50, 0, 950, 700)
    glyph += struct.pack(">HHH", len(A_OUTER) - 1, len(points) - 1, 0)
    glyph += b"\x01" * len(points)
    for axis in (0, 1):
        last = 0
        for p in points:
            glyph += struct.pack(">h", p[axis] - last)
            last = p[axis]
    glyph += b"\0" * (-len(glyph) % 4)
    sub4 = struct.pack(">HHHHHHH", 4, 32, 0, 4, 4, 1, 0)
    sub4 += struct.pack(">HHHHHHHHH", 0x21, 0xFFFF, 0, 0x21, 0xFFFF, (1 - 0x21) & 0xFFFF, 1, 0, 0)
    sub0 = struct.pack(">HHH", 0, 262, 0) + bytes(1 if i == 0x21 else 0 for i in range(256))
    cmap = struct.pack(">HHHHIHHI", 0, 2, 1, 0, 20, 3, 1, 20 + len(sub0)) + sub0 + sub4
    tables = {
        b"cmap": cmap,
        b"glyf": glyph,
        b"head": struct.pack(">IIIIHHQQhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, 1000, 0, 0,
                             50, 0, 950, 700, 0, 8, 2, 1, 0),
        b"hhea": struct.pack(">IhhhHhhhhhhhhhhhH", 0x10000, 800, -200, 0, 1000, 0, 0, 1000, 1, 0, 0,
                             0, 0, 0, 0, 0, 2),
        b"hmtx": struct.pack(">HhHh", 1000, 0, 1000, 50),
        b"loca": struct.pack(">III", 0, 0, len(glyph)),
        b"maxp": struct.pack(">IHHHHHHHHHHHHHH", 0x10000, 2, len(points), 2, 0, 0, 1, 0, 0, 0, 0, 0,
                             0, 0, 0),
        b"post": struct.pack(">IIhhIIIII", 0x30000, 0, 0, 0, 0, 0, 0, 0, 0),
    }
    out = struct.pack(">IHHHH", 0x10000, len(tables), 128, 3, len(tables) * 16 - 128)
    offset, body = 12 + 16 * len(tables), b""
    for tag, data in sorted(tables.items()):
        padded = data + b"\0" * (-len(data) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        out += struct.pack(">4sIII", tag, total, offset + len(body), len(data))
        body += padded
    return out + body


def a_pixels(x, y, size, height=200):
    return [px(0, x + ax * size / 1000, height - y - ay * size / 1000, BLACK if dark else WHITE, 20)
            for ax, ay, dark in A_PROBES]


def fonts():
    book = Book()
    cid = book.pdf.add("<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light "
                       "/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> "
                       "/DW 1000 >>")
    song = book.pdf.add("<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light-UniGB-UCS2-H "
                        f"/Encoding /UniGB-UCS2-H /DescendantFonts [{cid} 0 R] >>")
    codes = "你好 PDF".encode("utf-16-be").hex()
    book.page(f"BT /F2 36 Tf 30 100 Td <{codes}> Tj ET", fonts=f"/F2 {song} 0 R")
    yield "font_stsong_not_embedded.pdf", book.save(), one(
        page_sizes=[[300, 200]], contains={"0": ["你好", "PDF"]},
        why="B9: STSong-Light UniGB-UCS2-H is not embedded: the codes are Unicode, so the native "
            "text is known; the pixels depend on a system CJK font (PDFium has none built in), so "
            "ink is not demanded, but a blank result deserves a warning.")

    book = Book()
    book.text_page("PLAIN-HELVETICA")
    yield "font_helvetica_not_embedded.pdf", book.save(), one(
        page_sizes=[[300, 200]], contains={"0": ["PLAIN-HELVETICA"]},
        ink=[ink(0, (20, 25, 190, 42), 0.08, 0.6)],
        why="B9: Helvetica is not embedded: a substitute is drawn.")

    book = Book()
    program = tiny_truetype()
    data = flate(program)
    file = book.pdf.stream(data, f"/Length1 {len(program)} /Filter /FlateDecode", compress=False)
    descriptor = book.pdf.add("<< /Type /FontDescriptor /FontName /AAAAAA+Liar /Flags 32 "
                              "/FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 "
                              f"/CapHeight 700 /StemV 80 /FontFile2 {file} 0 R >>")
    liar = book.pdf.add("<< /Type /Font /Subtype /TrueType /BaseFont /AAAAAA+Liar /FirstChar 33 "
                        f"/LastChar 33 /Widths [1000] /FontDescriptor {descriptor} 0 R "
                        "/Encoding /WinAnsiEncoding >>")
    book.page(text(50, 50, 60, "!!!", "F2"), fonts=f"/F2 {liar} 0 R")
    yield "font_lying_encoding.pdf", book.save(), one(
        page_sizes=[[300, 200]], pixels=a_pixels(50, 50, 60) + a_pixels(110, 50, 60),
        untrusted_text=[0],
        why="B11: no ToUnicode and the encoding lies: code 0x21 draws the glyph A; the page shows "
            "AAA while its text layer says !!!, which must not be believed blindly.")

    def type3_book(name, code, extra):
        book = Book()
        path = ""
        for contour in (A_OUTER, A_INNER):
            path += "".join(f"{x} {y} {'m' if i == 0 else 'l'}\n"
                            for i, (x, y) in enumerate(contour)) + "h\n"
        glyph = book.pdf.stream("1000 0 0 0 1000 700 d1\n" + path + "f\n")
        more = extra(book)
        font = book.pdf.add("<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] "
                            "/FontMatrix [0.001 0 0 0.001 0 0] /Resources << >> "
                            f"/CharProcs << /{name} {glyph} 0 R >> /FirstChar {code} "
                            f"/LastChar {code} /Widths [1000] {more} "
                            f"/Encoding << /Type /Encoding /Differences [{code} /{name}] >> >>")
        book.page(text(50, 50, 60, chr(code) * 2, "F2"), fonts=f"/F2 {font} 0 R")
        return book.save()

    def to_unicode(book):
        cmap = ("/CIDInit /ProcSet findresource begin 12 dict begin begincmap "
                "/CMapName /X def /CMapType 2 def 1 begincodespacerange <00> <FF> "
                "endcodespacerange 1 beginbfchar <21> <0041> endbfchar endcmap end end")
        return f"/ToUnicode {book.pdf.stream(cmap)} 0 R"
    yield "font_type3_tounicode.pdf", type3_book("g1", 33, to_unicode), one(
        page_sizes=[[300, 200]], pixels=a_pixels(50, 50, 60), contains={"0": ["AA"]},
        why="B11: Type3 font whose ToUnicode tells the truth.")
    yield "font_type3_no_tounicode.pdf", type3_book("g1", 33, lambda b: ""), one(
        page_sizes=[[300, 200]], pixels=a_pixels(50, 50, 60), untrusted_text=[0],
        why="B11: Type3 font with an unnamed glyph and no ToUnicode: the page shows AA, the text "
            "layer knows nothing of use.")


def bilevel(width=200, height=100):
    """White with a black left half and a black dot row on the right."""
    image = Image.new("1", (width, height), 1)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, width // 2 - 1, height - 1), fill=0)
    draw.rectangle((150, 40, 169, 59), fill=0)
    return image


def group4(image):
    """T.6 data that codes the dark pixels as black, whatever polarity the TIFF writer prefers."""
    buffer = io.BytesIO()
    image.save(buffer, "TIFF", compression="group4", tiffinfo={278: image.height})
    if Image.open(buffer).tag_v2[262] == 1:  # BlackIsZero: the writer coded light as black
        buffer = io.BytesIO()
        inverse = Image.frombytes("1", image.size, bytes(b ^ 255 for b in image.tobytes()))
        inverse.save(buffer, "TIFF", compression="group4", tiffinfo={278: image.height})
    tags = Image.open(buffer).tag_v2
    start, length = tags[273][0], tags[279][0]
    return buffer.getvalue()[start:start + length]


def jbig2(image):
    """One page-information segment and one immediate generic region coded with MMR (= T.6)."""
    width, height = image.size
    page = struct.pack(">IIIIBH", width, height, 0, 0, 0, 0)
    region = struct.pack(">IIIIBB", width, height, 0, 0, 0, 1) + group4(image)
    return (struct.pack(">IBBBI", 0, 48, 0, 1, len(page)) + page +
            struct.pack(">IBBBI", 1, 38, 0, 1, len(region)) + region)


def colour():
    # The picture fills (50, 50)..(250, 150) of a 300 x 200 page: one picture pixel is one point.
    marks = [(60, 60), (140, 140), (210, 100)]
    blanks = [(160, 60), (240, 140), (190, 100), (20, 20)]

    def bilevel_page(data, entries, paint=""):
        book = Book()
        number = book.pdf.image(data, 200, 100, entries)
        book.page(f"q {paint} 200 0 0 100 50 50 cm /Im Do Q", xobjects=f"/Im {number} 0 R")
        return book.save()

    def bilevel_expect(why, dark=BLACK, light=WHITE):
        return one(page_sizes=[[300, 200]], why=why,
                   pixels=[px(0, x, y, dark) for x, y in marks] +
                          [px(0, x, y, light) for x, y in blanks[:-1]] +
                          [px(0, *blanks[-1], WHITE)])

    image = bilevel()
    bits = image.tobytes()
    inverse = bytes(b ^ 255 for b in bits)
    gray1 = "/ColorSpace /DeviceGray /BitsPerComponent 1"
    yield "image_ccitt_g4.pdf", bilevel_page(
        group4(image), f"{gray1} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 200 "
        "/Rows 100 >>"), bilevel_expect("B12: CCITT G4 scan.")
    yield "image_ccitt_g4_black_is_1.pdf", bilevel_page(
        group4(image), f"{gray1} /Decode [1 0] /Filter /CCITTFaxDecode /DecodeParms << /K -1 "
        "/Columns 200 /Rows 100 /BlackIs1 true >>"), bilevel_expect(
            "B12: CCITT G4 with BlackIs1 and Decode [1 0]: the two inversions cancel.")
    yield "image_jbig2_mmr.pdf", bilevel_page(
        jbig2(image), f"{gray1} /Filter /JBIG2Decode"), bilevel_expect("B12: JBIG2 scan.")
    yield "image_decode_1_0.pdf", bilevel_page(
        flate(inverse), f"{gray1} /Decode [1 0] /Filter /FlateDecode"), bilevel_expect(
            "B12: 1-bit image with Decode [1 0].")
    mask = "/ImageMask true /BitsPerComponent 1 /Filter /FlateDecode"
    yield "image_mask.pdf", bilevel_page(flate(bits), mask, "1 0 0 rg"), bilevel_expect(
        "B12: ImageMask paints where the bits are 0, here in red.", RED)
    yield "image_mask_decode_1_0.pdf", bilevel_page(
        flate(inverse), mask + " /Decode [1 0]", "1 0 0 rg"), bilevel_expect(
            "B12: ImageMask with Decode [1 0] paints where the bits are 1.", RED)
    yield "image_jbig2_broken.pdf", bilevel_page(
        jbig2(image)[:40], f"{gray1} /Filter /JBIG2Decode"), [{
            "open": "ok", "pages": 1, "page_sizes": [[300, 200]], "page_status": ["any"],
            "why": "B12: JBIG2 data ends in the middle: no crash; a blank picture deserves a "
                   "warning."}]

    flat = [((0, 0, 0, 0), WHITE), ((0, 0, 0, 255), BLACK), ((0, 255, 255, 0), (237, 28, 36)),
            ((255, 0, 0, 0), (0, 174, 239))]
    places = [(75, 100), (125, 100), (175, 100), (225, 100)]
    pixels = [px(0, *place, rgb, 70) for place, (_, rgb) in zip(places, flat)]
    for name, jpeg, entries, why in (
            ("image_dct_cmyk_adobe.pdf", cmyk_jpeg([c for c, _ in flat], adobe=0),
             "/Decode [1 0 1 0 1 0 1 0]", "Adobe-inverted data with the Decode array that "
             "every producer writes beside it"),
            ("image_dct_ycck_adobe.pdf", cmyk_jpeg([c for c, _ in flat], adobe=2),
             "/Decode [1 0 1 0 1 0 1 0]", "YCCK, Adobe-inverted, with that Decode array")):
        book = Book()
        number = book.pdf.image(jpeg, 200, 100, "/ColorSpace /DeviceCMYK /BitsPerComponent 8 "
                                f"/Filter /DCTDecode {entries}")
        book.page("q 200 0 0 100 50 50 cm /Im Do Q", xobjects=f"/Im {number} 0 R")
        yield name, book.save(), one(
            page_sizes=[[300, 200]], pixels=pixels + [px(0, 20, 20, WHITE)],
            why=f"B12: DeviceCMYK DCT image ({why}): white, black, red, cyan; not a negative.")

    book = Book()
    stripes = Image.new("RGB", (200, 100), RED)
    stripes.paste((0, 0, 255), (100, 0, 200, 100))
    buffer = io.BytesIO()
    stripes.save(buffer, "JPEG2000", irreversible=False)
    number = book.pdf.image(buffer.getvalue(), 200, 100, "/Filter /JPXDecode")
    book.page("q 200 0 0 100 50 50 cm /Im Do Q", xobjects=f"/Im {number} 0 R")
    yield "image_jpx_no_colorspace.pdf", book.save(), one(
        page_sizes=[[300, 200]],
        pixels=[px(0, 75, 100, RED, 12), px(0, 225, 100, (0, 0, 255), 12), px(0, 20, 20, WHITE)],
        why="B12: JPX image without /ColorSpace: the colours come from the JPX itself.")

    book = Book()
    palette = "".join(f"{v * 17:02x}{v * 17:02x}{v * 17:02x}" for v in range(15)) + "ff0000"
    data = b"".join(bytes([0xFF] * 50 + [0x00] * 50) for _ in range(100))
    number = book.pdf.image(flate(data), 200, 100,
                            f"/ColorSpace [/Indexed /DeviceRGB 15 <{palette}>] "
                            "/BitsPerComponent 4 /Filter /FlateDecode")
    book.page("q 200 0 0 100 50 50 cm /Im Do Q", xobjects=f"/Im {number} 0 R")
    yield "image_indexed_4bpc.pdf", book.save(), one(
        page_sizes=[[300, 200]], pixels=[px(0, 75, 100, RED), px(0, 225, 100, BLACK)],
        why="B12: 4-bit indexed image.")


def generate():
    for part in (fonts, colour):
        yield from part()
