cp $SRC/tests/cli/run/box/* . && chmod u+w *
gcc -shared -fPIC -O1 -o good.so box.c
try() { srtest run --seed 1 --tests 5 "$@" box.yaml good.so | cat -v | head -1; }
try
try --color always
try --color never
NO_COLOR=1 try --color always
try --color always -o report && cat -v report | head -1
try --color always -f json | cut -c 1-30
