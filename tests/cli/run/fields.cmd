# what came out and is no value is told with the field in which it was; sources that do not go together, and files that are none, with a hint
cat >box.yaml <<'YAML'
resource: box
types:
  Item: { n: 0..9, name: string }
operations:
  get: { returns: { ok: bool, item: Item }, ensures: result.ok }
clients:
  user: { calls: [call: get] }
implementation:
  prototypes: |
    struct item { int n; const char *name; };
    int get(struct item *);
  get: result.ok = get(out result.item)
YAML
cat >null.c <<'C'
struct item { int n; const char *name; };
int get(struct item *i) { i->n = 3; return 1; }
C
srtest run --seed 1 --no-save box.yaml null.c | sed -n 's/^.*Error: //p'
cp null.c again.c
srtest run --no-save box.yaml null.c again.c 2>&1 | grep hint:
cp null.c null.m
srtest run --no-save box.yaml null.m 2>&1 | sed 's|[^ ]*/||g'
