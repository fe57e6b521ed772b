try() { srtest run $SRC/specs/warehouse/warehouse.yaml "$1" 2>&1 || echo "exit $?"; }
mkdir folder.so && try ./folder.so
echo hello >text.so && try ./text.so
: >empty.so && try ./empty.so
mkfifo pipe.so && try ./pipe.so
try ./nowhere.so
echo 'int main(void) { return 0; }' | gcc -x c -c -o object.so - && try ./object.so
echo 'void *warehouse_new(int a, int b) { return 0; }' | gcc -x c -shared -fPIC -o poor.so - && try ./poor.so
gcc -shared -fPIC -o whole.so $SRC/specs/warehouse/good/broadcast.c && head -c 5000 whole.so >cut.so && try ./cut.so
echo '#include <stdlib.h>
__attribute__((constructor)) static void f(void) { abort(); }' | gcc -x c -shared -fPIC -o dies.so - && try ./dies.so
echo '#include <stdlib.h>
__attribute__((constructor)) static void f(void) { exit(0); }' | gcc -x c -shared -fPIC -o leaves.so - && try ./leaves.so
