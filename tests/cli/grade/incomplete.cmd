# long: where several builds are tested, in the last one only
# a value that the specification allows and cannot go on from is no error: who returns it is undecided, or fails by something else, and the summary
# tells whoever wrote the specification; the others get their verdicts
cat >box.yaml <<'Y'
resource: box
state: { x: 'int = 0' }
operations:
  get: { returns: int, ensures: result in 0..9, post: x := 10 div result }
  put: { cpre: x < 20 }
clients: { who: { count: 2, calls: [ call: get, call: put ] } }
implementation:
  prototypes: int box_get(void); void box_put(void);
  get: result = box_get()
  put: box_put()
Y
mkdir class
make() { echo "int box_get(void) { static int n; n++; return $2; } void box_put(void) { $3; }" >class/$1.c; }
make right 5 ''
make divides 0 ''
make divides-later 'n > 40 ? 0 : 1' ''
make divides-and-waits 0 'for (;;) ((unsigned (*)(unsigned))sleep)(1000)'
make wrong '10' ''
sed -i '1i #include <unistd.h>' class/divides-and-waits.c
srtest grade --variant hooked --tests 60 --journal j box.yaml class | sed 's/, [0-9.]* s)/)/; /^Sandbox/d; s/ *$//'
srtest grade --merge -f json box.yaml j | sed 's/.*"submission":"\([^"]*\)".*/\1 &/; s/ .*"incomplete":"\([^"]*\)".*/: \1/; s/ {.*//'
# a specification that all come to the end of in the same way is an error
sed -i 's/x := 10 div result/x := 10 div x/; s/ensures: result in 0..9/result: 5/' box.yaml
srtest grade --variant hooked --tests 60 box.yaml class | sed -n '/^right/p' | cut -c 1-110
