"""PDFs that are unusual but valid: geometry, forms and annotations.

Functions yield (file name, bytes, list of expectations).
"""

from pdfkit import BLACK, RED, WHITE, Book, displayed_box, displayed_size, ink, one, px, text

# Ink box of CORNER in Helvetica, in 1/1000 em (from the public AFM metrics).
CORNER_INK = (44, -19, 4295, 737)


def marked_page(book, media, crop, rotate, raw_media=None):
    """Black square and the word CORNER inside the visible box; returns (boxes, pixels, size)."""
    visible = crop or media
    x, y = min(visible[0], visible[2]) + 20, min(visible[1], visible[3]) + 30
    square = (x, y, x + 40, y + 40)
    tx, ty, size = x + 60, y + 70, 10
    extra = f"/Rotate {rotate} " if rotate else ""
    if crop:
        extra += "/CropBox [" + " ".join(str(v) for v in crop) + "]"
    # The red frame outside the CropBox must never be seen.
    content = (f"1 0 0 rg {media[0]} {media[1]} 10 {abs(media[3] - media[1])} re f 0 g\n"
               if crop else "")
    content += f"{square[0]} {square[1]} 40 40 re f\n" + text(tx, ty, size, "CORNER")
    page = len(book.kids)
    book.page(content, raw_media or media, extra)
    ink = [v * size / 1000 for v in CORNER_INK]
    boxes = [{"page": page, "text": "CORNER", "tolerance_pt": 2,
              "bbox": displayed_box((tx + ink[0], ty + ink[1], tx + ink[2], ty + ink[3]),
                                    visible, rotate)}]
    b = displayed_box(square, visible, rotate)
    width, height = displayed_size(visible, rotate)
    pixels = [px(page, (b[0] + b[2]) / 2, (b[1] + b[3]) / 2, BLACK)]
    for cx, cy in ((b[0], b[1]), (b[2], b[1]), (b[0], b[3]), (b[2], b[3])):
        inward = (3 if cx == b[0] else -4, 3 if cy == b[1] else -4)
        pixels.append(px(page, cx + inward[0], cy + inward[1], BLACK))
        pixels.append(px(page, cx - inward[0], cy - inward[1], WHITE))
    pixels += [px(page, 2, 2, WHITE), px(page, width - 3, height - 3, WHITE)]
    return boxes, pixels, [width, height]


