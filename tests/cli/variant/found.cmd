# long: where several builds are tested, in the last one only
# a store that an optimiser removes shows without optimisation only, and a copy word by word without hooks only; by default there are tests of both
. $SRC/tests/cli/variant/shared.inc
for fault in DEAD_STORE TORN; do
	for variants in hooked plain unoptimised hooked,plain,unoptimised; do
		echo "$fault, $variants:"
		told --cflags "-D$fault" --variant $variants
	done
	echo "$fault:"
	told --cflags "-D$fault"
done
echo right:
told
echo right, --no-hooks:
told --no-hooks
