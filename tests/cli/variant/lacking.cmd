# long: where several builds are tested, in the last one only
# what cannot be compiled, loaded or judged in another variant is tested in the usual one, and the report says so
. $SRC/tests/cli/variant/shared.inc
cp cell.c right.c
echo "does not compile:"
(echo '#ifndef __OPTIMIZE__'; echo '#error it needs -O1'; echo '#endif'; cat right.c) >cell.c
told
echo "cannot be loaded:"
(echo 'int missing(void);'; cat right.c; echo '#ifndef __SANITIZE_THREAD__'; echo 'int other(void) { return missing(); }'; echo '#endif') >cell.c
told
echo "never ends:"
(cat right.c; echo '#ifndef __OPTIMIZE__'; echo '__attribute__((constructor)) static void stay(void) { for (;;); }'; echo '#endif') >cell.c
told
echo "its calls never end:"
cp cell.yaml long.yaml
echo 'testing: { compute: 200 ms }' >>cell.yaml
sed 's/(void)c;/for (volatile int i = 0; i < ROUNDS; i++) ;/' right.c >cell.c
sed -i '1i #ifdef __SANITIZE_THREAD__\n#define ROUNDS 1\n#else\n#define ROUNDS 2000000000\n#endif' cell.c
told
mv long.yaml cell.yaml
echo "is not seen through:"
sed 's/(void)c;/OTHER;/' right.c >cell.c
sed -i '1i #include <sys/socket.h>\n#ifdef __OPTIMIZE__\n#define OTHER (void)0\n#else\n#define OTHER accept(-1, NULL, NULL)\n#endif' cell.c
told
srtest run --no-save --race=off --seed 1 --tests 200 --format json cell.yaml cell.c | python3 -c 'import json, sys; print([v["lacking"] for v in json.load(sys.stdin)["statistics"]["variants"] if "lacking" in v])'
echo "its compiler is ended by somebody:"
cp right.c cell.c
cat >killed <<'END'
#!/bin/sh
case "$*" in *-fsanitize=thread*-O0*) kill -9 $$;; esac
exec gcc "$@"
END
chmod +x killed
told --cc ./killed
