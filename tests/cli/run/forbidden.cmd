# a client makes a call that its own specification forbids: that is not the implementation's fault
cat >put.yaml <<'.'
resource: r
operations: { put: { params: { k: 0..9 }, pre: k < 5 } }
clients: { c: { calls: [ { call: put(pick 0..9) } ] } }
implementation: { prototypes: void put(int k);, put: put(k) }
.
echo '#include <stdlib.h>
void put(int k) { if (k >= 5) abort(); }' >put.c
srtest run --seed 1 put.yaml put.c
