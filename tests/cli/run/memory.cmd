# long: where several builds are tested, in the last one only
# what was worked out for the arguments of one test is forgotten before the next: without that, here are more than 2 GB
cat >r.yaml <<'END'
resource: r
constants:
  A: "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]"
  B: A ++ A ++ A ++ A ++ A ++ A ++ A ++ A ++ A ++ A ++ A ++ A ++ A ++ A ++ A ++ A
  C: B ++ B ++ B ++ B ++ B ++ B ++ B ++ B ++ B ++ B ++ B ++ B ++ B ++ B ++ B ++ B
operations: { f: { params: { n: int } } }
clients: { c: { calls: [ { call: f(pick 0..1000000000) } ] } }
testing: { phases: 100..200, concurrency: 1 }
implementation: { prototypes: void f(int n);, f: "f(len(C ++ C ++ [n]))" }
END
echo 'void f(int n) { (void)n; }' >r.c
gcc -shared -fPIC -o r.so r.c
python3 - <<'END'
import resource, subprocess
subprocess.run(["srtest", "run", "--seed", "1", "--tests", "200", "--no-save", "-q", "r.yaml", "./r.so"], check=True)
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print("less than 600 MiB" if most < 600 * 1024 else f"{most} KiB")
END
