# long: which variants there are is chosen by --variant; -O in --cflags is for the optimised ones; --no-hooks is the plain one alone
. $SRC/tests/cli/variant/shared.inc
for wrong in '' hook plain, hooked,fast; do
	srtest run --variant "$wrong" cell.yaml cell.c 2>&1 | head -n 1 || true
done
for variants in hooked plain,unoptimised unoptimised,hooked; do
	echo "$variants: $(told --variant $variants)"
done
cat >>cell.c <<'END'
#if defined __SANITIZE_THREAD__ && defined __OPTIMIZE__
#pragma message "hooked, optimised"
#elif defined __SANITIZE_THREAD__
#pragma message "hooked, not optimised"
#elif defined __OPTIMIZE__
#pragma message "plain, optimised"
#endif
END
for variants in hooked plain unoptimised; do
	echo "$variants: $(srtest run --no-save --seed 1 --tests 20 --cflags -O2 --variant $variants cell.yaml cell.c 2>&1 | grep -o 'message: .*')"
done
echo "all: $(srtest run --no-save --seed 1 --tests 20 cell.yaml cell.c 2>&1 | grep -o 'message: .*')"
