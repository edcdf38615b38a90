#!/bin/sh
# Brings the translation files in step with the strings in ui/ and app/console/; what is new is marked unfinished.
cd "$(dirname "$0")/.." || exit 1
tool=$(command -v lupdate6 || command -v lupdate || echo /usr/lib/qt6/bin/lupdate)
"$tool" -silent -locations none -no-obsolete -extensions cpp,h -I . -I src ui app/console -ts translations/pilothouse_zh_CN.ts &&
"$tool" -silent -locations none -no-obsolete -pluralonly -extensions cpp,h -I . -I src ui app/console -ts translations/pilothouse_en.ts
