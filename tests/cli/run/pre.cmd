# clients make no calls outside of `pre`: they pick again; and where that never helps, the operation was never called
cat >r.c <<'END'
#include <assert.h>
void r_move(int from, int to) { assert(from < to); }
END
cat >r.yaml <<'END'
resource: r
types: { Place: 0..2 }
operations:
  move:
    params: { from: Place, dest: Place }
    pre: from < dest
clients: { c: { calls: [ { call: "move(pick Place, PLACE)" } ] } }
implementation:
  prototypes: void r_move(int from, int to);
  move: r_move(from, dest)
END
for place in 'pick Place' 0; do
	sed "s/PLACE/$place/" r.yaml >s.yaml
	srtest run --seed 1 --no-save --tests 30 s.yaml r.c || echo "exit $?"
	srtest run --exhaustive --no-save s.yaml r.c | sed 1q
done
