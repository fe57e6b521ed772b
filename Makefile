# make            build/srtest                     make check    everything that must pass before a commit
# make tests      the test programs of VARIANT     make soak     long tests
# make demo       a specification and a failure    make bench    measurements, as JSON lines
# make lint       warnings are errors here         make fuzz     FUZZ_SECONDS for each target
# make layers     which room may include which     make deps     install what is missing
# make table1     the table of the paper, from the 103 warehouses of tests/corpus
#
# VARIANT=release|debug|san chooses the flags and the folder build/<variant>; CFLAGS adds to them; V=1 shows the commands.

VARIANT ?= release
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
LIBS = yaml-0.1 libpcre2-8 libffi jansson libxxhash libdw libarchive libseccomp

WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual \
	-Wwrite-strings -Wundef -Wvla -Wconversion -Wsign-conversion -Wno-unused-parameter
SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer

FLAGS.release = -O2 -g
FLAGS.debug = -O0 -g3
FLAGS.san = -O1 -g $(SANITIZERS)
FLAGS.fuzz = -O1 -g $(SANITIZERS) -fsanitize=fuzzer-no-link
LANGUAGE = -std=gnu11 -D_GNU_SOURCE= -Ilib -Itests -I. @build/cflags

ifeq ($(filter $(VARIANT),release debug san fuzz),)
$(error VARIANT is release, debug or san)
endif
ifeq ($(VARIANT),fuzz)
override CC = clang
endif
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc) --output-sync=target --no-print-directory
endif

