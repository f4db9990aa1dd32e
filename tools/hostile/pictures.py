"""Pictures: odd but valid encodings, damaged files, bombs.

Functions yield (file name, bytes, list of expectations).  Alpha is always composed on white.
"""

import io
import struct
import zlib

from PIL import Image

from pdfkit import BLACK, RED, WHITE, flate_repeat, px

GREEN, BLUE = (0, 128, 0), (0, 0, 255)
QUICK = {"seconds": 1, "rss_mb": 512}


def encode(image, kind, **options):
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def size_pt(width, height):
    return [round(width * 0.36, 3), round(height * 0.36, 3)]


def fine(sizes, why, pixels):
    return [{"open": "ok", "pages": len(sizes), "page_sizes": [size_pt(*s) for s in sizes],
             "page_status": ["ok"] * len(sizes), "pixels": pixels, "why": why}]


def bad(code, why, also=(), **more):
    entry = {"open": "error", "error_code": code, "limits": QUICK, **more, "why": why}
    if also:
        entry["also_accept"] = list(also)
    return [entry]


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth, colour, packed, interlace=0, extra=b""):
    return (b"\x89PNG\r\n\x1a\n" +
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)) +
            extra + chunk(b"IDAT", packed) + chunk(b"IEND", b""))


def png_rows(rows):
    return zlib.compress(b"".join(b"\0" + r for r in rows), 9)


