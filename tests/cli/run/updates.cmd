# long: where several builds are tested, in the last one only
# instructions that read, change and write the same memory: each may lose what another wrote, unless it is locked
cat >counter.yaml <<'END'
resource: counter
state: { n: nat = 0 }
operations:
  add: { post: n += 1 }
  total: { returns: int, result: n }
clients: { user: { count: 3, calls: [{ call: add }, { call: total }] } }
implementation: { prototypes: 'void add(void); int total(void);', add: add(), total: result = total() }
END
cat >counter.c <<'END'
/* the counter is at index 3 of the cells */
static long cells[8];
void
add(void)
{
	long *base = cells, index = 3, one = 1;
	__asm__ volatile(FORM : : "b"(base), "a"(index), "d"(one), "D"(base + 3), [at] "m"(cells[3]) : "memory", "cc", "r12", "r13");
}
int
total(void)
{
	return (int)*(volatile long *)&cells[3];
}
END
try() {
	cc -O2 -g -shared -fPIC -D"FORM=\"$1\"" -o counter.so counter.c
	srtest run --no-save --seed 1 --tests 500 --shrink-time 0 counter.yaml ./counter.so >out && echo "passes  $1" || echo "fails   $1"
}
try "addl \$1, (%%rdi)"
try "addq \$1, %[at]"
try "addl \$1, %[at]"
try "incq (%%rbx,%%rax,8)"
try "addb \$1, 24(%%rbx)"
try "addw \$1, 24(%%rbx)"
try "addq %%rdx, (%%rdi)"
try "addl %%edx, %[at]"
try "mov %%rdi, %%r12; subl \$-1, (%%r12)"
try "mov %%rdi, %%r13; mov %%rax, %%r12; subq \$-1, -24(%%r13,%%r12,8)"
try "movq \$0, %%r12; incl 24(%%rbx,%%r12,4)"
try "notq (%%rdi); negq (%%rdi)"
try "lock addl \$1, (%%rdi)"
try "lock incq (%%rbx,%%rax,8)"
try "mov \$1, %%r12; lock xaddq %%r12, %[at]"