B = build/$(VARIANT)
LIB = $(B)/libsrtest.a
SOURCES = $(wildcard lib/*/*.c drivers/*.c)
HEADERS = $(wildcard lib/*/*.h drivers/*.h drivers/native/*.h drivers/free/*.h)
HOST = $(wildcard drivers/native/*.c)
FREE = $(wildcard drivers/free/*.c)
COMMANDS = $(wildcard cmd/*.c)
UNITS = $(wildcard tests/unit/*/*.c)
BENCHES = $(wildcard tests/bench/*.c)
FUZZERS = $(filter-out tests/fuzz/driver.c,$(wildcard tests/fuzz/*.c))
SELFTEST = $(addprefix $(B)/selftest/,ticket.yaml good.so lost.so hooked.so race.so crash.so exit.so loop.so kill.so)
MANUALS = $(wildcard man/*.[157])
TESTED = build/deps-test.stamp

all: $(B)/srtest $(B)/srtest-host $(B)/srtest-host-free $(SELFTEST)
ifeq ($(VARIANT),release)
	ln -sf release/srtest build/srtest
endif

# Nothing is compiled before the packages it needs are there. libarchive is loaded by lib/submit/archive.c, when there is something to unpack.
build/deps-build.stamp: scripts/deps
	mkdir -p build
	scripts/deps build
	pkg-config --cflags $(LIBS) >build/cflags
	pkg-config --libs $(filter-out libarchive,$(LIBS)) >build/libs
	touch $@

build/deps-test.stamp: build/deps-build.stamp
	scripts/deps build test
	touch $@

deps:
	rm -f build/deps-*.stamp
	$(MAKE) $(TESTED)

$(B)/%.o: %.c Makefile build/deps-build.stamp
	mkdir -p $(@D)
	echo "  CC $@"
	$(CC) $(LANGUAGE) $(WARNINGS) $(WERROR) $(FLAGS.$(VARIANT)) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(LIB): $(SOURCES:%.c=$(B)/%.o)
	rm -f $@
	ar rcs $@ $^

LINK = echo "  LD $@" && $(CC) $(FLAGS.$(VARIANT)) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^)

$(B)/srtest: $(COMMANDS:%.c=$(B)/%.o) $(LIB)
	$(LINK) @build/libs $(LDLIBS)

# The host exports what it puts in front of the C library, and nothing else. It runs code on stacks of its own, which the address
# sanitizer does not follow, so it goes without. And it is handed pointers by the implementation, which may be any. The unwinder is a
# part of it, so that an implementation which needs one brings its own along.
$(B)/drivers/native/%.o: FLAGS.san = -O1 -g -fsanitize=undefined -fno-sanitize-recover=undefined -fno-sanitize=null,alignment
# The scheduler is compiled as one, which is a tenth faster. What asks for its own return address, or is in assembly, stays as it is called.
WHOLE := $(shell grep -L 'PLACE\|__builtin_return_address\|__asm__' $(HOST))
$(WHOLE:%.c=$(B)/%.o): FLAGS.release += -flto=auto
build/host.list: drivers/native/symbols.h
	mkdir -p build
	{ echo "{"; grep -o 'INTERPOSED([A-Za-z0-9_]*)' $< | sed 's/INTERPOSED(\(.*\))/\1;/'; echo "};"; } >$@
build/free.list: build/host.list
	{ echo "{"; echo 'pthread_create; malloc; calloc; realloc; aligned_alloc; posix_memalign; memalign;'; grep '^__tsan_\|^__ubsan_\|^__asan_' $<; echo "};"; } >$@

HOST_SHARED = $(wildcard drivers/*.c) lib/base/arena.c lib/base/text.c lib/base/unicode.c
$(B)/srtest-host: FLAGS.san = -O1 -g -fsanitize=undefined -fno-sanitize-recover=undefined
$(B)/srtest-host: $(HOST:%.c=$(B)/%.o) $(HOST_SHARED:%.c=$(B)/host/%.o) build/host.list
	echo "  LD $@"
	$(CC) $(FLAGS.$(VARIANT)) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) -Wl,-z,relro,-z,now -Wl,--dynamic-list=build/host.list -static-libgcc -lffi $(LDLIBS)

# The same host around another engine: it exports nothing but compilers' hooks, and what makes threads and memory, so the implementation meets the C library itself.
FREE_SHARED = $(addprefix drivers/native/,main.c telling.c call.c lent.c plan.c library.c loadable.c slots.c classes.c link.c real.c trace.c guard.c granted.c hooks.c margins.c sanitizers.c sections.c mutant.c stack.c functions.c gate.c settled.c)
$(B)/drivers/free/%.o: FLAGS.san = -O1 -g -fsanitize=undefined -fno-sanitize-recover=undefined
$(B)/srtest-host-free: FLAGS.san = -O1 -g -fsanitize=undefined -fno-sanitize-recover=undefined
$(B)/srtest-host-free: $(FREE:%.c=$(B)/%.o) $(FREE_SHARED:%.c=$(B)/%.o) $(HOST_SHARED:%.c=$(B)/host/%.o) build/free.list
	echo "  LD $@"
	$(CC) $(FLAGS.$(VARIANT)) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) -Wl,-z,relro,-z,now -Wl,--dynamic-list=build/free.list -static-libgcc -lffi $(LDLIBS)

# What selftest tests: one source, wrong in a way that the name says.
$(B)/selftest/ticket.yaml: drivers/selftest/ticket.yaml
	mkdir -p $(@D)
	cp $< $@
$(B)/selftest/hooked.so: WRONG = -DRACE -fsanitize=thread
$(B)/selftest/%.so: WRONG = -D$(shell echo $* | tr a-z A-Z)
$(B)/selftest/%.so: drivers/selftest/ticket.c Makefile build/deps-build.stamp
	mkdir -p $(@D)
	gcc -std=gnu11 -O1 -g -fPIC $(WRONG) -c -o $(@:.so=.o) $<
	gcc -shared -pthread -o $@ $(@:.so=.o)

# What the library and the host share is compiled for each.
$(B)/host/%.o: FLAGS.san = -O1 -g -fsanitize=undefined -fno-sanitize-recover=undefined
$(B)/host/%.o: %.c Makefile build/deps-build.stamp
	mkdir -p $(@D)
	$(CC) $(LANGUAGE) $(WARNINGS) $(WERROR) $(FLAGS.$(VARIANT)) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

UNIT_PROGRAMS = $(UNITS:%.c=$(B)/%)
BENCH_PROGRAMS = $(BENCHES:%.c=$(B)/%)
FUZZ_PROGRAMS = $(FUZZERS:%.c=$(B)/%)

$(UNIT_PROGRAMS:%=%.o): $(TESTED)
$(UNIT_PROGRAMS): %: %.o $(LIB)
	$(LINK) @build/libs -lcmocka $(LDLIBS)

# What of the hosts can be tested without running anything.
$(B)/tests/unit/free/waits: $(addprefix $(B)/drivers/free/,waits.o proc.o)
$(B)/tests/unit/native/context: $(B)/drivers/native/context.o
$(B)/tests/unit/native/endless: $(addprefix $(B)/drivers/native/,endless.o dataflow.o breakpoint.o context.o instruction.o length.o update.o)
$(B)/tests/unit/native/laps: $(B)/drivers/native/laps.o
$(B)/tests/unit/native/race: $(addprefix $(B)/drivers/native/,race.o shadow.o stacks.o clocks.o)
$(B)/tests/unit/native/rare: $(B)/drivers/native/rare.o
$(B)/tests/unit/native/trap: $(addprefix $(B)/drivers/native/,trap.o stubs.o settled.o gate.o)
$(B)/tests/unit/native/turns: $(B)/drivers/native/turns.o

$(BENCH_PROGRAMS): %: %.o $(LIB)
	$(LINK) @build/libs $(LDLIBS)

# A fuzz target runs under libFuzzer in `make fuzz`; for `make check` a plain main feeds it its seeds.
ifeq ($(VARIANT),fuzz)
$(FUZZ_PROGRAMS): %: %.o $(LIB)
	$(LINK) -fsanitize=fuzzer @build/libs $(LDLIBS)
else
$(FUZZ_PROGRAMS): %: %.o $(B)/tests/fuzz/driver.o $(LIB)
	$(LINK) @build/libs $(LDLIBS)
endif

# It answers in the place of another process.
$(B)/tests/fuzz/answers: LDFLAGS += -Wl,--wrap=apart_start,--wrap=apart_stop

tests: all $(UNIT_PROGRAMS) $(FUZZ_PROGRAMS)

check: layers lint $(TESTED)
	$(MAKE) VARIANT=san tests
	$(MAKE) VARIANT=release WERROR=-Werror tests
	tests/run san release

soak: $(TESTED)
	$(MAKE) VARIANT=san tests
	$(MAKE) VARIANT=release tests
	tests/run --long san release
	tests/run --soak release

table1: all $(TESTED)
	tests/corpus/run $(SEED)

bench: build/deps-build.stamp
	$(MAKE) VARIANT=release bench-programs
	export PATH="$(CURDIR)/build/release:$$PATH"; \
	for b in $(BENCHES:%.c=build/release/%) $(wildcard tests/bench/*.sh); do $$b || exit; done

bench-programs: all $(BENCH_PROGRAMS)

fuzz: $(TESTED)
	$(MAKE) VARIANT=fuzz fuzz-programs
	scripts/fuzz $(FUZZ_SECONDS) $(FUZZERS:tests/fuzz/%.c=%)

fuzz-programs: $(FUZZ_PROGRAMS)

# The last two commands exit 1: they find the failure that the paper shows, and that of a shipped faulty implementation.
demo: all
	build/srtest check -D ROBOTS=2 specs/warehouse/warehouse.yaml
	build/srtest judge specs/warehouse/warehouse.yaml specs/warehouse/figure7.jsonl; test $$? = 1
	build/srtest run --seed 2 specs/warehouse/warehouse.yaml specs/warehouse/faulty/signal.c; test $$? = 1

layers: $(TESTED)
	scripts/layers

# Warnings of both compilers, clang's among the checks listed in .clang-tidy, and every header on its own. What gcc warns of only where it optimises,
# `make check` sees when it compiles; but not where that is left to the linker.
LINTED = $(SOURCES) $(HOST) $(FREE) $(COMMANDS) $(UNITS) $(BENCHES) $(wildcard tests/fuzz/*.c)
lint: $(LINTED:%=build/lint/%.ok) $(HEADERS:%=build/lint/%.ok)

build/lint/%.c.ok: %.c Makefile .clang-tidy $(TESTED)
	mkdir -p $(@D)
	echo "  LINT $<"
	gcc $(LANGUAGE) $(WARNINGS) -Werror $(if $(filter $<,$(WHOLE)),-O2 -c -o /dev/null,-fsyntax-only) -MMD -MP -MF $(@:.ok=.d) -MT $@ $<
	clang-tidy --quiet $< -- $(LANGUAGE) $(WARNINGS) 2>$@.log || { cat $@.log; exit 1; }
	touch $@

build/lint/%.h.ok: %.h Makefile $(TESTED)
	mkdir -p $(@D)
	gcc $(LANGUAGE) $(WARNINGS) -Werror -MMD -MP -MF $(@:.ok=.d) -MT $@ -fsyntax-only -include $< -x c /dev/null
	touch $@

SHARE = $(DESTDIR)$(PREFIX)/share

install: $(B)/srtest $(B)/srtest-host $(B)/srtest-host-free $(SELFTEST)
	install -D -m 755 $(B)/srtest $(DESTDIR)$(PREFIX)/bin/srtest
	install -D -m 755 $(B)/srtest-host $(DESTDIR)$(PREFIX)/libexec/srtest/srtest-host
	install -D -m 755 $(B)/srtest-host-free $(DESTDIR)$(PREFIX)/libexec/srtest/srtest-host-free
	for f in $(SELFTEST); do install -D -m 644 $$f $(DESTDIR)$(PREFIX)/libexec/srtest/selftest/$${f##*/}; done
	mkdir -p $(SHARE)/srtest
	for d in $(wildcard specs schema); do cp -R $$d $(SHARE)/srtest/; done
	for m in $(MANUALS); do install -D -m 644 $$m $(SHARE)/man/man$${m##*.}/$${m##*/}; done

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/srtest
	rm -rf $(SHARE)/srtest $(DESTDIR)$(PREFIX)/libexec/srtest
	for m in $(MANUALS); do rm -f $(SHARE)/man/man$${m##*.}/$${m##*/}; done

clean:
	rm -rf build

.PHONY: all deps tests check soak table1 bench bench-programs fuzz fuzz-programs demo layers lint install uninstall clean
$(V).SILENT:

-include $(shell find build -name '*.d' 2>/dev/null)
