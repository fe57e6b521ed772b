/*
 * What objects compiled with -fsanitize=thread call, by gcc and by clang, instead of a run-time library of that sanitizer: each
 * access to memory, and each atomic operation, which the host performs sequentially consistent whatever order is asked for. And
 * what those compiled with -fsanitize=bounds,object-size call when a check has failed. And what those compiled with
 * -fsanitize=kernel-address call, in front of accesses and where memory with margins around it begins or ends to be there.
 */
#include "drivers/native/access.h"
#include "drivers/native/bounds.h"
#include "drivers/native/margins.h"
#include "drivers/native/misuse.h"

#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* No header of ours declares them: only compilers know their names, and gcc their types, which are not quite those of the calls. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#if !defined __clang__
#pragma GCC diagnostic ignored "-Wbuiltin-declaration-mismatch"
#endif

EXPORT void __tsan_init(void) { access_begin(); }
EXPORT void __tsan_func_entry(const void *place) { access_enter(place); }
EXPORT void __tsan_func_exit(void) { access_leave(); }
EXPORT void __tsan_ignore_thread_begin(void) {}
EXPORT void __tsan_ignore_thread_end(void) {}

/* --- accesses --- */

#define READS(name, size) EXPORT void __tsan_##name(void *at) { access_memory(at, size, RACE_READ, PLACE); }
#define WRITES(name, size) EXPORT void __tsan_##name(void *at) { access_memory(at, size, RACE_WRITE, PLACE); }
#define VOLATILE(name, size, writes) EXPORT void __tsan_##name(void *at) { access_volatile(at, size, writes, PLACE); }
#define BOTH(name, size) \
	EXPORT void __tsan_##name(void *at) \
	{ \
		access_memory(at, size, RACE_READ, PLACE); \
		access_memory(at, size, RACE_WRITE, PLACE); \
	}
#define FROM(name, size, kind) EXPORT void __tsan_##name(void *at, void *place) { access_memory(at, size, kind, place); }

