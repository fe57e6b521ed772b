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
