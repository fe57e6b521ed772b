for arguments in '' '--states 0 x' '--states many x' '--format xml x' '--nonsense x' '--graph g a b' '--graph' '--tests 5 x' '--seed 1 x' '--min-score 5 x' '--mutants' '--mutants --tests 0 x' '--mutants --tests many x' '--mutants --seed -1 x' '--mutants --min-score 101 x' '--mutants --states 5 x' '--mutants --graph g x'; do
	status=0
	srtest check $arguments >/dev/null 2>&1 || status=$?
	echo "$arguments: $status"
done
srtest check --help | head -1
