# long: where several builds are tested, in the last one only
# libraries that were built with a sanitizer of the compiler: what only has its hooks is welcome, what brings its run-time library along is not
spec=$SRC/specs/warehouse/warehouse.yaml
source=$SRC/specs/warehouse/good/broadcast.c
try() {
	echo "$1 $2"
	"$1" -shared -fPIC -g -o warehouse.so $source $2
	srtest run --no-save --seed 1 --tests 20 $spec ./warehouse.so 2>&1 | head -1
}
try gcc -fsanitize=thread
try gcc '-fsanitize=address'
try clang -fsanitize=address
try clang -fsanitize=memory
try clang -fsanitize=thread
gcc -c -fPIC -fsanitize=thread -o warehouse.o $source
gcc -shared -o warehouse.so warehouse.o
srtest run --no-save --seed 1 --tests 20 $spec ./warehouse.so | head -1
# linked in, with all its symbols hidden and stripped
echo '{ global: warehouse_*; local: *; };' >hidden.map
within() {
	gcc -c -fPIC -fsanitize=$1 -o warehouse.o $source
	gcc -shared -s -o warehouse.so warehouse.o -Wl,--version-script=hidden.map -Wl,--whole-archive "$(gcc -print-file-name=lib$2.a)" -Wl,--no-whole-archive -lm -ldl -lpthread -lstdc++
	srtest run --no-save --seed 1 --tests 20 $spec ./warehouse.so 2>&1 | head -1
}
within thread tsan
within address asan
within leak lsan
try gcc '-fsanitize=undefined'
