"""What the source checkers share: finding files, blanking comments and strings, scanning scopes."""

import argparse
import fnmatch
import os
import re
import sys
from dataclasses import dataclass

CPP_SUFFIXES = (".cc", ".h", ".inc", ".cpp")
CPP_ROOTS = ("src", "include", "tests", "bench", "tools", "examples")
SKIPPED_FOLDERS = {"build", "out", "third_party", "node_modules", "__pycache__", ".git", ".venv"}


def walk(root, folders, suffixes=CPP_SUFFIXES):
    """Yields repository-relative paths, sorted, of files below the given folders."""
    for folder in folders:
        for here, subfolders, names in os.walk(os.path.join(root, folder)):
            subfolders[:] = sorted(d for d in subfolders if d not in SKIPPED_FOLDERS)
            for name in sorted(names):
                if name.endswith(suffixes):
                    yield os.path.relpath(os.path.join(here, name), root).replace(os.sep, "/")


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def matches(path, patterns):
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)


def run(check, description):
    """Command line of every checker: prints `check(root)`'s problems, exits 1 if there are any."""
    parser = argparse.ArgumentParser(description=description)
    default_root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--root", default=default_root, help="tree to check (this repository)")
    root = parser.parse_args().root
    problems = check(root)
    for problem in problems:
        print(problem)
    name = os.path.basename(sys.argv[0])
    print(f"{name}: {len(problems)} problem(s)" if problems else f"{name}: ok", file=sys.stderr)
    return 1 if problems else 0


_TOKEN = re.compile(
    r'//(?:[^\n\\]|\\.|\\\n)*'                              # line comment
    r'|/\*.*?(?:\*/|\Z)'                                    # block comment
    r'|\b(?:u8|[uUL])?R"(?P<tag>[^\s()\\]{0,16})\(.*?\)(?P=tag)"'  # raw string
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|(?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)*'",                # not a digit separator
    re.DOTALL)


def split_comments(text):
    """Returns (code, comments): same length and lines, with the other part turned into spaces.

    Strings keep their quotes and lose their contents, so no rule ever matches inside one.
    """
    def spaces(piece):
        return re.sub(r"[^\n]", " ", piece)

    code, comments, end = [], [], 0
    for token in _TOKEN.finditer(text):
        plain, found = text[end:token.start()], token.group()
        code.append(plain)
        comments.append(spaces(plain))
        if found.startswith("/"):
            code.append(spaces(found))
            comments.append(found)
        else:
            code.append(found[0] + spaces(found[1:-1]) + found[-1])
            comments.append(spaces(found))
        end = token.end()
    code.append(text[end:])
    comments.append(spaces(text[end:]))
    return "".join(code), "".join(comments)


def blank_preprocessor(code):
    """Directives and the continuation lines of macros become spaces: their braces need not match."""
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", lambda m: re.sub(r"[^\n]", " ", m.group()),
                  code, flags=re.MULTILINE)


@dataclass
class Function:
    head: str         # everything before its opening brace
    open_line: int
    close_line: int


@dataclass
class Statement:
    scope: str        # "namespace", "type", "enum", "function", "init" or "block"
    text: str         # up to its `;`, a nested brace pair reduced to `{}`
    line: int         # where it starts


@dataclass
class _Scope:
    kind: str
    head: str
    head_line: int
    open_line: int
    parens: int


_CTOR_INIT = re.compile(r"\)[^;]*(?<!:)[:,](?!:)\s*[\w:]+(<[^<>]*>)?\s*$", re.DOTALL)
_DECORATION = re.compile(r"\b(alignas|__attribute__|MINERU_\w+)\s*\((?:[^()]|\([^()]*\))*\)"
                         r"|\[\[[^\]]*\]\]")


def _outside_parens(text):
    depth, out = 0, []
    for char in text:
        if char in "([":
            depth += 1
        if depth == 0:
            out.append(char)
        if char in ")]":
            depth -= 1
            if depth == 0:
                out.append("()")
    return "".join(out)


def _classify(head, inside):
    if inside not in ("namespace", "type"):
        return "block"
    head = _DECORATION.sub(" ", head).strip()
    if re.search(r"\bnamespace\b", head) or re.fullmatch(r'extern\s*"\s*"', head):
        return "namespace"
    flat = _outside_parens(head)
    if re.match(r"enum\b", flat):
        return "enum"
    if re.match(r"(template\s*<.*>\s*)?(requires\b.*)?(class|struct|union)\b", flat, re.DOTALL) \
            and "()" not in flat:
        return "type"
    without_operator = re.sub(r"\boperator\s*\S+?(?=\()|\boperator\s*[^\w\s(]+", "operator", head)
    without_template = re.sub(r"^\s*(template\s*<[^{}]*?>\s*)+(?=\w)", "", without_operator)
    if re.search(r"(?<![=!<>])=(?!=)", _outside_parens(without_template)):
        return "init"
    if "()" not in flat or _CTOR_INIT.search(head):
        return "init"
    return "function"


def scan(code):
    """Returns (functions, statements) of comment-free code.

    A brace counter, not a parser: right on code laid out as clang-format does it here.
    """
    code = blank_preprocessor(code)
    functions, statements, stack = [], [], []
    head, head_line, parens, line = "", 0, 0, 1
    for char in code:
        inside = stack[-1].kind if stack else "namespace"
        if char == "\n":
            line += 1
        if char == "{":
            # A brace within parentheses is a lambda's or an argument's: always a block.
            kind = "block" if parens else _classify(head, inside)
            stack.append(_Scope(kind, head, head_line or line, line, parens))
            head, head_line, parens = "", 0, 0
        elif char == "}" and stack:
            scope = stack.pop()
            head, head_line, parens = scope.head + "{}", scope.head_line, scope.parens
            if scope.kind == "function":
                functions.append(Function(scope.head.strip(), scope.open_line, line))
            ends_statement = scope.kind in ("function", "namespace") or (
                scope.kind == "block" and parens == 0
                and not re.match(r"\s*(inline |static |thread_local |const)", head))
            if ends_statement:
                head, head_line = "", 0
        elif char == ";" and parens == 0:
            if head.strip():
                statements.append(Statement(inside, " ".join(head.split()), head_line))
            head, head_line = "", 0
        else:
            parens += (char in "([") - (char in ")]")
            if head_line == 0 and not char.isspace():
                head_line = line
            if head_line:
                head += char
            if re.fullmatch(r"\s*(public|private|protected)\s*:", head):
                head, head_line = "", 0
    return functions, statements
