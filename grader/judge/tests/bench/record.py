#!/usr/bin/env python3
"""Compares `camp bench` with NVIDIA's profiler, on a machine with an NVIDIA GPU, camp and `ncu`:

    python3 grader/judge/tests/bench/record.py --camp target/release/camp

For the solution and the advanced solution of each exercise, camp times every shape; then `ncu` reads
`gpu__time_duration.sum` of the very launches that camp makes, with the cache as camp leaves it (`--cache-control none`) and
the clocks as they are. The medians go to `nvidia-h200.txt` beside this file, which `cargo test -p judge --test bench` reads.
`--tables DIR` writes the tables that people see there as well, PyTorch's times among them.
"""

import argparse
import csv
import json
import os
import re
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "../../../.."))
EXERCISES = ["copy", "vector_add", "reduce_sum", "softmax"]
# The reference, which the outputs are compared with, ends the launches of each shape.
KERNELS = r"regex:copy_|vector_add|reduce_sum|softmax|reference"
# How far apart the two may be: a part, or microseconds. ncu seems to start each kernel with cold caches.
LIMIT, LIMIT_US = 0.05, 0.6
# Launches of each shape that ncu reads.
SAMPLES = 11


def run(command, **more):
    print("$", " ".join(command), file=sys.stderr, flush=True)
    return subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, **more)


def bench(camp, exercise, variant, *more):
    return [camp, "bench", exercise, f"--{variant}", "--device", "gpu", "--seed", "7", *more]


def times(camp, exercise, variant):
    """camp's own times: the rows of its JSON."""
    done = run(bench(camp, exercise, variant, "--alone", "--format", "json"))
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    for row in rows:
        if row["outcome"] != "timed":
            sys.exit(f"{exercise} {variant} {row['shape']}: {row['outcome']} {row.get('message', '')}")
    return rows


def profiled(camp, exercise, variant, ncu):
    """ncu's medians in microseconds, one for each shape, in the order in which camp measures them."""
    done = run(
        [ncu, "--target-processes", "all", "--clock-control", "none", "--cache-control", "none", "--kernel-name", KERNELS]
        + ["--metrics", "gpu__time_duration.sum", "--print-units", "base", "--csv", "--page", "raw"]
        + bench(camp, exercise, variant, "--alone", "--format", "json", "--samples", str(SAMPLES))
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith('"')]
    table = list(csv.reader(lines))
    name, time = table[0].index("Kernel Name"), table[0].index("gpu__time_duration.sum")
    shapes, own = [], []
    for row in table[1:]:
        if not row[name]:
            continue  # The units.
        if "reference" in row[name]:
            if own:
                shapes.append(own)
                own = []
            continue
        own.append(float(row[time].replace(",", "")) / 1e3)
    # The last samples: the first are the warm-up, which ncu stretches.
    return [statistics.median(own[-SAMPLES:]) for own in shapes]


def version(command, pattern):
    text = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
    found = re.search(pattern, text)
    return found.group(1) if found else "unknown"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--camp", default=os.path.join(ROOT, "target/release/camp"))
    parser.add_argument("--ncu", default="ncu")
    parser.add_argument("--out", default=os.path.join(HERE, "nvidia-h200.txt"))
    parser.add_argument("--tables", metavar="DIR")
    parser.add_argument("--exercises", nargs="*", default=EXERCISES)
    args = parser.parse_args()
    camp = os.path.abspath(args.camp)
    lines, worst, gpu = [], 0.0, ""
    for exercise in args.exercises:
        for variant in ("solution", "advanced"):
            folder = os.path.join(ROOT, "solutions", exercise, "nvidia")
            if variant == "advanced" and not os.path.exists(os.path.join(folder, variant)):
                continue
            if args.tables:
                table = run(bench(camp, exercise, variant, "--baseline", "torch"))
                with open(os.path.join(args.tables, f"{exercise}-{variant}.txt"), "w") as file:
                    file.write(table.stdout)
                print(table.stdout, flush=True)
            rows, profile = times(camp, exercise, variant), profiled(camp, exercise, variant, args.ncu)
            if len(rows) != len(profile):
                sys.exit(f"{exercise} {variant}: {len(rows)} shapes, of which ncu saw {len(profile)}")
            for row, ncu_us in zip(rows, profile):
                gpu = row["gpu"]
                off = row["latency_us"] / ncu_us - 1
                is_near = abs(row["latency_us"] - ncu_us) <= LIMIT_US
                worst = max(worst, 0 if is_near else abs(off))
                lines.append(
                    f"{exercise:<10} {variant:<8} {row['shape']:<10} {row['dtype']:<4} "
                    f"{row['latency_us']:>9.3f} {ncu_us:>9.3f} {100 * off:>6.2f}"
                )
                print(lines[-1], file=sys.stderr, flush=True)
    driver = version(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"], r"([\d.]+)")
    ncu_version = version([args.ncu, "--version"], r"Version ([\d.]+)")
    with open(args.out, "w") as file:
        file.write(f"# {gpu}, driver {driver}, ncu {ncu_version}; by record.py.\n")
        file.write("# exercise, kernel, shape, type, camp bench (µs), ncu's gpu__time_duration (µs), camp above ncu (%)\n")
        file.write("\n".join(lines) + "\n")
    print(f"{len(lines)} rows; the furthest apart, above {LIMIT_US} µs: {100 * worst:.2f} %", file=sys.stderr)
    return 1 if worst > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
