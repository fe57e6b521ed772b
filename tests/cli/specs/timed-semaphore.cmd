cd $SRC/specs/timed-semaphore
judge() { srtest judge "$@" || echo "exit $?"; }
judge timed-semaphore.yaml patience-ok.jsonl
judge timed-semaphore.yaml gave-up-too-soon-bad.jsonl
judge timed-semaphore.yaml overslept-bad.jsonl
judge timed-semaphore.yaml impatient-bad.jsonl
judge timed-semaphore.yaml too-patient-bad.jsonl
