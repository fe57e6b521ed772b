# long: where several builds are tested, in the last one only
# the page on a class: whatever submissions are called and print, it stands alone, and says of each what there is
pages=$SRC/tests/cli/run/html
. $pages/class.inc
srtest grade --seed 1 --tests 100 -j 1 -f html -o class.html box.yaml class >words || echo "exit $?"
grep -c '^These' words
python3 $pages/page.py class.html
PYTHONPATH=$pages python3 - <<'PY'
from page import HTML, look, text
root = look("class.html")[0]
for row in root.iter(HTML + "tr"):
    print(*(" ".join("".join(cell.itertext()).split()) for cell in row), sep=" | ")
words = text("class.html")
for part in ("These 2 fail the same way", "<img src=x onerror=alert(1)>", "</pre><script>alert(1)</script>", "of 10 points", "What the compiler said"):
    print(part in words, part)
PY
