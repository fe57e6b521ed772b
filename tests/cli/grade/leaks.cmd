# long: where several builds are tested, in the last one only
# what leaks is told in the table, to students and to programs, where it is a warning; as an error it fails, and marks may be lowered for it
mkdir class
for way in NODES POPS NOTHING; do sed "1i #define $way" $SRC/tests/cli/run/lost/locked.c >class/$way.c; done
cat $SRC/specs/stack/stack.yaml - >stack.yaml <<'Y'
grading: { round1: 2, costs: { leak: 1 } }
Y
grade() { srtest grade --seed 1 --tests 30 "$@" stack.yaml class 2>err || echo "exit $?"; }
for leak in warn error; do
	echo "$leak:"
	grade --leak=$leak --journal $leak.jsonl | sed '/^3 submissions/d; /^Sandbox/d; /^$/d'
	grade --leak=$leak --format gradescope | grep -o '"output": "[^"]*leak[^"]*"' | cut -c1-40
	python3 - $leak.jsonl <<'PY'
import json, sys
for line in sorted(open(sys.argv[1])):
    r = json.loads(line)
    if isinstance(r.get("submission"), str):
        print(r["submission"], r["verdict"], "leaks" in r)
PY
done
