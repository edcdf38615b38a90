"""Banned words and habits, line by line. The patterns are written so that this file does not contain what it bans."""

import re

from tree import Finding

LEFT_OVER = [
    (re.compile(r"\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b"), "left over"),
    (re.compile(r"not (yet )?implemente[d]|placeholde[r]|for no[w][,.]"), "left over"),
    (re.compile(r"/wor[k]/|/far[m]/|\b(this|next|previous|last) sessio[n]\b|\b(AI agen[t]|subagen[t]|helper agen[t])\b|issu[e] #?[0-9]+\b"),
     "machine paths, meetings and trackers have no place here"),
]
ASLEEP = re.compile(r"\bDISABLE[D]_\w|EXPECT_TRUE\(tru[e]\)|ASSERT_TRUE\(tru[e]\)|QVERIFY\(tru[e]\)")
SKIPS = re.compile(r"\bGTEST_SKI[P]\b")
INSTANCE = re.compile(r"(\w+(?:::))?\binstance\s*\(\s*\)")
STATIC = re.compile(r"^\s*(?:inline\s+)?(?:static|thread_local)\s+(?:thread_local\s+|inline\s+)?(?!const\b|constexpr\b|constinit\s+const\b|inline\s+const)"
                    r"[\w:<>,*& ]+?[\w>*&]\s+\w+\s*(?:=|;|\{|\[)")
NOT_A_VARIABLE = re.compile(r"^(?:__extension__\s+)?(using|typedef|class|struct|union|enum|template|extern|friend|namespace|static_assert|concept|requires|public|private"
                            r"|return|BOOST_\w+|Q_\w+|QT_\w+|TEST\w*|asm)\b")
CONSTANT = re.compile(r"\bconst(expr|eval)?\b|\bconstinit const\b")


def left_over(tree):
    for file in tree.files.values():
        for number, line in enumerate(file.lines, 1):
            for pattern, words in LEFT_OVER:
                if match := pattern.search(line):
                    yield Finding("word", file.path, number, f'"{match[0]}": {words}')


def sleeping_tests(tree):
    for file in tree.code("tests"):
        for number, line in enumerate(file.lines, 1):
            if match := ASLEEP.search(line):
                yield Finding("word", file.path, number, f'"{match[0]}": a test that is switched off or asserts nothing')


def quiet_skips(tree):
    for file in tree.code("tests"):
        for number, line in enumerate(file.lines, 1):
            if SKIPS.search(line) and not file.path.startswith("tests/support/"):
                yield Finding("skip", file.path, number, 'a test skips by lacks("...") only, which fails where the machine has it')


def shared_state(tree):
    for file in tree.code("src", "ui", "app"):
        for number, line in enumerate(file.bare.splitlines(), 1):
            for match in INSTANCE.finditer(line):
                if not re.match(r"Q\w*Application::", match[1] or ""):
                    yield Finding("state", file.path, number, "instance() is banned: constructors take what they use")
            if STATIC.match(line) and "(" not in line.split("=")[0].split("{")[0]:
                yield Finding("state", file.path, number, f"mutable static: {line.strip()[:60]}")
        for scope in file.scopes.all:
            if scope.kind != "namespace":
                continue
            for offset, text, _ in scope.statements:
                head = re.split(r"[={]", text)[0]
                if "(" in head or "operator" in head or NOT_A_VARIABLE.match(text) or CONSTANT.search(head) or text.startswith(("static", "thread_local", "inline static")):
                    continue
                if re.match(r"[\w:<>,*&\s]+\s[\w:]+\s*$", head):
                    yield Finding("state", file.path, file.scopes.line(offset), f"mutable variable at namespace scope: {' '.join(text.split())[:60]}")


def includes(tree):
    for file in tree.code("src", "ui", "app", "tests"):
        if file.path.endswith(".h") and not re.search(r"^\s*#pragma once\b", file.code, re.M):
            yield Finding("include", file.path, 1, "a header needs #pragma once")
        for line, include, quoted in file.includes:
            if ".." in include.split("/"):
                yield Finding("include", file.path, line, f'"{include}": includes are paths from the module, never upwards')
            elif quoted and file.path.split("/")[0] != "tests" and not include.endswith(".moc") and "/" not in include:
                yield Finding("include", file.path, line, f'"{include}": quote the path with its module')


def header_namespaces(tree):
    """`using namespace` in a header reaches everybody who includes it."""
    for file in tree.code("src", "ui", "app"):
        if file.path.endswith(".h"):
            for number, line in enumerate(file.bare.splitlines(), 1):
                if re.match(r"using\s+namespace\b", line):
                    yield Finding("include", file.path, number, "using namespace in a header")


RULES = [left_over, sleeping_tests, quiet_skips, shared_state, includes, header_namespaces]