def geometry():
    media, crop = (0, 0, 400, 300), (100, 60, 340, 220)
    for rotate in (0, 90, 180, 270):
        book = Book()
        boxes, pixels, size = marked_page(book, media, crop, rotate)
        yield f"rotate_{rotate}_crop.pdf", book.save(), one(
            page_sizes=[size], boxes=boxes, pixels=pixels, contains={"0": ["CORNER"]},
            rotations=[rotate],
            why=f"B1: /Rotate {rotate} with a CropBox of non-zero origin: size, boxes and pixels "
                "in displayed space; the red bar outside the CropBox is unseen.")
    for name, media, raw, crop, rotate, why in (
            ("rotate_minus_90.pdf", (0, 0, 300, 200), None, None, -90, "B1: /Rotate -90 is 270."),
            ("rotate_450.pdf", (0, 0, 300, 200), None, None, 450, "B1: /Rotate 450 is 90."),
            ("mediabox_reversed.pdf", (-50, 70, 250, 270), (250, 270, -50, 70), None, 0,
             "B1: MediaBox with reversed corners and a non-zero, negative origin."),
            ("mediabox_reversed_rotate_270.pdf", (-50, 70, 250, 270), (250, 70, -50, 270), None,
             270, "B1: the same with one axis reversed and /Rotate 270."),
            ("cropbox_larger_than_media.pdf", (0, 0, 300, 200), None, None, 0,
             "B1: CropBox larger than the MediaBox: the intersection is shown.")):
        book = Book()
        boxes, pixels, size = marked_page(book, media, crop, rotate, raw)
        if "larger" in name:
            page = book.kids[0]
            book.pdf.put(page, book.pdf.bodies[page][:-3] + b" /CropBox [-100 -100 900 900] >>")
        yield name, book.save(), one(page_sizes=[size], boxes=boxes, pixels=pixels,
                                     rotations=[rotate % 360], contains={"0": ["CORNER"]}, why=why)

    book = Book()
    boxes, pixels, size = marked_page(book, (0, 0, 300, 200), None, 90)
    page = book.kids[0]
    body = book.pdf.bodies[page].replace(b"/MediaBox [0 0 300 200]", b"").replace(b"/Rotate 90",
                                                                                  b"")
    book.pdf.put(page, body)
    book.pdf.put(book.tree, f"<< /Type /Pages /Kids [{page} 0 R] /Count 1 /Rotate 90 "
                            "/MediaBox [0 0 300 200] >>")
    yield "inherited_box_and_rotate.pdf", book.save(), one(
        page_sizes=[size], boxes=boxes, pixels=pixels, rotations=[90],
        why="B1: MediaBox and /Rotate inherited from the page tree.")

    book = Book()
    boxes, pixels, size = marked_page(book, (0, 0, 300, 200), None, 0)
    page = book.kids[0]
    book.pdf.put(page, book.pdf.bodies[page][:-3] + b" /UserUnit 2 >>")
    yield "user_unit_2.pdf", book.save(), one(
        contains={"0": ["CORNER"]},
        why="B1: /UserUnit 2: the page is 600 x 400 real points, PDFium ignores the unit and says "
            "300 x 200; either size is accepted as long as boxes and page size agree.")

    book = Book()
    book.page("".join(text(20, 14400 - 100 * i + 40, 24, f"LINE {i:03d}") for i in range(1, 145)),
              (0, 0, 595, 14400))
    yield "giant_595x14400.pdf", book.save(), one(
        page_sizes=[[595, 14400]], contains={"0": [f"LINE {i:03d}" for i in range(1, 145)]},
        boxes=[{"page": 0, "text": f"LINE {i:03d}", "tolerance_pt": 3,
                "bbox": [21.8, 100 * i - 57.2, 117.5, 100 * i - 39.6]} for i in (1, 72, 144)],
        why="B6: very tall page: nothing cut off, every numbered line is read.")

    book = Book()
    for side in (10, 1):
        book.page(f"1 0 0 rg 0 0 {side / 2} {side} re f", (0, 0, side, side))
    yield "tiny_pages.pdf", book.save(), one(
        2, page_sizes=[[10, 10], [1, 1]],
        pixels=[px(0, 20, 40, RED, scale=8), px(0, 60, 40, WHITE, scale=8),
                px(1, 4, 8, RED, scale=16), px(1, 12, 8, WHITE, scale=16)],
        why="B14/C1: 10 x 10 pt and 1 x 1 pt pages: never a side of 0 pixels.")

    book = Book()
    sizes = ((595, 842, "PORTRAIT-A4"), (1191, 842, "LANDSCAPE-A3"), (100, 100, "SMALL"))
    boxes = []
    for width, height, word in sizes:
        book.page(text(20, height - 40, 18, word) + "0 0 20 20 re f", (0, 0, width, height))
    yield "mixed_sizes.pdf", book.save(), one(
        3, page_sizes=[[w, h] for w, h, _ in sizes],
        contains={str(i): [s[2]] for i, s in enumerate(sizes)},
        pixels=[p for i, s in enumerate(sizes)
                for p in (px(i, 10, s[1] - 10, BLACK), px(i, 10, s[1] - 30, WHITE))],
        why="B14: the page size is kept per page.")


def form_xobject(pdf, font, width, height, content):
    return pdf.stream(content, f"/Type /XObject /Subtype /Form /BBox [0 0 {width} {height}] "
                               f"/Resources << /Font << /Helv {font} 0 R >> >>")


def form_book(fields, annotations, need_appearances):
    """`fields` and `annotations` are functions (pdf, font) -> dictionary text."""
    book = Book()
    pdf, helv = book.pdf, book.font
    field_numbers = [pdf.add(f(pdf, helv)) for f in fields]
    other_numbers = [pdf.add(f(pdf, helv)) for f in annotations]
    need = "/NeedAppearances true" if need_appearances else ""
    kids = " ".join(f"{n} 0 R" for n in field_numbers)
    book.root_extra = (f"/AcroForm << /Fields [{kids}] {need} "
                       f"/DR << /Font << /Helv {helv} 0 R >> >> /DA (/Helv 14 Tf 0 g) >>")
    annots = " ".join(f"{n} 0 R" for n in field_numbers + other_numbers)
    book.page(text(20, 170, 12, "FORM PAGE"), extra=f"/Annots [{annots}]")
    return book.save()


