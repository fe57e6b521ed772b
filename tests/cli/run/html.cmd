# long: where several builds are tested, in the last one only
# pages that stand alone: every class of failure is drawn, and what others have chosen is text
pages=$SRC/tests/cli/run/html
. $pages/pages.inc
for i in good crash misuse stuck wrong spin end; do page $i | sed -n 's/.*\[\(.*\)\]$/\1/p'; done
echo 'int other;' >none.c && gcc -shared -o none.so none.c
srtest run -f html -o none.html box.yaml none.so 2>&1 | tail -1 || true
evil_page

python3 $pages/page.py *.html
PYTHONPATH=$pages python3 - <<'PY'
from page import text
words = text("evil.html")
for part in ("<img src=x onerror=alert(1)><script>\"'& \u2401\ufffd\u27e8U+202E\u27e9\u240a.so", "</pre></details><script>document.title = 'owned'</script><!-- \u241b[31m"):
    print(part in words, ascii(part))
for name in ("stuck", "wrong", "crash", "end"):
    words = text(f"{name}.html")
    print(name, "The model before phase 1" in words, "phase 1" in words, "bound to go ahead" in words, "\u2192 " in words)
PY
