# soak: it takes long
$SRC/tests/implementations --jobs 1 --good-tests 30 --shrink-time 0 dining-table/good
