#!/usr/bin/env python3
"""Keeps the documentation true: its commands run, its links resolve, its lists are complete.

usage: docs_test.py [unittest arguments]

MINERU_BIN_DIR holds mineru-cpp and mineru-media-worker; the default is build/release/bin.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN_DIR = pathlib.Path(os.environ.get("MINERU_BIN_DIR") or ROOT / "build/release/bin").resolve()
TIMEOUT = 300   # seconds a block may take, with sanitizers on a busy machine

READMES = ("README.md", "README.zh-CN.md")
WITH_COMMANDS = (*READMES, "docs/cli.md")

# Lines that are proven elsewhere: the first needs a bare system, and CI runs the others. A line that
# is neither here nor a call of the program fails the test, so that nobody forgets to decide.
PROVEN_ELSEWHERE = {
    "apt-get install -y git make",
    "git clone REPOSITORY_URL mineru.cpp",
    "cd mineru.cpp",
    "make demo",
    "make test",
}
PROGRAM = re.compile(r"^(MINERU_PASSWORD=\S+ )?(build/release/bin/)?mineru-cpp( |$)")

NOT_OURS = {".git", "build", "third_party", "out", "node_modules"}

FENCE = re.compile(r"^(`{3,})([^\n`]*)\n(.*?)^\1[ \t]*$", re.M | re.S)
LINK = re.compile(r"!?\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^()\s]+(?:\([^()\s]*\))?)\)")
IDENTIFIER = re.compile(r"^`((?:\w+::)*~?\w+)(?:\(\))?`$")


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def markdown_files():
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(set(folders) - NOT_OURS)
        for name in sorted(names):
            if name.endswith(".md"):
                yield (pathlib.Path(folder) / name).relative_to(ROOT)


def fences(text):
    """(language, body) of every fenced block."""
    return [(m[2].strip(), m[3]) for m in FENCE.finditer(text)]


def without_code(text):
    """The text outside fenced blocks; links and headings in code are none."""
    return FENCE.sub("", text)


def commands(body):
    """Lines of a shell block without comments and blank lines; continued lines joined."""
    lines = []
    for line in re.sub(r"\\\n\s*", "", body).splitlines():
        line = re.sub(r"(^|\s)#.*$", "", line).strip()
        if line:
            lines.append(line)
    return lines


def headings(text):
    return [m[2].strip() for m in re.finditer(r"^(#{1,6}) (.+)$", without_code(text), re.M)]


def anchors(text):
    """GitHub's names of the headings."""
    names = set()
    for heading in headings(text):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        names.add(re.sub(r"[^\w\- ]", "", heading).replace(" ", "-"))
    return names


def links(path):
    """(text, target) of every link that stays in the repository."""
    # `![](images/FILE)` is an example, no link; [`name`](file) is one.
    text = re.sub(r"(`+)(.+?)\1", lambda m: "" if "](" in m[2] else m[0], without_code(read(path)))
    for match in LINK.finditer(text):
        target = match[2].strip("<>")
        if not re.match(r"[a-z][a-z0-9+.-]*:", target):
            yield match[1], target


