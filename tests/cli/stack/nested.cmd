# long: where several builds are tested, in the last one only
# debug information that is made to harm who reads it costs nothing but itself: names of a stack, and the comparison of prototypes
cat >library.c <<'C'
#include <stdlib.h>
struct buffer { int n; };
struct buffer *buffer_new(int capacity) { return calloc(1, sizeof(struct buffer)); }
void buffer_free(struct buffer *b) { free(b); }
void buffer_put(struct buffer *b, int item)
{
	if (WRONG)
		*(volatile int *)0 = item;
}
int buffer_get(struct buffer *b) { return 7; }
C
# what a debugger would be told of buffer_put, written by hand: blocks in each other, or a type that is an alias of itself
inside() {
	cat <<S
	.section .debug_abbrev,"",@progbits
	.byte 1, 0x11, 1, 0x25, 8, 0x03, 8, 0x11, 1, 0x12, 7, 0x10, 0x17, 0, 0 # a unit
	.byte 2, 0x2e, 1, 0x3f, 0x19, 0x03, 8, 0x11, 1, 0x12, 7, 0x27, 0x19, 0, 0 # a function
	.byte 3, 0x0b, 1, 0x11, 1, 0x12, 7, 0, 0 # a block
	.byte 4, 0x05, 0, 0x49, 0x13, 0, 0 # a parameter
	.byte 5, 0x16, 0, 0x03, 8, 0x49, 0x13, 0, 0 # an alias
	.byte 0
	.section .debug_aranges,"",@progbits
	.long 44
	.value 2
	.long unit
	.byte 8, 0, 0, 0, 0, 0
	.quad buffer_put, 64, 0, 0
	.section .debug_info,"",@progbits
unit:	.long end - version
version: .value 4
	.long .debug_abbrev
	.byte 8
	.uleb128 1
	.asciz "nobody", "library.c"
	.quad buffer_put, 64
	.long .debug_line
	.uleb128 2
	.asciz "$1"
	.quad buffer_put, 64
S
	echo "$2"
	printf '\t.byte 0, 0\nend:\n'
}
blocks() { echo "	.rept $1"; printf '\t.uleb128 3\n\t.quad buffer_put, 64\n\t.endr\n'; echo "	.rept $1"; printf '\t.byte 0\n\t.endr\n'; }
parameters='	.uleb128 4
	.long loop - unit
	.uleb128 4
	.long loop - unit
	.byte 0
loop:	.uleb128 5
	.asciz "item"
	.long loop - unit'
try() {
	gcc -g1 -O1 -fPIC -DWRONG=$2 -S -o library.s library.c
	sed -i '/^\.Letext0/q' library.s # of what the compiler says of it, only the lines are kept
	inside "$3" "$4" >>library.s
	echo '	.section .note.GNU-stack,"",@progbits' >>library.s
	gcc -shared -o library.so library.s
	srtest run --no-save --seed 1 --tests 20 --shrink-time 0 $SRC/specs/bounded-buffer/bounded-buffer.yaml library.so >out 2>err && status=0 || status=$?
	echo "$1: status $status, $(sed -n '/^\*\*\* Error: /{s///p;q}' out)"
	sed -n 's/ *#0 //p' out | sed 's/+0x.*/ and a number/'
	cat err
}
try 'a few blocks' 1 inner "$(blocks 3)"
try '100,000 blocks' 1 inner "$(blocks 100000)"
try 'an endless type' 1 buffer_put "$parameters"
try 'an endless type where nothing dies' 0 buffer_put "$parameters"
