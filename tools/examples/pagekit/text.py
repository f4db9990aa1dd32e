"""Markup to tokens, tokens to lines.

Markup: <b> <i> <tt> <m> (maths italic) <sup> <sub> <c> (link colour), nested at will; '<' has no escape.
"""

import re
from collections import deque
from dataclasses import dataclass, field, replace

import pyphen

from . import fonts

_HYPHENS = pyphen.Pyphen(lang="en_US", left=3, right=3)
_TAG = re.compile(r"<(/?)(b|i|tt|m|sup|sub|c)>")
_CLOSERS = "，。、；：？！）》”’】」％…—·"
_OPENERS = "（《“‘【「"
LINK = (0.05, 0.2, 0.55)


@dataclass(frozen=True)
class Style:
    family: str = "times"
    size: float = 10
    leading: float = 12
    align: str = "justify"  # justify, left, center, right
    first: float = 0  # indent of the first line, relative to left
    left: float = 0
    right: float = 0
    before: float = 0
    after: float = 0
    bold: bool = False
    italic: bool = False
    mono: bool = False
    color: tuple = (0, 0, 0)
    hyphens: bool = True

    def but(self, **changes):
        return replace(self, **changes)


@dataclass
class Piece:
    text: str
    shown: str
    face: str
    size: float
    rise: float
    color: tuple
    width: float = 0

    def __post_init__(self):
        self.width = fonts.width(self.shown, self.face, self.size)


@dataclass
class Token:
    pieces: list = field(default_factory=list)
    gap: float = 0  # natural distance to the token before it
    space: bool = False  # a space stands before it in the text
    elastic: bool = False  # the distance before it may grow
    stuck: bool = False  # no line may begin with it
    hyphen: float = 0  # width of the hyphen drawn after it, not part of the text

    @property
    def width(self):
        return sum(p.width for p in self.pieces) + self.hyphen

    @property
    def text(self):
        return "".join(p.text for p in self.pieces)


def is_chinese(style):
    return style.family in ("song", "hei")


def is_cjk(c):
    return "\u2e80" <= c <= "\u9fff" or "\uff00" <= c <= "\uffef" or c in "“”‘’…—·①②③④⑤"


def _face(style, tags):
    family = fonts.FAMILIES[style.family]
    if "m" in tags:
        return family.maths, False
    if "tt" in tags or style.mono:
        return family.mono, False
    bold, italic = style.bold or "b" in tags, style.italic != ("i" in tags)
    face = (
        family.bold_italic
        if bold and italic
        else family.bold if bold else family.italic if italic else family.regular
    )
    return face, family.ligatures


def tokens(markup, style):
    """The words of a paragraph; between Chinese characters every character is a word."""
    out, tags, joined, space = [], [], False, False
    chinese = is_chinese(style)

    def put(text, start_new, stuck=False, elastic=False):
        nonlocal space, joined
        face, ligatures = _face(style, tags)
        size, rise = style.size, 0
        if "sup" in tags:
            size, rise = style.size * 0.68, style.size * 0.36
        elif "sub" in tags:
            size, rise = style.size * 0.68, -style.size * 0.18
        piece = Piece(
            text,
            fonts.ligate(text) if ligatures else text,
            face,
            size,
            rise,
            LINK if "c" in tags else style.color,
        )
        if start_new or not out:
            gap = fonts.width(" ", _face(style, [])[0], style.size) if space else 0
            if not space and elastic == "script":
                gap = style.size * 0.14
            out.append(Token([piece], gap, space, space or bool(elastic), stuck))
        else:
            out[-1].pieces.append(piece)
        space, joined = False, True

    position = 0
    for match in [*_TAG.finditer(markup), None]:
        chunk = markup[position : match.start() if match else len(markup)]
        for part in re.findall(r"[ \n]+|[^ \n]+", chunk):
            if part.isspace():
                space, joined = True, False
                continue
            if not chinese:
                put(part, not joined)
                continue
            for run in re.findall(
                r"[\u2e80-\u9fff\uff00-\uffef“”‘’…—·①②③④⑤]|[^\u2e80-\u9fff\uff00-\uffef“”‘’…—·①②③④⑤]+",
                part,
            ):
                before = out[-1].text[-1] if out else ""
                cjk = is_cjk(run)
                plain = (
                    bool(before)
                    and cjk != is_cjk(before)
                    and before not in _CLOSERS + _OPENERS
                    and run not in _CLOSERS + _OPENERS
                )
                put(
                    run,
                    cjk or not joined or is_cjk(before),
                    stuck=run in _CLOSERS or before in _OPENERS,
                    elastic="script" if plain else "cjk",
                )
        if match:
            position = match.end()
            if match.group(1):
                tags.remove(match.group(2))
            else:
                tags.append(match.group(2))
    return out


def _has_ligatures(face):
    return any(
        f.ligatures and face in (f.regular, f.italic, f.bold, f.bold_italic)
        for f in fonts.FAMILIES.values()
    )


def _split(token, room):
    """The longest hyphenated head that fits in room, with its tail; or nothing."""
    if len(token.pieces) != 1:
        return None
    piece = token.pieces[0]
    match = re.fullmatch(r"([(\"'“]*)([A-Za-z\-]{6,})([).,;:?!\"'”]*)", piece.text)
    if not match:
        return None
    word = match.group(2)
    places = (
        [i + 1 for i, c in enumerate(word[:-3]) if c == "-" and i > 2]
        if "-" in word
        else list(_HYPHENS.positions(word))
    )
    shape = fonts.ligate if _has_ligatures(piece.face) else str
    for place in sorted(places, reverse=True):
        head, tail = match.group(1) + word[:place], word[place:] + match.group(3)
        drawn = "" if head.endswith("-") else "-"
        first = Piece(head, shape(head), piece.face, piece.size, piece.rise, piece.color)
        extra = fonts.width(drawn, piece.face, piece.size)
        if first.width + extra <= room:
            return (
                Token([first], token.gap, token.space, token.elastic, token.stuck, extra),
                Token([Piece(tail, shape(tail), piece.face, piece.size, piece.rise, piece.color)]),
            )
    return None


def break_lines(words, measure, first=0, hyphens=True, room=None):
    """Greedy lines of at most `measure`; after `room` lines the words left over. The last of `room` lines is
    never hyphenated, so that a paragraph is cut between columns at a space."""
    queue, lines, line, filled = deque(words), [], [], 0.0
    while queue and (room is None or len(lines) < room):
        word = queue.popleft()
        free = measure - (first if not lines else 0) - filled - (word.gap if line else 0)
        if word.width <= free + 0.01 or not line:
            line.append(word)
            filled += word.width + (word.gap if len(line) > 1 else 0)
            continue
        parts = None
        if hyphens and free > 9 and (room is None or len(lines) + 1 < room):
            parts = _split(word, free)
        if parts:
            line.append(parts[0])
            queue.appendleft(parts[1])
        else:
            carried = [word]
            while carried[0].stuck and len(line) > 1:
                carried.insert(0, line.pop())
            queue.extendleft(reversed(carried))
        lines.append(line)
        line, filled = [], 0.0
    if line:
        if room is not None and len(lines) >= room:
            queue.extendleft(reversed(line))
        else:
            lines.append(line)
    return lines, list(queue)


def plain(lines):
    """The text of lines with hyphenated words whole and single spaces."""
    out = ""
    for line in lines:
        for i, word in enumerate(line):
            out += (" " if word.space and out else "") + word.text
    return re.sub("[ \u00a0]+", " ", out)
