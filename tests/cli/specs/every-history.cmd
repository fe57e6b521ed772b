# A history's name says what the specification beside it makes of it.
cd $SRC/specs
for history in */*-ok.jsonl */*-bad.jsonl */*-ok.edn */*-bad.edn */*-ok.log */*-bad.log; do
	name=${history%/*}
	case $history in *-ok.*) wanted=0 ;; *) wanted=1 ;; esac
	case $history in *.jsonl) from=srtest ;; *) from=jepsen ;; esac
	status=0
	srtest judge --from $from -q $name/$name.yaml $history >/dev/null || status=$?
	[ $status = $wanted ] || echo "$history: exit status $status, expected $wanted"
done
# Each specification has one of each kind.
for name in *; do
	test -e $name/$name.yaml || continue # specs/ci
	ls $name/*-ok.jsonl >/dev/null
	[ $name = warehouse ] || ls $name/*-bad.jsonl >/dev/null
done
# Each policy fits the specification beside it.
for policy in */*.yaml; do
	name=${policy%/*}
	[ $policy = $name/$name.yaml ] || srtest judge -q --policy $policy $name/$name.yaml $(ls $name/*.jsonl | head -1) >/dev/null || [ $? = 1 ]
done
