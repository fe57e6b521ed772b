# several calls of a client in a phase: who comes round again meets those who are still on their way
barrier=$SRC/specs/barrier
sed 's/count: 2 \* PARTIES/count: PARTIES/' $barrier/barrier.yaml >three.yaml
cp $barrier/barrier.h .
run() { srtest run --no-save "$@" | sed -n '/passed [0-9]* tests/p; s/FAILED.*/FAILED/p; /^\*\*\*/p; /^  << /p'; }
for seed in 1 2 3 4 5; do run --seed $seed three.yaml $barrier/faulty/lapped.c | tail -n 1; done
echo "one call in a phase:"
run --seed 1 --burst 1 three.yaml $barrier/faulty/lapped.c
sed '$a testing: { burst: 1 }' three.yaml >one.yaml
run --seed 1 one.yaml $barrier/faulty/lapped.c
run --seed 1 --burst 2..3 one.yaml $barrier/faulty/lapped.c | head -n 1
echo "right:"
for way in posix rounds-alone roll-call; do run --seed 1 --tests 500 --burst 1..6 three.yaml $barrier/good/$way.c; done

# where calls run freely, too
gcc -shared -fPIC -O2 -pthread -o right.so $barrier/good/roll-call.c
run --engine free --seed 1 --tests 100 --burst 3 three.yaml right.so

# a replay file says who goes on; what it says can be changed
srtest run --seed 1 --save lap.srt three.yaml $barrier/faulty/lapped.c >/dev/null || true
sed -n '/^phases/,$p' lap.srt
srtest replay lap.srt | head -n 1
sed '/then:/,/party2/d; /blocked: \[party0, party1, party2\]/d; /    returned:$/,$d' lap.srt >once.srt
srtest replay once.srt | head -n 1
mistake() { sed "$1" lap.srt >wrong.srt; srtest replay wrong.srt 2>&1 | head -n 3; }
mistake 's/      - party2: wait()/      - party2/'
mistake 's/      - party2: wait()/      - { party2: wait(), party1: wait() }/'
mistake 's/^    then:/    then: 1/'
mistake 's/      - party2: wait()/      - party9: wait()/'
for burst in 0 17 4..2 1..x '' 2..; do srtest run --burst "$burst" three.yaml right.so 2>&1 | head -n 1; done
for burst in 0 x 3..1 1..17; do sed "\$a testing: { burst: $burst }" three.yaml >wrong.yaml; srtest check wrong.yaml 2>&1 | head -n 3; done

# one condition for those who put and those who get, and a signal for one of them: all wait once threads go round again while others, woken, have not looked
cp $SRC/specs/bounded-buffer/bounded-buffer.h .
sed 's/pthread_cond_broadcast/pthread_cond_signal/; s,"../bounded-buffer.h","bounded-buffer.h",' $SRC/specs/bounded-buffer/good/broadcast.c >signal.c
gcc -shared -fPIC -O2 -g -pthread -o signal.so signal.c
buffer() { srtest run --no-save --shrink-time 0 -D CAPACITY=3 -D PRODUCERS=4 -D CONSUMERS=4 "$@" | sed -n '/passed [0-9]* tests/p; s/ FAILED.*found by \(.*\)).*/ found by \1/p; /^\*\*\*/p'; }
buffer --seed 2 $SRC/specs/bounded-buffer/bounded-buffer.yaml signal.c
buffer --seed 6 $SRC/specs/bounded-buffer/bounded-buffer.yaml signal.so
buffer --seed 2 --burst 1 $SRC/specs/bounded-buffer/bounded-buffer.yaml signal.so
