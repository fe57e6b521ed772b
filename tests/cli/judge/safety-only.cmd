# a call that stays blocked is no matter of safety; the verdict says what was asked
srtest judge --safety-only $SRC/specs/semaphore/semaphore.yaml $SRC/specs/semaphore/in-turn-ok.jsonl
srtest judge --safety-only $SRC/specs/readers-writers/readers-writers.yaml $SRC/specs/readers-writers/lost-wakeup-bad.jsonl
