# long: where several builds are tested, in the last one only
# a stack that a host tells may name any file: the names in those of others do not come out
mkdir others
echo 'void secret(void) { *(volatile int *)0 = 0; }' >secret.c
gcc -g -shared -fPIC -o others/other.so secret.c
ln -s others/other.so link.so
cp others/other.so mine.so
offset=$((0x$(nm others/other.so | sed -n 's/ T secret//p')))
cat >dies.py <<'PY'
def buffer_new(capacity):
    return object()


def buffer_free(b):
    pass


def buffer_put(b, item):
    raise ValueError("no")


buffer_get = buffer_put
PY
for file in others/other.so "$PWD/others/other.so" ./others/../others/other.so link.so /proc/self/cwd/others/other.so mine.so; do
	sed "s|say(DIED, why, None)|say(DIED, why, [['$file', $offset]])|" $SRC/tests/cli/run/host.py >host.py
	srtest run --no-save --seed 1 --tests 1 --shrink-time 0 --host "python3 host.py" $SRC/specs/bounded-buffer/bounded-buffer.yaml dies.py >out && continue
	sed -n 's/ *#0 //p' out | sed 's/+0x.*/ and a number/'
done
