/*
 * Non-local jumps: what a jump restores of the signals that are blocked is kept here, as they are, and a jump must not lead to
 * where another thread stands.
 */
#include "drivers/native/carrier.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"
#include "drivers/native/signals.h"

#include <setjmp.h>

#define EXPORT __attribute__((visibility("default")))

#if defined __x86_64__

/* Of what the C library keeps of the signals that are blocked, it uses the first of these words only. */
enum { KEPT = 8, MARK = 9, STACK_POINTER = 6 };

static uint64_t
mark_of(const struct __jmp_buf_tag *to)
{
	return (uint64_t)(uintptr_t)to ^ 0x5eb10c4edull;
}

/* Called before the C library's own gets its turn. */
void *native_note_jump(struct __jmp_buf_tag *to, int wanted);
__attribute__((visibility("hidden"))) void *
native_note_jump(struct __jmp_buf_tag *to, int wanted)
{
	if (wanted && schedule_self()) {
		to->__saved_mask.__val[KEPT] = signals_blocked();
		to->__saved_mask.__val[MARK] = mark_of(to);
	}
	return *(void **)(void *)&real.sigsetjmp;
}

/* It returns twice, so there must be no frame between the caller's and the C library's. */
__asm__(
	".text\n.globl __sigsetjmp\n.type __sigsetjmp, @function\n"
	"__sigsetjmp:\n"
	"	push %rdi\n	push %rsi\n	sub $8, %rsp\n	call native_note_jump\n	add $8, %rsp\n	pop %rsi\n	pop %rdi\n	jmp *%rax\n"
	".size __sigsetjmp, .-__sigsetjmp\n");

/* Where the jump leads on the stack; the C library keeps it in disguise. */
static uintptr_t
stack_pointer(const struct __jmp_buf_tag *to)
{
	uintptr_t at = (uintptr_t)to->__jmpbuf[STACK_POINTER];
	__asm__("ror $17, %0\n	xor %%fs:0x30, %0" : "+r"(at));
	return at;
}

static void
prepare(const struct __jmp_buf_tag *to, const void *place)
{
	const struct task *t = schedule_self();
	if (!t)
		return;
	if (carrier_is_of_another(t->carrier, stack_pointer(to)))
		misuse("jumps to where another thread stands (longjmp)", place);
	if (to->__mask_was_saved && to->__saved_mask.__val[MARK] == mark_of(to))
		signals_block_only(to->__saved_mask.__val[KEPT]);
}

#else

static void
prepare(const struct __jmp_buf_tag *to, const void *place)
{
	(void)to;
	(void)place;
}

#endif

#define JUMPS(name) \
	EXPORT void name(struct __jmp_buf_tag to[1], int value); \
	void name(struct __jmp_buf_tag to[1], int value) \
	{ \
		prepare(to, PLACE); \
		real.longjmp(to, value); \
		__builtin_unreachable(); \
	}

JUMPS(longjmp)
JUMPS(_longjmp)
JUMPS(siglongjmp)
JUMPS(__longjmp_chk)
