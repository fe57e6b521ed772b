# with another implementation or specification it says so, and where it goes another way
W=$SRC/specs/warehouse
cp $W/warehouse.yaml $W/warehouse.h .
mkdir code
cp $W/faulty/signal.c code/impl.c
srtest run --seed 2 warehouse.yaml code/impl.c >/dev/null && exit 9
replay() {
	srtest replay warehouse-2.srt "$@" >out 2>err && status=0 || status=$?
	cat err
	head -1 out | cut -d: -f1-3
	echo "exit $status"
}
echo "repaired:"
cp $W/good/broadcast.c code/impl.c
replay
echo "something else is wrong:"
cp $W/faulty/silent.c code/impl.c
replay
echo "a comment in the specification:"
cp $W/faulty/signal.c code/impl.c
echo '# changed' >>warehouse.yaml
replay
echo "another implementation on the command line:"
replay $W/faulty/limit.c
