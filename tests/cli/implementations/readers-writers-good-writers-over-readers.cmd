# soak: it takes long
$SRC/tests/implementations --jobs 1 --good-tests 30 --shrink-time 0 readers-writers/good-writers-over-readers
