#!/usr/bin/env python3
"""Records what Nsight Compute counts in the kernels of this folder on the NVIDIA GPU at hand. README.md describes the files.

    record.py                           record, into NAME-OF-THE-GPU.txt and …-lines.txt; needs a GPU that ncu may count on
    record.py --compile NVRTC INCLUDE   make the .ptx of each .cu, with the NVRTC library and the CUDA headers named
    record.py --launch                  only launch every kernel once: what ncu looks at
"""

import argparse
import csv
import ctypes
import glob
import io
import os
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
FILES = ("global", "shared", "atomics", "solutions")

# Column of the file of counts and the metric behind it.
METRICS = {
    "load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "atom_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "atom_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    "red_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "red_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
    "load_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "store_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "atom_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
    "warp_instructions": "smsp__inst_executed.sum",
    "thread_instructions": "smsp__thread_inst_executed.sum",
}
# Column of the file of lines and the metric of an instruction behind it, for instructions of these names. A group of
# instructions that access memory asynchronously loads.
LINES = {
    "load_sectors": ("memory_l2_theoretical_sectors_global", ("LDG", "LD", "LDGSTS")),
    "store_sectors": ("memory_l2_theoretical_sectors_global", ("STG", "ST")),
    "shared_load_passes": ("memory_l1_wavefronts_shared", ("LDS", "LDSM")),
    "shared_store_passes": ("memory_l1_wavefronts_shared", ("STS", "LDGSTS")),
}
# Where Nsight Compute keeps the module that reads its reports.
MODULES = ("/usr/local/cuda*/nsight-compute-*/extras/python", "/opt/nvidia/nsight-compute/*/extras/python")

SIZES = {"i8": 1, "u8": 1, "i16": 2, "u16": 2, "f16": 2, "bf16": 2, "i32": 4, "u32": 4, "f32": 4, "i64": 8, "u64": 8, "f64": 8}
FORMATS = {"i8": "b", "u8": "B", "i16": "h", "u16": "H", "f16": "e", "i32": "i", "u32": "I", "f32": "f", "i64": "q", "u64": "Q", "f64": "d"}


def dims(text):
    parts = [int(p) for p in text.split("x")]
    return parts + [1] * (3 - len(parts))


class Launch:
    """One launch, as the `//@` lines above a kernel describe it."""

    def __init__(self, file):
        self.file, self.name, self.kernel, self.args = file, None, None, []
        self.grid, self.block, self.shared = [1, 1, 1], [1, 1, 1], 0


def launches():
    """Every launch of the folder's kernels, in order."""
    found = []
    for file in FILES:
        launch = Launch(file)
        for line in (HERE / f"{file}.cu").read_text().splitlines():
            match = re.match(r"//@ (\w+): (.*)", line)
            if not match:
                continue
            key, value = match.groups()
            if key == "name":
                launch.name = value
            elif key == "kernel":
                launch.kernel = value
            elif key == "launch":
                for part in value.split():
                    what, size = part.split("=")
                    setattr(launch, what, int(size) if what == "shared" else dims(size))
            elif key == "args":
                launch.args = value.split()
                launch.name = launch.name or launch.kernel
                found.append(launch)
                launch = Launch(file)
            else:
                sys.exit(f"{file}.cu: unknown directive {key}")
    return found


