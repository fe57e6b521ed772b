# a failure is kept as any other, and comes back
gcc -g -O1 -shared -fPIC -DN=2 -DFAILS=1 -o pair.so $SRC/tests/cli/run/exhaustive/pair.c
cp $SRC/tests/cli/run/exhaustive/pair.yaml .
srtest run --exhaustive pair.yaml ./pair.so || echo exit $?
srtest replay pair-0.srt | head -1
