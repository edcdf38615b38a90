"""Who may use whom: the arrows of the design, over includes and over CMake's DEPENDS."""

import re

from tree import Finding, module_of

# Direct arrows; what they reach is allowed too. "app/*" may use everything and is used by nobody.
ARROWS = {
    "base": [],
    "reflect": ["base"],
    "domain": ["base", "reflect"],
    "ports": ["domain"],
    "api": ["domain"],
    "shim": [],
    "planner": [],
    "store": ["domain", "ports"],
    "service": ["domain", "ports"],
    "scheduler": ["domain", "ports", "planner"],
    "engine": ["domain", "ports", "shim"],
    "integrate": ["domain", "ports"],
    "events": ["domain", "ports"],
    "http": ["api", "service", "events", "ports"],
    "client": ["api"],
    "mirror": ["client"],
    "messages": ["api"],
    "terminal": [],
    "cli": ["client", "messages", "domain", "planner"],
    "ui/theme": [],
    "ui/widgets": ["ui/theme", "messages", "domain"],
    "ui/shell": ["ui/widgets", "ui/theme", "mirror", "client", "messages", "domain"],
    "ui/terminal": ["terminal"],
}
# The shim has no other module but its protocol; this header is a place for tests and nothing in a release.
SHIM_MAY = {"base/fail_point.h"}
FEATURE = ["ui/widgets", "ui/theme", "mirror", "client", "messages", "domain"]
NO_QT = {"base", "reflect", "domain", "ports", "api", "shim", "planner", "store", "service", "scheduler", "engine", "integrate", "events", "http",
         "messages", "terminal"}
QT_INCLUDE = re.compile(r"^(Qt?[A-Z]\w*(/|$))")
GUI = re.compile(r"^Qt6::(Gui|Widgets|Charts|Svg|SvgWidgets|OpenGL|Quick)\b|^Qt6Keychain::|^qt6keychain$")
SHIM_FOREIGN = re.compile(r"^(boost|fmt|spdlog|openssl|yaml-cpp|soci|sodium)\b|^Qt?[A-Z]")
SHIM_CALLS = re.compile(r"\b(getaddrinfo|gethostbyname|getpwnam|getpwuid|getgrnam|dlopen|setlocale|iostream)\b")


def arrows_of(module):
    if module in ARROWS:
        own = ARROWS[module]
        return own + FEATURE if module == "ui/terminal" else own
    return FEATURE if module.startswith("ui/") else None


def reachable(module):
    """Everything that a module may use, None for "anything"."""
    if module == "app/shim":
        return {"shim"}
    if module.startswith("app/"):
        return None
    seen, waiting = set(), list(arrows_of(module) or [])
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += arrows_of(name) or []
    return seen


def known_modules(tree):
    """A folder under src that the design does not name."""
    for module in tree.modules:
        if not module.startswith(("ui/", "app/")) and module not in ARROWS:
            yield Finding("module", f"src/{module}", 1, "the design names no such module: add it to the arrows with a decision record")


def include_arrows(tree):
    for file in tree.code("src", "ui", "app"):
        module = module_of(file.path)
        if module is None or arrows_of(module) is None and not module.startswith("app/"):
            continue
        allowed = reachable(module)
        for line, include, quoted in file.includes:
            target = tree.module_of_include(include) if quoted else None
            if module == "app/shim" and include in SHIM_MAY:
                continue
            if target is None or target == module or allowed is None and not target.startswith("app/"):
                continue
            if allowed is None or target not in allowed:
                yield Finding("arrow", file.path, line, f'{module} may not include "{include}" ({target})')




def modules_by_target(tree):
    return {t.name: t.module for t in tree.targets if t.kind == "ph_module"}


def depends_arrows(tree):
    names = modules_by_target(tree)
    for target in tree.targets:
        allowed = reachable(target.module) if target.module else None
        for name in target.depends:
            used = names.get(name)
            if used is None:
                yield Finding("arrow", target.path, target.line, f"{target.name} depends on {name}, which no ph_module makes")
            elif allowed is not None and used != target.module and used not in allowed:
                yield Finding("arrow", target.path, target.line, f"{target.module} may not depend on {name} ({used})")


def declared_includes(tree):
    """An include of a module that DEPENDS does not reach links only by luck."""
    names = modules_by_target(tree)
    direct = {}
    for target in tree.targets:
        if target.module:
            direct.setdefault(target.module, set()).update(names[d] for d in target.depends if d in names)
    for file in tree.code("src", "ui", "app"):
        module = module_of(file.path)
        if module not in direct:
            continue
        seen, waiting = set(), [module]
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += direct.get(name, ())
        for line, include, quoted in file.includes:
            used = tree.module_of_include(include) if quoted else None
            if used and used not in seen:
                yield Finding("depends", file.path, line, f'"{include}" is included but {module} does not depend on {used}')


def cycles(tree):
    graph = {}
    for file in tree.code("src", "ui", "app"):
        module = module_of(file.path)
        for line, include, quoted in file.includes:
            used = tree.module_of_include(include) if quoted else None
            if module and used and used != module:
                graph.setdefault(module, {}).setdefault(used, (file.path, line))
    state = {}

    def visit(module, trail):
        state[module] = "open"
        for used, (path, line) in sorted(graph.get(module, {}).items()):
            if state.get(used) == "open":
                circle = trail[trail.index(used):] + [used]
                yield Finding("cycle", path, line, " -> ".join(circle))
            elif used not in state:
                yield from visit(used, trail + [used])
        state[module] = "done"

    for module in sorted(graph):
        if module not in state:
            yield from visit(module, [module])


def frameworks(tree):
    """Qt begins at client; widgets exist only in ui and app/console; the shim has nothing but the standard library."""
    for file in tree.code("src", "app"):
        module = module_of(file.path)
        shim = module in ("shim", "app/shim")
        for line, include, quoted in file.includes:
            if quoted:
                continue
            if shim and SHIM_FOREIGN.search(include):
                yield Finding("framework", file.path, line, f"the shim depends on nothing, but includes <{include}>")
            elif QT_INCLUDE.search(include) and (module in NO_QT or module in ("app/controller", "app/gateway", "app/exporter")):
                yield Finding("framework", file.path, line, f"{module} knows no Qt, but includes <{include}>")
        if shim:
            for number, text in enumerate(file.code.splitlines(), 1):
                if match := SHIM_CALLS.search(text):
                    yield Finding("framework", file.path, number, f"a static program cannot use {match[0]}")
    for target in tree.targets:
        if target.module and not target.module.startswith("ui/") and target.module != "app/console":
            for library in target.libraries:
                if GUI.search(library):
                    yield Finding("framework", target.path, target.line, f"{target.module} links {library}; only ui and app/console may")


RULES = [known_modules, include_arrows, depends_arrows, declared_includes, cycles, frameworks]
