#!/usr/bin/env python3
"""Records what the NVIDIA GPU at hand answers to the golden set. README.md describes the files.

Needs a GPU of compute capability 9.0 or above and its driver, whose just-in-time compiler takes the PTX. `--check` only
reads the files, without a GPU.
"""

import argparse
import ctypes
import re
import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FORMATS = {1: "B", 2: "H", 4: "I", 8: "Q"}
RESULTS = {
    "r": (4, "cvt.u64.u32 do, ro;"),
    "h": (2, "cvt.u64.u16 do, ho;"),
    "d": (8, ""),
    "p": (0, "selp.u64 do, 1, 0, p;"),
    "rx": (8, "cvt.u64.u32 do, ro; xor.b64 do, do, dd;"),
    "dx": (8, "xor.b64 do, do, dd;"),
}


def read_set():
    """The kinds with their columns, and the instructions as (name, kinds, result, PTX)."""
    kinds, instructions = {}, []
    operands = (HERE / "operands.bin").read_bytes()
    at = 0
    for line in (HERE / "instructions.txt").read_text().splitlines():
        if line.startswith("kind "):
            _, name, width, count = line.split()
            width, count = int(width), int(count)
            columns = []
            for _ in range(3):
                columns.append(struct.unpack_from(f"<{count}{FORMATS[width]}", operands, at))
                at += width * count
            kinds[name] = columns
        elif line and not line.startswith("#"):
            name, slots, result, ptx = line.split(" | ")
            instructions.append((name, slots.split(","), result, ptx))
    if at != len(operands):
        sys.exit("operands.bin is not as instructions.txt says")
    return kinds, instructions


class Gpu:
    """The driver API, as far as this script needs it."""

    def __init__(self, ordinal):
        for library in ("libcuda.so.1", "libcuda.so", "nvcuda.dll"):
            try:
                self.cuda = ctypes.CDLL(library)
                break
            except OSError:
                continue
        else:
            sys.exit("no CUDA driver: libcuda is not there")
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), ordinal)
        name = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", name, 256, device)
        self.name = name.value.decode()
        major, minor, version = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(major), 75, device)
        self.call("cuDeviceGetAttribute", ctypes.byref(minor), 76, device)
        self.call("cuDriverGetVersion", ctypes.byref(version))
        self.capability = f"{major.value}.{minor.value}"
        self.driver = f"{driver_version()}, CUDA {version.value // 1000}.{version.value % 1000 // 10}"
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, function, *args):
        status = getattr(self.cuda, function)(*args)
        if status != 0:
            raise RuntimeError(f"{function} failed with CUDA error {status}")

    def buffer(self, values):
        """A device buffer of 64-bit values."""
        data = struct.pack(f"<{len(values)}Q", *values)
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(len(data)))
        self.call("cuMemcpyHtoD_v2", pointer, data, ctypes.c_size_t(len(data)))
        return pointer

    def run(self, ptx, inputs, output, count):
        """What `count` threads of the kernel give, or None if the driver refuses it."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        try:
            self.call("cuModuleLoadData", ctypes.byref(module), ptx.encode() + b"\0")
        except RuntimeError:
            return None
        self.call("cuModuleGetFunction", ctypes.byref(function), module, b"k")
        args = [*inputs, output]
        pointers = (ctypes.c_void_p * 4)(*(ctypes.cast(ctypes.pointer(a), ctypes.c_void_p) for a in args))
        self.call("cuLaunchKernel", function, 1, 1, 1, count, 1, 1, 0, None, pointers, None)
        data = ctypes.create_string_buffer(8 * count)
        self.call("cuMemcpyDtoH_v2", data, output, ctypes.c_size_t(8 * count))
        self.call("cuModuleUnload", module)
        return struct.unpack(f"<{count}Q", data.raw)


def driver_version():
    """The driver's own version, if the system tells."""
    try:
        found = re.search(r"\s(\d+\.\d+[.\d]*)\s", Path("/proc/driver/nvidia/version").read_text())
        return found[1] if found else "unknown"
    except OSError:
        return "unknown"


def pack(result, values):
    width = RESULTS[result][0]
    if width:
        return struct.pack(f"<{len(values)}{FORMATS[width]}", *(v & ((1 << 8 * width) - 1) for v in values))
    bits = sum((v & 1) << k for k, v in enumerate(values))
    return bits.to_bytes((len(values) + 7) // 8, "little")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", type=int, default=0, help="ordinal of the GPU")
    parser.add_argument("--check", action="store_true", help="read the files and stop")
    options = parser.parse_args()
    kinds, instructions = read_set()
    template = (HERE / "kernel.ptx").read_text()
    print(f"{len(instructions)} instructions, {sum(len(c[0]) for c in kinds.values())} operands")
    if options.check:
        return
    gpu = Gpu(options.device)
    columns = {name: [gpu.buffer(c) for c in three] for name, three in kinds.items()}
    output = gpu.buffer([0] * max(len(c[0]) for c in kinds.values()))
    taken, answers, refused = bytearray(), bytearray(), []
    for name, slots, result, body in instructions:
        kind = slots[0]
        inputs = [columns[kind if slot == "-" else slot][k] for k, slot in enumerate(slots)]
        ptx = template.replace("@BODY@", body).replace("@RESULT@", RESULTS[result][1])
        values = gpu.run(ptx, inputs, output, len(kinds[kind][0]))
        taken.append(values is not None)
        if values is None:
            refused.append(name)
        else:
            answers += pack(result, values)
    head = f"camp golden answers 1\ngpu {gpu.name}\ncompute capability {gpu.capability}\ndriver {gpu.driver}\n\n"
    path = HERE / (re.sub(r"[^a-z0-9]+", "-", gpu.name.lower()) + ".bin")
    path.write_bytes(head.encode() + taken + answers)
    print(f"wrote {path.name}; refused: {', '.join(refused) or 'none'}")


if __name__ == "__main__":
    main()
