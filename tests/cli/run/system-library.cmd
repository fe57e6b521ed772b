# long: the library that the host runs on cannot be bound to the scheduler, by whatever path or copy it is given: its calls run freely, and the report says why
cat >numbers.yaml <<'Y'
resource: numbers
operations:
  first: { returns: int, result: 3 }
  second: { returns: int, result: 4 }
clients: { worker: { count: 2, calls: [{ call: first }, { call: second }] } }
implementation:
  prototypes: |
    int abs(int);
    int atoi(const char *);
  first: result = abs(-3)
  second: result = atoi("4")
testing: { wait: 1ms, phases: 1..3 }
Y
libc=$(ldd $SRC/build/$VARIANT/srtest-host | grep -o '/[^ ]*/libc.so.6')
ln -s $libc linked.so
[ $VARIANT = san ] && ln -s $libc copy.so || cp $libc copy.so # a sanitizer needs its own
for path in $libc ./linked.so ./copy.so; do
	srtest run --no-save --seed 1 --tests 3 numbers.yaml $path | grep -oE 'passed.*tests|"the library itself.*'
done
srtest run --no-save --seed 1 --tests 3 --engine controlled numbers.yaml linked.so | grep -o 'UNDECIDED.*itself' || echo "it was scheduled"
# another one of the system is loaded like any
printf 'resource: math\noperations: { power: { returns: int, result: 3 } }\nclients: { worker: { count: 2, calls: [{ call: power }] } }\nimplementation:\n  prototypes: int ilogb(double);\n  power: result = ilogb(8)\n' >math.yaml
srtest run --no-save --seed 1 --tests 3 math.yaml ${libc%libc.so.6}libm.so.6 | grep -oE 'passed.*tests|Calls ran freely'