#define ACCESSES(size) \
	READS(read##size, size) WRITES(write##size, size) BOTH(read_write##size, size) \
	READS(unaligned_read##size, size) WRITES(unaligned_write##size, size) BOTH(unaligned_read_write##size, size) \
	VOLATILE(volatile_read##size, size, false) VOLATILE(volatile_write##size, size, true) \
	VOLATILE(unaligned_volatile_read##size, size, false) VOLATILE(unaligned_volatile_write##size, size, true) \
	FROM(read##size##_pc, size, RACE_READ) FROM(write##size##_pc, size, RACE_WRITE)

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

EXPORT void __tsan_read_range(void *at, size_t size) { access_memory(at, size, RACE_READ, PLACE); }
EXPORT void __tsan_write_range(void *at, size_t size) { access_memory(at, size, RACE_WRITE, PLACE); }
EXPORT void __tsan_read_range_pc(void *at, size_t size, void *place) { access_memory(at, size, RACE_READ, place); }
EXPORT void __tsan_write_range_pc(void *at, size_t size, void *place) { access_memory(at, size, RACE_WRITE, place); }

EXPORT void __tsan_vptr_read(void **at) { access_memory(at, sizeof *at, RACE_READ, PLACE); }

/* Constructors and destructors write what is there already: nobody can tell. */
EXPORT void
__tsan_vptr_update(void **at, void *value)
{
	access_memory(at, sizeof *at, *at == value ? RACE_READ : RACE_WRITE, PLACE);
}

/* --- atomic operations --- */

typedef unsigned char atomic8;
typedef unsigned short atomic16;
typedef unsigned int atomic32;
typedef unsigned long atomic64;
typedef unsigned __int128 atomic128;

#define PLAINLY(bits) \
	static atomic##bits load##bits(const volatile atomic##bits *at) { return __atomic_load_n(at, __ATOMIC_SEQ_CST); } \
	static bool swap##bits(volatile atomic##bits *at, atomic##bits *was, atomic##bits value) \
	{ \
		return __atomic_compare_exchange_n(at, was, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	}

PLAINLY(8)
PLAINLY(16)
PLAINLY(32)
PLAINLY(64)

/* The processor knows only this one for so many bytes; a load of memory that cannot be written fails, as with the compilers' own. */
#if defined __x86_64__
__attribute__((target("cx16")))
#endif
static bool
swap128(volatile atomic128 *at, atomic128 *was, atomic128 value)
{
	atomic128 before = __sync_val_compare_and_swap(at, *was, value);
	bool done = before == *was;
	*was = before;
	return done;
}

static atomic128
load128(const volatile atomic128 *at)
{
	atomic128 was = 0;
	swap128((volatile atomic128 *)(uintptr_t)at, &was, 0);
	return was;
}

#define UPDATE(bits, name, words, next) \
	EXPORT atomic##bits __tsan_atomic##bits##_##name(volatile atomic##bits *at, atomic##bits value, int order) \
	{ \
		(void)order; \
		access_atomic((const void *)(uintptr_t)at, sizeof *at, words, PLACE); \
		atomic##bits was = load##bits(at); \
		while (!swap##bits(at, &was, (atomic##bits)(next))) \
			; \
		access_done((const void *)(uintptr_t)at, sizeof *at, RACE_ATOMIC_UPDATE, (uint64_t)was, was != (atomic##bits)(next), PLACE); \
		return was; \
	}

#define COMPARE(bits, name, weak) \
	EXPORT int __tsan_atomic##bits##_##name(volatile atomic##bits *at, atomic##bits *expected, atomic##bits value, int order, int otherwise) \
	{ \
		(void)order; \
		(void)otherwise; \
		return compare##bits(at, expected, value, weak, PLACE); \
	}

#define ATOMICS(bits) \
	EXPORT atomic##bits __tsan_atomic##bits##_load(const volatile atomic##bits *at, int order) \
	{ \
		(void)order; \
		access_atomic((const void *)(uintptr_t)at, sizeof *at, "atomic load", PLACE); \
		atomic##bits was = load##bits(at); \
		access_done((const void *)(uintptr_t)at, sizeof *at, RACE_ATOMIC_READ, (uint64_t)was, false, PLACE); \
		return was; \
	} \
	EXPORT void __tsan_atomic##bits##_store(volatile atomic##bits *at, atomic##bits value, int order) \
	{ \
		(void)order; \
		access_atomic((const void *)(uintptr_t)at, sizeof *at, "atomic store", PLACE); \
		atomic##bits was = load##bits(at); \
		while (!swap##bits(at, &was, value)) \
			; \
		access_done((const void *)(uintptr_t)at, sizeof *at, RACE_ATOMIC_WRITE, (uint64_t)was, was != value, PLACE); \
	} \
	static bool compare##bits(volatile atomic##bits *at, atomic##bits *expected, atomic##bits value, bool weak, const void *place) \
	{ \
		atomic##bits was = *expected; \
		access_atomic((const void *)(uintptr_t)at, sizeof *at, "atomic compare and exchange", place); \
		bool fails = weak && load##bits(at) == was && access_fails((const void *)(uintptr_t)at, place); \
		bool done = !fails && swap##bits(at, &was, value); \
		access_done((const void *)(uintptr_t)at, sizeof *at, done ? RACE_ATOMIC_UPDATE : RACE_ATOMIC_READ, (uint64_t)was, done && was != value, place); \
		if (!done) \
			*expected = was; \
		return done; \
	} \
	EXPORT atomic##bits __tsan_atomic##bits##_compare_exchange_val(volatile atomic##bits *at, atomic##bits expected, atomic##bits value, int order, int otherwise) \
	{ \
		(void)order; \
		(void)otherwise; \
		compare##bits(at, &expected, value, false, PLACE); \
		return expected; \
	} \
	COMPARE(bits, compare_exchange_strong, false) \
	COMPARE(bits, compare_exchange_weak, true) \
	UPDATE(bits, exchange, "atomic exchange", value) \
	UPDATE(bits, fetch_add, "atomic add", was + value) \
	UPDATE(bits, fetch_sub, "atomic subtract", was - value) \
	UPDATE(bits, fetch_and, "atomic and", was & value) \
	UPDATE(bits, fetch_or, "atomic or", was | value) \
	UPDATE(bits, fetch_xor, "atomic exclusive or", was ^ value) \
	UPDATE(bits, fetch_nand, "atomic nand", ~(was & value))

ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)
ATOMICS(128)

/* Every access is sequentially consistent here, with a fence or without. */
EXPORT void
__tsan_atomic_thread_fence(int order)
{
	(void)order;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

EXPORT void
__tsan_atomic_signal_fence(int order)
{
	(void)order;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* --- what newer compilers call instead of the C library's --- */

EXPORT void *
__tsan_memcpy(void *to, const void *from, size_t n)
{
	access_memory(from, n, RACE_READ, PLACE);
	access_memory(to, n, RACE_WRITE, PLACE);
	return memcpy(to, from, n);
}

EXPORT void *
__tsan_memmove(void *to, const void *from, size_t n)
{
	access_memory(from, n, RACE_READ, PLACE);
	access_memory(to, n, RACE_WRITE, PLACE);
	return memmove(to, from, n);
}

EXPORT void *
__tsan_memset(void *at, int byte, size_t n)
{
	access_memory(at, n, RACE_WRITE, PLACE);
	return memset(at, byte, n);
}

/* --- checks that have failed --- */

EXPORT void __ubsan_handle_out_of_bounds(const struct bounds_index *check, uintptr_t index) { bounds_index(check, index); }
EXPORT void __ubsan_handle_type_mismatch_v1(const struct bounds_object *check, void *at) { bounds_object(check, at, PLACE); }

/* --- margins --- */

/* They change nothing that the implementation can see, and who is followed goes past them. */
#define CHECK EXPORT __attribute__((section("checks")))

#define BARE(size) \
	CHECK void __asan_load##size##_noabort(void *at) { access_bare(at, size, false, PLACE); } \
	CHECK void __asan_store##size##_noabort(void *at) { access_bare(at, size, true, PLACE); } \
	CHECK void __asan_load##size(void *at) { access_bare(at, size, false, PLACE); } \
	CHECK void __asan_store##size(void *at) { access_bare(at, size, true, PLACE); }

BARE(1)
BARE(2)
BARE(4)
BARE(8)
BARE(16)

CHECK void __asan_loadN_noabort(void *at, size_t size) { access_bare(at, size, false, PLACE); }
CHECK void __asan_storeN_noabort(void *at, size_t size) { access_bare(at, size, true, PLACE); }
CHECK void __asan_loadN(void *at, size_t size) { access_bare(at, size, false, PLACE); }
CHECK void __asan_storeN(void *at, size_t size) { access_bare(at, size, true, PLACE); }

extern const char checks_from[] __asm__("__start_checks"), checks_to[] __asm__("__stop_checks");

bool
access_only_checks(const void *code)
{
	return (uintptr_t)code - (uintptr_t)checks_from < (uintptr_t)(checks_to - checks_from);
}

EXPORT void __asan_register_globals(const struct margins_variable *v, size_t n) { margins_add(v, n); }
EXPORT void __asan_unregister_globals(const struct margins_variable *v, size_t n) { margins_remove(v, n); }
EXPORT void __asan_before_dynamic_init(const char *file) { (void)file; }
EXPORT void __asan_after_dynamic_init(void) {}
EXPORT void __asan_handle_no_return(void) {}

/* Who has memory of varying size has a frame that a register points to, which is kept at the bottom of ours. */
EXPORT void
__asan_alloca_poison(uintptr_t at, size_t size)
{
	margins_begin_varying(at, size, PLACE, *(const uintptr_t *)__builtin_frame_address(0));
}

EXPORT void __asan_allocas_unpoison(uintptr_t from, uintptr_t to) { margins_end_varying(from, to); }

#define SET(name, to) EXPORT void __asan_set_shadow_##name(uintptr_t byte, size_t n) { margins_set(byte, to, n); }

SET(00, 0)
SET(f1, 0xf1)
SET(f2, 0xf2)
SET(f3, 0xf3)
SET(f5, 0xf5)
SET(f8, 0xf8)

EXPORT void *
__asan_memcpy(void *to, const void *from, size_t n)
{
	access_bare(from, n, false, PLACE);
	access_bare(to, n, true, PLACE);
	return memcpy(to, from, n);
}

EXPORT void *
__asan_memmove(void *to, const void *from, size_t n)
{
	access_bare(from, n, false, PLACE);
	access_bare(to, n, true, PLACE);
	return memmove(to, from, n);
}

EXPORT void *
__asan_memset(void *at, int byte, size_t n)
{
	access_bare(at, n, true, PLACE);
	return memset(at, byte, n);
}
