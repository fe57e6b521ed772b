/*
 * Every symbol of the C library that matters to the controlled engine, and how it is treated. An implementation that uses a
 * symbol which is not here is looked at with suspicion: unknown names are never taken for harmless.
 *
 *   INTERPOSED   the host has its own
 *   HARMLESS     neither waits nor tells time nor who is asking
 *   BLOCKS       may wait where the scheduler does not see it: only the free-running engine can drive it
 *   IDENTITY     depends on which thread of the system asks: needs threads as carriers
 *   UNSUPPORTED  said when it is loaded, and refused when it is called
 */
#ifndef NATIVE_SYMBOLS_H
#define NATIVE_SYMBOLS_H

#define SYMBOLS(INTERPOSED, HARMLESS, BLOCKS, IDENTITY, UNSUPPORTED) \
	/* mutexes, conditions, semaphores, locks */ \
	INTERPOSED(pthread_mutex_init) INTERPOSED(pthread_mutex_destroy) INTERPOSED(pthread_mutex_lock) INTERPOSED(pthread_mutex_trylock) \
	INTERPOSED(pthread_mutex_timedlock) INTERPOSED(pthread_mutex_unlock) INTERPOSED(pthread_cond_init) INTERPOSED(pthread_cond_destroy) \
	INTERPOSED(pthread_cond_wait) INTERPOSED(pthread_cond_timedwait) INTERPOSED(pthread_cond_clockwait) INTERPOSED(pthread_cond_signal) \
	INTERPOSED(pthread_cond_broadcast) INTERPOSED(sem_init) INTERPOSED(sem_destroy) INTERPOSED(sem_wait) INTERPOSED(sem_timedwait) \
	INTERPOSED(sem_clockwait) INTERPOSED(sem_trywait) INTERPOSED(sem_post) INTERPOSED(sem_getvalue) INTERPOSED(pthread_rwlock_init) \
	INTERPOSED(pthread_rwlock_destroy) INTERPOSED(pthread_rwlock_rdlock) INTERPOSED(pthread_rwlock_wrlock) \
	INTERPOSED(pthread_rwlock_timedrdlock) INTERPOSED(pthread_rwlock_timedwrlock) INTERPOSED(pthread_rwlock_clockrdlock) \
	INTERPOSED(pthread_rwlock_clockwrlock) INTERPOSED(pthread_rwlock_tryrdlock) INTERPOSED(pthread_rwlock_trywrlock) \
	INTERPOSED(pthread_rwlock_unlock) INTERPOSED(pthread_barrier_init) INTERPOSED(pthread_barrier_destroy) INTERPOSED(pthread_barrier_wait) \
	INTERPOSED(pthread_spin_init) INTERPOSED(pthread_spin_destroy) INTERPOSED(pthread_spin_lock) INTERPOSED(pthread_spin_trylock) \
	INTERPOSED(pthread_spin_unlock) INTERPOSED(pthread_once) INTERPOSED(call_once) \
	INTERPOSED(mtx_init) INTERPOSED(mtx_destroy) INTERPOSED(mtx_lock) INTERPOSED(mtx_timedlock) INTERPOSED(mtx_trylock) INTERPOSED(mtx_unlock) \
	INTERPOSED(cnd_init) INTERPOSED(cnd_destroy) INTERPOSED(cnd_wait) INTERPOSED(cnd_timedwait) INTERPOSED(cnd_signal) INTERPOSED(cnd_broadcast) \
	/* time */ \
	INTERPOSED(clock_gettime) INTERPOSED(clock_getres) INTERPOSED(timespec_get) INTERPOSED(gettimeofday) INTERPOSED(time) INTERPOSED(sleep) \
	INTERPOSED(usleep) INTERPOSED(nanosleep) INTERPOSED(clock_nanosleep) INTERPOSED(thrd_sleep) INTERPOSED(sched_yield) INTERPOSED(thrd_yield) \
	/* threads */ \
	INTERPOSED(pthread_create) INTERPOSED(pthread_join) INTERPOSED(pthread_detach) INTERPOSED(pthread_exit) INTERPOSED(thrd_create) \
	INTERPOSED(thrd_join) INTERPOSED(thrd_detach) INTERPOSED(thrd_exit) INTERPOSED(pthread_key_create) INTERPOSED(tss_create) \
	HARMLESS(pthread_key_delete) HARMLESS(pthread_getspecific) HARMLESS(pthread_setspecific) HARMLESS(tss_get) HARMLESS(tss_set) HARMLESS(tss_delete) \
	HARMLESS(pthread_self) HARMLESS(pthread_equal) HARMLESS(thrd_current) HARMLESS(thrd_equal) HARMLESS(pthread_attr_init) \
	HARMLESS(pthread_attr_destroy) HARMLESS(pthread_attr_setdetachstate) HARMLESS(pthread_attr_setstacksize) HARMLESS(pthread_mutexattr_init) \
	HARMLESS(pthread_mutexattr_destroy) HARMLESS(pthread_mutexattr_settype) HARMLESS(pthread_mutexattr_gettype) HARMLESS(pthread_condattr_init) \
	HARMLESS(pthread_condattr_destroy) HARMLESS(pthread_condattr_setclock) HARMLESS(pthread_rwlockattr_init) HARMLESS(pthread_rwlockattr_destroy) \
	HARMLESS(pthread_barrierattr_init) HARMLESS(pthread_barrierattr_destroy) \
	IDENTITY(gettid) IDENTITY(_pthread_cleanup_push) IDENTITY(__pthread_register_cancel) IDENTITY(__pthread_unregister_cancel) \
	UNSUPPORTED(pthread_cancel) UNSUPPORTED(pthread_kill) UNSUPPORTED(pthread_mutexattr_setrobust) UNSUPPORTED(pthread_mutex_consistent) \
	/* processes */ \
	UNSUPPORTED(fork) UNSUPPORTED(vfork) UNSUPPORTED(clone) UNSUPPORTED(posix_spawn) UNSUPPORTED(system) UNSUPPORTED(popen) \
	/* what waits outside */ \
	BLOCKS(read) BLOCKS(write) BLOCKS(readv) BLOCKS(recv) BLOCKS(send) BLOCKS(poll) BLOCKS(ppoll) BLOCKS(select) BLOCKS(epoll_wait) \
	BLOCKS(eventfd_read) BLOCKS(sigwait) BLOCKS(sigwaitinfo) BLOCKS(sigtimedwait) BLOCKS(pause) BLOCKS(accept) BLOCKS(flockfile) \
	BLOCKS(syscall) BLOCKS(mq_receive) BLOCKS(msgrcv) BLOCKS(semop) BLOCKS(sem_open) BLOCKS(waitpid) BLOCKS(fgets) BLOCKS(getchar) BLOCKS(scanf) \
	/* memory, text, numbers */ \
	INTERPOSED(malloc) INTERPOSED(calloc) INTERPOSED(realloc) INTERPOSED(free) INTERPOSED(aligned_alloc) INTERPOSED(posix_memalign) \
	INTERPOSED(memalign) INTERPOSED(reallocarray) INTERPOSED(malloc_usable_size) HARMLESS(memcpy) \
	HARMLESS(memmove) HARMLESS(memset) HARMLESS(memcmp) HARMLESS(memchr) HARMLESS(strlen) HARMLESS(strcpy) HARMLESS(strncpy) HARMLESS(strcmp) \
	HARMLESS(strncmp) HARMLESS(strcat) HARMLESS(strchr) HARMLESS(strrchr) HARMLESS(strstr) HARMLESS(strdup) HARMLESS(strndup) HARMLESS(snprintf) \
	HARMLESS(sprintf) HARMLESS(vsnprintf) HARMLESS(atoi) HARMLESS(strtol) HARMLESS(qsort) HARMLESS(bsearch) HARMLESS(abs) HARMLESS(rand) HARMLESS(srand) \
	HARMLESS(printf) HARMLESS(fprintf) HARMLESS(puts) HARMLESS(putchar) HARMLESS(fputs) HARMLESS(fputc) HARMLESS(fwrite) HARMLESS(fflush) \
	HARMLESS(perror) HARMLESS(__errno_location) HARMLESS(__assert_fail) HARMLESS(__stack_chk_fail) HARMLESS(__cxa_finalize) HARMLESS(__gmon_start__) \
	HARMLESS(_ITM_deregisterTMCloneTable) HARMLESS(_ITM_registerTMCloneTable) HARMLESS(__printf_chk) HARMLESS(__fprintf_chk) \
	HARMLESS(__snprintf_chk) HARMLESS(__memcpy_chk) HARMLESS(__memset_chk) HARMLESS(__tls_get_addr) HARMLESS(stdout) HARMLESS(stderr) HARMLESS(abort)

#endif
