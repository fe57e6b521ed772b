# long: where several builds are tested, in the last one only
# where temporary files lie in a folder of a disk, whoever keeps too many of them is ended, and the disk is as it was; what hosts leave one after the other does not add up
spec=$SRC/specs/warehouse/warehouse.yaml
mkdir class
. $SRC/tests/cli/grade/kernel.inc
make() {
	{
		printf '#define _GNU_SOURCE\n#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/stat.h>\n#include <unistd.h>\n'
		printf 'static char much[1 << 16];\nstatic int n;\nstatic void leave(int files, int parts)\n{\n'
		printf '\tfor (int last = n + files; n < last; n++) {\n\t\tchar path[300];\n\t\tsnprintf(path, 300, "%%s/d%%d", getenv("TMPDIR"), n %% 7);\n\t\tmkdir(path, 0700);\n'
		printf '\t\tsnprintf(path, 300, "%%s/d%%d/%%d", getenv("TMPDIR"), n %% 7, n);\n\t\tint fd = open(path, O_WRONLY | O_CREAT, 0600);\n'
		printf '\t\tfor (int i = 0; i < parts; i++)\n\t\t\tif (write(fd, much, sizeof much) < 0)\n\t\t\t\tbreak;\n\t\tclose(fd);\n\t}\n}\n'
		sed 's,"../warehouse.h","warehouse.h",' $SRC/specs/warehouse/good/broadcast.c
		printf '%s\n' "$2"
	} >class/$1.c
}
make constructor 'static __attribute__((constructor)) void begin(void) { leave(50, 48); for (volatile int i = 0;; i++); }'
make small 'static __attribute__((constructor)) void begin(void) { leave(1500, 1); for (volatile int i = 0;; i++); }'
make modest 'static __attribute__((constructor)) void begin(void) { leave(3, 48); }'
make honest ''
mkdir disk
TMPDIR=$PWD/disk without srtest grade -j 2 --tests 300 --journal j.jsonl $spec class >out 2>err
grep -q '^Sandbox: [^(]*a mount namespace' out && exit 1
sed -n '/^submission/,/^$/p' out | cut -c 1-130
# in the order in which they end, which is none
while read -r line; do grep -o '"submission":"[a-z]*"\|"limit":"[a-z ]*"\|"tries":2' <<<"$line" | xargs; done <j.jsonl | sed '/^$/d' | sort
ls disk
