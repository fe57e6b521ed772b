# Who names the implementation, the history or the class first is told so.
cp "$SRC/specs/semaphore/semaphore.yaml" . && mkdir class
srtest run "$SRC/specs/semaphore/good/broadcast.c" semaphore.yaml 2>&1 | tail -n 2
srtest judge "$SRC/specs/semaphore/in-turn-ok.jsonl" semaphore.yaml 2>&1 | tail -n 2
srtest grade class semaphore.yaml 2>&1 || true
srtest run nothing.yaml semaphore.yaml 2>&1 || true
