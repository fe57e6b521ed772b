# long: calls are stopped in libraries that the implementation needs, wherever they lie but in the folders of the system; what failed so is made again,
# and those beside it are read for the lines
cp $SRC/tests/cli/run/libraries-beside/* $SRC/specs/bounded-buffer/bounded-buffer.yaml .
mkdir below elsewhere
object() { gcc -g -O1 -shared -fPIC -pthread "$@"; }
beside="-L. -Wl,-rpath,\$ORIGIN"
object -o libcore.so core.c
object -o liblayer.so layer.c $beside -lcore
object -o libapply.so apply.c
object -o below/libcore.so -DLOCKED core.c
object -o elsewhere/libcore.so core.c
object -o beside.so buffer.c $beside -lcore
object -o layered.so -DLAYERED buffer.c $beside -llayer -Wl,-rpath-link,.
object -o applied.so -DAPPLIED buffer.c $beside -lcore -lapply
object -o locked.so buffer.c -L. -lcore -Wl,-rpath,'$ORIGIN/below'
object -o elsewhere.so buffer.c -L. -lcore -Wl,-rpath,"$PWD/elsewhere"
look() { srtest "$@" >told && status=0 || status=$?; echo "$status $(grep -oE '^bounded-buffer: (passed|FAILED in round 3|FAILED again, in the same way)' told)"; }
for name in beside layered applied elsewhere locked; do
	look run --seed 1 --tests 1500 bounded-buffer.yaml $name.so
	sed -nE 's/.*(reach breakpoint).* ([a-z]*\.c:).*/\1 at \2/p' told | uniq | head -n 1
done
look replay bounded-buffer-1.srt
look run --seed 1 --no-save --cflags "-L. -lcore -Wl,-rpath,$PWD" bounded-buffer.yaml buffer.c
