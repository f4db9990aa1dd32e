#!/usr/bin/env python3
"""Fails on constructs that this project does without, and on work notes without an issue number.

An exception needs a reason on the line itself, or alone on the line above:

    std::thread reader(...);  // banned-ok: the pool cannot be used before main
"""

import os
import re
import sys

import check_common as common

LIBRARIES = ("src/", "include/")
ESCAPE = re.compile(r"(?://|#)\s*banned-ok:\s*\S")
# The brackets keep this file from matching itself.
NOTE = re.compile(r"\b([T]ODO(?!\(#\d+\))|[F]IXME|[X]XX|[H]ACK)\b")
SCRIPT_ROOTS = ("scripts", ".ci", "tools", "cmake", "src", "tests", "bench")
SCRIPT_FILES = ("Makefile", "CMakeLists.txt")

# (where it applies, where it does not, pattern on code without comments and strings, what to do)
RULES = [
    (LIBRARIES, (), r"(?<!operator )(?<!<)\bnew\b",
     "raw new: use std::make_unique, a container or AlignedBuffer"),
    (LIBRARIES, (), r"(?<!operator )\bdelete\b", "raw delete: let an owner do it"),
    (LIBRARIES, (),
     r"(?<![\w.>:])(?:std::|::)?(?:malloc|calloc|realloc|free|strdup|aligned_alloc|posix_memalign)"
     r"\s*\(",
     "C allocation: use a container, AlignedBuffer, or unique_ptr with a deleter"),
    (LIBRARIES, ("src/base/",), r"\bstd::(?:thread|jthread|async)\b(?!::id)|\bpthread_create\b",
     "threads are started in base/ only: use its pools"),
    (LIBRARIES, ("src/engine/stream",),
     r"\b(?:shared_ptr|make_shared|weak_ptr|enable_shared_from_this)\b",
     "shared ownership: only engine/stream has two owners; use values, unique_ptr or references"),
    (common.CPP_ROOTS, (), r"\bstd::(?:w?regex|basic_regex|regex_\w+)\b|#\s*include\s*<regex>",
     "std::regex is slow and overflows the stack: write the scan by hand"),
    (LIBRARIES, ("src/cli/",), r"#\s*include\s*<(?:iostream|iomanip)>|\bstd::(?:cout|cerr|clog|cin)\b",
     "iostream in a library: use base/log or fmt"),
    (common.CPP_ROOTS, (), r"\bassert\s*\(|#\s*include\s*<(?:cassert|assert\.h)>",
     "assert vanishes in release builds: use MINERU_CHECK or MINERU_DCHECK"),
]
RULES = [(tuple(w if w.endswith("/") else w + "/" for w in where), but, re.compile(pattern), advice)
         for where, but, pattern, advice in RULES]

NOT_A_VARIABLE = re.compile(
    r"(using|typedef|template|static_assert|friend|class|struct|union|enum|namespace|concept|return"
    r"|asm)\b")
STORAGE = re.compile(r"^((inline|static|thread_local|extern|constinit|mutable)\s+)+")


def is_mutable_global(statement):
    """Variables of static storage that are not constant, as well as a look at one statement tells."""
    text = re.sub(r"\[\[[^\]]*\]\]|\balignas\s*\([^)]*\)|\bextern\s*\"\s*\"", " ", statement.text)
    text = text.strip()
    storage = STORAGE.match(text + " ")
    words = storage.group().split() if storage else []
    at_namespace = statement.scope == "namespace"
    if not at_namespace and "static" not in words and "thread_local" not in words:
        return False
    declaration = STORAGE.sub("", text)
    if NOT_A_VARIABLE.match(declaration) or re.search(r"\bconstexpr\b|\boperator\b", declaration):
        return False
    previous = None
    while previous != declaration:     # template arguments may hold parentheses and const
        previous = declaration
        declaration = re.sub(r"<[^<>]*>", "", declaration)
    declaration = re.split(r"=|\{", declaration)[0]
    if "(" in declaration:             # a function
        return False
    pointer = declaration.rfind("*")
    if re.search(r"\bconst\b", declaration[pointer + 1:]):
        return False
    if "&" in declaration and re.search(r"\bconst\b", declaration):
        return False
    return re.fullmatch(r"[\w:]+[\w:\s*&]*[\s*&][\w:]+\s*(\[[^\]]*\]\s*)*", declaration.strip()) \
        is not None


def escaped_lines(text):
    """Lines that an escape covers: its own, and the next where it stands alone."""
    covered = set()
    for number, line in enumerate(text.splitlines(), 1):
        if ESCAPE.search(line):
            covered.add(number)
            if re.match(r"\s*(//|#)", line):
                covered.add(number + 1)
    return covered


def check_cpp(root, path):
    text = common.read(root, path)
    code, comments = common.split_comments(text)
    found = []
    for where, but, pattern, advice in RULES:
        if path.startswith(where) and not (but and path.startswith(but)):
            for match in pattern.finditer(code):
                if match.group() == "delete" and re.search(r"=\s*$", code[:match.start()]):
                    continue               # a deleted function
                found.append((code.count("\n", 0, match.start()) + 1, advice))
    if path.startswith(LIBRARIES):
        for statement in common.scan(code)[1]:
            if is_mutable_global(statement):
                found.append((statement.line, "mutable global: pass state in, or make it constant"))
    return found + find_notes(comments), escaped_lines(text)


def find_notes(comments):
    return [(comments.count("\n", 0, note.start()) + 1,
             f"{note.group()} without an issue: file one, and write its (#number) after the word")
            for note in NOTE.finditer(comments)]


def check_script(root, path):
    text = common.read(root, path)
    # Good enough for Python, shell, make and CMake: a note is looked for after the first #.
    comments = "\n".join(line.partition("#")[2] for line in text.splitlines())
    return find_notes(comments), escaped_lines(text)


def script_paths(root):
    for path in common.walk(root, SCRIPT_ROOTS, ("",)):
        name = os.path.basename(path)
        is_command = "." not in name and path.startswith(("scripts/", ".ci/"))
        if name.endswith((".py", ".sh", ".cmake")) or name in SCRIPT_FILES or is_command:
            yield path
    yield from (name for name in SCRIPT_FILES if os.path.exists(os.path.join(root, name)))


def check(root):
    problems = []
    work = [(check_cpp, path) for path in common.walk(root, common.CPP_ROOTS)]
    work += [(check_script, path) for path in script_paths(root)]
    for checker, path in work:
        found, escaped = checker(root, path)
        problems += [f"{path}:{line}: {advice}" for line, advice in sorted(set(found))
                     if line not in escaped]
    return problems


if __name__ == "__main__":
    sys.exit(common.run(check, __doc__))
