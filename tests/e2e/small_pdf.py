"""PDFs of a few text pages, made without any library."""


def make_pdf(pages):
    """A4, Helvetica; one page for each string, a line for each of its lines. ASCII only."""
    objects = {1: b"<< /Type /Catalog /Pages 2 0 R >>",
               3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"}
    kids = []
    for text in pages:
        page, contents = len(objects) + 2, len(objects) + 3
        kids.append(f"{page} 0 R")
        lines = [line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
                 for line in text.split("\n")]
        stream = "BT /F1 14 Tf 72 720 Td 20 TL " + " T* ".join(f"({line}) Tj" for line in lines) + " ET"
        objects[page] = (f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
                         f"/Resources << /Font << /F1 3 0 R >> >> /Contents {contents} 0 R >>").encode()
        objects[contents] = f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream".encode()
    objects[2] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()

    data, offsets = b"%PDF-1.7\n", {}
    for number in sorted(objects):
        offsets[number] = len(data)
        data += b"%d 0 obj\n" % number + objects[number] + b"\nendobj\n"
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for number in sorted(objects):
        data += b"%010d 00000 n \n" % offsets[number]
    return data + (b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
                   % (len(objects) + 1, start))
