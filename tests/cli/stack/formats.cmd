# long: where several builds are tested, in the last one only
# the stack in JSON and in JUnit; and what a host says of a stack may be anything
. $SRC/tests/cli/stack/call.inc
code='
static __attribute__((noinline)) int turn(int w) { static int *volatile nowhere; return w > 300 ? *nowhere : 0; }
void lift(void *h, int w) { if (turn(w)) abort(); }'
try forms '-O1 -g' "$code"
srtest run --no-save --seed 1 --tests 50 -f json -o a.json -f junit -o b.xml $SRC/specs/warehouse/warehouse.yaml forms.so >out || true
python3 -I - <<'PY'
import json
from xml.etree import ElementTree
o = json.load(open("a.json"))
for place in o["stack"]:
    print(place["number"], place["function"], place["file"].split("/")[-1], place["line"], place["object"], place["offset"] > 0)
print(o["place"]["function"], o["place"]["offset"] == o["stack"][0]["offset"])
body = ElementTree.parse("b.xml").getroot().find(".//failure").text
print("\n".join(line for line in body.split("\n") if line.startswith("    #")))
PY
mkfifo pipe
cat >dies.py <<'PY'
def buffer_new(capacity):
    return object()


def buffer_free(b):
    pass


def buffer_put(b, item):
    raise ValueError("no")


buffer_get = buffer_put
PY
says() {
	sed "s|say(DIED, why, None)|say(DIED, why, $1)|" $SRC/tests/cli/run/host.py >host.py
	echo "$1:"
	srtest run --no-save --seed 1 --tests 5 --host "python3 host.py" $SRC/specs/bounded-buffer/bounded-buffer.yaml dies.py >out && return
	sed -n '/^\*\*\*/,/^$/p' out
}
says '[7, ["pipe", 1], ["/dev/zero", 2], [".", 3], ["a\\nb\\x1b[1m", 4], [5], ["", 9]] + [7] * 1000'
says '[-1, [-1], [1 << 62], [1 << 62], 1, [], [[]], ["x"], ["x", "y"], None, 0.5]'
