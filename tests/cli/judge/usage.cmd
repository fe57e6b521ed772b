judge() { srtest judge "$@" 2>&1 || echo "exit $?"; }
srtest judge 2>&1 | head -n 1 || true
judge a b c | head -n 1
judge --cap 0 a b | head -n 1
judge --format html a b | head -n 1
judge --nonsense a b | tail -n 2
srtest judge --help | head -n 1
