# pages that stand alone: every class of failure is drawn, and what others have chosen is text
pages=$SRC/tests/cli/run/html
cp $SRC/tests/cli/run/box/* . && chmod u+w *
cc() { gcc -shared -fPIC -pthread -g -O1 -o "$1.so" -D"$2" ${3:-box.c}; }
page() { srtest run --seed 1 --no-save --tests 100 -f html -o "$1.html" box.yaml "$1.so" "${@:2}" || echo "exit $?"; }
cc good 'PUT=(void)0'
cc crash 'PUT=*(volatile int *)NULL = 1'
cc misuse 'PUT=pthread_mutex_unlock(&b->mutex)'
cc stuck 'PUT=while (v) pthread_cond_wait(&b->changed, &b->mutex)'
cc wrong 'GET=v + 1'
cc spin 'PUT=for (volatile int i = 0;; i++)'
sed 's/	free(b);/	*(volatile int *)NULL = 1;/' box.c >end.c && cc end 'PUT=(void)0' end.c
for i in good crash misuse stuck wrong spin end; do page $i | sed -n 's/.*\[\(.*\)\]$/\1/p'; done
echo 'int other;' >none.c && gcc -shared -o none.so none.c
srtest run -f html -o none.html box.yaml none.so 2>&1 | tail -1 || true

evil=$'<img src=x onerror=alert(1)><script>"\'& \x01\xff\u202e\n'
cat >evil.c <<'C'
#include <stdio.h>
static void say(void) {
	printf("</pre></details><script>document.title = 'owned'</script><!-- \033[31m \377\376 \342\200\256 ]]> &amp; \r");
	fflush(stdout);
}
C
cat box.c >>evil.c
cc evil 'PUT=say(), *(volatile int *)NULL = 1' evil.c && mv evil.so "$evil.so"
srtest run --seed 1 --no-save -f html -o evil.html box.yaml "$evil.so" >/dev/null || echo "exit $?"

python3 $pages/page.py *.html
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$pages python3 - <<'PY'
from page import text
words = text("evil.html")
for part in ("<img src=x onerror=alert(1)><script>\"'& \u2401\ufffd\u27e8U+202E\u27e9\u240a.so", "</pre></details><script>document.title = 'owned'</script><!-- \u241b[31m"):
    print(part in words, ascii(part))
for name in ("stuck", "wrong", "crash", "end"):
    words = text(f"{name}.html")
    print(name, "The model before phase 1" in words, "phase 1" in words, "bound to go ahead" in words, "\u2192 " in words)
PY
