# somebody else kills or stops parts of srtest while it grades: the others get their marks, the one that was hit is undecided, and nothing stays
# long: where several builds are tested, in the last one only
. $SRC/tests/cli/grade/class.inc
hand_in a "$too_early"
hand_in c "$never_wakes"
mkdir temporary
export TMPDIR=$PWD/temporary
lines() { cat journal 2>/dev/null | wc -l; }
below() {
	local each
	for each in $(pgrep -P $1); do
		echo $each
		below $each
	done
}
# those of that name; b is tested or built as long as there are two lines
named() {
	local each
	for each in $(below $main); do
		! grep -qa "$1" /proc/$each/cmdline 2>/dev/null || echo $each
	done
	test $(lines) = 2
}
# the child of the worker that this one descends from
branch() {
	local at=$1 above
	while above=$(ps -o ppid= -p $at) && [ $above != $worker ]; do
		at=$above
	done
	echo $at
}
# WORDS PATTERN COMMAND...: as soon as b, which takes long, has a process with this in its command line; its second try is not waited for
hit() {
	local words=$1 pattern=$2 found=
	shift 2
	rm -f journal
	srtest grade --tests 30 -j 1 --journal journal $spec class >out 2>err &
	main=$!
	until [ $(lines) = 2 ] && found=$(named "$pattern") && [ "$found" ]; do kill -0 $main && sleep 0.05; done
	worker=$(pgrep -P $main)
	"$@" $found
	until [ $(lines) = 4 ]; do kill -0 $main && sleep 0.05; done
	kill $main
	wait $main && status=0 || status=$?
	echo "--- $words: exit $status"
	tail -n +2 journal | sed -E 's/^\{"submission":"([^"]*)".*"verdict":"([^"]*)".*/\1 \2/'
	grep -c '"verdict":"undecided".*"hindered":true' journal
	grep -o '"reason":"[^"]*' journal | grep -o 'Killed\|was ended' | sort -u
	cat err
	ls temporary
	find /sys/fs/cgroup -name "srtest-$worker-*" 2>/dev/null
}
# what is tested is good, and would be tested for a very long time
until_done() {
	while kill -9 $* 2>/dev/null; [ $(lines) = 2 ]; do sleep 0.02; set -- $(named 'srtest-host'); done
}
hand_in b 'TAKE for (volatile long i = 0; i < 200000000; i++)'
hit "the worker" srtest-host eval 'kill -9 $worker #'
hit "hosts" srtest-host until_done
keepers() {
	kill -9 $(pgrep -P $worker)
	until_done $(named srtest-host)
}
hit "what keeps watch and removes" srtest-host keepers
stopped() {
	kill -STOP $(pgrep -P $worker)
	kill -9 $worker
}
hit "the worker, when what removes is stopped" srtest-host stopped
rm class/b.c
mkdir class/b
printf 'all:\n\tsleep 1000%s\n' $$ >class/b/Makefile
minder() { kill -9 $(branch $1); }
hit "who minds a build" "^sleep.1000$$" minder
