"""Habits with a reason: awaited expressions, colours and pixels, route ids."""

import re

from tree import Finding

# GCC 12 destroys temporaries of an awaited expression twice or late, so what is awaited gets named objects.
AWAIT = re.compile(r"\bco_(await|spawn)\b")
LAMBDA = re.compile(r"(?:^|[\s(,=&|!])\[[^\[\]]*\]\s*(?:\([^()]*\)|<|\{|mutable\b)")
TEMPORARY = re.compile(r"\b(std::(?:string|vector|function|map|set|make_\w+|to_string|tuple|pair|array)|fmt::format|std::format)\s*(?:<[^;]*?>)?\s*[({]")
COLOUR = re.compile(r'"#[0-9A-Fa-f]{3,8}"|\bQColor\s*[({]\s*(?:"|0x|\d)|\bqRgba?\s*\(\s*\d|\bQt::(?:red|green|blue|cyan|magenta|yellow|gray|darkGray|lightGray'
                    r"|black|white|dark(?:Red|Green|Blue|Cyan|Magenta|Yellow))\b")
PIXELS = re.compile(r"\b(?:setContentsMargins|setSpacing|setHorizontalSpacing|setVerticalSpacing|setFixed(?:Width|Height|Size)|setMinimum(?:Width|Height|Size)"
                    r"|setMaximum(?:Width|Height|Size)|setIconSize|setRowHeight|setDefaultSectionSize|resize)\s*\((?:QSize\s*[({])?[^;]*?(?<!\* )\b(?!0\b)\d+\b(?!\s*\*)")
STYLE_PIXELS = re.compile(r'"[^"\n]*\b\d+px\b')
ROUTE = re.compile(r'\{"([a-z]+(?:\.[a-z]+)+)",')
SERVED_ONLY = {"server.openapi"}  # read by people and their tools


def expression(text, start):
    """From `start` to the end of the statement, or to the bracket that closes what the expression stands in."""
    depth = 0
    for place in range(start, len(text)):
        mark = text[place]
        if mark in "([{":
            depth += 1
        elif mark in ")]}":
            depth -= 1
            if depth < 0:
                return text[start:place]
        elif mark == ";" and depth == 0:
            return text[start:place]
        elif mark == "," and depth == 0:
            return text[start:place]
    return text[start:]


def awaited(tree):
    for file in tree.code("src", "ui", "app", "tests"):
        for match in AWAIT.finditer(file.scopes.text):
            text = expression(file.scopes.text, match.end())
            line = file.line_at(match.start())
            if LAMBDA.search(text):
                yield Finding("await", file.path, line, f"a lambda made inside {match[0]}: name it first")
            elif match[1] == "await":
                if found := TEMPORARY.search(text):
                    yield Finding("await", file.path, line, f"{found[1]} made inside {match[0]}: name it first")
                elif re.search(r"[\w>]\s*\{[^}]", text):
                    yield Finding("await", file.path, line, f"a temporary made with braces inside {match[0]}: name it first")


def looks(tree):
    for file in tree.code("ui"):
        if file.path.startswith("ui/theme/"):
            continue
        for number, line in enumerate(file.code.splitlines(), 1):
            if COLOUR.search(line):
                yield Finding("look", file.path, number, f"a colour outside ui/theme: {line.strip()[:60]}")
            elif PIXELS.search(line) or STYLE_PIXELS.search(line):
                yield Finding("look", file.path, number, f"a pixel number outside ui/theme: {line.strip()[:60]}")


def routes(tree):
    table = tree.files.get("src/api/routes.cpp")
    if table is None:
        return
    sides = {"http": ("src/http/",), "client": ("src/client/", "src/cli/", "src/mirror/")}
    text = {side: "\n".join(f.code for f in tree.code("src") if f.path.startswith(folders)) for side, folders in sides.items()}
    for match in ROUTE.finditer(table.code):
        for side in sides:
            if side == "client" and match[1] in SERVED_ONLY:
                continue
            if f'"{match[1]}"' not in text[side]:
                yield Finding("route", table.path, table.line_at(match.start()), f"{match[1]} is in the table, but nothing in src/{side} uses it")


RULES = [awaited, looks, routes]