def quarters(colours, width=40, height=30):
    """Top-left, top-right, bottom-left, bottom-right."""
    image = Image.new("RGB", (width, height))
    w, h = width // 2, height // 2
    for i, colour in enumerate(colours):
        image.paste(colour, ((i % 2) * w, (i // 2) * h, (i % 2) * w + w, (i // 2) * h + h))
    return image


QUARTER_COLOURS = (RED, GREEN, BLUE, WHITE)
QUARTER_PLACES = ((6, 5), (33, 5), (6, 24), (33, 24))


def quarter_pixels(colours=QUARTER_COLOURS, tolerance=2, page=0):
    return [px(page, x, y, c, tolerance) for (x, y), c in zip(QUARTER_PLACES, colours)]


def set_adobe_transform(jpeg, value):
    at = jpeg.index(b"\xff\xee\x00\x0eAdobe")
    return jpeg[:at + 15] + bytes([value]) + jpeg[at + 16:]


def cmyk_jpeg(colours, adobe, width=200, height=100):
    """Vertical stripes of CMYK colours (0 = no ink), stored inverted as Adobe does.

    adobe 0: components are CMYK; adobe 2: YCCK (the first three go through RGB -> YCbCr).
    Pillow writes mode CMYK inverted, with an Adobe marker of transform 0.
    """
    image = Image.new("CMYK", (width, height))
    step = width // len(colours)
    for i, (c, m, y, k) in enumerate(colours):
        stored = (c, m, y, k)
        if adobe == 2:
            # YCCK goes through R = 255 - C, and Adobe's C is inverted, so the file holds the YCC
            # of the plain ink values; Pillow inverts what it is given.
            ycc = Image.new("RGB", (1, 1), (c, m, y)).convert("YCbCr")
            stored = tuple(255 - v for v in ycc.getpixel((0, 0))) + (k,)
        image.paste(stored, (i * step, 0, i * step + step, height))
    data = encode(image, "JPEG", quality=95, subsampling=0)
    return set_adobe_transform(data, adobe)


def png_variants():
    ramp = [0, 85, 170, 255]  # four 8-pixel columns
    for depth in (1, 2, 4, 16):
        if depth == 1:
            rows, values = [b"\x00\xff\x00\xff"] * 20, [0, 255, 0, 255]
        elif depth == 2:
            rows, values = [b"\x00\x00\x55\x55\xaa\xaa\xff\xff"] * 20, ramp
        elif depth == 4:
            rows = [b"\x00" * 4 + b"\x55" * 4 + b"\xaa" * 4 + b"\xff" * 4] * 20
            values = ramp
        else:
            rows = [b"".join(struct.pack(">H", v * 257) * 8 for v in ramp)] * 20
            values = ramp
        yield f"grey_{depth}bit.png", png(32, 20, depth, 0, png_rows(rows)), fine(
            [(32, 20)], f"C4: {depth}-bit grey PNG.",
            [px(0, 4 + 8 * i, 10, (v, v, v), 2) for i, v in enumerate(values)])

    palette = chunk(b"PLTE", bytes(RED + GREEN + BLUE + BLACK))
    rows = [bytes([0] * 8 + [1] * 8 + [2] * 8 + [3] * 8)] * 20
    yield "palette_trns.png", png(32, 20, 8, 3, png_rows(rows),
                                  extra=palette + chunk(b"tRNS", bytes([255, 0, 128]))), fine(
        [(32, 20)], "C4: palette + tRNS: opaque red, clear green (= white), half blue, opaque "
        "black, composed on white.",
        [px(0, 4, 10, RED, 2), px(0, 12, 10, WHITE, 2), px(0, 20, 10, (127, 127, 255), 3),
         px(0, 28, 10, BLACK, 2)])
    rows = [bytes([100] * 16 + [200] * 16)] * 20
    yield "grey_trns.png", png(32, 20, 8, 0, png_rows(rows),
                               extra=chunk(b"tRNS", struct.pack(">H", 100))), fine(
        [(32, 20)], "C4: grey + tRNS key 100: that grey is clear (= white).",
        [px(0, 8, 10, WHITE, 2), px(0, 24, 10, (200, 200, 200), 2)])

    rgb16 = [b"".join(struct.pack(">HHH", *(v * 257 for v in c)) * 16 for c in (RED, BLUE))] * 20
    yield "rgb_16bit.png", png(32, 20, 16, 2, png_rows(rgb16)), fine(
        [(32, 20)], "C4: 16-bit RGB PNG.", [px(0, 8, 10, RED, 2), px(0, 24, 10, BLUE, 2)])

    rgba = Image.new("RGBA", (40, 30), (255, 0, 0, 128))
    rgba.paste((0, 0, 0, 0), (20, 0, 40, 15))
    rgba.paste((0, 0, 255, 255), (0, 15, 20, 30))
    rgba.paste((0, 0, 0, 64), (20, 15, 40, 30))
    seen = ((255, 127, 127), WHITE, BLUE, (191, 191, 191))
    yield "rgba_alpha.png", encode(rgba, "PNG"), fine(
        [(40, 30)], "C4: RGBA with partial alpha, composed on white (clear black is white).",
        quarter_pixels(seen, 3))
    yield "lossless_alpha.webp", encode(rgba, "WEBP", lossless=True, exact=True), fine(
        [(40, 30)], "C5: lossless WebP with partial alpha, composed on white.",
        quarter_pixels(seen, 3))
    la = Image.new("LA", (40, 30), (0, 128))
    la.paste((0, 0), (20, 0, 40, 15))
    la.paste((0, 255), (0, 15, 20, 30))
    la.paste((200, 64), (20, 15, 40, 30))
    grey = [(127,) * 3, WHITE, BLACK, (241,) * 3]
    yield "la_alpha.png", encode(la, "PNG"), fine(
        [(40, 30)], "C4: grey + alpha PNG, composed on white.", quarter_pixels(grey, 3))

    pixels = quarters(QUARTER_COLOURS).load()
    packed = b""
    for x0, y0, dx, dy in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4),
                           (1, 0, 2, 2), (0, 1, 1, 2)):
        for y in range(y0, 30, dy):
            packed += b"\0" + b"".join(bytes(pixels[x, y]) for x in range(x0, 40, dx))
    yield "adam7.png", png(40, 30, 8, 2, zlib.compress(packed, 9), interlace=1), fine(
        [(40, 30)], "C4: Adam7 interlaced PNG.", quarter_pixels())

    for width, height in ((1, 2000), (2000, 1), (3000, 10)):
        image = Image.new("RGB", (width, height), WHITE)
        if width > height:
            image.paste(RED, (0, 0, width // 2, height))
            probe = [px(0, 10, 0, RED, 2), px(0, width - 10, 0, WHITE, 2)]
        else:
            image.paste(RED, (0, 0, width, height // 2))
            probe = [px(0, 0, 10, RED, 2), px(0, 0, height - 10, WHITE, 2)]
        yield f"aspect_{width}x{height}.png", encode(image, "PNG"), fine(
            [(width, height)], "C1/C2: extreme aspect: padded or scaled, never a 0-pixel side, "
            "never an error.", probe)
    yield "one_pixel.png", encode(Image.new("RGB", (1, 1), RED), "PNG"), fine(
        [(1, 1)], "C1: 1 x 1 picture.", [px(0, 0, 0, RED, 2)])


def other_formats():
    picture = quarters(QUARTER_COLOURS)
    yield "truecolour_24.bmp", encode(picture, "BMP"), fine(
        [(40, 30)], "C4: 24-bit BMP.", quarter_pixels())
    yield "palette_8.bmp", encode(picture.quantize(4), "BMP"), fine(
        [(40, 30)], "C4: 8-bit palette BMP.", quarter_pixels(tolerance=4))
    frames = [Image.new("RGB", (40, 30), c) for c in (RED, GREEN, BLUE)]
    yield "animated.gif", encode(frames[0], "GIF", save_all=True, append_images=frames[1:],
                                 duration=100, loop=0), fine(
        [(40, 30)], "C5: animated GIF: the first frame counts, frames are not pages.",
        [px(0, 20, 15, RED, 2)])

    cmyk = Image.new("CMYK", (60, 20), (0, 255, 255, 0))
    cmyk.paste((0, 0, 0, 255), (30, 0, 60, 20))
    bits = Image.new("1", (48, 64), 1)
    bits.paste(0, (0, 0, 24, 64))
    yield "pages_3.tif", encode(picture, "TIFF", save_all=True, append_images=[cmyk, bits],
                                compression="tiff_adobe_deflate"), fine(
        [(40, 30), (60, 20), (48, 64)], "C4/B14: TIFF of three pages: RGB, CMYK, 1-bit, each with "
        "its own size.", quarter_pixels() + [px(1, 15, 10, RED, 70), px(1, 45, 10, BLACK, 70),
                                             px(2, 12, 32, BLACK, 2), px(2, 36, 32, WHITE, 2)])
    g4 = bits.resize((480, 640))
    yield "group4.tif", encode(g4, "TIFF", compression="group4"), fine(
        [(480, 640)], "C4: fax-coded TIFF.", [px(0, 100, 300, BLACK, 2), px(0, 400, 300, WHITE, 2)])
    shape, probes = l_shape()
    yield "orientation_6.tif", encode(shape.transpose(Image.Transpose.ROTATE_90), "TIFF",
                                      tiffinfo={274: 6}), fine(
        [(60, 90)], "C6: TIFF orientation tag 6 is applied before anything else.", probes)

    yield "progressive.jpg", encode(picture.resize((160, 120), Image.Resampling.NEAREST), "JPEG",
                                    progressive=True, quality=95, subsampling=0), fine(
        [(160, 120)], "C4: progressive JPEG.",
        [px(0, 4 * x, 4 * y, c, 8) for (x, y), c in zip(QUARTER_PLACES, QUARTER_COLOURS)])
    yield "grey.jpg", encode(Image.new("L", (40, 30), 90), "JPEG"), fine(
        [(40, 30)], "C4: one-component JPEG.", [px(0, 20, 15, (90, 90, 90), 4)])
    flat = [((0, 0, 0, 0), WHITE), ((0, 0, 0, 255), BLACK), ((0, 255, 255, 0), RED),
            ((255, 0, 0, 0), (0, 200, 250))]
    for name, adobe, kind in (("cmyk_adobe.jpg", 0, "CMYK"), ("ycck_adobe.jpg", 2, "YCCK")):
        yield name, cmyk_jpeg([c for c, _ in flat], adobe), fine(
            [(200, 100)], f"C3: {kind} JPEG with an Adobe marker: white, black, red, cyan; "
            "approximate colours are fine, a negative is not.",
            [px(0, 25 + 50 * i, 50, rgb, 70) for i, (_, rgb) in enumerate(flat)])
    yield "png_named.jpg", encode(picture, "PNG"), fine(
        [(40, 30)], "C5: PNG bytes behind the name .jpg: the content decides.", quarter_pixels())


def l_shape():
    """Upright: 60 x 90, a thick L (left bar and bottom bar) with a red tip at top left."""
    image = Image.new("RGB", (60, 90), WHITE)
    image.paste(BLACK, (0, 0, 20, 90))
    image.paste(BLACK, (0, 70, 60, 90))
    image.paste(RED, (0, 0, 20, 20))
    probes = [px(0, 10, 10, RED, 12), px(0, 10, 50, BLACK, 12), px(0, 50, 80, BLACK, 12),
              px(0, 45, 30, WHITE, 12)]
    return image, probes


def exif_orientations():
    upright, probes = l_shape()
    t = Image.Transpose
    # How the upright picture must be stored so that applying the tag shows it upright again.
    store = {1: None, 2: t.FLIP_LEFT_RIGHT, 3: t.ROTATE_180, 4: t.FLIP_TOP_BOTTOM, 5: t.TRANSPOSE,
             6: t.ROTATE_90, 7: t.TRANSVERSE, 8: t.ROTATE_270}
    for tag, operation in store.items():
        stored = upright.transpose(operation) if operation is not None else upright
        exif = Image.Exif()
        exif[274] = tag
        yield f"exif_{tag}.jpg", encode(stored, "JPEG", quality=92, subsampling=0, exif=exif), fine(
            [(60, 90)], f"C6: EXIF orientation {tag}: the same upright L for all eight.", probes)


def damaged():
    noise = bytes((i * i * 7 + i * 13 + (i >> 7)) & 255 for i in range(64 * 64 * 3))
    picture = Image.frombytes("RGB", (64, 64), noise)
    whole = encode(picture, "PNG")
    yield "cut60.png", whole[:len(whole) * 6 // 10], bad("corrupt_data", "C8: PNG cut at 60 %.")
    jpeg = encode(picture, "JPEG", quality=90)
    yield "cut60.jpg", jpeg[:len(jpeg) * 6 // 10], [{
        "open": "any", "error_code": "corrupt_data", "limits": QUICK,
        "why": "C8: JPEG cut at 60 %: corrupt_data, or shown with a warning; never silent."}]
    at = jpeg.index(b"\xff\xc4")
    yield "huffman_table_bad.jpg", jpeg[:at + 5] + b"\xff" * 16 + jpeg[at + 21:], bad(
        "corrupt_data", "C8: JPEG whose Huffman table claims 4080 codes.")
    scan = jpeg.index(b"\xff\xda") + 14
    broken = bytearray(jpeg)
    for i in range(scan + 200, len(jpeg) - 200, 3):
        broken[i] = 0x3F ^ (i & 0x7F)
    yield "huffman_data_bad.jpg", bytes(broken), [{
        "open": "any", "error_code": "corrupt_data", "limits": QUICK,
        "why": "C8: JPEG with broken entropy data: corrupt_data, or shown with a warning (libjpeg "
               "calls it a warning); never a crash."}]
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 0x55
    yield "crc_bad.png", bytes(flipped), bad("corrupt_data", "C8: PNG with one wrong byte (CRC).")
    yield "empty.png", b"", bad("corrupt_data", "C8: 0-byte picture.",
                                ("unsupported", "invalid_argument"))
    yield "text_named.png", b"This is a plain text file, not a picture.\n" * 3, bad(
        "unsupported", "C8: text renamed .png.", ("corrupt_data",))
    yield "heic_header_stub.heic", (struct.pack(">I", 24) + b"ftypheic" + bytes(4) + b"mif1heic" +
                                    bytes(40)), bad(
        "unsupported", "C5: HEIC header stub: an error that names the format.", ("corrupt_data",))
    yield "signature_only.png", whole[:8], bad("corrupt_data", "C8: PNG signature, nothing more.",
                                               ("unsupported",))
    yield "zero_width.png", png(0, 10, 8, 2, png_rows([b""] * 10)), bad(
        "corrupt_data", "C8: PNG that claims a width of 0.", ("invalid_argument",))
    frames = encode(picture, "TIFF", save_all=True, append_images=[picture])
    first = struct.unpack_from("<I", frames, 4)[0]
    count = struct.unpack_from("<H", frames, first)[0]
    next_at = first + 2 + 12 * count
    looped = bytearray(frames)
    second = struct.unpack_from("<I", frames, next_at)[0]
    count = struct.unpack_from("<H", frames, second)[0]
    struct.pack_into("<I", looped, second + 2 + 12 * count, first)
    yield "ifd_loop.tif", bytes(looped), [{
        "open": "any", "error_code": "corrupt_data", "limits": {"seconds": 10, "rss_mb": 512},
        "why": "C8/B16: TIFF whose second directory points back at the first: no endless pages."}]


def bombs():
    spent = ("resource_exhausted", "corrupt_data", "invalid_argument", "unsupported")
    yield "bomb_claims_65535.png", png(65535, 65535, 8, 6, zlib.compress(bytes(1000), 9)), bad(
        "resource_exhausted", "C8: PNG claims 65535 x 65535 RGBA (17 GB) in 1 kB of data: refused "
        "from the header.", spent[1:])
    side = 30000
    yield "bomb_valid_30000.png", png(side, side, 1, 0, flate_repeat(bytes(side // 8 + 1), side)), \
        bad("resource_exhausted", "C8: valid 1-bit PNG of 30000 x 30000 (900 Mpixel, 3.6 GB as "
            "RGBA): refused from the header.", spent[2:3], limits={"seconds": 5, "rss_mb": 512})
    jpeg = bytearray(encode(Image.new("RGB", (16, 16), RED), "JPEG"))
    at = jpeg.index(b"\xff\xc0")
    struct.pack_into(">HH", jpeg, at + 5, 65500, 65500)
    yield "bomb_claims_65500.jpg", bytes(jpeg), bad(
        "resource_exhausted", "C8: JPEG header claims 65500 x 65500.", spent[1:])
    webp = bytearray(encode(Image.new("RGB", (16, 16), RED), "WEBP", lossless=True))
    at = webp.index(b"VP8L") + 9
    head = struct.unpack_from("<I", webp, at)[0]
    struct.pack_into("<I", webp, at, (head & 0xF0000000) | 16383 | (16383 << 14))
    yield "bomb_claims_16384.webp", bytes(webp), bad(
        "resource_exhausted", "C8: WebP header claims 16384 x 16384 (1 GB as RGBA).", spent[1:])
    tiff = bytearray(encode(Image.new("RGB", (16, 16), RED), "TIFF"))
    first = struct.unpack_from("<I", tiff, 4)[0]
    for i in range(struct.unpack_from("<H", tiff, first)[0]):
        entry = first + 2 + 12 * i
        if struct.unpack_from("<H", tiff, entry)[0] in (256, 257):
            struct.pack_into("<HIHH", tiff, entry + 2, 4, 1, 34464, 1)  # LONG 100000
    yield "bomb_claims_100000.tif", bytes(tiff), bad(
        "resource_exhausted", "C8: TIFF claims 100000 x 100000.", spent[1:])
    gif = bytearray(encode(Image.new("RGB", (16, 16), RED), "GIF"))
    struct.pack_into("<HH", gif, 6, 65535, 65535)
    yield "bomb_canvas_65535.gif", bytes(gif), bad(
        "resource_exhausted", "C8: GIF canvas of 65535 x 65535 around a 16 x 16 frame.", spent[1:])


def generate():
    for part in (png_variants, other_formats, exif_orientations, damaged, bombs):
        yield from part()
