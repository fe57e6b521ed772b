# who writes beyond the end of what a call was lent is told so when the call returns, by whichever engine
cat >lender.yaml <<'YAML'
resource: lender
operations:
  fill: { returns: bytes, result: "[7, 7, 7]" }
  text: { params: { t: string } }
  number: { returns: int, result: 7 }
clients:
  user: { calls: [call: fill, call: "text(pick {\"\", \"abc\"})", call: number] }
implementation:
  prototypes: |
    void fill(unsigned char *to, unsigned long n);
    void text(const char *t);
    void number(int *to);
  fill: fill(out result length 3, 3)
  text: text(t)
  number: number(out result)
YAML
cat >lender.c <<'C'
#include <string.h>
void fill(unsigned char *to, unsigned long n) { memset(to, 7, n); FILL; }
void text(const char *t) { char *s = (char *)t; s[strlen(t)] = 0; TEXT; }
void number(int *to) { *to = 7; NUMBER; }
C
# each flag is what one function does besides
try() {
	echo "$*:"
	for engine in controlled free; do
		srtest run --seed 1 --tests 20 --no-save --engine $engine --cflags "$*" lender.yaml lender.c | grep -o "passed 20 tests\|: writes beyond.*lent\|#0 .*" || true
	done
}
try -DFILL= -DTEXT= -DNUMBER=
try '-DFILL=to[n]=0' -DTEXT= -DNUMBER=
try '-DFILL=memset(to,7,5000)' -DTEXT= -DNUMBER=
try -DFILL= '-DTEXT=strcat(s,"!")' -DNUMBER=
try -DFILL= -DTEXT= '-DNUMBER=*(long*)to=7'
# what goes in and comes out again may be text, of which the function finds the end by itself
sed -e 's/fill: .*length 3, 3)/fill: fill(inout result = [6, 6, 6] length 3)/' -e 's/void fill.*/void fill(char *s);/' lender.yaml >text.yaml
echo 'void fill(char *s) { for (; *s; s++) ++*s; } void text(const char *t) {} void number(int *to) { *to = 7; }' >text.c
srtest run --seed 1 --tests 20 --no-save text.yaml text.c | head -1
