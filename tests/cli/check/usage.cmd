for arguments in '' '--states 0 x' '--states many x' '--format xml x' '--nonsense x' '--graph g a b' '--graph'; do
	status=0
	srtest check $arguments >/dev/null 2>&1 || status=$?
	echo "$arguments: $status"
done
srtest check --help | head -1
