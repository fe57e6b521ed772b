# long: a data race is told once, whichever variants show it, with the lines of the library in which it was seen; --race=error looks for it in those with hooks
. $SRC/tests/cli/variant/shared.inc
sed -i '1i #define DEAD_STORE' cell.c
for variants in hooked plain unoptimised hooked,plain,unoptimised; do
	echo "$variants:"
	srtest run --no-save --seed 3 --tests 300 --variant $variants --format json cell.yaml cell.c >told.json || true
	python3 - <<'END'
import json
r = json.load(open("told.json"))
for race in r.get("races", []):
    print("   ", " and ".join(sorted(f"{a['does']} at {a['stack'][0]['file']}:{a['stack'][0]['line']}" for a in race["accesses"])))
END
done
sed -i 's/#define DEAD_STORE/#define UNORDERED/; s/(void)c;/c->low = 0;/' cell.c
for variants in hooked plain hooked,plain; do
	echo "$variants: $(srtest run --no-save --seed 3 --tests 300 --race=error --variant $variants cell.yaml cell.c | grep -o '\[race[],]\|UNDECIDED:.*' || true)"
done
