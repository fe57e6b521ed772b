# long: where several builds are tested, in the last one only
# primitives are broken one after the other under an implementation that passes, and the tests notice; what put wakes nobody waits for
gcc -g -O1 -shared -fPIC -pthread -o baton.so $SRC/specs/semaphore/good/baton.c
srtest run --seed 1 --tests 200 --mutate $SRC/specs/semaphore/semaphore.yaml baton.so | grep -A9 mutants
sed 's/user:/user:\n    count: 2/' $SRC/tests/cli/run/box/box.yaml >two.yaml
gcc -g -O1 -shared -fPIC -pthread -o box.so $SRC/tests/cli/run/box/box.c
srtest run --seed 1 --tests 200 --mutate two.yaml box.so | grep -A9 mutants
srtest run --seed 1 --tests 200 --mutate --format json two.yaml box.so | python3 -c '
import json, sys
for m in json.load(sys.stdin)["mutants"]:
    print(m["change"], str(m["place"]["line"]) + ":", m["fate"], m.get("class"))'
