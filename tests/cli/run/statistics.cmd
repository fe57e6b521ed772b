# what a pass rests on, and what is no pass
cp $SRC/tests/cli/run/box/* . && chmod u+w *
gcc -shared -fPIC -O1 -o good.so box.c
sed 's/user:/user:\n    count: 2/' box.yaml >two.yaml
sed 's/^    cpre: .*//' box.yaml >free.yaml
cat >plain.c <<'END'
#include <stdlib.h>
typedef struct { int v; } box;
box *box_new(void) { return calloc(1, sizeof(box)); }
void box_free(box *b) { free(b); }
void box_put(box *b, int v) { b->v = v; }
int box_get(box *b) { return b->v; }
END
gcc -shared -fPIC -O1 -o plain.so plain.c
sed 's/, when: full,/, when: full and 1 > 2,/' box.yaml >never.yaml
try() { srtest run --seed 1 --tests 20 "$@" && echo "exit 0" || echo "exit $?"; }
echo "nobody can ever be in the way of one client:"
try -v box.yaml good.so | sed -E '/^  /s/[1-9][0-9]*/N/g'
echo "two are in each other's way:"
try two.yaml good.so | grep -o 'note:.*' || echo "no note"
echo "nothing to schedule:"
try free.yaml plain.so | grep -o 'note:.*'
echo "nobody gets:"
try never.yaml good.so | sed -E '/^  /s/[1-9][0-9]*/N/g'
echo "cases, of which one cannot be:"
sed 's/    returns: int/    cases: { small: the(held) < 5, large: the(held) >= 5, huge: the(held) > 9 }\n    returns: int/' box.yaml >cases.yaml
try -v cases.yaml good.so | sed -E '/^  /s/[1-9][0-9]*/N/g' | grep case
