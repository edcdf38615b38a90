"""Sizes: files, functions, public functions of a class, ports, tests to source, a README in every module."""

import re

from tree import Finding

FILE_LINES = {".cpp": 600, ".h": 250}
FUNCTION_LINES = 60
PUBLIC_FUNCTIONS = 20
PORT_FUNCTIONS = 10
README_LINES = 40
TEST_RATIO = {"src/domain": 0.8, "src/service": 0.8, "src/scheduler": 0.8, "src/engine": 0.8, "src/http": 0.8, "ui": 0.3}
QT_MACROS = re.compile(r"\b(Q_OBJECT|Q_GADGET|Q_PROPERTY\s*\([^)]*\)|Q_ENUM\s*\([^)]*\)|Q_DISABLE_COPY(_MOVE)?\s*\([^)]*\))")


def file_sizes(tree):
    for file in tree.code("src", "ui", "app", "tests"):
        most = FILE_LINES[".h" if file.path.endswith(".h") else ".cpp"]
        if len(file.lines) > most:
            yield Finding("budget", file.path, len(file.lines), f"{len(file.lines)} lines, at most {most}")


def function_sizes(tree):
    for file in tree.code("src", "ui", "app"):
        for scope in file.scopes.all:
            if scope.kind != "function":
                continue
            first, last = file.scopes.line(scope.begin), file.scopes.line(scope.end)
            if last - first + 1 > FUNCTION_LINES:
                name = " ".join(scope.head.split())[:60]
                yield Finding("budget", file.path, first, f"function of {last - first + 1} lines, at most {FUNCTION_LINES}: {name}")


def functions_in(scope, accesses=("public",)):
    """Statements of a class that declare or define functions other than constructors, destructors and deleted ones."""
    found = []
    for offset, text, access in scope.statements:
        text = QT_MACROS.sub(" ", text).strip()
        if access not in accesses or "(" not in text or re.search(r"=\s*delete$", text):
            continue
        if re.match(r"(using|typedef|friend|static_assert|enum|class|struct|template\s*<[^>]*>\s*(class|struct))\b", text):
            continue
        head = re.split(r"\(", text)[0]
        if "=" in head and "operator" not in head:
            continue
        name = re.search(r"(~?\w+)\s*$", head)
        if name and name[1].lstrip("~") == scope.name:
            continue
        found.append((offset, text))
    return found


def class_sizes(tree):
    for file in tree.code("src", "ui", "app"):
        for scope in file.scopes.all:
            if scope.kind != "type":
                continue
            functions = functions_in(scope)
            line = file.scopes.line(scope.begin)
            if len(functions) > PUBLIC_FUNCTIONS:
                yield Finding("budget", file.path, line, f"{scope.name} has {len(functions)} public functions, at most {PUBLIC_FUNCTIONS}")
            if file.path.startswith("src/ports/"):
                pure = [text for _, text in functions if re.search(r"=\s*0$", text)]
                if len(pure) > PORT_FUNCTIONS:
                    yield Finding("budget", file.path, line, f"port {scope.name} has {len(pure)} functions, at most {PORT_FUNCTIONS}")


def test_ratio(tree):
    """Test lines to source lines, for the layers that the house style names."""
    for folder, least in TEST_RATIO.items():
        source = sum(len(f.lines) for f in tree.code("src", "ui") if f.path.startswith(folder + "/"))
        tests = sum(len(f.lines) for f in tree.code("tests") if f.path.startswith(f"tests/{folder.removeprefix('src/')}/"))
        if source and tests < least * source:
            yield Finding("tests", folder, 1, f"{tests} lines of tests for {source} of source: {tests / source:.2f}, at least {least}")


def readmes(tree):
    for module, folder in sorted(tree.modules.items()):
        readme = tree.files.get(f"{folder}/README.md")
        if readme is None:
            yield Finding("readme", folder, 1, "a module needs a README.md: what it is, main types, what it may include, where it is wired")
        elif len(readme.lines) > README_LINES:
            yield Finding("readme", readme.path, len(readme.lines), f"{len(readme.lines)} lines; a module's README has 10 to 20")


RULES = [file_sizes, function_sizes, class_sizes, test_ratio, readmes]
