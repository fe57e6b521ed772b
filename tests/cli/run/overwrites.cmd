# long: where several builds are tested, in the last one only
# implementations that change memory of the host, so that it stops nobody: none passes
# the program knows whom it runs by a variable, which only its symbols tell
running=$(nm "$(dirname "$(command -v srtest)")/srtest-host" | awk '$3 ~ /^running([.]|$)/ { print "0x" $1; exit }')
attack() {
	gcc -w -fPIC -O1 -DRUNNING=$running "-DATTACK=$2" "-DAFTER=${3-}" ${4-} $SRC/tests/cli/run/overwrites/attacks.c -o $1.o -c
	gcc -shared -o $1.so $1.o
	srtest run --no-save --seed 1 --tests 100 --shrink-time 0 $SRC/tests/cli/run/strange/lock.yaml $1.so >$1.out 2>&1 && echo "$1 passes" || true
	echo "$1: $(grep -o 'UNDECIDED: [^(]*\|^[*][*][*] Error: [^[]*' $1.out | sed 's/ *$//')"
}
attack unmaps-variables 'munmap(variables.from, 4096)'
attack unmaps-all 'munmap(code.from, (size_t)(variables.from - code.from) + variables.size)'
attack unmaps-around 'munmap(code.from - 8192, 16384)'
attack maps-over 'mmap(variables.from + variables.size - 4096, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)'
test "${MORE-}" || exit 0
attack empties 'madvise(variables.from, variables.size, MADV_DONTNEED)'
attack protects 'mprotect(code.from, 4096, PROT_READ | PROT_WRITE | PROT_EXEC)'
attack moves-over 'void *own = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); mremap(own, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, variables.from)'
attack library-of-the-host 'Dl_info info; dladdr(dlsym(RTLD_NEXT, "qsort"), &info); mprotect(info.dli_fbase, 4096, PROT_READ | PROT_WRITE)'
attack slots 'dl_iterate_phdr(slots, NULL)'
attack own-code 'memset((void *)(uintptr_t)lock_unlock, 0xc3, 1)'
attack nobody-runs 'hide()' 'show()'
attack nobody-runs-with-hooks 'hide()' 'show()' -fsanitize=thread
attack nobody-runs-any-more 'hide()'
