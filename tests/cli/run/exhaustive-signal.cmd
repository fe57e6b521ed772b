# Whom a signal wakes is chosen: two or three who wait, one call a phase, and as many schedules as there are waiters
gcc -O1 -shared -fPIC -o signal.so $SRC/tests/cli/run/exhaustive/signal.c
spec=$SRC/tests/cli/run/exhaustive/signal.yaml
sed 's/^implementation:/testing: { concurrency: 1 }\n&/' $spec >one.yaml
for calls in 1 2 3 4; do
	srtest run --exhaustive=0 --max-calls $calls --max-clients 4 --format json one.yaml ./signal.so || true
done | python3 -c '
import json, sys
for line in sys.stdin:
    print(*[(s["tests"], s["schedules"]) for s in json.loads(line)["exhaustive"]["sizes"]])'