def text_field(appearance):
    def make(pdf, font):
        ap = ""
        if appearance:
            content = "/Tx BMC q BT 0 g /Helv 14 Tf 4 8 Td (FORM-42) Tj ET Q EMC"
            ap = f"/AP << /N {form_xobject(pdf, font, 140, 24, content)} 0 R >>"
        return ("<< /Type /Annot /Subtype /Widget /FT /Tx /T (field) /V (FORM-42) "
                f"/DA (/Helv 14 Tf 0 g) /Rect [20 120 160 144] /F 4 {ap} >>")
    return make


def check_box(pdf, font):
    on = form_xobject(pdf, font, 20, 20, "0 g 3 3 14 14 re f")
    off = form_xobject(pdf, font, 20, 20, "0 G 0.5 0.5 19 19 re S")
    return ("<< /Type /Annot /Subtype /Widget /FT /Btn /T (check) /V /Yes /AS /Yes /F 4 "
            f"/Rect [200 120 220 140] /AP << /N << /Yes {on} 0 R /Off {off} 0 R >> >> >>")


def free_text(appearance):
    def make(pdf, font):
        ap = ""
        if appearance:
            content = "BT 0 g /Helv 14 Tf 4 8 Td (NOTE-17) Tj ET"
            ap = f"/AP << /N {form_xobject(pdf, font, 120, 24, content)} 0 R >>"
        return ("<< /Type /Annot /Subtype /FreeText /Contents (NOTE-17) /DA (/Helv 14 Tf 0 g) "
                f"/Rect [20 70 140 94] /F 4 {ap} >>")
    return make


def stamp(pdf, font):
    content = "1 0 0 rg 0 0 60 30 re f 1 g 10 10 40 10 re f"
    ap = form_xobject(pdf, font, 60, 30, content)
    return ("<< /Type /Annot /Subtype /Stamp /Name /Approved /Rect [200 60 260 90] /F 4 "
            f"/AP << /N {ap} 0 R >> >>")


def hidden_stamp(pdf, font):
    return stamp(pdf, font).replace("[200 60 260 90]", "[200 10 260 40]").replace("/F 4", "/F 2")


def forms():
    text_box, note_box = (20, 56, 160, 80), (20, 106, 140, 130)
    yield "form_need_appearances.pdf", form_book([text_field(False), check_box], [], True), one(
        page_sizes=[[300, 200]], contains={"0": ["FORM PAGE"]},
        ink=[ink(0, text_box, 0.03, 0.5), ink(0, (200, 60, 220, 80), 0.03, 0.6)],
        why="B10: FORM-42 has no appearance stream (NeedAppearances): the value must be drawn, and "
            "the box must be marked (its own square or the viewer's check mark); form values are "
            "not part of PDFium's page text.")
    yield "form_with_appearance.pdf", form_book([text_field(True), check_box], [], False), one(
        page_sizes=[[300, 200]], contains={"0": ["FORM PAGE"]},
        ink=[ink(0, text_box, 0.03, 0.5)],
        pixels=[px(0, 210, 70, BLACK), px(0, 230, 70, WHITE)],
        why="B10: text field FORM-42 and a checked box, both with appearance streams.")
    yield "annot_freetext_stamp.pdf", form_book(
        [], [free_text(True), stamp, hidden_stamp], False), one(
            page_sizes=[[300, 200]], ink=[ink(0, note_box, 0.03, 0.5)],
            pixels=[px(0, 203, 113, RED), px(0, 230, 125, WHITE), px(0, 203, 163, WHITE)],
            why="B10: FreeText NOTE-17 and a red stamp with appearances are drawn, the hidden "
                "stamp is not.")
    yield "annot_freetext_no_appearance.pdf", form_book([], [free_text(False)], False), one(
        page_sizes=[[300, 200]], contains={"0": ["FORM PAGE"]}, ink=[ink(0, note_box, 0.03, 0.5)],
        why="B10: FreeText NOTE-17 without an appearance stream (PDFium with a form environment "
            "makes one).")


def generate():
    for part in (geometry, forms):
        yield from part()
