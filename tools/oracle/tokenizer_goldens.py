#!/usr/bin/env python3
"""Makes the goldens of the tokenizer with the `tokenizers` library.

    tools/oracle/tokenizer_goldens.py        writes tests/data/tokenizer/

* tiny.json: a small tokenizer, trained here, with awkward added tokens.
* tiny_goldens.json: ids and decoded text of strings and id sequences, for unit tests.
* full_goldens.json, full_goldens.bin: the same for the tokenizer that scripts/fetch_tokenizer
  brings. Ids in full for a few strings; for thousands one digest each, 8 bytes of a SHA-256. The
  strings come out of a generator that tests/e2e/full_tokenizer_test.cc has as well.

Needs tokenizers.
"""

import hashlib
import json
import pathlib
import struct
import subprocess
import sys

import tokenizers
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers
from tokenizers import pre_tokenizers, processors, trainers

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "tests" / "data" / "tokenizer"
FRAGMENTS = json.loads((OUT / "fragments.json").read_text())

NUM_STRINGS = 10500
NUM_ID_LISTS = 1500
CODES_PER_BLOCK = 1024
PATTERN = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
           r"|\s*[\r\n]+|\s+(?!\S)|\s+")


class Random:
    """Knuth's MMIX generator; the upper bits."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit


class Generator:
    """Strings of fragments. Any change here needs the same one in the C++ test."""

    def __init__(self, seed):
        self.random = Random(seed)
        self.groups = [[text.encode("utf-8", "surrogatepass") for text in group]
                       for group in FRAGMENTS["fragments"].values()]
        self.groups.append([bytes.fromhex(digits) for digits in FRAGMENTS["broken"]])
        self.ranges = FRAGMENTS["ranges"]

    def fragment(self):
        group = self.random.below(len(self.groups) + 2)
        if group < len(self.groups):
            return self.groups[group][self.random.below(len(self.groups[group]))]
        first, last = self.ranges[self.random.below(len(self.ranges))]
        code = first + self.random.below(last - first + 1)
        return chr(code).encode("utf-8", "surrogatepass")

    def string(self, index):
        count = 1 + self.random.below(200 if index % 100 == 99 else 12)
        out = b""
        while count > 0:
            count -= 1
            part = self.fragment()
            if self.random.below(10) == 0:
                part *= 1 + self.random.below(20)
            out += part
            if self.random.below(3) == 0:
                out += b" "
        return out


def text_of(data):
    return data.decode("utf-8", "replace")


class Pair:
    """A tokenizer, and the same without added tokens."""

    def __init__(self, definition):
        self.recognising = Tokenizer.from_str(definition)
        plain = json.loads(definition)
        plain["added_tokens"] = []
        self.plain = Tokenizer.from_str(json.dumps(plain))

    def encode(self, text):
        return (self.plain.encode(text, add_special_tokens=False).ids,
                self.recognising.encode(text, add_special_tokens=False).ids)

    def decode(self, ids):
        return (self.recognising.decode(ids, skip_special_tokens=False),
                self.recognising.decode(ids, skip_special_tokens=True))

    def golden(self, data):
        plain, recognised = self.encode(text_of(data))
        kept, skipped = self.decode(recognised)
        return {"hex": data.hex(), "plain": plain, "recognised": recognised, "kept": kept,
                "skipped": skipped}


def packed(ids):
    return struct.pack(f"<{len(ids)}i", *ids) + b"|"


def digest(data):
    return hashlib.sha256(data).digest()[:8]


def string_digest(pair, data):
    plain, recognised = pair.encode(text_of(data))
    kept, skipped = pair.decode(recognised)
    return digest(packed(plain) + packed(recognised) + kept.encode() + b"|" + skipped.encode())


def id_list(random, num_ids):
    # Now and then an id that does not exist.
    return [random.below(num_ids + num_ids // 100 + 1) for _ in range(1 + random.below(40))]


def block_text(first):
    """Every code point where a letter, a number, a space, a mark, and a line end make a difference."""
    return "".join(f"x{c} {c}1\u0315{c}\n"
                   for c in map(chr, range(first, first + CODES_PER_BLOCK))
                   if not 0xD800 <= ord(c) < 0xE000)


def samples():
    """A few strings of every kind of fragment, and mixtures."""
    separators = (b"", b" ", b"a")
    generator = Generator(7)
    chosen = [sep.join(group[start::4])
              for sep, group in zip(separators * 7, generator.groups) for start in range(4)]
    return chosen + [generator.string(i) for i in range(20)]


def train_tiny():
    tiny = Tokenizer(models.BPE())
    tiny.normalizer = normalizers.NFC()
    tiny.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(PATTERN), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, trim_offsets=False, use_regex=False)])
    tiny.post_processor = processors.ByteLevel(trim_offsets=False)
    tiny.decoder = decoders.ByteLevel()
    generator = Generator(1)
    texts = [text_of(generator.string(i)) for i in range(2000)]
    tiny.train_from_iterator(texts, trainers.BpeTrainer(
        vocab_size=600, initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False))
    tiny.add_special_tokens(["<|im_start|>", "<|im_end|>", "<|im_end|>\n", "<|image_pad|>",
                             "<|vision_start|>", "<|vision_end|>", "<|endoftext|>"])
    # Looked for in composed text; outside of the byte alphabet; inside of it, as no UTF-8.
    tiny.add_tokens([AddedToken("<fcel>", normalized=True), AddedToken("caf\u00e9", normalized=True),
                     AddedToken("e\u0301\u0323", normalized=True), AddedToken("<tool_call>"),
                     AddedToken("two words", normalized=False), AddedToken("\u4e16\u754c"),
                     AddedToken("\u00e9\u00e8", normalized=False)])
    return tiny.to_str()


def main():
    tiny = train_tiny()
    (OUT / "tiny.json").write_text(json.dumps(json.loads(tiny), separators=(",", ":")) + "\n")
    pair = Pair(tiny)
    random = Random(3)
    own = ["cafe\u0301 <fcel> <fcel>x two words two  words", "<|im_end|>\n<|im_end|><|im_end",
           "\u4e16\u754c\u00e9\u00e8e\u0323\u0301 caf\u00e9s", "e\u0301\u0323e\u0301", ""]
    goldens = {
        "tokenizers": tokenizers.__version__,
        "strings": [pair.golden(data) for data in samples()[::2] + [text.encode() for text in own]],
        "id_lists": []}
    for _ in range(60):
        ids = id_list(random, pair.recognising.get_vocab_size())
        kept, skipped = pair.decode(ids)
        goldens["id_lists"].append({"ids": ids, "kept": kept, "skipped": skipped})
    write_json("tiny_goldens.json", goldens)

    path = subprocess.run([ROOT / "scripts" / "fetch_tokenizer"], check=True, capture_output=True,
                          text=True).stdout.strip()
    definition = pathlib.Path(path).read_text()
    pair = Pair(definition)
    generator = Generator(11)
    strings = [generator.string(i) for i in range(NUM_STRINGS)]
    num_ids = pair.recognising.get_vocab_size()
    random = Random(13)
    lists = [id_list(random, num_ids) for _ in range(NUM_ID_LISTS)]
    digests = [string_digest(pair, data) for data in strings]
    digests += [digest("|".join(pair.decode(ids)).encode()) for ids in lists]
    blocks = range(0, 0x110000, CODES_PER_BLOCK)
    digests += [digest(packed(pair.encode(block_text(first))[0])) for first in blocks]
    (OUT / "full_goldens.bin").write_bytes(b"".join(digests))
    write_json("full_goldens.json", {
        "tokenizers": tokenizers.__version__,
        "tokenizer_sha256": hashlib.sha256(definition.encode()).hexdigest(),
        "num_ids": num_ids,
        "num_strings": NUM_STRINGS,
        "strings_sha256": hashlib.sha256(b"|".join(strings)).hexdigest(),
        "num_id_lists": NUM_ID_LISTS,
        "codes_per_block": CODES_PER_BLOCK,
        "strings": [pair.golden(data) for data in samples()]})
    print(f"{NUM_STRINGS} strings, {sum(map(len, strings))} bytes; {NUM_ID_LISTS} id lists; "
          f"{len(blocks)} blocks of code points")


def write_json(name, value):
    lines = {key: "[\n" + ",\n".join(json.dumps(item, separators=(",", ":")) for item in part)
             + "]" if isinstance(part, list) else json.dumps(part) for key, part in value.items()}
    text = ",\n".join(f"{json.dumps(key)}: {part}" for key, part in lines.items())
    (OUT / name).write_text("{" + text + "}\n")
    json.loads((OUT / name).read_text())


if __name__ == "__main__":
    sys.exit(main())
