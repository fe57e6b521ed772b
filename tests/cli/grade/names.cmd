# long: whatever submissions are called, every report can be read by those who read such, and has their names
. $SRC/tests/cli/grade/class.inc
python3 - <<'PY'
import os
names = [b"a b", b"a'b", b'a"b', b"new\nline", b"tab\tb", b"-rf", b"$(touch x)", b"`touch y`", b"\xff\xfe", b"\xc3\xa4", b"<script>", b"&amp;", b"]]>", b"=1+1",
         b"@x", b"+x", b"# SKIP", b"x # TODO y", b"\\", b"\\xff", b"\xff", b"\\x5cxff", b"\\xfg", b"%s%n", b"a,b;c", b"\x1b[31m", b"\x7f", b"n" * 250, b"",
         "x\u202ec.s".encode(), "\u2066y\u2069".encode(), "a\u200bb".encode(), b"\xc2\x9b2J", "u\u0308".encode(), "日本".encode(), "김민준".encode(), "🐍".encode(), "＝1+1".encode(), b" =1", b"\r=1", b"~", b"*", b"{}"]
for name in names:
    if name:
        os.mkdir(b"class/" + name)
    else:
        os.mkdir(b"class/ ")
PY
outputs=
for format in text json csv junit tap gradescope prairielearn; do
	outputs+=" --format $format --output out.$format"
done
srtest grade -q --tests 20 $outputs $spec class >/dev/null
test ! -e x && test ! -e y
python3 - <<'PY'
import csv, json, os, re, unicodedata
import xml.etree.ElementTree as xml

def plain(name):
    """As what has to be UTF-8 has it; nothing else reads like a byte that is none."""
    return re.sub(rb"\\(?=x[0-9a-f]{2})", rb"\\x5c", name).decode("utf-8", "backslashreplace")

names = sorted(os.listdir(b"class"))
print(len(names), "names")
objects = [json.loads(line) for line in open("out.json", encoding="utf-8")]
print("json", len({o["submission"] for o in objects}), sorted(o["submission"] for o in objects) == sorted(map(plain, names)))

rows = list(csv.reader(open("out.csv", encoding="utf-8", errors="backslashreplace", newline="")))
cells = [row[0] for row in rows[1:]]
def seen(name):
    """With nothing in it that would not be seen."""
    return "".join(c if c.isprintable() else "".join(f"\\x{b:02x}" for b in c.encode()) for c in plain(name))

print("csv", len({len(row) for row in rows}) == 1, sorted(cell.lstrip("'") for cell in cells) == sorted(seen(n).lstrip("'") for n in names),
      not [cell for cell in cells if cell[0] in "=+-@\t"], not [c for c in open("out.csv", encoding="utf-8", newline="").read() if c not in "\r\n" and not c.isprintable()])

root = xml.parse("out.junit").getroot()
cases = [case.get("name") for case in root.iter("testcase")]
words = {name: "".join(c if c in "\n\t" else seen(c.encode()) for c in plain(name)) for name in names}
print("junit", len(cases) == len(names), sorted(set(words.values()) ^ set(cases)), [c for c in open("out.junit", encoding="utf-8").read() if c != "\n" and not c.isprintable()])

lines = open("out.tap", encoding="utf-8", newline="\n").read().split("\n")
points = [line for line in lines if re.match(r"(not )?ok \d", line)]
print("tap", lines[:2], len(points), [line for line in lines[2:] if line and not line.startswith("#") and line not in points],
      [line for line in points if re.search(r"(?<!\\)#", line)])

for form in ("gradescope", "prairielearn"):
    results = json.load(open("out." + form, encoding="utf-8"))
    print(form, sorted(results) == sorted(map(plain, names)))
text = open("out.text", "rb").read().decode("utf-8")
rows = [line[:line.index("  error  ")] for line in text.splitlines() if "  error  " in line]
print("columns", {sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in row) for row in rows if len(row) < 42})
print("text", len(text.splitlines()), [c for c in text if c != "\n" and not c.isprintable()])
print(*[line[:42].strip() for line in text.split("\n")[:-4]], sep="\n")
PY
