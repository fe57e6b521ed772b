# a file that another process has locked is none of the scheduler's: nobody is told to be blocked for ever
sed "s,\"../stack.h\",\"$SRC/specs/stack/stack.h\",; s,\"/tmp/stack-XXXXXX\",\"$PWD/lock\"," $SRC/specs/stack/good/lock-file.c |
	sed 's/int fd = mkstemp(s->path);/int fd = open(s->path, O_RDWR | O_CREAT, 0600);/; /unlink(s->path)/d; s/path\[32\]/path[4096]/' >stack.c
srtest run --no-save --seed 1 --tests 20 $SRC/specs/stack/stack.yaml stack.c | head -n 1
exec 9>lock
flock 9
srtest run --no-save --engine controlled --seed 1 --tests 20 $SRC/specs/stack/stack.yaml stack.c 9>&- | head -n 1
