# soak: the other faults and ways, replay files and classes
MORE=yes FAULTS="IN_FRONT READ DEEP ATOMIC COPY STRING APPEND PRINT VARYING WHOLE"
WAYS="FLEXIBLE UNIONS EXACT THREADS SECTIONS LARGE"
. $SRC/tests/cli/run/margins.cmd
