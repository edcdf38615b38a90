#!/usr/bin/env python3
"""Checks the whole tree against the rules of the design and the house style: check.py [ROOT]. Exit status 1 if one is broken."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import arrows  # noqa: E402
import budgets  # noqa: E402
import habits  # noqa: E402
import words  # noqa: E402
from tree import Tree  # noqa: E402

RULES = arrows.RULES + budgets.RULES + words.RULES + habits.RULES


def findings(root):
    tree = Tree(root)
    return [finding for rule in RULES for finding in rule(tree)]


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    found = findings(root)
    for finding in sorted(found, key=lambda f: (f.rule, f.path, f.line)):
        print(finding)
    print(f"{len(found)} findings by {len(RULES)} rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
