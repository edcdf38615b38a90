"""The source tree as the rules see it: files, modules, includes and what CMake declares."""

import os
import re
from dataclasses import dataclass, field
from functools import cached_property

from scopes import Scopes, blank

CODE = (".cpp", ".h")
TEXT = CODE + (".py", ".sh", ".md", ".yaml", ".cmake", ".txt", ".json")
SKIPPED = {".git", "build", "images", "__pycache__", "golden"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.M)
CALL = re.compile(r"\b(ph_module|ph_program|ph_test)\s*\(([^)]*)\)", re.S)
KEYWORDS = {"NAME", "PCH", "DEPENDS", "LIBRARIES", "SOURCES", "QT"}


@dataclass(frozen=True)
class Finding:
    rule: str
    path: str
    line: int
    words: str

    def __str__(self):
        return f"{self.path}:{self.line}: [{self.rule}] {self.words}"


@dataclass
class File:
    path: str
    text: str

    @cached_property
    def lines(self):
        return self.text.splitlines()

    @cached_property
    def code(self):
        """The text with comments blanked, places unchanged."""
        return blank(self.text, strings=False)

    @cached_property
    def bare(self):
        """The text with comments and the insides of strings blanked, places unchanged."""
        return blank(self.text, strings=True)

    @cached_property
    def scopes(self):
        return Scopes(self.bare)

    @cached_property
    def includes(self):
        """(line, path, quoted) of every include."""
        return [(self.line_at(m.start(1) if m[1] else m.start(2)), m[1] or m[2], bool(m[1])) for m in INCLUDE.finditer(self.code)]

    def line_at(self, offset):
        return self.text.count("\n", 0, offset) + 1

    @property
    def is_code(self):
        return self.path.endswith(CODE)


@dataclass
class Target:
    """One ph_module or ph_program call."""
    kind: str
    name: str
    path: str
    line: int
    depends: list = field(default_factory=list)
    libraries: list = field(default_factory=list)

    @property
    def module(self):
        return module_of(self.path)


def module_of(path):
    """The module that a file belongs to: "store", "ui/jobs", "app/cli"; None outside src, ui and app."""
    parts = path.split("/")
    if parts[0] == "src" and len(parts) > 2:
        return parts[1]
    if parts[0] in ("ui", "app") and len(parts) > 2:
        return "/".join(parts[:2])
    return None


class Tree:
    def __init__(self, root):
        self.root = root

    @cached_property
    def files(self):
        found = {}
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(f for f in folders if f not in SKIPPED)
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), self.root)
                if not name.endswith(TEXT):
                    continue
                with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as stream:
                    found[path] = File(path, stream.read())
        return found

    def code(self, *tops):
        """Code files below the given top folders."""
        return [f for f in self.files.values() if f.is_code and f.path.split("/")[0] in tops]

    @cached_property
    def modules(self):
        """Folder of each module that has code, by its name."""
        found = {}
        for file in self.code("src", "ui", "app"):
            module = module_of(file.path)
            if module:
                found[module] = ("src/" if file.path.startswith("src/") else "") + module
        return found

    def module_of_include(self, include):
        """The module that a quoted include names, None if it is no module's."""
        parts = include.split("/")
        if parts[0] in ("ui", "app"):
            return "/".join(parts[:2]) if len(parts) > 2 else None
        return parts[0] if len(parts) > 1 and parts[0] in self.modules else None

    @cached_property
    def targets(self):
        found = []
        for file in self.files.values():
            if not file.path.endswith("CMakeLists.txt") or file.path.split("/")[0] not in ("src", "ui", "app"):
                continue
            text = re.sub(r"#[^\n]*", lambda m: " " * len(m[0]), file.text)
            for match in CALL.finditer(text):
                found.append(parse_target(match, file))
        return found


def parse_target(match, file):
    lists, key = {}, None
    for word in match[2].split():
        if word in KEYWORDS:
            key = word
        else:
            lists.setdefault(key, []).append(word)
    return Target(match[1], lists.get("NAME", ["?"])[0], file.path, file.line_at(match.start()), lists.get("DEPENDS", []),
                  lists.get("LIBRARIES", []))
