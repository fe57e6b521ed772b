# prototypes that are not those the library was compiled with, as its debug information says
spec=$SRC/specs/bounded-buffer/bounded-buffer.yaml
try() {
	printf '#include <stdlib.h>\ntypedef struct buffer { int n; } buffer;\nbuffer *buffer_new(int capacity) { return calloc(1, sizeof(buffer)); }\nvoid buffer_free(buffer *b) { free(b); }\n%s\n' "$1" >b.c
	gcc -w -shared -fPIC ${2--g} -o b.so b.c
	srtest run --seed 1 --tests 5 $spec b.so >out 2>err && status=0 || status=$?
	cat err
	echo "exit $status"
}
put='void buffer_put(buffer *b, int item) { }'
get='int buffer_get(buffer *b) { return 0; }'
try "$put $get"
try "void buffer_put(buffer *b, long item) { } $get"
try "void buffer_put(buffer *b) { } $get"
try "void buffer_put(buffer *b, double item) { } $get"
try "$put void buffer_get(buffer *b) { }"
try "typedef unsigned item; void buffer_put(buffer *b, item i) { } $get"
try "enum item { ZERO }; void buffer_put(buffer *b, const enum item i) { } $get" '-g -O2'
try "void buffer_put(buffer *b, long item) { } $get" -g0
