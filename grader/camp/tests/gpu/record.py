"""What a real GPU says about every exercise, solution and control kernel, beside what the virtual GPU says.

    python3 record.py OUT_DIR [--camp CAMP] [--jobs N] [--tilelang]

runs on a machine with an NVIDIA GPU, from anywhere in a checkout; CAMP is camp's binary. Each kernel is judged twice, with
`--device gpu` and with `--device virtual`, on the same seed: OUT_DIR/nvidia-<gpu>.txt. With `--tilelang` it is the TileLang kernels,
OUT_DIR/nvidia-<gpu>-tilelang.txt, and that is all. What atomic additions of numbers at the
edges give, in global and in shared memory, is OUT_DIR/atomics.txt. tests/hardware.rs reads both.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import struct
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[4]
SEED = "7"


def kernels():
    """Name, exercise, file and what is expected: `passed`, or the code of the first finding; '' where anything goes."""
    for folder in sorted((ROOT / "exercises").iterdir()):
        exercise = folder.name
        yield f"{exercise}/stub", exercise, folder / "nvidia/kernel.cuh", ""
        solutions = ROOT / "solutions" / exercise / "nvidia"
        yield f"{exercise}/solution", exercise, solutions / "kernel.cuh", "passed"
        if (solutions / "advanced/kernel.cuh").exists():
            yield f"{exercise}/advanced", exercise, solutions / "advanced/kernel.cuh", "passed"
        for kind in ["wrong", "right"]:
            for file in sorted((folder / kind).glob("*.cuh")):
                asked = re.search(r"^//@ expect: (\S+)", file.read_text(), re.M)
                yield f"{exercise}/{kind}/{file.stem}", exercise, file, asked.group(1) if asked else "passed"


def tile_kernels():
    """The same for TileLang's kernels."""
    for folder in sorted((ROOT / "exercises").iterdir()):
        exercise = folder.name
        yield f"{exercise}/tilelang/stub", exercise, folder / "tilelang/kernel.py", ""
        solutions = ROOT / "solutions" / exercise / "tilelang"
        yield f"{exercise}/tilelang/solution", exercise, solutions / "kernel.py", "passed"
        yield f"{exercise}/tilelang/lazy", exercise, solutions / "lazy/kernel.py", "passed"
        for kind in ["wrong", "right"]:
            for file in sorted((folder / kind).glob("*.py")):
                asked = re.search(r"^#@ expect: (\S+)", file.read_text(), re.M)
                yield f"{exercise}/tilelang/{kind}/{file.stem}", exercise, file, asked.group(1) if asked else "passed"


def judge(camp, exercise, file, device):
    """`passed`, `failed: code code …` or `error: …`, errors only."""
    command = [camp, "verify", exercise, "--kernel", str(file), "--device", device, "--format", "json", "--seed", SEED]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    try:
        report = json.loads(ran.stdout)
    except json.JSONDecodeError:
        return f"error: {ran.stderr.strip()}"
    codes = [f["code"] for f in report["findings"] if f["severity"] == "error"]
    codes = list(collections.OrderedDict.fromkeys(codes))
    if report["verdict"] == "error":
        return "error: " + " ".join(codes or [report.get("error", "")])
    return report["verdict"] + (": " + " ".join(codes) if codes else "")


def atomics(camp):
    """Lines of bits: a, b, the sum by an atomic in global memory, and in shared memory."""
    own = pathlib.Path(__file__).resolve().parent
    edges = [line.split()[0] for line in (own / "edges.txt").read_text().splitlines() if not line.startswith("#")]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "edges").write_bytes(b"".join(struct.pack("<I", int(bits, 16)) for bits in edges))
        n = len(edges) ** 2
        command = [camp, "run", str(own / "atomics.cu"), "--device", "gpu", "--block", str(n)]
        for buffer in ["global", "shared"]:
            command += ["--arg", f"{buffer}=u32[{n}]:zero", "--dump", f"{buffer}={folder / buffer}"]
        command += ["--arg", f"edges=f32[{len(edges)}]:@{folder / 'edges'}", "--arg", f"n=i32:{len(edges)}"]
        subprocess.run(command, check=True)
        sums = [struct.unpack(f"<{n}I", (folder / buffer).read_bytes()) for buffer in ["global", "shared"]]
    pairs = [(a, b) for a in edges for b in edges]
    return [f"{a} {b} {g:08x} {s:08x}" for (a, b), g, s in zip(pairs, *sums)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--camp", default=str(ROOT / "target/release/camp"))
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--tilelang", action="store_true")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    gpu, driver = subprocess.run(
        ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], capture_output=True, text=True
    ).stdout.splitlines()[0].split(", ")
    all_kernels = list(tile_kernels() if args.tilelang else kernels())
    # The first run fetches nothing and fills the cache of the references.
    judge(args.camp, all_kernels[0][1], all_kernels[0][2], "virtual")
    start = time.time()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        def both(kernel):
            _, exercise, file, _ = kernel
            return [judge(args.camp, exercise, file, device) for device in ["virtual", "gpu"]]
        verdicts = list(pool.map(both, all_kernels))
    # Side by side, a slow kernel can look endless to the virtual GPU: what is not as expected is judged again alone.
    for at, (kernel, (on_virtual, _)) in enumerate(zip(all_kernels, verdicts)):
        wanted = kernel[3] if kernel[3] == "passed" else f"failed: {kernel[3]}"
        if not on_virtual.startswith(wanted):
            verdicts[at] = both(kernel)
    lines = [f"# {gpu}, driver {driver}; written by record.py", "# kernel | expected | virtual | gpu"]
    for (name, _, _, expected), (on_virtual, on_gpu) in zip(all_kernels, verdicts):
        lines.append(f"{name} | {expected or '-'} | {on_virtual} | {on_gpu}")
    if not args.tilelang:
        head = f"# {gpu}, driver {driver}; written by record.py: a, b, a + b by atomicAdd in global memory, and in shared memory"
        (args.out / "atomics.txt").write_text("\n".join([head, *atomics(args.camp)]) + "\n")
    file = args.out / f"{gpu.lower().replace(' ', '-')}{'-tilelang' if args.tilelang else ''}.txt"
    file.write_text("\n".join(lines) + "\n")
    print(f"{len(verdicts)} kernels in {time.time() - start:.0f} s: {file}")


main()