class Commands(unittest.TestCase):
    """Shell blocks run in a folder that looks like a built checkout."""

    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="mineru-docs-")
        cls.addClassCleanup(holder.cleanup)
        cls.folder = folder = pathlib.Path(holder.name)
        shutil.copytree(ROOT / "examples", folder / "examples")
        (folder / "build/release").mkdir(parents=True)
        (folder / "build/release/bin").symlink_to(BIN_DIR)
        # What the examples of the pages are called.
        (folder / "scans").mkdir()
        shutil.copy(ROOT / "examples/scan.jpg", folder / "scans")
        shutil.copy(ROOT / "examples/paper.pdf", folder / "report.pdf")
        cls.done = set()

    def run_block(self, lines):
        environment = dict(os.environ, PATH=f"{BIN_DIR}:{os.environ['PATH']}", NO_COLOR="1")
        result = subprocess.run(["bash", "-euo", "pipefail", "-c", "\n".join(lines)],
                                cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(result.returncode, 0, f"{lines}\n{result.stdout}{result.stderr}")

    def test_commands(self):
        self.assertTrue((BIN_DIR / "mineru-cpp").is_file(), f"no program in {BIN_DIR}")
        for page in WITH_COMMANDS:
            for language, body in fences(read(page)):
                if language != "sh" or body.startswith("# not run"):
                    continue
                lines = [c for c in commands(body) if c not in PROVEN_ELSEWHERE]
                with self.subTest(page=page, lines=lines):
                    unknown = [c for c in lines if not PROGRAM.match(c)]
                    self.assertEqual(unknown, [], "neither the program nor in PROVEN_ELSEWHERE")
                    if lines and tuple(lines) not in self.done:
                        self.done.add(tuple(lines))
                        self.run_block(lines)

    def test_shown_markdown_is_what_the_program_writes(self):
        """```markdown blocks of the READMEs; a line that ends in an ellipsis was cut there."""
        self.run_block(["build/release/bin/mineru-cpp parse examples -q -o shown"])
        written = set()
        for path in self.folder.glob("shown/*/auto/*.md"):
            written.update(path.read_text(encoding="utf-8").splitlines())
        for page in READMES:
            shown = [b for language, b in fences(read(page)) if language == "markdown"]
            self.assertTrue(shown, f"{page} shows no result")
            for line in "".join(shown).splitlines():
                with self.subTest(page=page, line=line):
                    if line.endswith(" …"):
                        start = line.removesuffix(" …")
                        self.assertTrue(any(w.startswith(start) for w in written),
                                        "the program writes no such line")
                    elif line:
                        self.assertTrue(line in written, "the program does not write this line")

    def test_readmes_label_their_commands(self):
        for page in READMES:
            for language, body in fences(read(page)):
                if language != "sh":
                    self.assertFalse(any(PROGRAM.match(c) for c in commands(body)),
                                     f"{page}: a block with commands is not marked sh:\n{body}")


class Links(unittest.TestCase):
    def test_targets_exist(self):
        for page in markdown_files():
            for _, target in links(page):
                with self.subTest(page=str(page), target=target):
                    name, _, anchor = target.partition("#")
                    path = (ROOT / page).parent / name if name else ROOT / page
                    self.assertTrue(path.exists(), "no such file")
                    self.assertTrue(path.resolve().is_relative_to(ROOT), "leaves the repository")
                    if anchor and path.suffix == ".md":
                        self.assertIn(anchor, anchors(path.read_text(encoding="utf-8")))

    def test_named_functions_occur_in_their_files(self):
        """[`Class::function`](../src/file.cc): the last name stands in that file."""
        found = {}
        for page in markdown_files():
            for text, target in links(page):
                name = IDENTIFIER.match(text)
                path = (ROOT / page).parent / target.partition("#")[0]
                if not name or path.suffix not in (".h", ".cc", ".inc", ".py") or not path.exists():
                    continue
                found[str(page)] = found.get(str(page), 0) + 1
                with self.subTest(page=str(page), name=name[1], target=target):
                    last = name[1].split("::")[-1]
                    code = path.read_text(encoding="utf-8")
                    self.assertTrue(re.search(rf"(?<!\w){re.escape(last)}(?!\w)", code),
                                    "the file does not name it")
        self.assertGreater(found.get("docs/code-tour.md", 0), 20, "the tour names no functions")


class Readmes(unittest.TestCase):
    def test_both_have_the_same_shape(self):
        english, chinese = (read(page) for page in READMES)
        levels = [[len(m[0]) for m in re.findall(r"^((#{1,6})) ", without_code(text), re.M)]
                  for text in (english, chinese)]
        self.assertEqual(levels[0], levels[1], "headings")
        blocks = [fences(english), fences(chinese)]
        self.assertEqual([b[0] for b in blocks[0]], [b[0] for b in blocks[1]], "code blocks")
        for (language, ours), (_, theirs) in zip(*blocks):
            if language == "sh":
                self.assertEqual(commands(ours), commands(theirs))

    def test_figures_are_the_same(self):
        """What was measured is not measured twice."""
        def figures(text):
            rows = [row for row in text.splitlines() if row.startswith("|")]
            return [re.findall(r"\d+(?:[.,]\d+)*", row) for row in rows]
        self.assertEqual(figures(read(READMES[0])), figures(read(READMES[1])))


def sources(pattern):
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.*")
            if path.suffix in (".h", ".cc", ".inc") and
            re.search(pattern, path.read_text(encoding="utf-8"), re.M)}


class Lists(unittest.TestCase):
    """Lists that call themselves complete."""

    def linked(self, page):
        return {os.path.normpath(os.path.join("docs", target.partition("#")[0]))
                for _, target in links(page)}

    def test_locks_are_listed(self):
        used = sources(r"std::(recursive_|shared_)?(mutex|condition_variable|atomic)\b *[<>&\w]")
        missing = used - self.linked("docs/threading.md")
        self.assertEqual(missing, set(), "locks or atomics that docs/threading.md does not list")

    def test_interfaces_are_listed(self):
        page = read("docs/architecture.md")
        for path in sources(r"virtual ~"):
            for name in re.findall(r"virtual ~(\w+)", read(path)):
                self.assertIn(f"`{name}`", page, f"{path}: an interface that the page does not name")

    def test_layers_match_the_table(self):
        layers = {}
        for line in read("src/layers.txt").splitlines():
            match = re.match(r"^([a-z]+):(.*)$", line)
            if match:
                layers[match[1]] = set(match[2].split())
        table = {}
        for row in read("docs/architecture.md").splitlines():
            match = re.match(r"^\| `([a-z]+)` \| ([^|]*) \|", row)
            if match and match[1] in layers:
                table[match[1]] = set(re.findall(r"`([^`]+)`", match[2]))
        self.assertEqual(table, layers)

    def test_modules_exist_as_the_page_says(self):
        layers = re.findall(r"^([a-z]+):", read("src/layers.txt"), re.M)
        page = read("docs/architecture.md")
        later = re.search(r"^## Not here yet\n(.*?)(?=^## |\Z)", page, re.M | re.S)
        named = set(re.findall(r"^- `([a-z]+)`", later[1], re.M)) if later else set()
        absent = {m for m in layers if not any((ROOT / "src" / m).glob("*.h"))}
        self.assertEqual(named, absent, "modules that come later")


if __name__ == "__main__":
    unittest.main()
