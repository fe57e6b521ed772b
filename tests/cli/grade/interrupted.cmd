# long: where several builds are tested, in the last one only
# however a run is ended, nothing of it is left, and --resume does the rest, to the same report
. $SRC/tests/cli/grade/class.inc
hand_in a "$too_early"
hand_in b "$never_wakes"
hand_in d "$too_early"
hand_in e 'TAKE mine = permit'
# c is made when the gate is open
hand_in c/permits
printf 'all:\n\tcat %s/gate\n\t$(CC) -w -g -shared -fPIC permits.c -o permits.so\n' "$PWD" >class/c/Makefile
mkdir temporary
touch gate
export TMPDIR=$PWD/temporary
grade -j 1 --sandbox=off --journal whole $spec class >expected
lines() {
	cat "$1" 2>/dev/null | wc -l
}
# SIGNAL OPTION...: sends it when two are done and the third is being made
end_by() {
	local how=$1
	shift
	rm -f gate journal
	mkfifo gate
	grade -j 1 --journal journal "$@" $spec class >out 2>err &
	while [ $(lines journal) -lt 3 ]; do sleep 0.01; done
	kill -$how $(pgrep -P $!) # of the function, a shell of its own
	wait $! && status=0 || status=$?
	tries=0
	while [ -n "$(ls temporary)" ] && [ $((tries += 1)) -lt 1000 ]; do sleep 0.01; done
	echo "$how: exit $status; left behind: $(ls temporary | wc -l); records: $(($(lines journal) - 1))"
}
for how in INT TERM HUP KILL; do
	end_by $how --sandbox=off
	test $how = KILL || same_everywhere <out
	rm gate
	touch gate
	grade -j 1 --sandbox=off --journal journal --resume $spec class >resumed
	diff <(same_everywhere <expected) <(same_everywhere <resumed)
	echo "$(lines journal) $(tail -n +2 journal | cut -d'"' -f4 | tr '\n' ' ')"
done
