# long: whole programs, each run of which is a process of its own as far as it can tell; in C++; with arguments; with what the scheduler does not see
spec=$SRC/specs/program/program.yaml
try() {
	srtest run --no-save --seed 1 --tests 40 --shrink-time 1 "${@:2}" $spec $1 >told 2>&1 || true
	echo "$*: $(grep -oE '^[*][*][*].*|passed [0-9]* tests|UNDECIDED.*|[0-9]* of [0-9]* tests were undecided|.*error:.*' told | tr '\n' ' ')"
}
cat >options.c <<'C'
#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>
int
main(void)
{
	char *words[] = {"p", "-a", "x", "-b", "1", NULL};
	int seen = 0, place = optind;
	for (int c; (c = getopt(5, words, "ab:")) > 0;)
		seen += c == 'a' || (c == 'b' && *optarg == '1');
	int again = setenv("RUN", "1", 0) || *getenv("RUN") != '1' || getenv("RAN") || putenv("RAN=1");
	return place == 1 && seen == 2 && optind == 4 && !again ? 0 : 1;
}
C
cat >streams.c <<'C'
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int
main(void)
{
	char *first = getcwd(NULL, 0);
	if (strcmp(first, "/") == 0 || chdir("/") || umask(0) == 0 || *setlocale(LC_ALL, NULL) != 'C' || !setlocale(LC_CTYPE, "C.UTF-8"))
		return 1;
	return puts("done") < 0 || fclose(stdout) || fclose(stdin) || getc(stderr) != EOF ? 2 : 0;
}
C
cat >file.cc <<'C'
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>
int
main()
{
	std::mutex mutex;
	int n = 0;
	auto add = [&] { std::lock_guard guard(mutex); n++; };
	std::thread thread(add);
	add();
	thread.join();
	if (std::filesystem::exists("made") || !std::filesystem::create_directory("made"))
		return 1;
	std::ofstream("made/file") << n;
	std::filesystem::current_path("made");
	return n != 2;
}
C
cat >sum.c <<'C'
#include <stdlib.h>
int
main(int n, char **words)
{
	words[0][0] = 'P';
	for (int i = 1; i < n; i++)
		n -= atoi(words[i])++[words] == words[n];
	return n == 3 && !words[n] && atoi(words[1]) + atoi(words[2]) == 5 ? 0 : 4;
}
C
sed -i '/for (int i/,+1d' sum.c
cat >nothing.cpp <<'C'
#include <cassert>
#include <thread>
static int n;
int
main()
{
	std::thread thread([] { n++; });
	assert(n == 0);
	thread.join();
}
C
cat >once.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
static atomic_int first;
static void *work(void *arg) { first = first ? first : 2; return arg; }
int
main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, work, NULL);
	if (!first)
		first = 1;
	int opens = first == 2;
	pthread_join(thread, NULL);
	return opens ? socket(AF_UNIX, SOCK_STREAM, 0) < 0 : 0;
}
C
cat >threads.c <<'C'
#include <pthread.h>
static void *work(void *arg) { return arg; }
void
main()
{
	pthread_t thread[3000];
	for (int i = 0; i < 3000; i++)
		if (pthread_create(&thread[i], NULL, work, NULL))
			return;
}
C
try options.c
try streams.c
try file.cc
try sum.c --arg 2 --arg 3
try sum.c --arg 2
# a failure keeps its arguments, whatever stands in them; those of the command line come before them
cat >words.c <<'C'
#include <stdio.h>
#include <string.h>
int
main(int n, char **words)
{
	for (int i = 1; i < n; i++)
		fprintf(stderr, "<%s>", words[i]);
	return n > 2 && strcmp(words[2], "it's [a], \"b\": # \n\t") == 0 && !*words[1] ? 5 : 0;
}
C
srtest run --seed 1 --tests 20 --save words.srt --arg '' --arg $'it\'s [a], "b": # \n\t' --arg -7 --arg ünï $spec words.c >/dev/null || grep ^arguments words.srt
srtest replay words.srt | sed -n '1p; /printed/,$p'
srtest replay --arg other words.srt | head -1
sed 's/^arguments: .*/arguments: [a, [b]]/' words.srt >bad.srt
srtest replay bad.srt 2>&1 || true
sed "s/^arguments: .*/arguments: [$(seq -s , 65)]/" words.srt >bad.srt
srtest replay bad.srt 2>&1 | head -1
srtest run $(seq -f '--arg %g' 65) $spec words.c 2>&1 | head -1
srtest run --seed 1 --tests 1 --save bytes.srt --arg $'\377' $spec sum.c 2>&1 >/dev/null || ls bytes.srt 2>&1
try nothing.cpp
try once.c
try threads.c
ls made 2>&1 | tail -1
