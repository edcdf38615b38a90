#!/usr/bin/env python3
"""Each rule finds what it bans in a small bad sample and lets the good one pass: a rule that cannot fail is no rule."""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import arrows  # noqa: E402
import budgets  # noqa: E402
import habits  # noqa: E402
import words  # noqa: E402
from check import RULES  # noqa: E402
from tree import Tree  # noqa: E402


class Rules(unittest.TestCase):
    tested = set()

    def found(self, rule, files):
        """The findings of one rule over a tree made of these files, as texts."""
        Rules.tested.add(rule)
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                os.makedirs(os.path.dirname(os.path.join(root, path)) or root, exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as stream:
                    stream.write(text)
            return [str(f) for f in rule(Tree(root))]

    def assert_bad(self, rule, files, count=1):
        found = self.found(rule, files)
        self.assertEqual(len(found), count, "\n".join(found) or "nothing was found")
        return found

    def assert_good(self, rule, files):
        found = self.found(rule, files)
        self.assertEqual(found, [])

    # Arrows

    def test_a_module_that_the_design_does_not_name_is_found(self):
        self.assert_bad(arrows.known_modules, {"src/helpers/x.cpp": ""})
        self.assert_good(arrows.known_modules, {"src/store/x.cpp": "", "ui/newpage/x.cpp": ""})

    def test_http_may_not_include_the_store(self):
        store = {"src/store/db.h": "#pragma once\n"}
        found = self.assert_bad(arrows.include_arrows, {**store, "src/http/a.cpp": '#include "store/db.h"\n'})
        self.assertIn("src/http/a.cpp:1", found[0])
        self.assert_good(arrows.include_arrows, {**store, "src/http/a.cpp": '// #include "store/db.h"\n', "app/controller/w.cpp": '#include "store/db.h"\n'})

    def test_a_page_may_not_include_another_page_or_the_controller_side(self):
        files = {"ui/nodes/n.h": "", "src/service/s.h": "", "src/mirror/m.h": "", "src/base/id.h": ""}
        self.assert_bad(arrows.include_arrows, {**files, "ui/jobs/p.cpp": '#include "ui/nodes/n.h"\n#include "service/s.h"\n'}, 2)
        self.assert_good(arrows.include_arrows, {**files, "ui/jobs/p.cpp": '#include "mirror/m.h"\n#include "base/id.h"\n'})

    def test_nothing_may_include_app(self):
        self.assert_bad(arrows.include_arrows, {"app/cli/w.h": "", "src/cli/c.cpp": '#include "app/cli/w.h"\n'})

    def test_the_shim_program_sees_only_the_shim(self):
        self.assert_bad(arrows.include_arrows, {"src/base/id.h": "", "src/shim/f.h": "", "app/shim/m.cpp": '#include "base/id.h"\n#include "shim/f.h"\n'})

    def test_depends_is_checked_like_an_include(self):
        store = {"src/store/CMakeLists.txt": "ph_module(NAME store\n  DEPENDS ports\n  SOURCES a.cpp)\n", "src/store/a.cpp": "",
                 "src/ports/CMakeLists.txt": "ph_module(NAME ports SOURCES a.cpp)\n", "src/ports/a.cpp": ""}
        self.assert_bad(arrows.depends_arrows, {**store, "src/service/CMakeLists.txt": "ph_module(NAME service DEPENDS ports store SOURCES a.cpp)"})
        self.assert_bad(arrows.depends_arrows, {**store, "src/service/CMakeLists.txt": "ph_module(NAME service DEPENDS ports nowhere SOURCES a.cpp)"})
        self.assert_good(arrows.depends_arrows, store)

    def test_an_include_that_cmake_does_not_declare_is_found(self):
        files = {"src/base/CMakeLists.txt": "ph_module(NAME base SOURCES a.cpp)", "src/base/a.h": "",
                 "src/domain/CMakeLists.txt": "ph_module(NAME domain DEPENDS base SOURCES a.cpp)", "src/domain/a.h": "",
                 "src/ports/a.cpp": '#include "domain/a.h"\n#include "base/a.h"\n'}
        self.assert_bad(arrows.declared_includes, {**files, "src/ports/CMakeLists.txt": "ph_module(NAME ports DEPENDS base SOURCES a.cpp)"})
        self.assert_good(arrows.declared_includes, {**files, "src/ports/CMakeLists.txt": "ph_module(NAME ports DEPENDS domain SOURCES a.cpp)"})

    def test_a_circle_of_modules_is_found(self):
        self.assert_bad(arrows.cycles, {"src/base/a.h": '#include "domain/a.h"\n', "src/domain/a.h": '#include "reflect/a.h"\n', "src/reflect/a.h": '#include "base/a.h"\n'})
        self.assert_good(arrows.cycles, {"src/base/a.h": "", "src/domain/a.h": '#include "reflect/a.h"\n', "src/reflect/a.h": '#include "base/a.h"\n'})

    def test_frameworks_stay_on_their_side(self):
        self.assert_bad(arrows.frameworks, {"src/domain/a.h": "#include <QString>\n"})
        self.assert_bad(arrows.frameworks, {"src/shim/a.h": "#include <boost/json.hpp>\n"})
        self.assert_bad(arrows.frameworks, {"app/shim/a.cpp": "#include <netdb.h>\nint a = getaddrinfo(0, 0, 0, 0);\n"})
        self.assert_bad(arrows.frameworks, {"src/cli/a.cpp": "", "src/cli/CMakeLists.txt": "ph_module(NAME cli LIBRARIES Qt6::Core Qt6::Gui SOURCES a.cpp)"})
        self.assert_good(arrows.frameworks, {"src/client/a.h": "#include <QString>\n", "src/shim/a.h": "#include <sys/socket.h>\n#include <vector>\n"})

    # Budgets

    def test_long_files_are_found(self):
        self.assert_bad(budgets.file_sizes, {"src/base/a.cpp": "\n" * 601, "src/base/b.h": "\n" * 251}, 2)
        self.assert_good(budgets.file_sizes, {"src/base/a.cpp": "\n" * 600, "src/base/b.h": "\n" * 250})

    def test_long_functions_are_found_wherever_they_stand(self):
        body = "    call();\n" * 59
        self.assert_bad(budgets.function_sizes, {"src/base/a.cpp": "namespace ph {\nint f(int a) {\n" + body + "}\n}\n"})
        self.assert_bad(budgets.function_sizes, {"src/base/a.cpp": "A::A(int a)\n    : m_a{a}, m_b(2) {\n" + body + "}\n"})
        self.assert_bad(budgets.function_sizes, {"src/base/a.h": "class A {\npublic:\n    auto f() const -> int {\n" + body + "}\n};\n"})
        self.assert_bad(budgets.function_sizes, {"src/base/a.cpp": 'void f() {\n    auto g = [] { return "}"; };  // {\n' + body + "}\n"})

    def test_short_functions_and_tables_pass(self):
        body = "    call();\n" * 58
        self.assert_good(budgets.function_sizes, {"src/base/a.cpp": "int f() {\n" + body + "}\nint g() {\n" + body + "}\n"})
        self.assert_good(budgets.function_sizes, {"src/base/a.cpp": "const int kTable[] = {\n" + "    1,\n" * 90 + "};\n"})
        self.assert_good(budgets.function_sizes, {"src/base/a.cpp": "namespace a::b {\nstruct S {\n" + "    int a();\n" * 70 + "};\n}\n"})

    def test_classes_with_many_public_functions_are_found(self):
        many = "".join(f"    int f{i}(int a, int b) const;\n" for i in range(21))
        self.assert_bad(budgets.class_sizes, {"src/base/a.h": "class A final : public B {\npublic:\n" + many + "};\n"})
        self.assert_bad(budgets.class_sizes, {"src/base/a.h": "struct A {\n" + many.replace(";", " { return 1; }") + "};\n"})
        self.assert_good(budgets.class_sizes, {"src/base/a.h": "class A {\npublic:\n    A();\n    A(const A&) = delete;\n" + many.replace("int f0", "private:\nint f0") + "};\n"})
        self.assert_good(budgets.class_sizes, {"src/base/a.h": "class A {\npublic:\n" + "    int m = f(1);\n" * 30 + "};\n"})

    def test_ports_stay_small(self):
        port = "".join(f"    virtual int f{i}() = 0;\n" for i in range(11))
        self.assert_bad(budgets.class_sizes, {"src/ports/a.h": "class A {\npublic:\n" + port + "};\n"})

    def test_layers_without_tests_are_found(self):
        self.assert_bad(budgets.test_ratio, {"src/service/a.cpp": "\n" * 100, "tests/service/a_test.cpp": "\n" * 79})
        self.assert_good(budgets.test_ratio, {"src/service/a.cpp": "\n" * 100, "tests/service/a_test.cpp": "\n" * 80})

    def test_modules_without_a_readme_are_found(self):
        self.assert_bad(budgets.readmes, {"src/base/a.cpp": "", "ui/jobs/a.cpp": "", "ui/jobs/README.md": "x\n"})

    # Words

    def test_left_over_words_are_found(self):
        for text in ("// TO" + "DO later", "// FIX" + "ME", "not imple" + "mented", "for n" + "ow, this", "/wo" + "rk/x", "iss" + "ue #3", "this sess" + "ion"):
            self.assert_bad(words.left_over, {"src/base/a.cpp": text + "\n"})
        self.assert_good(words.left_over, {"src/base/a.cpp": 'setPlaceholderText(tr("todos")); // known for nowhere\n'})

    def test_tests_that_assert_nothing_are_found(self):
        self.assert_bad(words.sleeping_tests, {"tests/base/a.cpp": "TEST(A, DIS" + "ABLED_b) {}\nEXPECT_TRUE(tr" + "ue);\n"}, 2)

    def test_skips_without_a_word_are_found(self):
        skip = {"tests/base/a.cpp": "    if (!x) GTEST_SK" + "IP() << 1;\n"}
        self.assert_bad(words.quiet_skips, skip)
        self.assert_good(words.quiet_skips, {"tests/support/lacks.cpp": skip["tests/base/a.cpp"], "tests/base/b.cpp": "return lacks(1);\n"})

    def test_shared_mutable_state_is_found(self):
        for text in ("void f() { Thing::instance().g(); }", "static int count = 0;", "    static std::map<int, int> cache;", "namespace {\nint g_count = 0;\n}",
                     "namespace ph {\nstd::mutex lock;\n}", "thread_local int depth = 0;"):
            self.assert_bad(words.shared_state, {"src/base/a.cpp": text + "\n"})

    def test_constants_and_functions_are_no_shared_state(self):
        self.assert_good(words.shared_state, {"src/base/a.cpp": "static const int kA = 1;\nstatic constexpr int kB{2};\nconstexpr int kC = 3;\n"
                                              "namespace {\nconst std::map<int, int> kD{{1, 2}};\nint f(int a);\nstatic int g();\nusing X = int;\n}\n"
                                              "struct S {\n    int member = 0;\n    static S make(int a);\n};\nvoid S::f() { int local = 0; }\n"
                                              "namespace {\nconstexpr std::int64_t kTail = std::int64_t{8} << 20;\n}\nX& X::operator=(X&&) noexcept = default;\n"})

    def test_include_habits_are_checked(self):
        self.assert_bad(words.includes, {"src/base/a.h": "int a;\n"})
        self.assert_bad(words.includes, {"src/base/a.cpp": '#include "../base/a.h"\n'})
        self.assert_bad(words.includes, {"src/base/a.cpp": '#include "a.h"\n'})
        self.assert_good(words.includes, {"src/base/a.h": '#pragma once\n#include "base/b.h"\n'})

    def test_headers_open_no_namespaces(self):
        self.assert_bad(words.header_namespaces, {"src/base/a.h": "#pragma once\nusing namespace std;\n"})

    # Habits

    def test_temporaries_in_awaited_expressions_are_found(self):
        for text in ("co_spawn(executor, [this]() -> awaitable<void> { co_return; }, detached);", "co_await write([&] { return 1; });",
                     'co_await send(std::string("a"), b);', "const auto r = co_await store.find(Key{1, 2});", "co_await f(fmt::format(a));"):
            self.assert_bad(habits.awaited, {"src/http/a.cpp": "void f() {\n    " + text + "\n}\n"})

    def test_named_objects_may_be_awaited(self):
        self.assert_good(habits.awaited, {"src/http/a.cpp": "#include <boost/asio/co_spawn.hpp>\nvoid f() {\n    auto call = [this] { return 1; };\n    co_spawn(executor, call, detached);\n"
                                          "    const auto r = co_await std::move(pending);\n    if (co_await run(a[1], list[i])) { g(); }\n    co_return;\n}\n"})

    def test_colours_and_pixels_belong_to_the_theme(self):
        for text in ('QColor c("#ffffff");', "QColor(255, 0, 0);", "p.setPen(Qt::red);", "layout->setSpacing(8);", "w.setFixedSize(20, 30);", 'w.setStyleSheet("padding: 4px");'):
            self.assert_bad(habits.looks, {"ui/jobs/a.cpp": text + "\n"})
            self.assert_good(habits.looks, {"ui/theme/a.cpp": text + "\n"})
        self.assert_good(habits.looks, {"ui/jobs/a.cpp": "layout->setContentsMargins(0, 0, 0, 0);\nlayout->setSpacing(theme::kGap);\nw->setMaximumWidth(metrics::kField * 3);\n// #ffffff 8px\n"})

    def test_routes_that_nobody_serves_or_calls_are_found(self):
        table = {"src/api/routes.cpp": '{"jobs.get", Get, "/jobs"},\n{"server.openapi", Get, "/o"},\n'}
        self.assert_bad(habits.routes, {**table, "src/http/a.cpp": 'add("jobs.get");\n'}, 2)
        self.assert_good(habits.routes, {**table, "src/http/a.cpp": 'add("jobs.get");add("server.openapi");\n', "src/client/a.cpp": 'call("jobs.get");\n'})

    def test_z_every_rule_has_a_sample(self):
        self.assertEqual([rule.__name__ for rule in RULES if rule not in Rules.tested], [])


if __name__ == "__main__":
    unittest.main()
