/*
 * Every symbol of the C library that matters to the controlled engine, and how it is treated. An implementation that uses a
 * symbol which is not here is looked at with suspicion: unknown names are never taken for harmless.
 *
 *   INTERPOSED   the host has its own
 *   HARMLESS     neither waits nor tells time nor who is asking, or only for things that nobody else can change
 *   VARIES       harmless, but its result is another one each time, whatever the schedule
 *   BLOCKS       may wait where the scheduler does not see it: only the free-running engine can drive it
 *   IDENTITY     depends on which thread of the system asks: needs threads as carriers
 *   UNSUPPORTED  said when it is called
 */
#ifndef NATIVE_SYMBOLS_H
#define NATIVE_SYMBOLS_H

#define SYMBOLS(INTERPOSED, HARMLESS, VARIES, BLOCKS, IDENTITY, UNSUPPORTED) \
	/* mutexes */ \
	INTERPOSED(pthread_mutex_init) INTERPOSED(pthread_mutex_destroy) INTERPOSED(pthread_mutex_lock) INTERPOSED(pthread_mutex_trylock) \
	INTERPOSED(pthread_mutex_timedlock) INTERPOSED(pthread_mutex_clocklock) INTERPOSED(pthread_mutex_unlock) INTERPOSED(mtx_init) INTERPOSED(mtx_destroy) \
	INTERPOSED(mtx_lock) INTERPOSED(mtx_timedlock) INTERPOSED(mtx_trylock) INTERPOSED(mtx_unlock) \
	HARMLESS(pthread_mutexattr_init) HARMLESS(pthread_mutexattr_destroy) HARMLESS(pthread_mutexattr_settype) HARMLESS(pthread_mutexattr_gettype) \
	HARMLESS(pthread_mutexattr_setpshared) HARMLESS(pthread_mutexattr_getpshared) HARMLESS(pthread_mutexattr_setprotocol) \
	HARMLESS(pthread_mutexattr_getprotocol) HARMLESS(pthread_mutexattr_getrobust) \
	HARMLESS(pthread_mutexattr_setrobust) INTERPOSED(pthread_mutex_consistent) HARMLESS(pthread_mutexattr_setprioceiling) \
	UNSUPPORTED(pthread_mutex_setprioceiling) \
	/* conditions */ \
	INTERPOSED(pthread_cond_init) INTERPOSED(pthread_cond_destroy) INTERPOSED(pthread_cond_wait) INTERPOSED(pthread_cond_timedwait) \
	INTERPOSED(pthread_cond_clockwait) INTERPOSED(pthread_cond_signal) INTERPOSED(pthread_cond_broadcast) INTERPOSED(cnd_init) INTERPOSED(cnd_destroy) \
	INTERPOSED(cnd_wait) INTERPOSED(cnd_timedwait) INTERPOSED(cnd_signal) INTERPOSED(cnd_broadcast) \
	HARMLESS(pthread_condattr_init) HARMLESS(pthread_condattr_destroy) HARMLESS(pthread_condattr_setclock) HARMLESS(pthread_condattr_getclock) \
	HARMLESS(pthread_condattr_setpshared) HARMLESS(pthread_condattr_getpshared) \
	/* semaphores */ \
	INTERPOSED(sem_init) INTERPOSED(sem_destroy) INTERPOSED(sem_wait) INTERPOSED(sem_timedwait) INTERPOSED(sem_clockwait) INTERPOSED(sem_trywait) \
	INTERPOSED(sem_post) INTERPOSED(sem_getvalue) INTERPOSED(sem_open) INTERPOSED(sem_close) INTERPOSED(sem_unlink) \
	/* read-write locks, barriers, spin locks, once */ \
	INTERPOSED(pthread_rwlock_init) INTERPOSED(pthread_rwlock_destroy) INTERPOSED(pthread_rwlock_rdlock) INTERPOSED(pthread_rwlock_wrlock) \
	INTERPOSED(pthread_rwlock_timedrdlock) INTERPOSED(pthread_rwlock_timedwrlock) INTERPOSED(pthread_rwlock_clockrdlock) \
	INTERPOSED(pthread_rwlock_clockwrlock) INTERPOSED(pthread_rwlock_tryrdlock) INTERPOSED(pthread_rwlock_trywrlock) INTERPOSED(pthread_rwlock_unlock) \
	INTERPOSED(pthread_barrier_init) INTERPOSED(pthread_barrier_destroy) INTERPOSED(pthread_barrier_wait) INTERPOSED(pthread_spin_init) \
	INTERPOSED(pthread_spin_destroy) INTERPOSED(pthread_spin_lock) INTERPOSED(pthread_spin_trylock) INTERPOSED(pthread_spin_unlock) \
	INTERPOSED(pthread_once) INTERPOSED(call_once) \
	HARMLESS(pthread_rwlockattr_init) HARMLESS(pthread_rwlockattr_destroy) HARMLESS(pthread_rwlockattr_setkind_np) HARMLESS(pthread_rwlockattr_getkind_np) \
	HARMLESS(pthread_rwlockattr_setpshared) HARMLESS(pthread_rwlockattr_getpshared) HARMLESS(pthread_barrierattr_init) \
	HARMLESS(pthread_barrierattr_destroy) HARMLESS(pthread_barrierattr_setpshared) HARMLESS(pthread_barrierattr_getpshared) \
	/* time */ \
	INTERPOSED(clock_gettime) INTERPOSED(clock_getres) INTERPOSED(timespec_get) INTERPOSED(gettimeofday) INTERPOSED(time) INTERPOSED(sleep) \
	INTERPOSED(usleep) INTERPOSED(nanosleep) INTERPOSED(clock_nanosleep) INTERPOSED(thrd_sleep) INTERPOSED(sched_yield) INTERPOSED(thrd_yield) \
	INTERPOSED(clock) INTERPOSED(times) \
	INTERPOSED(localtime) INTERPOSED(localtime_r) INTERPOSED(gmtime) HARMLESS(gmtime_r) INTERPOSED(mktime) HARMLESS(timegm) INTERPOSED(timelocal) INTERPOSED(asctime) \
	HARMLESS(asctime_r) INTERPOSED(ctime) INTERPOSED(ctime_r) HARMLESS(strftime) HARMLESS(strftime_l) HARMLESS(strptime) HARMLESS(difftime) INTERPOSED(tzset) \
	HARMLESS(clock_getcpuclockid) HARMLESS(pthread_getcpuclockid) \
	/* threads */ \
	INTERPOSED(pthread_create) INTERPOSED(pthread_join) INTERPOSED(pthread_tryjoin_np) INTERPOSED(pthread_timedjoin_np) INTERPOSED(pthread_clockjoin_np) INTERPOSED(pthread_detach) \
	INTERPOSED(pthread_exit) INTERPOSED(thrd_create) INTERPOSED(thrd_join) INTERPOSED(thrd_detach) INTERPOSED(thrd_exit) INTERPOSED(pthread_key_create) \
	INTERPOSED(__pthread_key_create) INTERPOSED(tss_create) INTERPOSED(gettid) INTERPOSED(__pthread_register_cancel) \
	INTERPOSED(__pthread_unregister_cancel) INTERPOSED(__pthread_unwind_next) INTERPOSED(__cxa_thread_atexit_impl) \
	HARMLESS(pthread_key_delete) HARMLESS(pthread_getspecific) HARMLESS(pthread_setspecific) HARMLESS(tss_get) HARMLESS(tss_set) HARMLESS(tss_delete) \
	HARMLESS(pthread_self) HARMLESS(pthread_equal) HARMLESS(thrd_current) HARMLESS(thrd_equal) INTERPOSED(__sigsetjmp) HARMLESS(_setjmp) HARMLESS(setjmp) \
	INTERPOSED(getcontext) INTERPOSED(setcontext) INTERPOSED(makecontext) INTERPOSED(swapcontext) \
	INTERPOSED(longjmp) INTERPOSED(_longjmp) INTERPOSED(siglongjmp) INTERPOSED(__longjmp_chk) INTERPOSED(pthread_setcancelstate) INTERPOSED(pthread_setcanceltype) \
	INTERPOSED(pthread_testcancel) INTERPOSED(pthread_cancel) HARMLESS(pthread_setconcurrency) HARMLESS(pthread_getconcurrency) HARMLESS(pthread_atfork) HARMLESS(__register_atfork) \
	HARMLESS(__pthread_get_minstack) INTERPOSED(pthread_getattr_np) IDENTITY(_pthread_cleanup_push) IDENTITY(_pthread_cleanup_pop) \
	/* attributes of threads, and how the system schedules them, which is not asked */ \
	HARMLESS(pthread_attr_init) HARMLESS(pthread_attr_destroy) HARMLESS(pthread_attr_setdetachstate) HARMLESS(pthread_attr_getdetachstate) \
	HARMLESS(pthread_attr_setstacksize) HARMLESS(pthread_attr_getstacksize) HARMLESS(pthread_attr_setstack) HARMLESS(pthread_attr_getstack) \
	HARMLESS(pthread_attr_setguardsize) HARMLESS(pthread_attr_getguardsize) HARMLESS(pthread_attr_setschedpolicy) HARMLESS(pthread_attr_getschedpolicy) \
	HARMLESS(pthread_attr_setschedparam) HARMLESS(pthread_attr_getschedparam) HARMLESS(pthread_attr_setinheritsched) \
	HARMLESS(pthread_attr_getinheritsched) HARMLESS(pthread_attr_setscope) HARMLESS(pthread_attr_getscope) HARMLESS(pthread_attr_setaffinity_np) \
	HARMLESS(pthread_attr_getaffinity_np) HARMLESS(sched_getcpu) HARMLESS(sched_getaffinity) HARMLESS(sched_setaffinity) HARMLESS(sched_get_priority_max) \
	HARMLESS(sched_get_priority_min) HARMLESS(sched_getparam) HARMLESS(sched_setparam) HARMLESS(sched_getscheduler) HARMLESS(sched_setscheduler) \
	HARMLESS(sched_rr_get_interval) HARMLESS(__sched_cpucount) HARMLESS(__sched_cpualloc) HARMLESS(__sched_cpufree) HARMLESS(getcpu) INTERPOSED(nice) \
	INTERPOSED(getpriority) INTERPOSED(setpriority) HARMLESS(pthread_setaffinity_np) HARMLESS(pthread_getaffinity_np) HARMLESS(pthread_setschedparam) \
	HARMLESS(pthread_getschedparam) HARMLESS(pthread_setschedprio) INTERPOSED(pthread_setname_np) INTERPOSED(pthread_getname_np) \
	/* descriptors */ \
	INTERPOSED(read) INTERPOSED(__read_chk) INTERPOSED(readv) INTERPOSED(recv) INTERPOSED(__recv_chk) INTERPOSED(recvfrom) INTERPOSED(recvmsg) \
	INTERPOSED(eventfd_read) INTERPOSED(write) INTERPOSED(writev) INTERPOSED(send) INTERPOSED(sendto) INTERPOSED(sendmsg) INTERPOSED(eventfd_write) \
	INTERPOSED(dprintf) INTERPOSED(vdprintf) INTERPOSED(__dprintf_chk) INTERPOSED(close) INTERPOSED(shutdown) INTERPOSED(dup) INTERPOSED(dup2) \
	INTERPOSED(dup3) INTERPOSED(fcntl) INTERPOSED(fcntl64) INTERPOSED(poll) INTERPOSED(__poll_chk) INTERPOSED(ppoll) INTERPOSED(select) \
	INTERPOSED(pselect) INTERPOSED(flock) INTERPOSED(lockf) INTERPOSED(lockf64) INTERPOSED(epoll_wait) INTERPOSED(epoll_pwait) INTERPOSED(epoll_ctl) \
	INTERPOSED(pipe) INTERPOSED(pipe2) HARMLESS(socketpair) INTERPOSED(eventfd) HARMLESS(epoll_create) HARMLESS(epoll_create1) HARMLESS(__fdelt_chk) \
	HARMLESS(getsockname) HARMLESS(getsockopt) HARMLESS(isatty) HARMLESS(memfd_create) HARMLESS(socketatmark) HARMLESS(ioctl) INTERPOSED(preadv) \
	INTERPOSED(pwritev) INTERPOSED(preadv64) INTERPOSED(pwritev64) \
	BLOCKS(accept) BLOCKS(accept4) BLOCKS(connect) BLOCKS(socket) BLOCKS(bind) BLOCKS(listen) BLOCKS(mkfifo) BLOCKS(mknod) BLOCKS(mkfifoat) \
	INTERPOSED(signalfd) BLOCKS(inotify_init) BLOCKS(inotify_init1) BLOCKS(fdopen) BLOCKS(setsockopt) BLOCKS(sendfile) \
	BLOCKS(splice) BLOCKS(tee) BLOCKS(vmsplice) BLOCKS(epoll_pwait2) BLOCKS(recvmmsg) BLOCKS(sendmmsg) BLOCKS(preadv2) BLOCKS(pwritev2) BLOCKS(io_submit) \
	BLOCKS(io_getevents) BLOCKS(aio_read) BLOCKS(aio_write) BLOCKS(aio_suspend) BLOCKS(getaddrinfo) BLOCKS(gethostbyname) \
	/* signals and timers */ \
	INTERPOSED(sigaction) INTERPOSED(signal) INTERPOSED(__sysv_signal) INTERPOSED(sigprocmask) INTERPOSED(pthread_sigmask) INTERPOSED(sigpending) \
	INTERPOSED(sigwait) INTERPOSED(sigwaitinfo) INTERPOSED(sigtimedwait) INTERPOSED(sigsuspend) INTERPOSED(pause) INTERPOSED(kill) INTERPOSED(raise) \
	INTERPOSED(gsignal) INTERPOSED(pthread_kill) INTERPOSED(tgkill) INTERPOSED(sigqueue) INTERPOSED(pthread_sigqueue) INTERPOSED(killpg) \
	INTERPOSED(sigaltstack) INTERPOSED(alarm) INTERPOSED(setitimer) INTERPOSED(getitimer) INTERPOSED(timer_create) INTERPOSED(timer_settime) \
	INTERPOSED(timer_gettime) INTERPOSED(timer_getoverrun) INTERPOSED(timer_delete) INTERPOSED(timerfd_create) INTERPOSED(timerfd_settime) \
	INTERPOSED(timerfd_gettime) \
	HARMLESS(sigemptyset) HARMLESS(sigfillset) HARMLESS(sigaddset) HARMLESS(sigdelset) HARMLESS(sigismember) HARMLESS(sigisemptyset) HARMLESS(sigandset) \
	HARMLESS(sigorset) HARMLESS(psignal) HARMLESS(strsignal) HARMLESS(sigabbrev_np) HARMLESS(sigdescr_np) HARMLESS(__libc_current_sigrtmin) \
	HARMLESS(__libc_current_sigrtmax) \
	INTERPOSED(siginterrupt) INTERPOSED(sighold) INTERPOSED(sigrelse) UNSUPPORTED(sigpause) UNSUPPORTED(sigset) INTERPOSED(bsd_signal) \
	INTERPOSED(ualarm) \
	/* processes */ \
	INTERPOSED(fork) INTERPOSED(_Fork) INTERPOSED(vfork) INTERPOSED(clone) INTERPOSED(posix_spawn) INTERPOSED(posix_spawnp) INTERPOSED(system) \
	INTERPOSED(popen) INTERPOSED(daemon) INTERPOSED(execve) INTERPOSED(execv) INTERPOSED(execvp) INTERPOSED(execvpe) INTERPOSED(execl) INTERPOSED(execlp) \
	INTERPOSED(execle) INTERPOSED(exit) INTERPOSED(_exit) INTERPOSED(_Exit) INTERPOSED(quick_exit) INTERPOSED(__assert_fail) \
	INTERPOSED(__assert_perror_fail) INTERPOSED(__assert) \
	HARMLESS(abort) HARMLESS(getpid) HARMLESS(getppid) HARMLESS(getpgid) HARMLESS(getpgrp) HARMLESS(getsid) HARMLESS(getuid) HARMLESS(geteuid) \
	HARMLESS(getgid) HARMLESS(getegid) HARMLESS(__stack_chk_fail) HARMLESS(__fortify_fail) HARMLESS(__chk_fail) HARMLESS(at_quick_exit) HARMLESS(atexit) \
	INTERPOSED(on_exit) \
	BLOCKS(wait) BLOCKS(waitpid) BLOCKS(waitid) BLOCKS(wait3) BLOCKS(wait4) BLOCKS(pclose) BLOCKS(ptrace) BLOCKS(setsid) BLOCKS(setpgid) \
	/* what the system keeps by a name or a key */ \
	INTERPOSED(semget) INTERPOSED(semop) INTERPOSED(semtimedop) INTERPOSED(semctl) INTERPOSED(msgget) INTERPOSED(msgsnd) INTERPOSED(msgrcv) \
	INTERPOSED(msgctl) INTERPOSED(shmget) INTERPOSED(shmat) INTERPOSED(shmdt) INTERPOSED(shmctl) INTERPOSED(shm_open) INTERPOSED(shm_unlink) INTERPOSED(mq_open) INTERPOSED(__mq_open_2) \
	INTERPOSED(mq_close) INTERPOSED(mq_unlink) INTERPOSED(mq_send) INTERPOSED(mq_timedsend) INTERPOSED(mq_receive) INTERPOSED(mq_timedreceive) \
	INTERPOSED(mq_getattr) INTERPOSED(mq_setattr) HARMLESS(ftok) UNSUPPORTED(mq_notify) \
	/* what waits outside */ \
	INTERPOSED(syscall) BLOCKS(process_vm_readv) BLOCKS(userfaultfd) \
	/* loading */ \
	INTERPOSED(dlopen) INTERPOSED(dlsym) \
	HARMLESS(dlclose) HARMLESS(dlerror) HARMLESS(dladdr) HARMLESS(dladdr1) HARMLESS(dlinfo) HARMLESS(dl_iterate_phdr) HARMLESS(_dl_find_object) \
	HARMLESS(__tls_get_addr) \
	/* memory */ \
	INTERPOSED(malloc) INTERPOSED(calloc) INTERPOSED(realloc) INTERPOSED(free) INTERPOSED(aligned_alloc) INTERPOSED(posix_memalign) INTERPOSED(memalign) \
	INTERPOSED(reallocarray) INTERPOSED(malloc_usable_size) \
	HARMLESS(cfree) HARMLESS(valloc) HARMLESS(pvalloc) HARMLESS(malloc_trim) HARMLESS(mallopt) HARMLESS(mallinfo) HARMLESS(mallinfo2) INTERPOSED(mmap) \
	INTERPOSED(mmap64) INTERPOSED(munmap) INTERPOSED(mprotect) HARMLESS(madvise) HARMLESS(posix_madvise) INTERPOSED(mremap) HARMLESS(msync) HARMLESS(mlock) \
	HARMLESS(munlock) HARMLESS(mlock2) HARMLESS(mincore) HARMLESS(brk) HARMLESS(sbrk) HARMLESS(getpagesize) HARMLESS(alloca) HARMLESS(obstack_free) \
	HARMLESS(_obstack_begin) HARMLESS(_obstack_newchunk) HARMLESS(explicit_bzero) HARMLESS(__explicit_bzero_chk) \
	/* bytes and strings */ \
	HARMLESS(memcpy) HARMLESS(mempcpy) HARMLESS(__mempcpy) HARMLESS(memmove) HARMLESS(memset) HARMLESS(memcmp) HARMLESS(bcmp) HARMLESS(memchr) \
	HARMLESS(memrchr) HARMLESS(rawmemchr) HARMLESS(__rawmemchr) HARMLESS(memmem) HARMLESS(memccpy) HARMLESS(memfrob) HARMLESS(bcopy) HARMLESS(bzero) \
	HARMLESS(swab) HARMLESS(ffs) HARMLESS(ffsl) HARMLESS(ffsll) HARMLESS(strlen) HARMLESS(strnlen) HARMLESS(strcpy) HARMLESS(stpcpy) HARMLESS(__stpcpy) \
	HARMLESS(strncpy) HARMLESS(stpncpy) HARMLESS(strcat) HARMLESS(strncat) HARMLESS(strlcpy) HARMLESS(strlcat) HARMLESS(strcmp) HARMLESS(strncmp) \
	HARMLESS(strcasecmp) HARMLESS(strncasecmp) HARMLESS(strcasecmp_l) HARMLESS(strncasecmp_l) HARMLESS(strcoll) HARMLESS(strcoll_l) HARMLESS(strxfrm) \
	HARMLESS(strxfrm_l) HARMLESS(strchr) HARMLESS(strrchr) HARMLESS(strchrnul) HARMLESS(__strchrnul) HARMLESS(index) HARMLESS(rindex) HARMLESS(strstr) \
	HARMLESS(strcasestr) HARMLESS(strspn) HARMLESS(strcspn) HARMLESS(strpbrk) HARMLESS(strsep) HARMLESS(__strsep) INTERPOSED(strtok) HARMLESS(strtok_r) \
	HARMLESS(__strtok_r) INTERPOSED(strdup) INTERPOSED(__strdup) INTERPOSED(strndup) INTERPOSED(__strndup) HARMLESS(strrev) HARMLESS(strverscmp) HARMLESS(strfry) \
	HARMLESS(basename) HARMLESS(dirname) HARMLESS(__xpg_basename) HARMLESS(strerror) HARMLESS(strerror_r) HARMLESS(__xpg_strerror_r) HARMLESS(strerror_l) \
	HARMLESS(strerrorname_np) HARMLESS(strerrordesc_np) HARMLESS(__memcpy_chk) HARMLESS(__mempcpy_chk) HARMLESS(__memmove_chk) HARMLESS(__memset_chk) \
	HARMLESS(__strcpy_chk) HARMLESS(__stpcpy_chk) HARMLESS(__strncpy_chk) HARMLESS(__stpncpy_chk) HARMLESS(__strcat_chk) HARMLESS(__strncat_chk) \
	HARMLESS(__strlcpy_chk) HARMLESS(__strlcat_chk) \
	/* characters */ \
	HARMLESS(__ctype_b_loc) HARMLESS(__ctype_tolower_loc) HARMLESS(__ctype_toupper_loc) HARMLESS(__ctype_get_mb_cur_max) HARMLESS(toupper) \
	HARMLESS(tolower) HARMLESS(isalnum) HARMLESS(isalpha) HARMLESS(isblank) HARMLESS(iscntrl) HARMLESS(isdigit) HARMLESS(isgraph) HARMLESS(islower) \
	HARMLESS(isprint) HARMLESS(ispunct) HARMLESS(isspace) HARMLESS(isupper) HARMLESS(isxdigit) HARMLESS(isascii) HARMLESS(toascii) HARMLESS(btowc) \
	HARMLESS(wctob) INTERPOSED(mblen) INTERPOSED(mbtowc) INTERPOSED(wctomb) HARMLESS(mbstowcs) HARMLESS(wcstombs) HARMLESS(mbrtowc) HARMLESS(wcrtomb) \
	HARMLESS(mbsrtowcs) HARMLESS(wcsrtombs) HARMLESS(mbrlen) HARMLESS(mbsinit) HARMLESS(towupper) HARMLESS(towlower) HARMLESS(iswalpha) HARMLESS(iswdigit) \
	HARMLESS(iswspace) HARMLESS(iswalnum) HARMLESS(iswprint) HARMLESS(iswctype) HARMLESS(wctype) HARMLESS(wcslen) HARMLESS(wcscpy) HARMLESS(wcsncpy) \
	HARMLESS(wcscat) HARMLESS(wcscmp) HARMLESS(wcsncmp) HARMLESS(wcschr) HARMLESS(wcsrchr) HARMLESS(wcsstr) HARMLESS(wcsdup) HARMLESS(wmemcpy) \
	HARMLESS(wmemmove) HARMLESS(wmemset) HARMLESS(wmemcmp) HARMLESS(wmemchr) HARMLESS(wcstol) HARMLESS(wcstoul) HARMLESS(wcstoll) HARMLESS(wcstod) \
	HARMLESS(swprintf) HARMLESS(vswprintf) HARMLESS(iconv_open) HARMLESS(iconv) HARMLESS(iconv_close) \
	/* numbers, sorting, surroundings */ \
	HARMLESS(atoi) HARMLESS(atol) HARMLESS(atoll) HARMLESS(atof) HARMLESS(strtol) HARMLESS(strtoul) HARMLESS(strtoll) HARMLESS(strtoull) \
	HARMLESS(strtoimax) HARMLESS(strtoumax) HARMLESS(strtod) HARMLESS(strtof) HARMLESS(strtold) HARMLESS(strtoq) HARMLESS(strtouq) \
	HARMLESS(__isoc23_strtol) HARMLESS(__isoc23_strtoul) HARMLESS(__isoc23_strtoll) HARMLESS(__isoc23_strtoull) HARMLESS(__isoc23_strtoimax) \
	HARMLESS(__isoc23_strtoumax) HARMLESS(__strtol_internal) HARMLESS(__strtoul_internal) HARMLESS(strfromd) HARMLESS(strfromf) HARMLESS(strtol_l) \
	HARMLESS(strtoul_l) HARMLESS(strtod_l) HARMLESS(strtof_l) HARMLESS(strtold_l) HARMLESS(abs) HARMLESS(labs) HARMLESS(llabs) HARMLESS(imaxabs) \
	HARMLESS(div) HARMLESS(ldiv) HARMLESS(lldiv) HARMLESS(imaxdiv) HARMLESS(qsort) HARMLESS(qsort_r) HARMLESS(bsearch) INTERPOSED(lfind) INTERPOSED(lsearch) \
	INTERPOSED(hsearch) INTERPOSED(hcreate) INTERPOSED(hdestroy) HARMLESS(hsearch_r) HARMLESS(hcreate_r) HARMLESS(hdestroy_r) INTERPOSED(insque) INTERPOSED(remque) \
	INTERPOSED(tsearch) INTERPOSED(tfind) INTERPOSED(tdelete) HARMLESS(twalk) HARMLESS(twalk_r) HARMLESS(tdestroy) INTERPOSED(rand) INTERPOSED(srand) \
	HARMLESS(rand_r) INTERPOSED(random) INTERPOSED(srandom) INTERPOSED(initstate) INTERPOSED(setstate) HARMLESS(random_r) HARMLESS(srandom_r) \
	HARMLESS(initstate_r) HARMLESS(setstate_r) INTERPOSED(drand48) HARMLESS(erand48) INTERPOSED(lrand48) HARMLESS(nrand48) INTERPOSED(mrand48) HARMLESS(jrand48) \
	INTERPOSED(srand48) INTERPOSED(seed48) INTERPOSED(lcong48) HARMLESS(drand48_r) HARMLESS(lrand48_r) HARMLESS(srand48_r) VARIES(arc4random) \
	VARIES(arc4random_buf) VARIES(arc4random_uniform) VARIES(getrandom) VARIES(getentropy) HARMLESS(a64l) INTERPOSED(l64a) HARMLESS(htons) \
	HARMLESS(htonl) HARMLESS(ntohs) HARMLESS(ntohl) INTERPOSED(getenv) INTERPOSED(secure_getenv) HARMLESS(__secure_getenv) INTERPOSED(setenv) INTERPOSED(unsetenv) \
	INTERPOSED(putenv) INTERPOSED(clearenv) HARMLESS(environ) HARMLESS(__environ) HARMLESS(sysconf) HARMLESS(__sysconf) HARMLESS(pathconf) \
	HARMLESS(fpathconf) HARMLESS(confstr) \
	HARMLESS(uname) HARMLESS(gethostname) HARMLESS(sysinfo) HARMLESS(get_nprocs) HARMLESS(get_nprocs_conf) INTERPOSED(getrlimit) INTERPOSED(getrlimit64) \
	INTERPOSED(setrlimit) INTERPOSED(setrlimit64) HARMLESS(prlimit) HARMLESS(getrusage) HARMLESS(getauxval) INTERPOSED(prctl) INTERPOSED(getopt) \
	INTERPOSED(getopt_long) INTERPOSED(getopt_long_only) HARMLESS(optarg) HARMLESS(optind) HARMLESS(opterr) HARMLESS(optopt) HARMLESS(getlogin) \
	INTERPOSED(getpwuid) INTERPOSED(getpwnam) HARMLESS(getloadavg) HARMLESS(program_invocation_name) HARMLESS(program_invocation_short_name) \
	HARMLESS(__progname) HARMLESS(__progname_full) HARMLESS(error) HARMLESS(err) HARMLESS(errx) HARMLESS(verr) HARMLESS(verrx) HARMLESS(warn) \
	HARMLESS(warnx) HARMLESS(vwarn) HARMLESS(vwarnx) \
	HARMLESS(gnu_get_libc_version) INTERPOSED(setlocale) INTERPOSED(localeconv) INTERPOSED(nl_langinfo) HARMLESS(nl_langinfo_l) HARMLESS(newlocale) \
	HARMLESS(__newlocale) HARMLESS(duplocale) HARMLESS(__duplocale) HARMLESS(freelocale) HARMLESS(__freelocale) HARMLESS(uselocale) HARMLESS(__uselocale) \
	HARMLESS(gettext) HARMLESS(dgettext) HARMLESS(dcgettext) HARMLESS(ngettext) INTERPOSED(textdomain) HARMLESS(bindtextdomain) HARMLESS(regcomp) \
	HARMLESS(regexec) HARMLESS(regerror) HARMLESS(regfree) HARMLESS(fnmatch) HARMLESS(glob) HARMLESS(globfree) HARMLESS(wordexp) HARMLESS(crypt) \
	INTERPOSED(ecvt) INTERPOSED(fcvt) HARMLESS(gcvt) \
	/* printing and reading, on files: nobody else answers there */ \
	INTERPOSED(flockfile) INTERPOSED(ftrylockfile) INTERPOSED(funlockfile) \
	HARMLESS(stdin) HARMLESS(stdout) HARMLESS(stderr) HARMLESS(printf) INTERPOSED(fprintf) HARMLESS(sprintf) HARMLESS(snprintf) INTERPOSED(asprintf) \
	HARMLESS(vprintf) INTERPOSED(vfprintf) HARMLESS(vsprintf) HARMLESS(vsnprintf) INTERPOSED(vasprintf) HARMLESS(__printf_chk) INTERPOSED(__fprintf_chk) \
	HARMLESS(__sprintf_chk) HARMLESS(__snprintf_chk) INTERPOSED(__asprintf_chk) HARMLESS(__vprintf_chk) INTERPOSED(__vfprintf_chk) HARMLESS(__vsprintf_chk) \
	HARMLESS(__vsnprintf_chk) INTERPOSED(__vasprintf_chk) HARMLESS(puts) INTERPOSED(fputs) HARMLESS(putchar) INTERPOSED(putc) INTERPOSED(fputc) INTERPOSED(_IO_putc) \
	HARMLESS(putchar_unlocked) HARMLESS(putc_unlocked) HARMLESS(fputc_unlocked) HARMLESS(fputs_unlocked) INTERPOSED(fwrite) HARMLESS(fwrite_unlocked) \
	INTERPOSED(fflush) HARMLESS(fflush_unlocked) HARMLESS(perror) HARMLESS(scanf) HARMLESS(fscanf) HARMLESS(sscanf) HARMLESS(vscanf) HARMLESS(vfscanf) \
	HARMLESS(vsscanf) INTERPOSED(__isoc99_scanf) INTERPOSED(__isoc99_fscanf) HARMLESS(__isoc99_sscanf) HARMLESS(__isoc99_vscanf) INTERPOSED(__isoc99_vfscanf) \
	HARMLESS(__isoc99_vsscanf) HARMLESS(__isoc23_scanf) HARMLESS(__isoc23_fscanf) HARMLESS(__isoc23_sscanf) HARMLESS(__isoc23_vscanf) \
	HARMLESS(__isoc23_vfscanf) HARMLESS(__isoc23_vsscanf) INTERPOSED(getchar) INTERPOSED(getc) INTERPOSED(fgetc) INTERPOSED(_IO_getc) HARMLESS(getchar_unlocked) \
	HARMLESS(getc_unlocked) HARMLESS(fgetc_unlocked) INTERPOSED(ungetc) INTERPOSED(fgets) HARMLESS(fgets_unlocked) INTERPOSED(__fgets_chk) HARMLESS(gets) \
	INTERPOSED(getline) INTERPOSED(getdelim) INTERPOSED(__getdelim) INTERPOSED(fread) HARMLESS(fread_unlocked) INTERPOSED(__fread_chk) INTERPOSED(fopen) \
	INTERPOSED(fopen64) INTERPOSED(freopen) INTERPOSED(fclose) HARMLESS(fmemopen) HARMLESS(open_memstream) INTERPOSED(tmpfile) INTERPOSED(tmpnam) HARMLESS(tmpnam_r) \
	HARMLESS(tempnam) INTERPOSED(mkstemp) INTERPOSED(mkostemp) INTERPOSED(mkdtemp) HARMLESS(mktemp) HARMLESS(setbuf) HARMLESS(setbuffer) HARMLESS(setlinebuf) \
	HARMLESS(setvbuf) HARMLESS(feof) HARMLESS(feof_unlocked) HARMLESS(ferror) HARMLESS(ferror_unlocked) HARMLESS(clearerr) HARMLESS(fileno) \
	HARMLESS(fileno_unlocked) INTERPOSED(fseek) INTERPOSED(fseeko) INTERPOSED(fseeko64) INTERPOSED(ftell) INTERPOSED(ftello) INTERPOSED(ftello64) INTERPOSED(rewind) \
	HARMLESS(fgetpos) HARMLESS(fsetpos) INTERPOSED(remove) INTERPOSED(rename) INTERPOSED(putw) INTERPOSED(getw) HARMLESS(fputwc) HARMLESS(fputws) \
	HARMLESS(wprintf) HARMLESS(fwprintf) HARMLESS(vwprintf) HARMLESS(vfwprintf) HARMLESS(fwide) HARMLESS(fpurge) HARMLESS(__fpurge) \
	HARMLESS(__fsetlocking) HARMLESS(__fpending) HARMLESS(__overflow) HARMLESS(__uflow) HARMLESS(printf_size) HARMLESS(register_printf_function) \
	HARMLESS(backtrace) HARMLESS(backtrace_symbols) HARMLESS(backtrace_symbols_fd) HARMLESS(syslog) HARMLESS(vsyslog) HARMLESS(openlog) HARMLESS(closelog) \
	HARMLESS(__syslog_chk) HARMLESS(__vsyslog_chk) INTERPOSED(setlogmask) \
	/* files */ \
	INTERPOSED(open) INTERPOSED(open64) INTERPOSED(__open_2) INTERPOSED(__open64_2) INTERPOSED(openat) INTERPOSED(openat64) INTERPOSED(__openat_2) INTERPOSED(creat) \
	INTERPOSED(creat64) INTERPOSED(lseek) INTERPOSED(lseek64) INTERPOSED(pread) INTERPOSED(pread64) INTERPOSED(pwrite) INTERPOSED(pwrite64) INTERPOSED(stat) \
	INTERPOSED(stat64) INTERPOSED(fstat) INTERPOSED(fstat64) INTERPOSED(lstat) INTERPOSED(lstat64) INTERPOSED(fstatat) INTERPOSED(fstatat64) HARMLESS(statx) \
	HARMLESS(__xstat) HARMLESS(__fxstat) HARMLESS(__lxstat) HARMLESS(__fxstatat) INTERPOSED(access) INTERPOSED(faccessat) INTERPOSED(unlink) INTERPOSED(unlinkat) \
	INTERPOSED(rmdir) INTERPOSED(mkdir) INTERPOSED(mkdirat) INTERPOSED(chdir) INTERPOSED(fchdir) INTERPOSED(getcwd) HARMLESS(__getcwd_chk) \
	HARMLESS(get_current_dir_name) INTERPOSED(readlink) INTERPOSED(readlinkat) HARMLESS(__readlink_chk) INTERPOSED(realpath) HARMLESS(__realpath_chk) \
	INTERPOSED(symlink) INTERPOSED(link) INTERPOSED(chmod) INTERPOSED(fchmod) HARMLESS(chown) HARMLESS(fchown) INTERPOSED(umask) INTERPOSED(truncate) \
	INTERPOSED(truncate64) INTERPOSED(ftruncate) INTERPOSED(ftruncate64) HARMLESS(fallocate) HARMLESS(posix_fallocate) HARMLESS(posix_fadvise) HARMLESS(fsync) \
	HARMLESS(fdatasync) HARMLESS(sync) HARMLESS(syncfs) HARMLESS(utime) HARMLESS(utimes) INTERPOSED(futimens) HARMLESS(utimensat) INTERPOSED(opendir) \
	HARMLESS(fdopendir) INTERPOSED(readdir) INTERPOSED(readdir64) HARMLESS(readdir_r) HARMLESS(closedir) INTERPOSED(rewinddir) HARMLESS(dirfd) HARMLESS(scandir) \
	HARMLESS(alphasort) HARMLESS(ftw) HARMLESS(nftw) HARMLESS(statvfs) HARMLESS(fstatvfs) HARMLESS(statfs) HARMLESS(fstatfs) INTERPOSED(renameat) \
	INTERPOSED(renameat2) INTERPOSED(symlinkat) INTERPOSED(linkat) INTERPOSED(mkstemps) INTERPOSED(freopen64) INTERPOSED(tmpfile64) \
	INTERPOSED(mkstemp64) INTERPOSED(mkostemp64) HARMLESS(copy_file_range) \
	/* what objects compiled with -fsanitize=thread call */ \
	INTERPOSED(__tsan_init) INTERPOSED(__tsan_func_entry) INTERPOSED(__tsan_func_exit) INTERPOSED(__tsan_ignore_thread_begin) \
	INTERPOSED(__tsan_ignore_thread_end) INTERPOSED(__tsan_read1) INTERPOSED(__tsan_write1) INTERPOSED(__tsan_read_write1) \
	INTERPOSED(__tsan_unaligned_read1) INTERPOSED(__tsan_unaligned_write1) INTERPOSED(__tsan_unaligned_read_write1) INTERPOSED(__tsan_volatile_read1) \
	INTERPOSED(__tsan_volatile_write1) INTERPOSED(__tsan_unaligned_volatile_read1) INTERPOSED(__tsan_unaligned_volatile_write1) \
	INTERPOSED(__tsan_read1_pc) INTERPOSED(__tsan_write1_pc) INTERPOSED(__tsan_read2) INTERPOSED(__tsan_write2) INTERPOSED(__tsan_read_write2) \
	INTERPOSED(__tsan_unaligned_read2) INTERPOSED(__tsan_unaligned_write2) INTERPOSED(__tsan_unaligned_read_write2) INTERPOSED(__tsan_volatile_read2) \
	INTERPOSED(__tsan_volatile_write2) INTERPOSED(__tsan_unaligned_volatile_read2) INTERPOSED(__tsan_unaligned_volatile_write2) \
	INTERPOSED(__tsan_read2_pc) INTERPOSED(__tsan_write2_pc) INTERPOSED(__tsan_read4) INTERPOSED(__tsan_write4) INTERPOSED(__tsan_read_write4) \
	INTERPOSED(__tsan_unaligned_read4) INTERPOSED(__tsan_unaligned_write4) INTERPOSED(__tsan_unaligned_read_write4) INTERPOSED(__tsan_volatile_read4) \
	INTERPOSED(__tsan_volatile_write4) INTERPOSED(__tsan_unaligned_volatile_read4) INTERPOSED(__tsan_unaligned_volatile_write4) \
	INTERPOSED(__tsan_read4_pc) INTERPOSED(__tsan_write4_pc) INTERPOSED(__tsan_read8) INTERPOSED(__tsan_write8) INTERPOSED(__tsan_read_write8) \
	INTERPOSED(__tsan_unaligned_read8) INTERPOSED(__tsan_unaligned_write8) INTERPOSED(__tsan_unaligned_read_write8) INTERPOSED(__tsan_volatile_read8) \
	INTERPOSED(__tsan_volatile_write8) INTERPOSED(__tsan_unaligned_volatile_read8) INTERPOSED(__tsan_unaligned_volatile_write8) \
	INTERPOSED(__tsan_read8_pc) INTERPOSED(__tsan_write8_pc) INTERPOSED(__tsan_read16) INTERPOSED(__tsan_write16) INTERPOSED(__tsan_read_write16) \
	INTERPOSED(__tsan_unaligned_read16) INTERPOSED(__tsan_unaligned_write16) INTERPOSED(__tsan_unaligned_read_write16) INTERPOSED(__tsan_volatile_read16) \
	INTERPOSED(__tsan_volatile_write16) INTERPOSED(__tsan_unaligned_volatile_read16) INTERPOSED(__tsan_unaligned_volatile_write16) \
	INTERPOSED(__tsan_read16_pc) INTERPOSED(__tsan_write16_pc) INTERPOSED(__tsan_read_range) INTERPOSED(__tsan_write_range) \
	INTERPOSED(__tsan_read_range_pc) INTERPOSED(__tsan_write_range_pc) INTERPOSED(__tsan_vptr_read) INTERPOSED(__tsan_vptr_update) \
	INTERPOSED(__tsan_atomic8_load) INTERPOSED(__tsan_atomic8_store) INTERPOSED(__tsan_atomic8_exchange) INTERPOSED(__tsan_atomic8_fetch_add) \
	INTERPOSED(__tsan_atomic8_fetch_sub) INTERPOSED(__tsan_atomic8_fetch_and) INTERPOSED(__tsan_atomic8_fetch_or) INTERPOSED(__tsan_atomic8_fetch_xor) \
	INTERPOSED(__tsan_atomic8_fetch_nand) INTERPOSED(__tsan_atomic8_compare_exchange_strong) INTERPOSED(__tsan_atomic8_compare_exchange_weak) \
	INTERPOSED(__tsan_atomic8_compare_exchange_val) INTERPOSED(__tsan_atomic16_load) INTERPOSED(__tsan_atomic16_store) \
	INTERPOSED(__tsan_atomic16_exchange) INTERPOSED(__tsan_atomic16_fetch_add) INTERPOSED(__tsan_atomic16_fetch_sub) \
	INTERPOSED(__tsan_atomic16_fetch_and) INTERPOSED(__tsan_atomic16_fetch_or) INTERPOSED(__tsan_atomic16_fetch_xor) \
	INTERPOSED(__tsan_atomic16_fetch_nand) INTERPOSED(__tsan_atomic16_compare_exchange_strong) INTERPOSED(__tsan_atomic16_compare_exchange_weak) \
	INTERPOSED(__tsan_atomic16_compare_exchange_val) INTERPOSED(__tsan_atomic32_load) INTERPOSED(__tsan_atomic32_store) \
	INTERPOSED(__tsan_atomic32_exchange) INTERPOSED(__tsan_atomic32_fetch_add) INTERPOSED(__tsan_atomic32_fetch_sub) \
	INTERPOSED(__tsan_atomic32_fetch_and) INTERPOSED(__tsan_atomic32_fetch_or) INTERPOSED(__tsan_atomic32_fetch_xor) \
	INTERPOSED(__tsan_atomic32_fetch_nand) INTERPOSED(__tsan_atomic32_compare_exchange_strong) INTERPOSED(__tsan_atomic32_compare_exchange_weak) \
	INTERPOSED(__tsan_atomic32_compare_exchange_val) INTERPOSED(__tsan_atomic64_load) INTERPOSED(__tsan_atomic64_store) \
	INTERPOSED(__tsan_atomic64_exchange) INTERPOSED(__tsan_atomic64_fetch_add) INTERPOSED(__tsan_atomic64_fetch_sub) \
	INTERPOSED(__tsan_atomic64_fetch_and) INTERPOSED(__tsan_atomic64_fetch_or) INTERPOSED(__tsan_atomic64_fetch_xor) \
	INTERPOSED(__tsan_atomic64_fetch_nand) INTERPOSED(__tsan_atomic64_compare_exchange_strong) INTERPOSED(__tsan_atomic64_compare_exchange_weak) \
	INTERPOSED(__tsan_atomic64_compare_exchange_val) INTERPOSED(__tsan_atomic128_load) INTERPOSED(__tsan_atomic128_store) \
	INTERPOSED(__tsan_atomic128_exchange) INTERPOSED(__tsan_atomic128_fetch_add) INTERPOSED(__tsan_atomic128_fetch_sub) \
	INTERPOSED(__tsan_atomic128_fetch_and) INTERPOSED(__tsan_atomic128_fetch_or) INTERPOSED(__tsan_atomic128_fetch_xor) \
	INTERPOSED(__tsan_atomic128_fetch_nand) INTERPOSED(__tsan_atomic128_compare_exchange_strong) INTERPOSED(__tsan_atomic128_compare_exchange_weak) \
	INTERPOSED(__tsan_atomic128_compare_exchange_val) INTERPOSED(__tsan_atomic_thread_fence) INTERPOSED(__tsan_atomic_signal_fence) \
	INTERPOSED(__tsan_memcpy) INTERPOSED(__tsan_memmove) INTERPOSED(__tsan_memset) \
	/* what objects compiled with -fsanitize=bounds,object-size call */ \
	INTERPOSED(__ubsan_handle_out_of_bounds) INTERPOSED(__ubsan_handle_type_mismatch_v1) \
	/* what objects compiled with -fsanitize=kernel-address call */ \
	INTERPOSED(__asan_load1) INTERPOSED(__asan_load1_noabort) INTERPOSED(__asan_store1) INTERPOSED(__asan_store1_noabort) INTERPOSED(__asan_load2) \
	INTERPOSED(__asan_load2_noabort) INTERPOSED(__asan_store2) INTERPOSED(__asan_store2_noabort) INTERPOSED(__asan_load4) \
	INTERPOSED(__asan_load4_noabort) INTERPOSED(__asan_store4) INTERPOSED(__asan_store4_noabort) INTERPOSED(__asan_load8) \
	INTERPOSED(__asan_load8_noabort) INTERPOSED(__asan_store8) INTERPOSED(__asan_store8_noabort) INTERPOSED(__asan_load16) \
	INTERPOSED(__asan_load16_noabort) INTERPOSED(__asan_store16) INTERPOSED(__asan_store16_noabort) INTERPOSED(__asan_loadN) \
	INTERPOSED(__asan_loadN_noabort) INTERPOSED(__asan_storeN) INTERPOSED(__asan_storeN_noabort) INTERPOSED(__asan_register_globals) \
	INTERPOSED(__asan_unregister_globals) INTERPOSED(__asan_before_dynamic_init) INTERPOSED(__asan_after_dynamic_init) \
	INTERPOSED(__asan_handle_no_return) INTERPOSED(__asan_alloca_poison) INTERPOSED(__asan_allocas_unpoison) INTERPOSED(__asan_set_shadow_00) \
	INTERPOSED(__asan_set_shadow_f1) INTERPOSED(__asan_set_shadow_f2) INTERPOSED(__asan_set_shadow_f3) INTERPOSED(__asan_set_shadow_f5) \
	INTERPOSED(__asan_set_shadow_f8) INTERPOSED(__asan_memcpy) INTERPOSED(__asan_memmove) INTERPOSED(__asan_memset) \
	/* names and numbers of the network, from files */ \
	HARMLESS(inet_addr) HARMLESS(inet_aton) HARMLESS(inet_ntoa) HARMLESS(inet_pton) HARMLESS(inet_ntop) INTERPOSED(getprotobyname) \
	HARMLESS(getprotobyname_r) INTERPOSED(getprotobynumber) INTERPOSED(getservbyname) HARMLESS(getservbyname_r) HARMLESS(getifaddrs) \
	HARMLESS(freeifaddrs) HARMLESS(freeaddrinfo) HARMLESS(gai_strerror) HARMLESS(if_nametoindex) HARMLESS(if_indextoname) HARMLESS(getpeername) \
	/* mathematics */ \
	HARMLESS(acos) HARMLESS(acosf) HARMLESS(acosl) HARMLESS(asin) HARMLESS(asinf) HARMLESS(asinl) HARMLESS(atan) HARMLESS(atanf) HARMLESS(atanl) \
	HARMLESS(atan2) HARMLESS(atan2f) HARMLESS(atan2l) HARMLESS(cos) HARMLESS(cosf) HARMLESS(cosl) HARMLESS(sin) HARMLESS(sinf) HARMLESS(sinl) \
	HARMLESS(tan) HARMLESS(tanf) HARMLESS(tanl) HARMLESS(sincos) HARMLESS(sincosf) HARMLESS(sincosl) HARMLESS(acosh) HARMLESS(acoshf) HARMLESS(acoshl) \
	HARMLESS(asinh) HARMLESS(asinhf) HARMLESS(asinhl) HARMLESS(atanh) HARMLESS(atanhf) HARMLESS(atanhl) HARMLESS(cosh) HARMLESS(coshf) HARMLESS(coshl) \
	HARMLESS(sinh) HARMLESS(sinhf) HARMLESS(sinhl) HARMLESS(tanh) HARMLESS(tanhf) HARMLESS(tanhl) HARMLESS(exp) HARMLESS(expf) HARMLESS(expl) \
	HARMLESS(exp2) HARMLESS(exp2f) HARMLESS(exp2l) HARMLESS(exp10) HARMLESS(exp10f) HARMLESS(exp10l) HARMLESS(expm1) HARMLESS(expm1f) HARMLESS(expm1l) \
	HARMLESS(log) HARMLESS(logf) HARMLESS(logl) HARMLESS(log2) HARMLESS(log2f) HARMLESS(log2l) HARMLESS(log10) HARMLESS(log10f) HARMLESS(log10l) \
	HARMLESS(log1p) HARMLESS(log1pf) HARMLESS(log1pl) HARMLESS(logb) HARMLESS(logbf) HARMLESS(logbl) HARMLESS(ilogb) HARMLESS(ilogbf) HARMLESS(ilogbl) \
	HARMLESS(pow) HARMLESS(powf) HARMLESS(powl) HARMLESS(sqrt) HARMLESS(sqrtf) HARMLESS(sqrtl) HARMLESS(cbrt) HARMLESS(cbrtf) HARMLESS(cbrtl) \
	HARMLESS(hypot) HARMLESS(hypotf) HARMLESS(hypotl) HARMLESS(erf) HARMLESS(erff) HARMLESS(erfl) HARMLESS(erfc) HARMLESS(erfcf) HARMLESS(erfcl) \
	HARMLESS(tgamma) HARMLESS(tgammaf) HARMLESS(tgammal) HARMLESS(lgamma) HARMLESS(lgammaf) HARMLESS(lgammal) HARMLESS(ceil) HARMLESS(ceilf) \
	HARMLESS(ceill) HARMLESS(floor) HARMLESS(floorf) HARMLESS(floorl) HARMLESS(trunc) HARMLESS(truncf) HARMLESS(truncl) HARMLESS(round) HARMLESS(roundf) \
	HARMLESS(roundl) HARMLESS(rint) HARMLESS(rintf) HARMLESS(rintl) HARMLESS(nearbyint) HARMLESS(nearbyintf) HARMLESS(nearbyintl) HARMLESS(lround) \
	HARMLESS(lroundf) HARMLESS(lroundl) HARMLESS(llround) HARMLESS(llroundf) HARMLESS(llroundl) HARMLESS(lrint) HARMLESS(lrintf) HARMLESS(lrintl) \
	HARMLESS(llrint) HARMLESS(llrintf) HARMLESS(llrintl) HARMLESS(roundeven) HARMLESS(roundevenf) HARMLESS(roundevenl) HARMLESS(fmod) HARMLESS(fmodf) \
	HARMLESS(fmodl) HARMLESS(remainder) HARMLESS(remainderf) HARMLESS(remainderl) HARMLESS(remquo) HARMLESS(remquof) HARMLESS(remquol) HARMLESS(drem) \
	HARMLESS(dremf) HARMLESS(dreml) HARMLESS(fdim) HARMLESS(fdimf) HARMLESS(fdiml) HARMLESS(fmax) HARMLESS(fmaxf) HARMLESS(fmaxl) HARMLESS(fmin) \
	HARMLESS(fminf) HARMLESS(fminl) HARMLESS(fma) HARMLESS(fmaf) HARMLESS(fmal) HARMLESS(fabs) HARMLESS(fabsf) HARMLESS(fabsl) HARMLESS(frexp) \
	HARMLESS(frexpf) HARMLESS(frexpl) HARMLESS(ldexp) HARMLESS(ldexpf) HARMLESS(ldexpl) HARMLESS(modf) HARMLESS(modff) HARMLESS(modfl) HARMLESS(scalbn) \
	HARMLESS(scalbnf) HARMLESS(scalbnl) HARMLESS(scalbln) HARMLESS(scalblnf) HARMLESS(scalblnl) HARMLESS(scalb) HARMLESS(scalbf) HARMLESS(scalbl) \
	HARMLESS(copysign) HARMLESS(copysignf) HARMLESS(copysignl) HARMLESS(nan) HARMLESS(nanf) HARMLESS(nanl) HARMLESS(nextafter) HARMLESS(nextafterf) \
	HARMLESS(nextafterl) HARMLESS(nexttoward) HARMLESS(nexttowardf) HARMLESS(nexttowardl) HARMLESS(significand) HARMLESS(significandf) \
	HARMLESS(significandl) HARMLESS(j0) HARMLESS(j0f) HARMLESS(j0l) HARMLESS(j1) HARMLESS(j1f) HARMLESS(j1l) HARMLESS(jn) HARMLESS(jnf) HARMLESS(jnl) \
	HARMLESS(y0) HARMLESS(y0f) HARMLESS(y0l) HARMLESS(y1) HARMLESS(y1f) HARMLESS(y1l) HARMLESS(yn) HARMLESS(ynf) HARMLESS(ynl) HARMLESS(gamma) \
	HARMLESS(gammaf) HARMLESS(gammal) HARMLESS(cabs) HARMLESS(cabsf) HARMLESS(cabsl) HARMLESS(carg) HARMLESS(cargf) HARMLESS(cargl) HARMLESS(cexp) \
	HARMLESS(cexpf) HARMLESS(cexpl) HARMLESS(clog) HARMLESS(clogf) HARMLESS(clogl) HARMLESS(csqrt) HARMLESS(csqrtf) HARMLESS(csqrtl) HARMLESS(cpow) \
	HARMLESS(cpowf) HARMLESS(cpowl) HARMLESS(creal) HARMLESS(crealf) HARMLESS(creall) HARMLESS(cimag) HARMLESS(cimagf) HARMLESS(cimagl) HARMLESS(conj) \
	HARMLESS(conjf) HARMLESS(conjl) HARMLESS(cproj) HARMLESS(cprojf) HARMLESS(cprojl) HARMLESS(csin) HARMLESS(csinf) HARMLESS(csinl) HARMLESS(ccos) \
	HARMLESS(ccosf) HARMLESS(ccosl) HARMLESS(ctan) HARMLESS(ctanf) HARMLESS(ctanl) HARMLESS(csinh) HARMLESS(csinhf) HARMLESS(csinhl) HARMLESS(ccosh) \
	HARMLESS(ccoshf) HARMLESS(ccoshl) HARMLESS(ctanh) HARMLESS(ctanhf) HARMLESS(ctanhl) HARMLESS(casin) HARMLESS(casinf) HARMLESS(casinl) HARMLESS(cacos) \
	HARMLESS(cacosf) HARMLESS(cacosl) HARMLESS(catan) HARMLESS(catanf) HARMLESS(catanl) HARMLESS(lgamma_r) HARMLESS(lgammaf_r) HARMLESS(lgammal_r) \
	HARMLESS(signgam) HARMLESS(__isnan) HARMLESS(__isnanf) HARMLESS(__isnanl) HARMLESS(__isinf) HARMLESS(__isinff) HARMLESS(__isinfl) HARMLESS(__finite) \
	HARMLESS(__finitef) HARMLESS(isnan) HARMLESS(isinf) HARMLESS(finite) HARMLESS(__fpclassify) HARMLESS(__fpclassifyf) HARMLESS(__fpclassifyl) \
	HARMLESS(__signbit) HARMLESS(__signbitf) HARMLESS(__signbitl) HARMLESS(__issignaling) HARMLESS(__exp_finite) HARMLESS(__log_finite) \
	HARMLESS(__pow_finite) HARMLESS(feclearexcept) HARMLESS(fegetexceptflag) HARMLESS(feraiseexcept) HARMLESS(fesetexceptflag) HARMLESS(fetestexcept) \
	HARMLESS(fegetround) HARMLESS(fesetround) HARMLESS(fegetenv) HARMLESS(feholdexcept) HARMLESS(fesetenv) HARMLESS(feupdateenv) HARMLESS(feenableexcept) \
	HARMLESS(fedisableexcept) HARMLESS(__muldc3) HARMLESS(__divdc3) HARMLESS(__mulsc3) HARMLESS(__divsc3) \
	/* more of the same kinds, which few use: text, numbers, files, users, attributes that only the kernel would ask for */ \
	HARMLESS(__confstr_chk) HARMLESS(__daylight) HARMLESS(__fdelt_warn) HARMLESS(__fwprintf_chk) HARMLESS(__fxstat64) HARMLESS(__fxstatat64) \
	HARMLESS(__getdomainname_chk) HARMLESS(__getgroups_chk) HARMLESS(__gethostname_chk) HARMLESS(__getlogin_r_chk) HARMLESS(__h_errno_location) \
	HARMLESS(__iscanonical) HARMLESS(__iseqsig) HARMLESS(__iseqsigf) HARMLESS(__isoc23_strtol_l) HARMLESS(__isoc23_strtoul_l) \
	HARMLESS(__isoc23_swscanf) HARMLESS(__isoc23_wcstol) HARMLESS(__isoc23_wcstoul) HARMLESS(__issignalingf) HARMLESS(__issignalingl) \
	HARMLESS(__lxstat64) HARMLESS(__mbsrtowcs_chk) HARMLESS(__mbstowcs_chk) HARMLESS(__pread64_chk) HARMLESS(__pread_chk) \
	HARMLESS(__readlinkat_chk) HARMLESS(__strcspn_c1) HARMLESS(__strspn_c1) HARMLESS(__strtok_r_1c) HARMLESS(__swprintf_chk) \
	HARMLESS(__timezone) HARMLESS(__ttyname_r_chk) HARMLESS(__tzname) HARMLESS(__vswprintf_chk) HARMLESS(__wcrtomb_chk) HARMLESS(__wcscat_chk) \
	HARMLESS(__wcscpy_chk) HARMLESS(__wcsncat_chk) HARMLESS(__wcsncpy_chk) HARMLESS(__wcsrtombs_chk) HARMLESS(__wcstombs_chk) \
	HARMLESS(__wctomb_chk) HARMLESS(__wmemcpy_chk) HARMLESS(__wmemmove_chk) HARMLESS(__wmemset_chk) HARMLESS(__wprintf_chk) HARMLESS(__xstat64) \
	HARMLESS(alphasort64) HARMLESS(c16rtomb) HARMLESS(c32rtomb) HARMLESS(c8rtomb) HARMLESS(cacosh) HARMLESS(cacoshf) HARMLESS(cacoshl) \
	HARMLESS(canonicalize) HARMLESS(canonicalize_file_name) HARMLESS(canonicalizef) HARMLESS(canonicalizel) HARMLESS(casinh) HARMLESS(casinhf) \
	HARMLESS(casinhl) HARMLESS(catanh) HARMLESS(catanhf) HARMLESS(catanhl) HARMLESS(catclose) HARMLESS(catgets) HARMLESS(catopen) \
	HARMLESS(cfgetispeed) HARMLESS(cfgetospeed) HARMLESS(clearerr_unlocked) HARMLESS(clog10) HARMLESS(clog10f) HARMLESS(clog10l) \
	HARMLESS(daddl) HARMLESS(daylight) HARMLESS(dcngettext) HARMLESS(ddivl) HARMLESS(dmull) HARMLESS(dngettext) HARMLESS(dsqrtl) \
	HARMLESS(dsubl) HARMLESS(eaccess) HARMLESS(ecvt_r) HARMLESS(erand48_r) HARMLESS(error_at_line) HARMLESS(error_message_count) \
	HARMLESS(error_one_per_line) HARMLESS(error_print_progname) HARMLESS(euidaccess) HARMLESS(fadd) HARMLESS(faddl) HARMLESS(fallocate64) \
	HARMLESS(fchmodat) HARMLESS(fchownat) HARMLESS(fcvt_r) HARMLESS(fdiv) HARMLESS(fdivl) HARMLESS(fegetexcept) HARMLESS(fegetmode) \
	HARMLESS(fesetexcept) HARMLESS(fesetmode) HARMLESS(fetestexceptflag) HARMLESS(fgetpos64) HARMLESS(fgetwc) HARMLESS(fgetws) \
	HARMLESS(finitef) HARMLESS(finitel) HARMLESS(fmaximum) HARMLESS(fmaximum_mag) HARMLESS(fmaximum_num) HARMLESS(fmaximumf) \
	HARMLESS(fmaximuml) HARMLESS(fmaxmag) HARMLESS(fminimum) HARMLESS(fminimum_mag) HARMLESS(fminimum_num) HARMLESS(fminimumf) \
	HARMLESS(fminimuml) HARMLESS(fminmag) HARMLESS(fmul) HARMLESS(fmull) HARMLESS(fromfp) HARMLESS(fromfpx) HARMLESS(fsetpos64) HARMLESS(fsqrt) \
	HARMLESS(fstatfs64) HARMLESS(fstatvfs64) HARMLESS(fsub) HARMLESS(fsubl) HARMLESS(ftw64) HARMLESS(futimes) HARMLESS(futimesat) \
	HARMLESS(get_avphys_pages) HARMLESS(get_phys_pages) HARMLESS(getdomainname) HARMLESS(getdtablesize) INTERPOSED(getgrgid) HARMLESS(getgrgid_r) \
	INTERPOSED(getgrnam) HARMLESS(getgrnam_r) HARMLESS(getgroups) HARMLESS(getlogin_r) HARMLESS(getpayload) HARMLESS(getpwnam_r) \
	HARMLESS(getpwuid_r) HARMLESS(getresgid) HARMLESS(getresuid) HARMLESS(getwc) HARMLESS(getwchar) HARMLESS(glob64) HARMLESS(globfree64) \
	HARMLESS(gnu_get_libc_release) HARMLESS(isinff) HARMLESS(isinfl) HARMLESS(isnanf) HARMLESS(isnanl) HARMLESS(iswalnum_l) \
	HARMLESS(iswalpha_l) HARMLESS(iswblank) HARMLESS(iswblank_l) HARMLESS(iswcntrl) HARMLESS(iswcntrl_l) HARMLESS(iswctype_l) \
	HARMLESS(iswdigit_l) HARMLESS(iswgraph) HARMLESS(iswgraph_l) HARMLESS(iswlower) HARMLESS(iswlower_l) HARMLESS(iswprint_l) \
	HARMLESS(iswpunct) HARMLESS(iswpunct_l) HARMLESS(iswspace_l) HARMLESS(iswupper) HARMLESS(iswupper_l) HARMLESS(iswxdigit) \
	HARMLESS(iswxdigit_l) HARMLESS(jrand48_r) HARMLESS(lchown) HARMLESS(lcong48_r) HARMLESS(llogb) HARMLESS(llogbf) HARMLESS(llogbl) \
	HARMLESS(lutimes) HARMLESS(malloc_info) HARMLESS(malloc_stats) HARMLESS(mbrtoc16) HARMLESS(mbrtoc32) HARMLESS(mbrtoc8) HARMLESS(mbsnrtowcs) \
	HARMLESS(mkostemps) HARMLESS(mkostemps64) HARMLESS(mkstemps64) INTERPOSED(mlockall) HARMLESS(mrand48_r) INTERPOSED(munlockall) \
	HARMLESS(nextdown) HARMLESS(nextdownf) HARMLESS(nextup) HARMLESS(nextupf) HARMLESS(nftw64) HARMLESS(nrand48_r) HARMLESS(posix_fadvise64) \
	HARMLESS(posix_fallocate64) HARMLESS(pow10) HARMLESS(psiginfo) HARMLESS(pthread_attr_getstackaddr) HARMLESS(pthread_attr_setstackaddr) \
	HARMLESS(pthread_getattr_default_np) HARMLESS(pthread_mutexattr_getkind_np) HARMLESS(pthread_mutexattr_getprioceiling) \
	HARMLESS(pthread_mutexattr_getrobust_np) HARMLESS(pthread_mutexattr_setkind_np) HARMLESS(pthread_mutexattr_setrobust_np) HARMLESS(putwc) \
	HARMLESS(putwchar) HARMLESS(qecvt) HARMLESS(qfcvt) HARMLESS(qgcvt) HARMLESS(readahead) HARMLESS(readdir64_r) HARMLESS(rpmatch) \
	HARMLESS(scandir64) HARMLESS(seed48_r) INTERPOSED(seekdir) HARMLESS(setpayload) HARMLESS(setpayloadsig) HARMLESS(statfs64) \
	HARMLESS(statvfs64) HARMLESS(strfmon) HARMLESS(strfmon_l) HARMLESS(strfromf128) HARMLESS(strfromf32) HARMLESS(strfromf32x) \
	HARMLESS(strfromf64) HARMLESS(strfromf64x) HARMLESS(strfroml) HARMLESS(strptime_l) HARMLESS(strtof128) HARMLESS(strtof128_l) \
	HARMLESS(strtof32) HARMLESS(strtof32_l) HARMLESS(strtof32x) HARMLESS(strtof32x_l) HARMLESS(strtof64) HARMLESS(strtof64_l) \
	HARMLESS(strtof64x) HARMLESS(strtof64x_l) HARMLESS(strtoll_l) HARMLESS(strtoull_l) HARMLESS(swscanf) HARMLESS(sync_file_range) \
	HARMLESS(sys_errlist) HARMLESS(sys_siglist) HARMLESS(tcgetattr) INTERPOSED(telldir) HARMLESS(timespec_getres) HARMLESS(timezone) \
	HARMLESS(totalorder) HARMLESS(totalordermag) HARMLESS(towctrans) HARMLESS(towctrans_l) HARMLESS(towlower_l) HARMLESS(towupper_l) \
	INTERPOSED(ttyname) HARMLESS(ttyname_r) HARMLESS(tzname) HARMLESS(ufromfp) HARMLESS(ufromfpx) HARMLESS(ungetwc) HARMLESS(versionsort) \
	HARMLESS(versionsort64) HARMLESS(vswscanf) HARMLESS(wcpcpy) HARMLESS(wcpncpy) HARMLESS(wcscasecmp) HARMLESS(wcscasecmp_l) \
	HARMLESS(wcschrnul) HARMLESS(wcscoll) HARMLESS(wcscoll_l) HARMLESS(wcscspn) HARMLESS(wcsftime) HARMLESS(wcsftime_l) HARMLESS(wcsncasecmp) \
	HARMLESS(wcsncasecmp_l) HARMLESS(wcsncat) HARMLESS(wcsnlen) HARMLESS(wcsnrtombs) HARMLESS(wcspbrk) HARMLESS(wcsspn) HARMLESS(wcstod_l) \
	HARMLESS(wcstof) HARMLESS(wcstof128) HARMLESS(wcstof128_l) HARMLESS(wcstof32) HARMLESS(wcstof32_l) HARMLESS(wcstof32x) \
	HARMLESS(wcstof32x_l) HARMLESS(wcstof64) HARMLESS(wcstof64_l) HARMLESS(wcstof64x) HARMLESS(wcstof64x_l) HARMLESS(wcstof_l) \
	HARMLESS(wcstoimax) HARMLESS(wcstok) HARMLESS(wcstol_l) HARMLESS(wcstold) HARMLESS(wcstold_l) HARMLESS(wcstoll_l) HARMLESS(wcstoq) \
	HARMLESS(wcstoul_l) HARMLESS(wcstoull) HARMLESS(wcstoull_l) HARMLESS(wcstoumax) HARMLESS(wcstouq) HARMLESS(wcswcs) HARMLESS(wcswidth) \
	HARMLESS(wcsxfrm) HARMLESS(wcsxfrm_l) HARMLESS(wctrans) HARMLESS(wcwidth) HARMLESS(wmempcpy) HARMLESS(wordfree) \
	/* what compilers call */ \
	HARMLESS(__errno_location) INTERPOSED(__cxa_finalize) INTERPOSED(__cxa_atexit) INTERPOSED(__cxa_at_quick_exit) HARMLESS(__gmon_start__) \
	HARMLESS(__libc_start_main) HARMLESS(_ITM_deregisterTMCloneTable) HARMLESS(_ITM_registerTMCloneTable) HARMLESS(_mcount) HARMLESS(mcount) \
	HARMLESS(__fentry__) HARMLESS(__cyg_profile_func_enter) HARMLESS(__cyg_profile_func_exit) HARMLESS(__isoc99_strtol) HARMLESS(_Unwind_Resume) \
	HARMLESS(_Unwind_RaiseException) HARMLESS(_Unwind_Resume_or_Rethrow) HARMLESS(_Unwind_DeleteException) HARMLESS(_Unwind_GetIP) \
	HARMLESS(_Unwind_GetIPInfo) HARMLESS(_Unwind_SetIP) HARMLESS(_Unwind_GetGR) HARMLESS(_Unwind_SetGR) HARMLESS(_Unwind_GetCFA) \
	HARMLESS(_Unwind_GetLanguageSpecificData) HARMLESS(_Unwind_GetRegionStart) HARMLESS(_Unwind_GetTextRelBase) HARMLESS(_Unwind_GetDataRelBase) \
	HARMLESS(_Unwind_Backtrace) HARMLESS(_Unwind_ForcedUnwind) HARMLESS(_Unwind_Find_FDE) HARMLESS(_Unwind_FindEnclosingFunction) \
	HARMLESS(__gcc_personality_v0) HARMLESS(__gxx_personality_v0) HARMLESS(__register_frame_info) HARMLESS(__deregister_frame_info) \
	HARMLESS(__register_frame) HARMLESS(__deregister_frame) HARMLESS(__cpu_indicator_init) HARMLESS(__cpu_model) HARMLESS(__udivti3) HARMLESS(__umodti3) \
	HARMLESS(__divti3) HARMLESS(__modti3) HARMLESS(__multi3) HARMLESS(__udivmodti4) HARMLESS(__popcountdi2) HARMLESS(__clzdi2) HARMLESS(__ctzdi2) \
	HARMLESS(__powidf2) HARMLESS(__addtf3) HARMLESS(__subtf3) HARMLESS(__multf3) HARMLESS(__divtf3) HARMLESS(__emutls_get_address) HARMLESS(__dso_handle) \
	HARMLESS(__libc_single_threaded) HARMLESS(__atomic_load) HARMLESS(__atomic_store) HARMLESS(__atomic_exchange) HARMLESS(__atomic_compare_exchange) \
	HARMLESS(__atomic_load_16) HARMLESS(__atomic_store_16) HARMLESS(__atomic_exchange_16) HARMLESS(__atomic_compare_exchange_16) \
	HARMLESS(__atomic_fetch_add_16) HARMLESS(__atomic_is_lock_free)

#endif
