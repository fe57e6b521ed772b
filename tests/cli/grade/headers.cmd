# long: sources that name a header as if it lay above them, as ours in specs/ do, need no more than a specification with the header beside it
semaphore=$SRC/specs/semaphore
mkdir class elsewhere
cp $semaphore/good/broadcast.c class/file.c
mkdir -p class/folder/src
cp $semaphore/faulty/if.c class/folder/src/
tar -C class -czf class/archive.tar.gz folder/src/if.c
sed 's|"../semaphore.h"|"semaphore.h"|' class/file.c >class/beside-the-specification.c
sed 's|"../semaphore.h"|"../../semaphore.h"|' class/file.c >class/two-above.c
echo '#define ELSEWHERE' >elsewhere/elsewhere.h
sed 's|"../semaphore.h"|"elsewhere.h"|' class/file.c >class/elsewhere.c
srtest grade --tests 20 --shrink-time 0 --cflags "-I$PWD/elsewhere" --format csv $semaphore/semaphore.yaml class | cut -d , -f 1,2,11- | sed -E '1d; /,error,/!s/,.*/,can be built/'
