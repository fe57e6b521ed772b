# while the failure is made smaller calls are seen to spin elsewhere; it comes back where they could be stopped when it was found
gcc -shared -fPIC -O1 -g -o ring-end.so $SRC/specs/bounded-buffer/faulty/ring-end.c
srtest run --seed 1 --no-save --shrink-time 1 $SRC/specs/bounded-buffer/bounded-buffer.yaml ring-end.so | sed -n '/^\*\*\* /p'
