"""What compute-sanitizer finds in the fixtures and in the exercises' control kernels, beside what camp finds.

    python3 record.py OUT_DIR [--jobs N] [--seconds S] [--cuda DIR] [--only PART] [--cubins DIR] [--resume FILE]

runs on a machine with an NVIDIA GPU and the CUDA toolkit, from anywhere in a checkout. Each kernel is compiled by nvcc with
-lineinfo (with --cubins, taken from a folder where it lies compiled already) and runs under memcheck, racecheck, initcheck and synccheck; those that should end share a process, since starting one takes
seconds. --resume keeps what an earlier table holds. It writes OUT_DIR/h200.txt,
whose second column tests/sanitizer.rs fills (BLESS=1 cargo test -p vgpu --test sanitizer), and OUT_DIR/logs.tar.gz.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"]
# Findings that a sanitizer could have: what is wrong with values, or does not compile, is left out.
CODES = {"out-of-bounds", "misaligned-access", "race", "uninitialized-read", "barrier-divergence", "hang"}

# Which tool should find it.
FINDS = {
    "out-of-bounds": "memcheck",
    "misaligned-access": "memcheck",
    "race": "racecheck",
    "uninitialized-read": "initcheck",
    "barrier-divergence": "synccheck",
}
# Kernels with these may never end.
WAITING = {"hang", "barrier-divergence"}

# For each exercise the lines behind the kernel's file, the kernel's name and its launches.
ELEMENTS = [(1000, 4), (1000, 1), (31, 1), (257, 2), (100003, 16)]
MATRICES = [(3, 5), (17, 33), (2, 31), (4, 257), (1, 1000), (3, 513)]


def elementwise(inputs):
    def launches(dtype):
        for n, grid in ELEMENTS:
            buffers = "".join(f";b:{dtype}:{n}:mixed" for _ in range(inputs))
            yield f"{grid},1,1,256,1,1,0;b:{dtype}:{n}:uninit{buffers};s:i64:{n}"

    return launches


def rowwise(columns_out):
    for rows, cols in MATRICES:
        n_out = rows * cols if columns_out else rows
        yield f"{rows},1,1,256,1,1,1024;b:f32:{n_out}:uninit;b:f32:{rows * cols}:mixed;s:i64:{rows};s:i64:{cols}"


EXERCISES = {
    "copy": (
        "template __global__ void oprt::copy::nvidia::copy_contiguous_kernel<{T}>({T} *, const {T} *, int64_t);",
        "copy_contiguous_kernel",
        elementwise(1),
    ),
    "vector_add": (
        "template __global__ void oprt::vector_add::nvidia::vector_add_contiguous_kernel<{T}>"
        "({T} *__restrict__, const {T} *__restrict__, const {T} *__restrict__, int64_t);",
        "vector_add_contiguous_kernel",
        elementwise(2),
    ),
    "reduce_sum": ("", "reduce_sum_rowwise_kernel", lambda _: rowwise(False)),
    "softmax": ("", "softmax_rowwise_kernel", lambda _: rowwise(True)),
}


class Case:
    """A kernel, its launches, and the codes that are right for it."""

    def __init__(self, name, source, kernel, launches, expected):
        self.name, self.source, self.kernel = name, source, kernel
        self.launches, self.expected = list(launches), expected
        self.found, self.logs = {}, {}


def directives(text):
    """`//@ key: value` lines as a dictionary."""
    pairs = (line.strip()[3:].partition(":") for line in text.splitlines() if line.strip().startswith("//@"))
    return {key.strip(): value.strip() for key, _, value in pairs}


def fixture(path):
    """A fixture of tests/ui, or None where its launch cannot be."""
    text = path.read_text()
    found = directives(text)
    expected = {code.strip().split(":")[0] for code in re.findall(r"//~[|^]*\s*([\w-]+)", text)} - {"note"}
    if "no-line" in found or not expected <= CODES:
        return None
    shape = dict(part.split("=") for part in found["launch"].split())
    numbers = lambda key: (re.split("[x,]", shape.get(key, "1")) + ["1", "1"])[:3]
    args = []
    for arg in found.get("args", "").split():
        kind, _, fill = arg.partition("=")[2].partition(":")
        match = re.fullmatch(r"(\w+)\[(\d+)\]", kind)
        args.append(f"b:{match[1]}:{match[2]}:{fill}" if match else f"s:{kind}:{fill}")
    launch = ";".join([",".join(numbers("grid") + numbers("block") + [shape.get("shared", "0")])] + args)
    name = str(path.relative_to(HERE.parent / "ui").with_suffix(""))
    return Case(name, text, f"{len(found['kernel'])}{found['kernel']}", [launch], expected)


def controls(exercise):
    """The control kernels of an exercise that a sanitizer could have something to say about."""
    instance, kernel, launches = EXERCISES[exercise]
    for path in sorted((ROOT / "exercises" / exercise).glob("*/*.cuh")):
        if path.parent.name not in ("wrong", "right"):
            continue
        text = path.read_text()
        expected = {directives(text)["expect"]} if path.parent.name == "wrong" else set()
        if not expected <= CODES:
            continue
        # Kernels about half precision say so in their names.
        for cpp, dtype in [("half", "f16")] if instance and "half" in path.stem else [("float", "f32")]:
            source = f'#include <cuda_fp16.h>\n#include <stdint.h>\n#include "{path}"\n' + instance.replace("{T}", cpp)
            yield Case(f"{exercise}/{path.parent.name}/{path.stem}", source, kernel, launches(dtype), expected)


def run(command, limit, **options):
    """Output and status of a command; the status is None where it ran too long."""
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True, **options
    )
    try:
        return child.communicate(timeout=limit)[0], child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        return child.communicate()[0], None


def verdict(tool, text, status):
    """What a tool found, in a word."""
    words = [
        ("racecheck", r"Error: .*(Race|hazard)", "race"),
        ("racecheck", r"Warning: .*(Race|hazard)", "race-warning"),
        ("memcheck", r"Invalid __\w+__ (read|write|atomic)", "invalid"),
        ("memcheck", r"is misaligned", "misaligned"),
        ("memcheck", r"[Ss]tack overflow", "stack"),
        ("initcheck", r"Uninitialized __\w+__ memory", "uninit"),
        ("synccheck", r"Barrier error|Divergent thread|Invalid arguments", "barrier"),
    ]
    found = [word for its, pattern, word in words if its == tool and re.search(pattern, text)]
    if found:
        return "+".join(found)
    if status is None:
        return "timeout"
    return "-" if "LAUNCHER done" in text else "failed"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=14)
    parser.add_argument("--seconds", type=float, default=210, help="begin nothing new after so long")
    parser.add_argument("--cuda", type=pathlib.Path, default=pathlib.Path("/usr/local/cuda"))
    parser.add_argument("--only", default="")
    parser.add_argument("--cubins", type=pathlib.Path)
    parser.add_argument("--resume", type=pathlib.Path)
    args = parser.parse_args()
    start = time.monotonic()
    late = lambda: time.monotonic() - start > args.seconds
    cases = [case for path in sorted((HERE.parent / "ui").rglob("*.cu")) if (case := fixture(path))]
    cases += [case for exercise in EXERCISES for case in controls(exercise)]
    cases = [case for case in cases if args.only in case.name]
    scratch = pathlib.Path(tempfile.mkdtemp())
    nvcc, sanitizer = args.cuda / "bin/nvcc", args.cuda / "bin/compute-sanitizer"
    text, status = run([nvcc, "-o", scratch / "launch", HERE / "launch.c", "-lcuda"], 120)
    if status != 0:
        sys.exit(f"the launcher does not compile:\n{text}")
    machine, _ = run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], 30)
    version, _ = run([sanitizer, "--version"], 30)

    def compile(case):
        case.cubin = (args.cubins or scratch) / (case.name.replace("/", "__") + ".cubin")
        if case.cubin.exists() or late():
            return
        source = scratch / case.cubin.with_suffix(".cu").name
        source.write_text(case.source)
        case.cubin = scratch / case.cubin.name
        text, status = run([nvcc, "-arch=native", "-std=c++17", "-lineinfo", "-cubin", "-o", case.cubin, source], 90)
        if status != 0:
            case.logs["nvcc"] = text
            case.found = dict.fromkeys(TOOLS, "not-compiled")

    def judge(job):
        tool, group = job
        if late():
            return
        listed = scratch / f"{tool}-{group[0].name.replace('/', '__')}.list"
        rows = ["\t".join([case.name, str(case.cubin), case.kernel, *case.launches]) for case in group]
        listed.write_text("\n".join(rows) + "\n")
        limit = 8 if group[0].expected & WAITING else 20 + 4 * len(group)
        text, status = run([sanitizer, "--tool", tool, "--print-limit", "100", scratch / "launch", listed], limit)
        for case in group:
            begin, done = text.find(f"LAUNCHER case {case.name}\n"), text.find(f"LAUNCHER done {case.name}\n")
            if begin >= 0:
                # What was said of the last one may come after it has ended.
                end = text.find("LAUNCHER case ", begin + 1)
                case.logs[tool] = text[begin : end if end >= 0 else None]
                case.found[tool] = verdict(tool, case.logs[tool], 0 if done >= 0 or status is not None else None)

    def jobs(size):
        """What is left, in groups of cases that should end; what should find something first."""
        left = lambda tool: [case for case in cases if case.cubin.exists() and tool not in case.found]
        first = lambda case, tool: tool in [FINDS.get(code) for code in case.expected or ["race"]]
        for main in (True, False):
            for tool in TOOLS:
                alone = tool == "memcheck" and main
                ending = [case for case in left(tool) if first(case, tool) == main and not case.expected & WAITING]
                step = 1 if alone else size
                yield from ((tool, ending[at : at + step]) for at in range(0, len(ending), step))
        for tool in ("synccheck", "racecheck", "memcheck", "initcheck"):
            yield from ((tool, [case]) for case in left(tool) if case.expected & WAITING)

    for line in args.resume.read_text().splitlines() if args.resume else []:
        name, *cells = [cell.strip() for cell in line.split("|")]
        for case in cases:
            if case.name == name:
                case.found = {tool: word for tool, word in zip(TOOLS, cells[1:]) if word not in ("not-run", "timeout")}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        list(pool.map(compile, cases))
        # A kernel that ends the context takes those behind it along: they are tried again by themselves.
        for size in (12, 1):
            list(pool.map(judge, list(jobs(size))))

    args.out.mkdir(parents=True, exist_ok=True)
    lines = [
        f"# {machine.strip()}, compute-sanitizer {(re.findall(r'[0-9]{4}[.][0-9.]+', version) or ['?'])[-1]}; written by record.py",
        "# kernel | camp | " + " | ".join(TOOLS),
    ]
    for case in cases:
        lines.append(" | ".join([case.name, "?"] + [case.found.get(tool, "not-run") for tool in TOOLS]))
    (args.out / "h200.txt").write_text("\n".join(lines) + "\n")
    logs = scratch / "logs"
    for case in cases:
        for tool, text in case.logs.items():
            path = logs / case.name.replace("/", "__") / tool
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text[:20000])
    with tarfile.open(args.out / "logs.tar.gz", "w:gz") as tar:
        if logs.exists():
            tar.add(logs, "logs")
    print(f"{len(cases)} kernels in {time.monotonic() - start:.0f} s")


main()
