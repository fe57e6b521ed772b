# What is said of an option that is none, or that is not used as it has to be.
run() { srtest "$@" 2>&1 | head -n 1 || true; }
run run --mutants a b
run check --mutate a
run run --sede=3 a b
run run --nonsense a b
run run --no a b
run run --tests
run run --mutate=3 a b
run run -x a b
run run -qf
run schema --helpp
srtest run --mut a b 2>&1 | tail -n 1
