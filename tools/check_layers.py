#!/usr/bin/env python3
"""Fails on every include that src/layers.txt does not allow.

Also fails on `../`, on project headers in angle brackets, on modules that the table does not know,
and on headers that include each other in a circle.
"""

import re
import sys

import check_common as common

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(<[^>\n]+>|"[^"\n]+")', re.MULTILINE)
TABLE = "src/layers.txt"


class Layers:
    """The parsed table; `problems` lists what is wrong with the table itself."""

    def __init__(self, text):
        self.modules = {}      # module -> items
        self.extras = []       # (file pattern, items)
        self.fences = []       # (file patterns, items)
        self.problems = []
        for number, line in enumerate(text.splitlines(), 1):
            line = line.split("#", 1)[0].strip()
            if line:
                self._add_line(line, number)

    def _add_line(self, line, number):
        left, colon, right = line.partition(":")
        left, items = left.split(), right.split()
        if not colon or not left:
            self.problems.append(f"{TABLE}:{number}: expected 'name: items', found '{line}'")
        elif left[0] == "fence":
            self.fences.append((left[1:], items))
        elif "/" in left[0]:
            self.extras.append((left[0], items))
            self._check_rank(left[0].split("/")[0], items, number)
        else:
            self._check_rank(left[0], items, number)
            self.modules[left[0]] = items

    def _check_rank(self, module, items, number):
        for item in items:
            if item.split("/")[0] not in self.modules:
                self.problems.append(
                    f"{TABLE}:{number}: '{module}' may not list '{item}': it is not of a module "
                    "further up in the table (includes go down, never up or sideways)")

    def allowed(self, path):
        """Items that src/<path> may include besides its own module."""
        items = list(self.modules[path.split("/")[0]])
        for pattern, extra in self.extras:
            if common.matches(path, [pattern]):
                items += extra
        return items

    def fence(self, path):
        for patterns, items in self.fences:
            if common.matches(path, patterns):
                return items
        return None


def includes(root, path):
    """Yields (line, target with its quotes or brackets); commented-out includes do not count."""
    text = common.read(root, path)
    code, _ = common.split_comments(text)   # blanks what stands between the quotes, keeps the place
    for found in INCLUDE.finditer(text):
        if code[found.start():found.end()].strip().startswith("#"):
            yield text.count("\n", 0, found.start(1)) + 1, found.group(1)


def check_style(layers, where, target):
    """Rules for every C++ file of the repository."""
    name = target[1:-1]
    if ".." in name.split("/"):
        return f'{where}: includes {target}: no "../"; write "module/file.h"'
    if target[0] == "<" and (name.split("/")[0] in layers.modules and "/" in name):
        return f'{where}: includes {target}: project headers go in quotes: "{name}"'
    return None


def check_module_include(layers, path, where, target):
    """Rules for a quoted include in src/<path>."""
    name, module = target[1:-1], path.split("/")[0]
    other = name.split("/")[0]
    if "/" not in name:
        return f'{where}: includes {target}: write "module/file.h"'
    if other == "mineru":       # the public header, include/mineru/
        return None
    if other not in layers.modules:
        return f"{where}: includes {target}: '{other}' is not a module of {TABLE}"
    items = layers.allowed(path)
    if other == module or other in items or name in items:
        return None
    return (f"{where}: includes {target}: '{module}' may include only: "
            f"{' '.join(items) or 'nothing'} ({TABLE})")


def check_fence(root, layers, graph):
    """Fenced files, and every project header that they reach, include only the listed headers."""
    problems = []
    work = [(path, layers.fence(path)) for path in graph if layers.fence(path) is not None]
    seen = {path for path, _ in work}
    while work:
        path, items = work.pop(0)
        for line, target in includes(root, "src/" + path):
            name = target[1:-1]
            if not common.matches(target if target[0] == "<" else name, items):
                problems.append(f"src/{path}:{line}: includes {target}: instruction-set files, and "
                                f"what they include, may include only: {' '.join(items)} ({TABLE})")
            elif name in graph and name not in seen:
                seen.add(name)
                work.append((name, items))
    return problems


def find_circles(graph):
    """Reports each circle of includes once, at the include that closes it."""
    problems, state = [], {}

    def visit(path, trail):
        state[path] = "open"
        for line, target in graph[path]:
            if state.get(target) == "open":
                circle = trail[trail.index(target):] + [target]
                problems.append(f"src/{path}:{line}: circle of includes: {' -> '.join(circle)}")
            elif target in graph and target not in state:
                visit(target, trail + [target])
        state[path] = "done"

    for path in graph:
        if path not in state:
            visit(path, [path])
    return problems


def check(root):
    layers = Layers(common.read(root, TABLE))
    problems = list(layers.problems)
    graph = {}      # path below src/ -> [(line, quoted include)]
    for path in common.walk(root, common.CPP_ROOTS):
        inside = path[len("src/"):] if path.startswith("src/") else None
        if inside is not None:
            graph[inside] = []
            if "/" not in inside or inside.split("/")[0] not in layers.modules:
                problems.append(f"{path}:1: is in no module of {TABLE}")
                continue
        for line, target in includes(root, path):
            where = f"{path}:{line}"
            problem = check_style(layers, where, target)
            if inside is not None and target[0] == '"':
                graph[inside].append((line, target[1:-1]))
                problem = problem or check_module_include(layers, inside, where, target)
            if problem:
                problems.append(problem)
    return problems + check_fence(root, layers, graph) + find_circles(graph)


if __name__ == "__main__":
    sys.exit(common.run(check, __doc__))
