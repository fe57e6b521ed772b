# long: what an implementation calls its functions and files stays text: nothing of it reaches a terminal as it is, or makes lines of its own
cat >room.yaml <<'Y'
resource: room
operations: { visit: {} }
clients: { guest: { count: 1, calls: [{ call: visit }] } }
implementation:
  prototypes: void visit(void);
  visit: visit()
testing: { phases: 1, concurrency: 1 }
Y
cat >dies.c <<'C'
#include <stdlib.h>
#line 7 "/x/\033[31mred\377\nroom: passed\342\200\256.c"
static __attribute__((noinline)) void function(void) { abort(); }
void visit(void) { function(); }
C
gcc -g -O0 -shared -fPIC -o dies.so dies.c
LC_ALL=C sed -i 's/function/\x1b]0;t\x07\xff</g' dies.so # of the same length, wherever it stands
sed 's/visit(void)/visit(int n)/' dies.c >other.c
gcc -g -shared -fPIC -o other.so other.c
for format in text github json junit html; do
	srtest run --no-save --seed 1 --tests 1 -f $format room.yaml dies.so >out.$format || true
	LC_ALL=C grep -qaP '[^\n\x20-\xff]' out.$format && echo "control characters in $format"
	iconv -f UTF-8 -t UTF-8 out.$format >/dev/null || echo "no UTF-8 in $format"
done
grep -a '#[3-9]\|then:' out.text
grep -ao 'file=[^,]*' out.github
srtest run --no-save --seed 1 --tests 1 room.yaml other.so 2>&1 | head -1
# a name that is very long is cut
{ printf '#include <stdlib.h>\n#line 1 "/'; head -c 300000 /dev/zero | tr '\0' x; printf '.c"\nvoid visit(void) { abort(); }\n'; } >long.c
gcc -g -shared -fPIC -o long.so long.c
srtest run --no-save --seed 1 --tests 1 room.yaml long.so >long.out || true
test $(wc -c <long.out) -lt 10000
