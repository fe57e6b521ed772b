cd $SRC/specs/barrier
judge() { srtest judge "$@" || echo "exit $?"; }
judge barrier.yaml rounds-ok.jsonl
judge barrier.yaml early-bad.jsonl
judge barrier.yaml one-left-bad.jsonl
# A barrier stays one whatever the policy.
for policy in always fifo fifo-per-operation lifo; do
	judge barrier.yaml rounds-ok.jsonl --policy $policy
	judge barrier.yaml early-bad.jsonl --policy $policy | grep safety
done
