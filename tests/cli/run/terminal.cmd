# long: on a terminal: a line of progress that goes away again, colors, and an interrupt from the keyboard
cp $SRC/tests/cli/run/box/* . && chmod u+w *
gcc -shared -fPIC -O1 -o good.so box.c
# calls that take their time, and many are needed, so that making it smaller takes long
gcc -shared -fPIC -O1 -o slow.so -D'PUT=for (volatile int i = 0; i < 300000; i++)' -D'GET=v + (gets > 12)' box.c
cat >at-terminal.py <<'END'
"""Runs a command at a terminal, presses ^C when a word has appeared, and prints what is left in the end."""
import os, pty, re, sys

word, command = sys.argv[1].encode(), sys.argv[2:]
pid, fd = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm"
    os.execvp(command[0], command)
seen, pressed = b"", False
while True:
    try:
        more = os.read(fd, 4096)
    except OSError:
        more = b""
    if not more:
        break
    seen += more
    if word in seen and not pressed:
        os.write(fd, b"\x03")
        pressed = True
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
left = re.sub(r"[^\n]*\r\x1b\[K", "", seen.decode().replace("\r\n", "\n")).replace("^C", "")
print(re.sub(r"\x1b\[[0-9;]*m", "*", left), end="")
print("pressed" if pressed else "not pressed", "exit", status)
END
python3 at-terminal.py ' s left' srtest run --seed 1 --tests 100000000 box.yaml good.so | sed -E 's/[0-9]+ tests?/N tests/' | grep -v scheduling
python3 at-terminal.py 'making it smaller' srtest run --seed 1 --shrink-time 1000 box.yaml slow.so | grep -E 'FAILED|Error|exit' | sed -E 's/after .*(, interrupted)/...\1/'
echo "no terminal, no progress:"
srtest run --seed 1 --tests 3000 box.yaml good.so 2>&1 >/dev/null
