#!/usr/bin/env python3
"""Puts measured figures into the table of docs/benchmarks.md: record.py DOCUMENT FIGURES. Rows that were not measured now stay."""

import datetime
import os
import re
import sys

ROW = re.compile(r"^\| `([^`]+)` \|")


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as stream:
        model = next((line.split(":", 1)[1].strip() for line in stream if line.startswith("model name")), "unknown processor")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**30
    with open("/etc/os-release", encoding="utf-8") as stream:
        system = next(line.split("=", 1)[1].strip().strip('"') for line in stream if line.startswith("PRETTY_NAME"))
    return f"{os.cpu_count()} cores of {model}, {memory} GiB, {system}"


def main():
    document, figures = sys.argv[1:3]
    with open(figures, encoding="utf-8") as stream:
        measured = [line.split() for line in stream if line.strip()]
    with open(document, encoding="utf-8") as stream:
        text = stream.read()
    head, rest = text.split("<!-- figures -->\n")
    old, tail = rest.split("<!-- end of figures -->\n")
    rows = {m[1]: line for line in old.splitlines() if (m := ROW.match(line))}
    where, day = machine(), datetime.date.today().isoformat()
    for name, value, unit in measured:
        rows[name] = f"| `{name}` | {value} | {unit} | {day} | {where} |"
    table = "| figure | value | unit | measured | on |\n|---|---:|---|---|---|\n" + "".join(rows[name] + "\n" for name in sorted(rows))
    with open(document, "w", encoding="utf-8") as stream:
        stream.write(f"{head}<!-- figures -->\n{table}<!-- end of figures -->\n{tail}")
    print(f"{len(measured)} figures written to {document}")


if __name__ == "__main__":
    main()
