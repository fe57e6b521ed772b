# long: where several builds are tested, in the last one only
# what is installed with srtest, such as good implementations, is not there for those who hand something in, nor is what others handed in
mkdir -p class other
semaphore=/usr/local/share/srtest/specs/semaphore
cat >course.sh <<SH
set -eu
mount -t tmpfs none /usr/local
mkdir -p /usr/local/bin /usr/local/libexec/srtest /usr/local/share/srtest /usr/local/share/course/class /usr/local/src/srtest
cp $SRC/build/$VARIANT/srtest /usr/local/bin/
cp $SRC/build/$VARIANT/srtest-host $SRC/build/$VARIANT/srtest-host-free /usr/local/libexec/srtest/
cp -r $SRC/specs /usr/local/share/srtest/
cp -r $SRC/specs /usr/local/src/srtest/
cp $semaphore/semaphore.yaml $semaphore/semaphore.h /usr/local/share/course/
sed 's|"../semaphore.h"|"semaphore.h"|' $semaphore/good/broadcast.c >/usr/local/share/course/solution.c
cp -r class/* /usr/local/share/course/class/
cp /usr/local/share/course/solution.c /usr/local/share/course/class/honest.c
PATH=/usr/local/bin:\$PATH
case \$1 in
grade) srtest grade --tests 5 --shrink-time 0 --format csv \$2 /usr/local/share/course/class ;;
run)
	cp /usr/local/share/course/solution.c good.c
	for file in good.c class/include-{1,4,6,11}.c; do
		srtest run -q --seed 1 --tests 5 --no-save --sandbox \$2 \$file >out 2>&1 && echo "\$file: passes" || echo "\$file: \$?"
	done
	;;
esac
SH
unshare -Urm sh -c 'mount -t tmpfs none /usr/local' 2>/dev/null || { echo 'there are no user namespaces'; exit 77; }
n=0
hand_in() { n=$((n + 1)); echo "$1" >class/include-$n.c; }
for folder in $semaphore /usr/local/src/srtest/specs/semaphore /usr/bin/../local/share/srtest/specs/semaphore /proc/self/root$semaphore /proc/1/root$semaphore; do
	hand_in "#include \"$folder/good/broadcast.c\""
done
hand_in '#include "good/broadcast.c"'
hand_in '#include "../share/srtest/specs/semaphore/good/broadcast.c"'
hand_in '#include "solution.c"'
hand_in '#include "/usr/local/share/course/class/honest.c"'
hand_in '#include "honest.c"'
hand_in "#pragma GCC system_header
#if __has_include(\"$semaphore/good/broadcast.c\")
#include \"$semaphore/good/broadcast.c\"
#endif"
hand_in "#define FILE <$semaphore/good/broadcast.c>
#include FILE"
hand_in "__asm__(\".include \\\"$semaphore/good/broadcast.c\\\"\");"
make_with() { mkdir class/make-$1; printf 'all:\n\t%s\n' "$2" >class/make-$1/Makefile; }
build="cp $semaphore/semaphore.h ..; gcc -w -shared -fPIC -pthread -o a.so a.c"
make_with copy "cp $semaphore/good/broadcast.c a.c; $build"
make_with link "ln -s $semaphore/good/broadcast.c a.c; $build"
make_with find "cat \$\$(find /usr -path '*semaphore/good/broadcast.c' 2>/dev/null | head -1) >a.c; test -s a.c && $build"
make_with include "gcc -include $semaphore/good/broadcast.c -w -shared -fPIC -pthread -o a.so -x c /dev/null"
echo '--- a class'
unshare -Urm bash course.sh grade /usr/local/share/course/semaphore.yaml | cut -d , -f 1,2 | sort
echo '--- one by one, with the installed specification'
unshare -Urm bash course.sh run $semaphore/semaphore.yaml
