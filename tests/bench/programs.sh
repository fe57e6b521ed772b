#!/usr/bin/env python3
"""How many schedules it takes to find what is wrong with the programs in tests/bench/programs/, for each strategy.

    tests/bench/programs.sh [--table] [PROGRAM...]

prints an object in a line for each program and strategy, or a table of means. SEEDS (default 20) runs each; a run gives up
after MOST schedules (default 10000). STRATEGIES chooses some: by default it is the portfolio that srtest uses by itself, and in a
table the single ones as well, which takes half an hour.
VARIANT says which build is measured.
"""
import json
import os
import subprocess
import sys
import tempfile

SRC = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SRTEST = f"{SRC}/build/{os.environ.get('VARIANT', 'release')}/srtest"
SEEDS, MOST = int(os.environ.get("SEEDS", 20)), int(os.environ.get("MOST", 10000))
STRATEGIES = os.environ.get("STRATEGIES", "portfolio follow surw pos pct walk" if "--table" in sys.argv else "portfolio").split()
SIZES = {"reorder": [3, 10, 50, 100], "twostage": [2, 20, 100]}


def programs():
    """Name, source and number of threads of each program."""
    for file in sorted(os.listdir(f"{SRC}/tests/bench/programs")):
        name, kind = os.path.splitext(file)
        if kind == ".c":
            yield from ((f"{name}_{n}", file, n) for n in SIZES[name]) if name in SIZES else [(name, file, 0)]


def compiled(folder, name, file, threads):
    """With hooks at accesses to memory, which the host answers."""
    stem = f"{folder}/{name}"
    flags = ["-std=c11", "-g", "-O1", "-fPIC", "-fsanitize=thread"] + [f"-DTHREADS={threads}"] * bool(threads)
    subprocess.run(["gcc", *flags, "-c", f"{SRC}/tests/bench/programs/{file}", "-o", stem + ".o"], check=True)
    subprocess.run(["gcc", "-shared", "-Wl,-Bsymbolic", stem + ".o", "-o", stem + ".so"], check=True)
    return stem + ".so"


def schedules(library, strategy, seed):
    """How many it took, or None: nothing was found."""
    command = [SRTEST, "run", "--no-save", "--shrink-time=0", f"--seed={seed}", f"--tests={MOST}", "--format=json"]
    command += [] if strategy == "portfolio" else [f"--strategy={strategy}"]
    done = subprocess.run([*command, f"{SRC}/specs/program/program.yaml", library], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{library} {strategy} {seed}: {done.stdout}{done.stderr}")
    found = json.loads(done.stdout)
    return found["tests"] if found["verdict"] == "fail" else None


def measured(library, name, strategy):
    all_of_them = [schedules(library, strategy, seed) for seed in range(1, SEEDS + 1)]
    found = [n for n in all_of_them if n is not None]
    mean = round(sum(found) / len(found), 1) if found else None
    return {"program": name, "strategy": strategy, "seeds": SEEDS, "found": len(found), "mean": mean, "most": max(found, default=None)}


def cell(row):
    if not row["found"]:
        return "never"
    return f"{row['mean']:.{row['mean'] < 10:d}f}" + (f" ({row['found']} of {row['seeds']})" if row["found"] < row["seeds"] else "")


def main():
    table, wanted = "--table" in sys.argv, [a for a in sys.argv[1:] if a != "--table"]
    if table:
        print("| program | " + " | ".join(STRATEGIES) + " |\n|---|" + "---|" * len(STRATEGIES))
    with tempfile.TemporaryDirectory() as folder:
        for name, file, threads in programs():
            if wanted and name not in wanted:
                continue
            library = compiled(folder, name, file, threads)
            rows = [measured(library, name, s) for s in STRATEGIES]
            for row in rows if not table else []:
                print(json.dumps(row), flush=True)
            if table:
                print(f"| {name} | " + " | ".join(map(cell, rows)) + " |", flush=True)


main()
