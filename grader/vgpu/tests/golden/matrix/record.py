#!/usr/bin/env python3
"""Records what the NVIDIA GPU at hand answers to the matrix instructions' golden set. README.md describes the files.

Needs a GPU of compute capability 9.0 or above and its driver. `record.py [FOLDER]`: where the set is.
"""

import ctypes
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from record import Gpu  # noqa: E402


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    pools, rows, total = {}, [], 0
    for line in (folder / "instructions.txt").read_text().splitlines():
        if line.startswith("samples "):
            total = int(line.split()[1])
        elif line.startswith("pool "):
            pools[line.split()[1]] = int(line.split()[2])
        elif line and not line.startswith("#"):
            rows.append(line.split(" | "))
    operands = (folder / "operands.bin").read_bytes()
    gpu = Gpu(0)

    def buffer(size, data=None):
        pointer = ctypes.c_uint64()
        gpu.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        if data is not None:
            gpu.call("cuMemcpyHtoD_v2", pointer, data, ctypes.c_size_t(size))
        return pointer

    columns, at = {}, 0
    for name, words in pools.items():
        size = 4 * words * total
        columns[name] = buffer(size, operands[at : at + size])
        at += size
    module, answers = ctypes.c_void_p(), bytearray()
    text = (folder / "kernels.ptx").read_bytes() + b"\0"
    gpu.call("cuModuleLoadData", ctypes.byref(module), text)
    for k, (name, a, b, c, words, samples) in enumerate(rows):
        size = 4 * int(words) * int(samples)
        out = buffer(size, bytes(size))
        function = ctypes.c_void_p()
        gpu.call("cuModuleGetFunction", ctypes.byref(function), module, f"k{k}".encode())
        args = [columns[a], columns[b], columns[c], out]
        pointers = (ctypes.c_void_p * 4)(*(ctypes.cast(ctypes.pointer(x), ctypes.c_void_p) for x in args))
        gpu.call("cuLaunchKernel", function, int(samples), 1, 1, 32, 1, 1, 0, None, pointers, None)
        data = ctypes.create_string_buffer(size)
        gpu.call("cuMemcpyDtoH_v2", data, out, ctypes.c_size_t(size))
        gpu.call("cuMemFree_v2", out)
        answers += data.raw
    head = f"camp matrix answers 1\ngpu {gpu.name}\ncompute capability {gpu.capability}\ndriver {gpu.driver}\n\n"
    path = folder / (re.sub(r"[^a-z0-9]+", "-", gpu.name.lower()) + ".bin")
    path.write_bytes(head.encode() + answers)
    print(f"wrote {path.name}: {len(rows)} kernels, {len(answers)} bytes")


if __name__ == "__main__":
    main()
