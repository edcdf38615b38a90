"""A small reader of C++ text: enough to know functions, classes and namespace-scope statements, not a parser."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

# Raw strings, strings, characters, comments. Digit separators (1'000) are no characters.
LEXEME = re.compile(
    r'R"(?P<raw>[^()\\\s]{0,16})\(.*?\)(?P=raw)"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Za-z_])\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/', re.S)
NOT_NEWLINE = re.compile(r"[^\n]")
TYPE = re.compile(r"\b(?:class|struct|union)\s+(?:\[\[\w+\]\]\s*)?(\w+)(?:\s+final)?\s*(?::[^{;]*)?$")


def blank(text, strings):
    """Comments become spaces, and with `strings` also what stands inside quotes; every place stays where it is."""
    def replaced(match):
        word = match[0]
        if word.startswith("/"):
            return NOT_NEWLINE.sub(" ", word)
        if not strings:
            return word
        return word[0] + NOT_NEWLINE.sub(" ", word[1:-1]) + word[-1]
    return LEXEME.sub(replaced, text)


@dataclass
class Scope:
    kind: str  # "namespace", "type", "function", "table"
    head: str
    begin: int  # offset of the head's first character
    open: int
    end: int = 0
    name: str = ""
    statements: list = field(default_factory=list)  # (offset, text, access) directly inside, for namespaces and types


class Scopes:
    """Every scope outside function bodies; what a function's braces hold is not looked into."""

    def __init__(self, bare):
        self.text = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", lambda m: NOT_NEWLINE.sub(" ", m[0]), bare, flags=re.M)
        self.top = Scope("namespace", "", 0, 0, len(bare))
        self.all = [self.top]
        self.newlines = [m.start() for m in re.finditer("\n", self.text)]
        self.read()

    def line(self, offset):
        return bisect_right(self.newlines, offset - 1) + 1

    def read(self):
        stack, access, start, parens = [self.top], [""], 0, 0
        inside = 0  # depth of braces within a function, a table or a parenthesis
        for match in re.finditer(r"[{};()]|\b(public|protected|private|signals|Q_SIGNALS)\b[^;{}():]*:(?!:)", self.text):
            mark, place = match[0][0], match.start()
            if match[1]:
                if not inside and not parens and stack[-1].kind == "type":
                    access[-1] = match[1]
                    start = match.end()
            elif mark in "()":
                if not inside:
                    parens = max(0, parens + (1 if mark == "(" else -1))
            elif mark == "{":
                if inside or parens:
                    inside += 1
                    continue
                scope = self.classify(self.text[start:place], start, place)
                stack.append(scope)
                access.append("private" if re.search(r"\bclass\b", scope.head) else "public")
                self.all.append(scope)
                inside = 0 if scope.kind in ("namespace", "type") else 1
                start = place + 1
            elif mark == "}":
                if inside > 1 or (inside and parens):
                    inside -= 1
                    continue
                inside = 0
                if len(stack) > 1:
                    closed = stack.pop()
                    access.pop()
                    closed.end = place
                    if closed.kind == "function":
                        stack[-1].statements.append((closed.begin, closed.head, access[-1]))
                    # What follows braces that hold values still belongs to the statement: `const int kA = Size{8}.bytes;`
                    start = closed.begin if closed.kind == "table" else place + 1
            elif not inside and not parens:
                text = self.text[start:place]
                if text.strip():
                    stack[-1].statements.append((start + len(text) - len(text.lstrip()), text.strip(), access[-1]))
                start = place + 1

    def classify(self, head, start, place):
        begin = start + len(head) - len(head.lstrip())
        head = head.strip()
        bare = re.sub(r"\([^()]*\)", "()", head)
        if re.search(r"\bnamespace\b", head) or re.fullmatch(r'extern\s*"[^"]*"', head):
            return Scope("namespace", head, begin, place)
        found = TYPE.search(bare)
        if found and not re.search(r"\)\s*(?:const|noexcept|override|->.*)?$", bare.split(":")[0]):
            return Scope("type", head, begin, place, name=found[1])
        if re.search(r"\benum\b", head) or (re.search(r"=\s*$", head) and not re.search(r"operator\s*=\s*$", head)):
            return Scope("table", head, begin, place)
        if "(" not in head and head and not head.startswith(","):
            return Scope("table", head, begin, place)
        return Scope("function", head, begin, place)
