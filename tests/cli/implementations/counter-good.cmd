# long: where several builds are tested, in the last one only
$SRC/tests/implementations --jobs 1 --good-tests 30 --shrink-time 0 counter/good
