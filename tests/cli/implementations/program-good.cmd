$SRC/tests/implementations --jobs 1 --good-tests 30 --shrink-time 0 program/good
