# long: a library that ends anywhere: it is refused, or what was cut off is nothing that a test needs
spec=$SRC/specs/warehouse/warehouse.yaml
gcc -shared -fPIC -o good.so $SRC/specs/warehouse/good/broadcast.c
for ((size = 512; size < $(stat -c %s good.so); size += 512)); do
	head -c $size good.so >cut.so
	srtest run --tests 5 $spec cut.so >cut.out 2>&1 && status=0 || status=$?
	case $status in
	4) grep -q 'cut.so: is cut short\|cut.so: cannot be loaded\|cut.so: died while it was loaded\|cut.so: the library has no function' cut.out || { echo "cut at $size:"; cat cut.out; } ;;
	0 | 5) ;; # only what nobody needs was cut off
	*) echo "cut at $size: exit $status"; cat cut.out ;;
	esac
done
echo "all lengths tried"
