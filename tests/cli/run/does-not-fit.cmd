# an argument that does not fit its C type is a mistake of the specification, and no failure of the implementation
cat >r.yaml <<'END'
resource: r
operations: { f: { params: { n: int } } }
clients: { c: { calls: [ { call: f(pick 0..9) } ] } }
implementation: { prototypes: void f(int n);, f: f(n * 1000000000) }
END
echo 'void f(int n) { (void)n; }' >r.c
srtest run --seed 1 r.yaml r.c