def compile_all(nvrtc, include):
    """Makes the PTX of each file. It is marked as of an older PTX version, so that most drivers take it."""
    lib = ctypes.CDLL(nvrtc)
    major, minor = ctypes.c_int(), ctypes.c_int()
    lib.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
    options = ["--gpu-architecture=compute_80", "--generate-line-info", "--std=c++17", "-default-device", f"-I{include}", f"-I{ROOT}", f"-I{ROOT}/grader/cuda/shims"]
    for file in FILES:
        source = (HERE / f"{file}.cu").read_bytes()
        program = ctypes.c_void_p()
        lib.nvrtcCreateProgram(ctypes.byref(program), source, f"{file}.cu".encode(), 0, None, None)
        array = (ctypes.c_char_p * len(options))(*[o.encode() for o in options])
        status = lib.nvrtcCompileProgram(program, len(options), array)
        size = ctypes.c_size_t()
        if status != 0:
            lib.nvrtcGetProgramLogSize(program, ctypes.byref(size))
            log = ctypes.create_string_buffer(size.value)
            lib.nvrtcGetProgramLog(program, log)
            sys.exit(f"{file}.cu: {log.value.decode()}")
        lib.nvrtcGetPTXSize(program, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        lib.nvrtcGetPTX(program, text)
        ptx = re.sub(r"^\.version .*$", ".version 8.0", text.value.decode(), flags=re.M)
        ptx = re.sub(r'(\.file\s+\d+ )"[^"]*?([^"/]+/nvidia/)?([^"/]+)"', r'\1"\2\3"', ptx)
        header = f"// nvrtc {major.value}.{minor.value}, compute_80, --generate-line-info, of {file}.cu; .version lowered\n"
        (HERE / f"{file}.ptx").write_text(header + ptx)


class Gpu:
    """The driver API, as far as this script needs it."""

    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device, self.context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        name, version = ctypes.create_string_buffer(256), ctypes.c_int()
        self.call("cuDeviceGetName", name, 256, device)
        self.call("cuDriverGetVersion", ctypes.byref(version))
        self.name = name.value.decode()
        self.driver = f"CUDA {version.value // 1000}.{version.value % 1000 // 10}"
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), device)
        self.call("cuCtxSetCurrent", self.context)

    def call(self, function, *args):
        status = getattr(self.cuda, function)(*args)
        if status != 0:
            raise RuntimeError(f"{function} failed with CUDA error {status}")

    def load(self, ptx):
        """A module from PTX, with line information kept."""
        log = ctypes.create_string_buffer(1 << 16)
        options = (ctypes.c_int * 3)(5, 6, 13)
        values = (ctypes.c_void_p * 3)(ctypes.addressof(log), 1 << 16, 1)
        module = ctypes.c_void_p()
        status = self.cuda.cuModuleLoadDataEx(ctypes.byref(module), ptx.encode(), 3, options, values)
        if status != 0:
            raise RuntimeError(f"the driver refuses the PTX ({status}): {log.value.decode()}")
        return module

    def buffer(self, ty, count, fill):
        size = SIZES[ty]
        if fill == "zero":
            data = bytes(size * count)
        elif fill == "one":
            data = struct.pack(f"<{FORMATS[ty]}", 1) * count
        elif fill == "ramp":
            data = b"".join(struct.pack(f"<{FORMATS[ty]}", k % 100 if size < 4 else k) for k in range(count))
        else:
            sys.exit(f"unknown fill {fill}")
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(len(data)))
        self.call("cuMemcpyHtoD_v2", pointer, data, ctypes.c_size_t(len(data)))
        return pointer

    def launch(self, module, launch):
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), module, launch.kernel.encode())
        values, buffers = [], []
        for arg in launch.args:
            _, what = arg.split("=")
            ty, fill = what.split(":")
            if "[" in ty:
                ty, count = ty.rstrip("]").split("[")
                values.append(self.buffer(ty, int(count), fill))
                buffers.append(values[-1])
            else:
                values.append(ctypes.c_int64(int(fill)) if SIZES[ty] == 8 else ctypes.c_int32(int(fill)))
        pointers = (ctypes.c_void_p * len(values))(*[ctypes.addressof(v) for v in values])
        self.call("cuLaunchKernel", function, *launch.grid, *launch.block, launch.shared, None, pointers, None)
        self.call("cuCtxSynchronize")
        for pointer in buffers:
            self.call("cuMemFree_v2", pointer)


def launch_all():
    gpu = Gpu()
    modules = {}
    for launch in launches():
        if launch.file not in modules:
            modules[launch.file] = gpu.load((HERE / f"{launch.file}.ptx").read_text())
        gpu.launch(modules[launch.file], launch)


