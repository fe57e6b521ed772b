# soak: the other functions that call back
CALLERS="qsort_r lfind tsearch twalk scandir cleanup context"
NAMED="qsort tsearch scandir glob once cleanup signal"
GIVEN="qsort bsearch lfind tsearch scandir once cleanup signal context"
. $SRC/tests/cli/run/called-back.cmd
