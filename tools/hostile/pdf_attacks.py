"""PDFs that attack the reader: bombs, loops, truncation, encryption.

Each bomb is page 2 of 3, so a test can see that it costs one page and not the document.
Functions yield (file name, bytes, list of expectations).
"""

import struct

from pdfcrypt import Aes256, Legacy
from pdfkit import Book, Pdf, flate, flate_repeat, text

SIZE = [300, 200]
BOMB_LIMITS = {"seconds": 60, "rss_mb": 2048}
SPENT = ["deadline_exceeded", "resource_exhausted"]


def sandwich(fill):
    """GOOD-ONE, the page made by `fill(book)`, GOOD-THREE."""
    book = Book()
    book.text_page("GOOD-ONE")
    fill(book)
    book.text_page("GOOD-THREE")
    return book.save()


def sandwich_expect(why, middle="any", middle_size=SIZE, contains=None, **more):
    words = {"0": ["GOOD-ONE"], "2": ["GOOD-THREE"]}
    words.update(contains or {})
    return [{"open": "ok", "pages": 3, "page_sizes": [SIZE, middle_size, SIZE],
             "page_status": ["ok", middle, "ok"], "contains": words, **more, "why": why}]


def bombs():
    def image_page(book):
        side = 30000
        image = book.pdf.image(flate_repeat(bytes(side // 8), side), side, side,
                               "/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode")
        book.page("14400 0 0 14400 0 0 cm /Im Do", (0, 0, 14400, 14400),
                  xobjects=f"/Im {image} 0 R")
    yield "bomb_page_14400_image_30000.pdf", sandwich(image_page), sandwich_expect(
        "B7: 200 x 200 inch page whose image claims 30000 x 30000 1-bit: cap the bitmap from the "
        "page size before rendering; rendered small or failed are both right.",
        middle_size=[14400, 14400], limits=BOMB_LIMITS)

    def rgb_image_page(book):
        side = 30000
        once = flate_repeat(bytes(side * 3), side)
        image = book.pdf.image(flate(once), side, side, "/ColorSpace /DeviceRGB "
                               "/BitsPerComponent 8 /Filter [/FlateDecode /FlateDecode]")
        book.page("300 0 0 200 0 0 cm /Im Do", xobjects=f"/Im {image} 0 R")
    yield "bomb_image_rgb_2700mb.pdf", sandwich(rgb_image_page), sandwich_expect(
        "B7: ordinary page, but its image decodes to 2.7 GB of RGB (Flate twice).",
        limits=BOMB_LIMITS)

    def image_claim_page(book):
        image = book.pdf.image(flate(bytes(100)), 2147483647, 2147483647, "/ColorSpace /DeviceRGB "
                               "/BitsPerComponent 8 /Filter /FlateDecode")
        book.page("300 0 0 200 0 0 cm /Im Do", xobjects=f"/Im {image} 0 R")
    yield "bomb_image_claims_int_max.pdf", sandwich(image_claim_page), sandwich_expect(
        "B7: image claims 2147483647 x 2147483647 (size arithmetic must not overflow).",
        limits={"seconds": 20, "rss_mb": 1024})

    def nested(unit, count):
        def fill(book):
            data = flate(flate_repeat(unit, count))
            number = book.pdf.stream(data, "/Filter [/FlateDecode /FlateDecode]", compress=False)
            book.page(contents_ref=number)
        return fill
    yield "bomb_content_flate_1200mb.pdf", sandwich(nested(b" ", 1_200_000_000)), sandwich_expect(
        "B7: content stream of 1.2 GB of blanks behind Flate twice: bounded memory and time.",
        limits=BOMB_LIMITS)
    yield "bomb_content_rectangles.pdf", sandwich(nested(b"0 0 1 1 re f\n", 8_000_000)), \
        sandwich_expect(
            "B7: 8 million rectangles in 104 MB of content behind Flate twice: the page-object "
            "list, not the bytes, is what eats memory (2.7 GB in PDFium).",
            limits=BOMB_LIMITS)

    def laughs_page(book):
        levels = [book.pdf.reserve() for _ in range(10)]
        for i, number in enumerate(levels):
            last = i == 9
            content = "0 0 1 1 re f\n" if last else "/X Do\n" * 10
            inner = "" if last else f"/XObject << /X {levels[i + 1]} 0 R >>"
            book.pdf.stream(content, "/Type /XObject /Subtype /Form /BBox [0 0 300 200] "
                            f"/Resources << {inner} >>", number=number)
        book.page("/X Do\n" * 10, xobjects=f"/X {levels[0]} 0 R")
    yield "bomb_form_billion_laughs.pdf", sandwich(laughs_page), sandwich_expect(
        "B7/B16: forms draw the next one ten times, ten levels: 10^10 rectangles; the page must "
        "end by the deadline, the others must be there (PDFium itself runs until memory ends).",
        middle="failed", page_error_codes=[[], SPENT, []], limits=BOMB_LIMITS)

    def slow_page(book):
        side = 20000
        image = book.pdf.image(flate(flate_repeat(b"\x55" * (side // 8), side)), side, side,
                               "/ColorSpace /DeviceGray /BitsPerComponent 1 "
                               "/Filter [/FlateDecode /FlateDecode]")
        draws = "".join(f"q {280 - i * 0.1:g} 0 0 {190 - i * 0.1:g} 5 5 cm /Im Do Q\n"
                        for i in range(1000))
        book.page(draws, xobjects=f"/Im {image} 0 R")
    yield "bomb_slow_1000_images.pdf", sandwich(slow_page), sandwich_expect(
        "B7: a 20000 x 20000 1-bit image drawn 1000 times at slightly different sizes: little "
        "memory, very much time (over a minute in PDFium, 76 MB); the deadline must end it.",
        limits=BOMB_LIMITS)

    def dash_page(book):
        book.page("[0.0001] 0 d 1 w 0 100 m " + "300 100 l 0 100 l " * 100 + "S")
    yield "bomb_dash_tiny.pdf", sandwich(dash_page), sandwich_expect(
        "B7: lines of 60000 pt with dashes of 0.0001 pt: 3 x 10^8 dashes.", limits=BOMB_LIMITS)

    def pattern_page(book):
        pattern = book.pdf.stream("0 0 0.001 0.001 re f", "/Type /Pattern /PatternType 1 "
                                  "/PaintType 1 /TilingType 1 /BBox [0 0 0.001 0.001] /XStep 0.001 "
                                  "/YStep 0.001 /Resources << >>")
        number = book.pdf.stream("/Pattern cs /P scn 0 0 300 200 re f")
        page = book.page(contents_ref=number)
        body = book.pdf.bodies[page].replace(b"/XObject << ", b"/Pattern << /P %d 0 R >> "
                                             b"/XObject << " % pattern)
        book.pdf.put(page, body)
    yield "bomb_pattern_tiny_steps.pdf", sandwich(pattern_page), sandwich_expect(
        "B7: tiling pattern of 0.001 pt cells over the page: 6 x 10^10 tiles.", limits=BOMB_LIMITS)


def loops():
    def self_form(draws):
        def fill(book):
            number = book.pdf.reserve()
            book.pdf.stream("0 0 50 50 re f\n" + "/X Do\n" * draws, "/Type /XObject /Subtype /Form "
                            "/BBox [0 0 300 200] "
                            f"/Resources << /XObject << /X {number} 0 R >> >>", number=number)
            book.page(text(20, 160, 18, "SELF-FORM") + "/X Do\n", xobjects=f"/X {number} 0 R")
        return fill
    yield "loop_form_draws_itself.pdf", sandwich(self_form(1)), sandwich_expect(
        "B16: a form XObject that draws itself: cut the recursion, keep the page.",
        contains={"1": ["SELF-FORM"]}, middle="ok", limits={"seconds": 20, "rss_mb": 1024})
    yield "loop_form_draws_itself_twice.pdf", sandwich(self_form(2)), sandwich_expect(
        "B16: a form XObject that draws itself twice: 2^depth draws unless self-reference is cut "
        "(the PDFium of pypdfium2 5.15.2 eats all memory): kept or failed, but only this page.",
        limits=BOMB_LIMITS)

    book = Book()
    first, second = book.text_page("KID-A"), book.text_page("KID-B")
    book.pdf.put(book.tree, f"<< /Type /Pages /Kids [{first} 0 R {book.tree} 0 R {second} 0 R] "
                            "/Count 3 >>")
    yield "loop_kids_own_parent.pdf", book.save(), [{
        "open": "ok", "page_sizes": [SIZE], "page_status": ["ok"], "contains": {"0": ["KID-A"]},
        "limits": {"seconds": 10, "rss_mb": 512},
        "why": "B16: the Kids array holds its own parent: no endless walk; the real first page is "
               "there (how many pages are reported after it is left open)."}]

    book = Book()
    good = book.text_page("KID-A")
    a, b = book.pdf.reserve(), book.pdf.reserve()
    book.pdf.put(a, f"<< /Type /Pages /Parent {book.tree} 0 R /Kids [{b} 0 R] /Count 1000000 >>")
    book.pdf.put(b, f"<< /Type /Pages /Parent {a} 0 R /Kids [{a} 0 R] /Count 1000000 >>")
    book.pdf.put(book.tree, f"<< /Type /Pages /Kids [{good} 0 R {a} 0 R] /Count 1000001 >>")
    yield "loop_kids_two_nodes_million.pdf", book.save(), [{
        "open": "any", "limits": {"seconds": 60, "rss_mb": 512},
        "why": "B16: two page-tree nodes hold each other and claim a million pages: no hang, no "
               "million retries; a clear error for the document is as right as one good page."}]

    data = Book()
    data.text_page("PREV-LOOP")
    first = data.save()
    offset = first.rindex(b"xref\n0 ")
    # The first table points at the second and the second at the first.
    placeholder = b"/Prev 9999999999 >>"
    first = first.replace(b" >>\nstartxref", b" /Prev 9999999999 >>\nstartxref")
    second_offset = len(first)
    root = data.root
    first = first.replace(placeholder, b"/Prev %010d >>" % second_offset)
    yield "loop_xref_prev.pdf", first + (
        b"xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size %d /Root %d 0 R /Prev %d >>\n"
        b"startxref\n%d\n%%%%EOF\n" % (data.pdf.next_number, root, offset, second_offset)), [{
            "open": "ok", "pages": 1, "page_sizes": [SIZE], "page_status": ["ok"],
            "contains": {"0": ["PREV-LOOP"]}, "limits": {"seconds": 10, "rss_mb": 512},
            "why": "B16: two xref sections whose /Prev point at each other."}]

    yield from object_stream_loops()

    book = Book()
    number = book.pdf.reserve()
    body = text(20, 160, 18, "LENGTH-LOOP").encode()
    book.pdf.put(number, b"<< /Length %d 0 R >>\nstream\n" % number + body + b"\nendstream")
    book.page(contents_ref=number)
    yield "loop_stream_length_self.pdf", book.save(), [{
        "open": "ok", "pages": 1, "page_status": ["any"], "limits": {"seconds": 10, "rss_mb": 512},
        "why": "B16: a stream whose /Length is a reference to the stream itself."}]


def xref_stream_pdf(compressed, plain, entries, stream_number, root, size, extends=None):
    """One object stream, one xref stream; `entries` overrides xref rows."""
    numbers = sorted(compressed)
    head, body = "", ""
    for n in numbers:
        head += f"{n} {len(body)} "
        body += compressed[n] + "\n"
    pdf = Pdf()
    more = f"/Extends {extends} 0 R" if extends else ""
    pdf.stream(head + body, f"/Type /ObjStm /N {len(numbers)} /First {len(head)} {more}",
               number=stream_number)
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    rows = {0: (0, 0, 65535)}
    for i, n in enumerate(numbers):
        rows[n] = (2, stream_number, i)
    for n, blob in {**plain, stream_number: pdf.bodies[stream_number]}.items():
        rows[n] = (1, len(out), 0)
        out += b"%d 0 obj\n" % n + blob + b"\nendobj\n"
    xref_number, start = size - 1, len(out)
    rows[xref_number] = (1, start, 0)
    rows.update(entries)
    table = b"".join(struct.pack(">BIH", *rows.get(n, (0, 0, 0))) for n in range(size))
    pdf.stream(table, f"/Type /XRef /W [1 4 2] /Size {size} /Root {root} 0 R", number=xref_number)
    out += b"%d 0 obj\n" % xref_number + pdf.bodies[xref_number] + b"\nendobj\n"
    return bytes(out) + b"startxref\n%d\n%%%%EOF\n" % start


def object_stream_loops():
    objects = {
        1: "<< /Type /Catalog /Pages 2 0 R >>",
        2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 5 0 R "
           "/Resources << /Font << /F1 4 0 R >> >> >>",
        4: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    }
    content = Pdf()
    content.stream(text(20, 160, 18, "OBJSTM-LOOP"), number=5)
    limits = {"seconds": 10, "rss_mb": 512}
    yield "loop_objstm_extends_self.pdf", xref_stream_pdf(
        objects, {5: content.bodies[5]}, {}, 6, 1, 8, extends=6), [{
            "open": "ok", "pages": 1, "page_sizes": [SIZE], "page_status": ["ok"],
            "contains": {"0": ["OBJSTM-LOOP"]}, "limits": limits,
            "why": "B16: object stream whose /Extends names itself; its objects are all fine."}]
    yield "loop_objstm_inside_itself.pdf", xref_stream_pdf(
        objects, {5: content.bodies[5]}, {6: (2, 6, 0)}, 6, 1, 8), [{
            "open": "any", "also_accept": ["corrupt_data"], "error_code": "corrupt_data",
            "limits": limits,
            "why": "B16: the xref says the object stream is stored inside itself; corrupt_data, or "
                   "repaired, but no recursion without end."}]


def truncation():
    book = Book()
    for i in range(1, 6):
        filler = "".join(text(20, 180 - 7 * k, 6, f"page {i} filler line {k} {i * k * 7919}")
                         for k in range(20))
        book.page(text(20, 188, 8, f"CUT-{i}") + filler)
    whole = book.save()
    yield "cut60.pdf", whole[:len(whole) * 6 // 10], [{
        "open": "error", "error_code": "corrupt_data", "limits": {"seconds": 10, "rss_mb": 512},
        "why": "B16: PDF cut at 60 %: no xref, no trailer, and the page tree was never written "
               "(nothing says which object is the root)."}]

    book = Book()
    for i in range(1, 4):
        book.text_page(f"CUT-{i}")
    whole = book.save()
    update = Pdf()
    update.stream("".join(f"{i * 7919 % 1000} {i} m\n" for i in range(400)),
                  number=book.pdf.next_number)
    tail = update.object_bytes(book.pdf.next_number)
    yield "cut_in_update.pdf", whole + tail[:len(tail) * 6 // 10], [{
        "open": "ok", "pages": 3, "page_sizes": [SIZE] * 3, "page_status": ["ok"] * 3,
        "contains": {str(i): [f"CUT-{i + 1}"] for i in range(3)},
        "why": "B16: complete document followed by a cut incremental update: the last complete "
               "revision counts."}]

    yield "text_named.pdf", b"This is a plain text file.\nIt only claims to be a PDF.\n" * 5, [{
        "open": "error", "error_code": "unsupported", "also_accept": ["corrupt_data"],
        "limits": {"seconds": 1, "rss_mb": 512},
        "why": "B16/C8: text renamed .pdf: an error that names the content, never a crash."}]
    yield "empty.pdf", b"", [{
        "open": "error", "error_code": "corrupt_data", "also_accept": ["unsupported",
                                                                       "invalid_argument"],
        "limits": {"seconds": 1, "rss_mb": 512}, "why": "C8: 0-byte file."}]
    yield "page_missing_contents.pdf", sandwich(lambda b: b.page()), sandwich_expect(
        "B16: page 2 has no /Contents: that is a legal blank page.", middle="ok")
    yield "page_contents_dangling.pdf", sandwich(lambda b: b.page(contents_ref=9999)), \
        sandwich_expect("B16: /Contents of page 2 names an object that does not exist (= null).",
                        middle="ok")
    yield "page_mediabox_0x0.pdf", sandwich(
        lambda b: b.page(text(0, 0, 9, "ZERO"), (0, 0, 0, 0))), sandwich_expect(
            "B16: page 2 has a 0 x 0 MediaBox: failed, or a default size; never a division by "
            "zero (PDFium shows it as US Letter).", middle_size=None)

    def nan_box(book):
        page = book.text_page("BOXWORD")
        book.pdf.put(page, book.pdf.bodies[page].replace(b"[0 0 300 200]",
                                                         b"[0 0 1e38 99999999999999999999]"))
    yield "page_mediabox_absurd.pdf", sandwich(nan_box), sandwich_expect(
        "B7/B16: page 2 claims a MediaBox of 1e38 x 1e20: size arithmetic must saturate.",
        middle_size=None, limits={"seconds": 20, "rss_mb": 1024})

    def null_page(book):
        book.kids.append(book.pdf.add("null"))
    yield "page_null_in_middle.pdf", sandwich(null_page), sandwich_expect(
        "B16: the second page object is null: that page fails, 1 and 3 are read.",
        middle="failed", middle_size=None)

    def garbage(book):
        noise = bytes((i * i * 31 + i * 7) & 255 for i in range(4000))
        book.page(contents_ref=book.pdf.stream(noise, "/Filter /FlateDecode", compress=False))
    yield "page_contents_garbage.pdf", sandwich(garbage), sandwich_expect(
        "B16: content stream of page 2 is not Flate data at all.")


def encryption():
    makers = {
        "enc_rc4_128.pdf": lambda: Legacy(b"secret", b"owner", aes=False),
        "enc_aes_128.pdf": lambda: Legacy(b"secret", b"owner", aes=True),
        "enc_aes_256.pdf": lambda: Aes256(b"secret", b"owner"),
    }
    for name, make in makers.items():
        book = Book("2.0" if "256" in name else "1.7", make())
        book.text_page("TOP-SECRET")
        opened = {"open": "ok", "pages": 1, "page_sizes": [SIZE], "page_status": ["ok"],
                  "contains": {"0": ["TOP-SECRET"]}}
        refused = {"open": "error", "error_code": "password_required"}
        yield name, book.save(), [
            {**refused, "why": "B5: no password given: a distinct error, not 'corrupt'."},
            {"password": "wrong", **refused, "why": "B5: wrong password."},
            {"password": "secret", **opened, "why": "B5: user password opens it."},
            {"password": "owner", **opened, "why": "B5: owner password opens it."}]
    for name, handler in (("enc_owner_only_rc4.pdf", Legacy(b"", b"owner", aes=False)),
                          ("enc_owner_only_aes_256.pdf", Aes256(b"", b"owner"))):
        book = Book("2.0", handler)
        book.text_page("OWNER-ONLY")
        yield name, book.save(), [{
            "open": "ok", "pages": 1, "page_sizes": [SIZE], "page_status": ["ok"],
            "contains": {"0": ["OWNER-ONLY"]},
            "why": "B5: only an owner password (empty user password): opens without asking."}]


def generate():
    for part in (bombs, loops, truncation, encryption):
        yield from part()
