# what a build prints is seen whole, whatever is in it: nothing hides behind a NUL, a terminal is told nothing, and XML can be read
cp $SRC/tests/cli/grade/permits.yaml .
mkdir -p class/a
printf 'all:\n\t@printf "before\\000behind\\033[2J\\302\\2332J\\357\\277\\277\\r\\f end\\000"; false\n' >class/a/Makefile
srtest grade -v -f text -o text -f junit -o xml -f json -o json -f html -o html permits.yaml class >/dev/null
grep -o 'before.*end.*' text
python3 - <<'PY'
import json
import xml.etree.ElementTree as xml
print(json.loads(open("json").readline())["compiler"].encode("unicode_escape"))
print([e.text for e in xml.parse("xml").getroot().iter("error")])
print([c for f in ("text", "xml") for c in open(f, encoding="utf-8", newline="").read() if c not in "\n\uffff" and not c.isprintable()])
PY
grep -c 'x00behind' html
