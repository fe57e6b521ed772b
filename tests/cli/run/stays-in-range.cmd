# long: what is made smaller stays within its type and its picks: an implementation that is given anything else ends its process
cat >tank.yaml <<'YAML'
resource: tank
constants: { LEAST: 3 }
parameters:
  pumps: 1..3
  degrees: -9..-4
  slope: -5..5
  mode: [calm, wild]
  letter: char
state: { level: int = degrees }
operations:
  fill:
    params: { litres: int, by: 1..3, until: int }
    returns: int
    pre: by <= pumps
    result: level
    post: level += litres
clients:
  robot:
    count: 3
    vars:
      size: 4..9 = pick 4..9
      part: int = pick LEAST..size
      last: -7..-1 = pick -7..-1
    calls:
      - call: fill(pick 100..500 step 100, pick 1..3, pick {40, 20 + part})
        then: part := pick x in LEAST..size . x * 2
      - call: fill(part * 100, pick {by | by in 1..3, by <= pumps}, last)
implementation:
  prototypes: |
    void *tank_create(int pumps, int degrees, int slope, int mode);
    int tank_fill(void *, int litres, int by, int until);
  create: self = tank_create(pumps, degrees, slope, ord(mode))
  fill: result = tank_fill(self, litres, by, until)
YAML
cat >tank.c <<'C'
#include <stdlib.h>
struct tank { int pumps, degrees; };
void *tank_create(int pumps, int degrees, int slope, int mode)
{
	if (pumps < 1 || pumps > 3 || degrees < -9 || degrees > -4 || slope < -5 || slope > 5 || mode < 0 || mode > 1)
		abort();
	struct tank *t = malloc(sizeof *t);
	*t = (struct tank){pumps, degrees};
	return t;
}
int tank_fill(struct tank *t, int litres, int by, int until)
{
	if (litres < 3 || by < 1 || by > t->pumps || (until != 40 && (until < 23 || until > 29) && (until < -7 || until > -1)))
		abort();
#ifdef WILD
	return t->pumps >= WILD ? 0 : t->degrees;
#endif
	return 0;
}
C
for wild in '' -DWILD=2 -DWILD=3; do
	srtest run --seed 3 --tests 100 --save tank.srt --cflags "$wild" tank.yaml tank.c | grep -e Error -e Parameters -e '  <<' || true
	srtest replay --cflags "$wild" tank.srt | sed 1q
done
srtest run --exhaustive --no-save --cflags -DWILD=3 tank.yaml tank.c | grep -e Error -e Parameters
srtest run --seed 3 --no-save -D degrees=-7 tank.yaml tank.c | grep Parameters
