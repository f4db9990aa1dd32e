"""PNG files without a library."""

import struct
import zlib


def png(width, height, pixel):
    """Bytes of an 8-bit RGB PNG; pixel(x, y) gives three values."""
    rows = b"".join(b"\0" + bytes(v for x in range(width) for v in pixel(x, y))
                    for y in range(height))

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def golden_png(width, height):
    """The picture of tests/golden/README.md."""
    return png(width, height,
               lambda x, y: ((7 * x + 3 * y) % 256, (x * x + 5 * y) % 256, x * y % 256))
