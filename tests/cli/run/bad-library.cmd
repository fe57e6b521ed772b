# long: where several builds are tested, in the last one only
# libraries that cannot be loaded, or not used, for one reason each; nothing of them stays
spec=$SRC/specs/warehouse/warehouse.yaml
try() { printf '%s: ' "$1"; srtest run --tests 20 $spec "./$1" 2>&1 && status=0 || status=$?; echo "exit $status"; }
build() { gcc -w -x c -shared -fPIC -o "$1" - "${@:2}"; }
good=$(cat $SRC/specs/warehouse/good/broadcast.c | sed "s,\"../warehouse.h\",\"$SRC/specs/warehouse/warehouse.h\",")
starts() { printf '#include <unistd.h>\n#include <signal.h>\n__attribute__((constructor)) static void start(void) { %s }\n%s\n' "$1" "$good"; }
starts 'for (;;) sleep(1);' | build sleeps.so && try sleeps.so
starts 'for (volatile int i = 0;; i++);' | build computes.so && try computes.so
starts '*(volatile int *)0 = 0;' | build crashes.so && try crashes.so
starts '_exit(0);' | build exits.so && try exits.so
starts 'raise(SIGSTOP);' | build stops.so && try stops.so
starts 'kill(getppid(), SIGKILL);' | build kills.so && try kills.so
starts 'for (int i = 0; i < 100; i++) close(i);' | build closes.so && try closes.so | tail -1
echo 'int warehouse_new; int warehouse_free, warehouse_enter, warehouse_exit;' | build data.so && try data.so
(echo "$good"; echo 'void nowhere(void); void warehouse_extra(void) { nowhere(); }') | build undefined.so && try undefined.so
echo 'int other;' | build libother.so && echo "$good" | build needs.so -L. -Wl,--no-as-needed -lother && rm libother.so && try needs.so
echo "$good" | build good.so
cp good.so arm.so && printf '\267' | dd of=arm.so bs=1 seek=18 conv=notrunc status=none && try arm.so
cp good.so bits.so && printf '\1' | dd of=bits.so bs=1 seek=4 conv=notrunc status=none && try bits.so
mkfifo pipe.so && try pipe.so
ln -s loop.so loop.so && try loop.so
for name in 'with blank.so' 'with"quote.so' "with'apostrophe.so" $'with\nnewline.so' '$(touch oops);.so' '-n.so'; do
	cp good.so "./$name" && try "$name" | tail -1
	echo no >"./$name" && try "$name"
done
test ! -e oops