def read_report(path):
    """For each launch of a report the instructions, as (name in SASS, line, metrics)."""
    for pattern in MODULES:
        sys.path.extend(glob.glob(pattern))
    import ncu_report

    wanted = {metric for metric, _ in LINES.values()}
    found = []
    report = ncu_report.load_report(path)
    for range_idx in range(report.num_ranges()):
        actions = report.range_by_idx(range_idx)
        for action in map(actions.action_by_idx, range(actions.num_actions())):
            counts = {}
            for name in wanted & set(action.metric_names()):
                metric = action.metric_by_name(name)
                ids = metric.correlation_ids()
                for k in range(metric.num_instances()):
                    counts.setdefault(ids.as_uint64(k), {})[name] = metric.as_uint64(k)
            instructions = []
            for pc, metrics in sorted(counts.items()):
                source = action.source_info(pc)
                instructions.append((action.sass_by_pc(pc), source.line() if source else 0, metrics))
            found.append(instructions)
    return found


def by_line(instructions):
    """Counts by line, in the order of LINES."""
    lines = {}
    for sass, line, metrics in instructions:
        words = re.sub(r"@\S+", "", sass).replace(".", " ").split()
        for k, (metric, names) in enumerate(LINES.values()):
            if words and words[0] in names and metrics.get(metric, 0) > 0:
                lines.setdefault(line, [0] * len(LINES))[k] += metrics[metric]
    return sorted(lines.items())


def ncu_runs(ncu, arguments):
    run = subprocess.run([ncu, "--clock-control", "none", *arguments, sys.executable, __file__, "--launch"], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"ncu: {run.stdout}\n{run.stderr}")
    return run.stdout


def write(gpu, ncu, rows, reports):
    """The two files: counts of each launch, and of each of its lines."""
    expected = launches()
    if len(rows) != len(expected) or len(reports) != len(expected):
        sys.exit(f"ncu saw {len(rows)} and {len(reports)} launches of {len(expected)}")
    header = [f"# gpu {gpu.name}", f"# driver {gpu.driver}", f"# {ncu}"]
    counts = ["# camp profile counts 1, by record.py", *header, "name " + " ".join(METRICS)]
    lines = ["# camp profile lines 1, by record.py", *header, "name line " + " ".join(LINES)]
    for row, instructions, launch in zip(rows, reports, expected):
        values = [row[metric].replace(",", "") for metric in METRICS.values()]
        counts.append(launch.name + " " + " ".join(values))
        lines += [f"{launch.name} {line} " + " ".join(map(str, values)) for line, values in by_line(instructions)]
    name = re.sub(r"[^a-z0-9]+", "-", gpu.name.lower())
    (HERE / f"{name}.txt").write_text("\n".join(counts) + "\n")
    (HERE / f"{name}-lines.txt").write_text("\n".join(lines) + "\n")
    print(f"{len(rows)} launches recorded in {name}.txt and {name}-lines.txt")


def record(ncu):
    """Runs every launch under ncu, twice, and writes what it counts."""
    version = re.search(r"Version .*", subprocess.run([ncu, "--version"], capture_output=True, text=True, check=True).stdout)
    metrics = ",".join(METRICS.values())
    text = ncu_runs(ncu, ["--csv", "--page", "raw", "--print-units", "base", "--metrics", metrics])
    table = csv.DictReader(io.StringIO(text[text.find('"ID"') :]))
    rows = [r for r in table if (r["ID"] or "").isdigit()]
    with tempfile.TemporaryDirectory() as folder:
        ncu_runs(ncu, ["--section", "SourceCounters", "-o", f"{folder}/report"])
        reports = read_report(f"{folder}/report.ncu-rep")
    write(Gpu(), f"Nsight Compute {version.group()}", rows, reports)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compile", nargs=2, metavar=("NVRTC", "INCLUDE"))
    parser.add_argument("--launch", action="store_true")
    parser.add_argument("--ncu", default=os.environ.get("NCU", "ncu"))
    args = parser.parse_args()
    if args.compile:
        compile_all(*args.compile)
    elif args.launch:
        launch_all()
    else:
        record(args.ncu)


if __name__ == "__main__":
    main()
