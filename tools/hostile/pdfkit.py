"""A minimal PDF writer: no dependencies, every byte under control, no dates, no random ids."""

import zlib

FILE_ID = bytes(range(16))


def flate(data, level=9):
    return zlib.compress(data, level)


def flate_repeat(unit, count):
    """Deflate `unit` repeated `count` times without ever holding the expanded bytes."""
    block_units = max(1, (1 << 20) // len(unit))
    block = unit * block_units
    packer = zlib.compressobj(9)
    out = []
    while count >= block_units:
        out.append(packer.compress(block))
        count -= block_units
    out.append(packer.compress(unit * count))
    out.append(packer.flush())
    return b"".join(out)


class Pdf:
    """Objects are numbered from 1 in the order they are reserved or added."""

    def __init__(self, version="1.7"):
        self.version = version
        self.bodies = {}
        self.next_number = 1
        self.encryption = None

    def reserve(self):
        self.next_number += 1
        return self.next_number - 1

    def put(self, number, body):
        self.bodies[number] = body.encode("latin-1") if isinstance(body, str) else body
        return number

    def add(self, body):
        return self.put(self.reserve(), body)

    def stream(self, data, entries="", compress=True, number=None):
        """Add a stream; `data` is plain content if `compress`, or already filtered bytes."""
        number = number or self.reserve()
        if isinstance(data, str):
            data = data.encode("latin-1")
        if compress:
            data = flate(data)
            entries += " /Filter /FlateDecode"
        if self.encryption:
            data = self.encryption.encrypt(number, data)
        head = f"<< {entries} /Length {len(data)} >>\nstream\n".encode("latin-1")
        return self.put(number, head + data + b"\nendstream")

    def image(self, data, width, height, entries):
        head = f"/Type /XObject /Subtype /Image /Width {width} /Height {height} {entries}"
        return self.stream(data, head, compress=False)

    def helvetica(self):
        return self.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica "
                        "/Encoding /WinAnsiEncoding >>")

    def object_bytes(self, number):
        return b"%d 0 obj\n" % number + self.bodies[number] + b"\nendobj\n"

    def save(self, root, trailer_extra=""):
        out = bytearray(f"%PDF-{self.version}\n%\xe2\xe3\xcf\xd3\n".encode("latin-1"))
        offsets = {}
        for number in sorted(self.bodies):
            offsets[number] = len(out)
            out += self.object_bytes(number)
        start = len(out)
        size = self.next_number
        out += b"xref\n0 %d\n0000000000 65535 f \n" % size
        for number in range(1, size):
            if number in offsets:
                out += b"%010d 00000 n \n" % offsets[number]
            else:
                out += b"0000000000 00000 f \n"
        extra = trailer_extra
        if self.encryption:
            extra += f" /Encrypt {self.add_direct_encrypt()}"
        ident = FILE_ID.hex()
        out += (f"trailer\n<< /Size {size} /Root {root} 0 R /ID [<{ident}> <{ident}>] {extra} >>\n"
                f"startxref\n{start}\n%%EOF\n").encode("latin-1")
        self.offsets, self.xref_offset = offsets, start
        return bytes(out)

    def add_direct_encrypt(self):
        return self.encryption.dictionary()


class Book:
    """A document with a flat page tree and one shared Helvetica (/F1)."""

    def __init__(self, version="1.7", encryption=None):
        self.pdf = Pdf(version)
        self.pdf.encryption = encryption
        self.root = self.pdf.reserve()
        self.tree = self.pdf.reserve()
        self.font = self.pdf.helvetica()
        self.kids = []
        self.root_extra = ""

    def page(self, content=None, box=(0, 0, 300, 200), extra="", fonts="", xobjects="",
             contents_ref=None):
        number = self.pdf.reserve()
        if content is not None:
            contents_ref = self.pdf.stream(content)
        reference = f"/Contents {contents_ref} 0 R" if contents_ref else ""
        box_text = " ".join(f"{v:g}" for v in box)
        self.pdf.put(number, f"<< /Type /Page /Parent {self.tree} 0 R /MediaBox [{box_text}] "
                             f"/Resources << /Font << /F1 {self.font} 0 R {fonts} >> "
                             f"/XObject << {xobjects} >> >> {reference} {extra} >>")
        self.kids.append(number)
        return number

    def text_page(self, word, box=(0, 0, 300, 200)):
        return self.page(text(20, box[3] - 40, 18, word), box)

    def save(self, trailer_extra=""):
        kids = " ".join(f"{k} 0 R" for k in self.kids)
        self.pdf.put(self.root, f"<< /Type /Catalog /Pages {self.tree} 0 R {self.root_extra} >>")
        if self.tree not in self.pdf.bodies:
            self.pdf.put(self.tree, f"<< /Type /Pages /Kids [{kids}] /Count {len(self.kids)} >>")
        return self.pdf.save(self.root, trailer_extra)


def text(x, y, size, words, font="F1"):
    escaped = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"BT /{font} {size:g} Tf {x:g} {y:g} Td ({escaped}) Tj ET\n"


def displayed(point, box, rotate):
    """User space -> displayed space (points, top-left origin) of a page with this visible box."""
    x0, x1 = sorted((box[0], box[2]))
    y0, y1 = sorted((box[1], box[3]))
    width, height = x1 - x0, y1 - y0
    x, y = point[0] - x0, y1 - point[1]
    return {0: (x, y), 90: (height - y, x), 180: (width - x, height - y),
            270: (y, width - x)}[rotate % 360]


def displayed_box(rect, box, rotate):
    (ax, ay), (bx, by) = (displayed(p, box, rotate) for p in (rect[:2], rect[2:]))
    return [round(v, 3) for v in (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))]


def displayed_size(box, rotate):
    width, height = abs(box[2] - box[0]), abs(box[3] - box[1])
    return [height, width] if rotate % 180 else [width, height]


def px(page, x, y, rgb, tolerance=8, scale=1.0):
    return {"page": page, "scale": scale, "x": int(x), "y": int(y), "rgb": list(rgb),
            "tolerance": tolerance}


BLACK, WHITE, RED = (0, 0, 0), (255, 255, 255), (255, 0, 0)


def ink(page, box, low, high=1.0, scale=2.0):
    return {"page": page, "scale": scale, "bbox": list(box), "min_dark": low, "max_dark": high}


def one(pages=1, why="", **fields):
    return [{"open": "ok", "pages": pages, "page_status": ["ok"] * pages, **fields, "why": why}]
