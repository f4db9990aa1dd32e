"""PDF standard security handler (RC4-128, AES-128, AES-256) with fixed salts and IVs.

Deliberately insecure: the same input must give the same bytes on every run.  Only streams are
encrypted, because the documents made here hold no strings outside their content streams.
"""

import hashlib
import struct

from pdfkit import FILE_ID

PAD = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
PERMISSIONS = -44  # printing, copying: everything that matters is allowed


def rc4(key, data):
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) & 255
        state[i], state[j] = state[j], state[i]
    i = j = 0
    out = bytearray()
    for byte in data:
        i = (i + 1) & 255
        j = (j + state[i]) & 255
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) & 255])
    return bytes(out)


def _double(v):
    return ((v << 1) ^ 0x1B) & 255 if v & 128 else v << 1


def _make_sbox():
    box = [0x63] * 256
    p = q = 1
    while True:
        p ^= _double(p)
        q ^= q << 1
        q ^= q << 2
        q ^= q << 4
        q &= 255
        if q & 128:
            q ^= 9
        r = q
        x = q
        for _ in range(4):
            r = ((r << 1) | (r >> 7)) & 255
            x ^= r
        box[p] = x ^ 0x63
        if p == 1:
            return box


SBOX = _make_sbox()
DOUBLE_SBOX = [_double(v) for v in SBOX]
SHIFT = [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11]


class Aes:
    def __init__(self, key):
        words = [list(key[i:i + 4]) for i in range(0, len(key), 4)]
        n = len(words)
        rounds = n + 6
        rcon = 1
        for i in range(n, 4 * (rounds + 1)):
            w = list(words[i - 1])
            if i % n == 0:
                w = [SBOX[b] for b in w[1:] + w[:1]]
                w[0] ^= rcon
                rcon = _double(rcon)
            elif n > 6 and i % n == 4:
                w = [SBOX[b] for b in w]
            words.append([a ^ b for a, b in zip(words[i - n], w)])
        self.keys = [sum(words[4 * r:4 * r + 4], []) for r in range(rounds + 1)]

    def block(self, data):
        s = [a ^ b for a, b in zip(data, self.keys[0])]
        for key in self.keys[1:-1]:
            t = []
            for c in range(0, 16, 4):
                a, b, d, e = (s[SHIFT[c]], s[SHIFT[c + 1]], s[SHIFT[c + 2]], s[SHIFT[c + 3]])
                a1, b1, d1, e1 = SBOX[a], SBOX[b], SBOX[d], SBOX[e]
                a2, b2, d2, e2 = DOUBLE_SBOX[a], DOUBLE_SBOX[b], DOUBLE_SBOX[d], DOUBLE_SBOX[e]
                t += [a2 ^ b2 ^ b1 ^ d1 ^ e1 ^ key[c], a1 ^ b2 ^ d2 ^ d1 ^ e1 ^ key[c + 1],
                      a1 ^ b1 ^ d2 ^ e2 ^ e1 ^ key[c + 2], a2 ^ a1 ^ b1 ^ d1 ^ e2 ^ key[c + 3]]
            s = t
        return bytes(SBOX[s[SHIFT[i]]] ^ self.keys[-1][i] for i in range(16))

    def cbc(self, iv, data, pad):
        if pad:
            n = 16 - len(data) % 16
            data += bytes([n]) * n
        out = []
        for i in range(0, len(data), 16):
            iv = self.block(bytes(a ^ b for a, b in zip(iv, data[i:i + 16])))
            out.append(iv)
        return b"".join(out)


def hash_2b(password, salt, user=b""):
    """ISO 32000-2, algorithm 2.B."""
    k = hashlib.sha256(password + salt + user).digest()
    i = 0
    while True:
        e = Aes(k[:16]).cbc(k[16:32], (password + k + user) * 64, pad=False)
        kind = (hashlib.sha256, hashlib.sha384, hashlib.sha512)[sum(e[:16]) % 3]
        k = kind(e).digest()
        i += 1
        if i >= 64 and e[-1] <= i - 32:
            return k[:32]


class Legacy:
    """V2/R3 (RC4) or V4/R4 (AESV2), both with 128-bit keys."""

    def __init__(self, user, owner, aes):
        self.aes = aes
        user, owner = (user + PAD)[:32], (owner + PAD)[:32]
        k = owner
        for _ in range(51):
            k = hashlib.md5(k).digest()
        self.o = user
        for i in range(20):
            self.o = rc4(bytes(b ^ i for b in k), self.o)
        k = hashlib.md5(user + self.o + struct.pack("<i", PERMISSIONS) + FILE_ID).digest()
        for _ in range(50):
            k = hashlib.md5(k).digest()
        self.key = k
        u = hashlib.md5(PAD + FILE_ID).digest()
        for i in range(20):
            u = rc4(bytes(b ^ i for b in k), u)
        self.u = u + PAD[:16]

    def encrypt(self, number, data):
        seed = self.key + struct.pack("<I", number)[:3] + b"\0\0"
        if not self.aes:
            return rc4(hashlib.md5(seed).digest(), data)
        iv = hashlib.md5(b"iv%d" % number).digest()
        return iv + Aes(hashlib.md5(seed + b"sAlT").digest()).cbc(iv, data, pad=True)

    def dictionary(self):
        head = ("/V 4 /R 4 /CF << /StdCF << /CFM /AESV2 /AuthEvent /DocOpen /Length 16 >> >> "
                "/StmF /StdCF /StrF /StdCF" if self.aes else "/V 2 /R 3")
        return (f"<< /Filter /Standard {head} /Length 128 /P {PERMISSIONS} "
                f"/O <{self.o.hex()}> /U <{self.u.hex()}> >>")


class Aes256:
    """V5/R6 (AESV3)."""

    def __init__(self, user, owner):
        self.key = hashlib.sha256(b"mineru.cpp hostile test key").digest()
        zero = bytes(16)
        vs, ks = b"uservali", b"userkeys"
        self.u = hash_2b(user, vs) + vs + ks
        self.ue = Aes(hash_2b(user, ks)).cbc(zero, self.key, pad=False)
        vs, ks = b"ownrvali", b"ownrkeys"
        self.o = hash_2b(owner, vs, self.u) + vs + ks
        self.oe = Aes(hash_2b(owner, ks, self.u)).cbc(zero, self.key, pad=False)
        plain = struct.pack("<i", PERMISSIONS) + b"\xff" * 4 + b"Tadb" + b"mcpp"
        self.perms = Aes(self.key).block(plain)

    def encrypt(self, number, data):
        iv = hashlib.md5(b"iv%d" % number).digest()
        return iv + Aes(self.key).cbc(iv, data, pad=True)

    def dictionary(self):
        return ("<< /Filter /Standard /V 5 /R 6 /Length 256 "
                "/CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> "
                f"/StmF /StdCF /StrF /StdCF /P {PERMISSIONS} /EncryptMetadata true "
                f"/O <{self.o.hex()}> /U <{self.u.hex()}> /OE <{self.oe.hex()}> "
                f"/UE <{self.ue.hex()}> /Perms <{self.perms.hex()}> >>")
