#!/usr/bin/env python3
"""Writes the golden set of the matrix instructions: kernels.ptx, instructions.txt, operands.bin. README.md describes them.

The operands come from fixed sequences: `generate.py SAMPLES` with more samples only adds to those of fewer.
"""

import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Pool: bits of an element, of its exponent and of its fraction (0 for integers), least and largest exponent field of
# finite numbers; registers of 32 lanes to a sample, in 32-bit words.
POOLS = {
    "f16": (16, 5, 10, 30, 8),
    "bf16": (16, 8, 7, 254, 8),
    "tf32": (32, 8, 23, 254, 8),
    "e4m3": (8, 4, 3, 15, 8),
    "e5m2": (8, 5, 2, 30, 8),
    "f64": (64, 11, 52, 2046, 24),
    "int": (32, 0, 0, 0, 8),
    "cf16": (16, 5, 10, 30, 4),
    "cf32": (32, 8, 23, 254, 8),
    "cf64": (64, 11, 52, 2046, 8),
    "cint": (32, 0, 0, 0, 8),
}
KINDS = 12


class Sequence:
    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) * n >> 31

    def bits(self, n):
        x = 0
        for _ in range((n + 15) // 16):
            x = x << 16 | self.below(65536)
        return x & ((1 << n) - 1)


def element(s, kind, pool):
    """One number of a pool for a kind of sample."""
    bits, exponent, fraction, top, _ = POOLS[pool]
    if exponent == 0:
        return s.bits(32) if kind % 3 else [0, 0x7F7F7F7F, 0x80808080, 0xFFFFFFFF][s.below(4)]
    bias = (1 << (exponent - 1)) - 1
    is_sum = pool.startswith("c")
    sign, field, low = s.below(2), bias, s.bits(fraction)
    if kind == 0:  # as data are: around 1, small ones rarer
        while field > bias - 12 and s.below(2):
            field -= 1
        field += 2 * is_sum
    elif kind == 1:  # all near each other
        field = bias - 3 + s.below(6)
    elif kind == 2:  # spread over what an accumulator holds
        field = bias - 10 + s.below(14) + (s.below(20) if is_sum else 0) - 8 * is_sum
    elif kind == 3:  # anything finite
        field = s.below(top + 1)
    elif kind == 4:  # few bits: sums cancel
        field, low = bias + s.below(3) - 1, s.below(2) << (fraction - 1)
        if s.below(4) == 0:
            field, low = max(bias - 12, 1), 1 << max(fraction - 3, 0)
    elif kind == 5:  # few that are not zero
        if s.below(4):
            field, low = 0, 0
        else:
            field = bias - 6 + s.below(12)
    elif kind == 6:  # infinities and NaNs among ordinary ones
        field = bias - 2 + s.below(4)
        if s.below(60) == 0:
            field = (1 << exponent) - 1
            low = 0 if s.below(3) else low
    elif kind == 7:  # large: sums overflow
        field = top - s.below(3)
        if is_sum and s.below(2):
            field = 0
            low = 0
    elif kind == 8:  # tiny: denormals, and what becomes one
        half = max((bias - 1) // 2, 1)
        field = s.below(3) if s.below(2) else half - s.below(min(half, 14))
        if is_sum:
            field = s.below(4)
    elif kind == 9:  # zeros beside the largest, tiny ones beside them
        r = s.below(4)
        field = [0, top, 1, max(bias - 20, 1)][r]
        low = 0 if r == 0 else low
        if is_sum:
            field = [0, 1, max(bias - 40, 1), 0][r]
            low = 0 if r in (0, 3) else low
    elif kind == 10:  # ones and powers of two, far apart
        field, low = max(min(bias - 13 + s.below(27), top), 0), 0
    else:  # one factor large, one small: the sum of exponents is what counts
        field = bias + (s.below(2) * 2 - 1) * s.below(bias - 1) // 2
    field = max(0, min(field, (1 << exponent) - 1))
    if pool == "e4m3" and field == 15 and low == 7 and kind != 6:
        low = 6
    return sign << (exponent + fraction) | field << fraction | low


def pool(name, samples):
    """The 32-bit words of a pool: sample, register, lane."""
    bits, _, _, _, registers = POOLS[name]
    words = []
    for sample in range(samples):
        s = Sequence(sum(ord(c) * 131**k for k, c in enumerate(name)) + 1000003 * sample)
        s.bits(64)
        for _ in range(registers * 32 * 32 // max(bits, 32)):
            if bits == 64:
                x = element(s, sample % KINDS, name)
                words += [x & 0xFFFFFFFF, x >> 32]
            else:
                word = 0
                for k in range(32 // bits):
                    word |= element(s, sample % KINDS, name) << (bits * k)
                words.append(word)
    return words


class Kernels:
    """The module's text, and its list of kernels."""

    def __init__(self, samples):
        self.samples = samples
        self.text = [".version 8.7", ".target sm_90", ".address_size 64", ""]
        self.rows = []

    def add(self, name, a, b, c, out_words, registers, body):
        """A kernel of one warp a block; `pa`, `pb`, `pc`, `po` are the sample's parts of the pools and of the output."""
        index = len(self.rows)
        # Where nothing is rounded, a few samples say it all.
        is_rounded = name.startswith("mma") and "cf" in c
        samples = self.samples if is_rounded else min(self.samples, 3)
        self.rows.append(f"{name} | {a} | {b} | {c} | {out_words} | {samples}")
        self.text += [
            f"// {name}",
            f".visible .entry k{index}(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 out) {{",
            "    .reg .b32 lane, sample, t;",
            "    .reg .b64 pa, pb, pc, po, at;",
            *(f"    {r}" for r in registers),
            "    mov.u32 lane, %tid.x;",
            "    mov.u32 sample, %ctaid.x;",
        ]
        for pointer, source, words in (
            ("pa", "a", POOLS[a][4] * 32),
            ("pb", "b", POOLS[b][4] * 32),
            ("pc", "c", POOLS[c][4] * 32),
            ("po", "out", out_words),
        ):
            self.text += [
                f"    ld.param.u64 {pointer}, [{source}];",
                f"    mul.wide.u32 at, sample, {4 * words};",
                f"    add.u64 {pointer}, {pointer}, at;",
            ]
        self.text += [*(f"    {line}" for line in body), "    ret;", "}", ""]


def lanes(pointer, width):
    """Moves a pointer on to the lane's place in a register's row."""
    return [f"mul.wide.u32 at, lane, {width};", f"add.u64 {pointer}, {pointer}, at;"]


def names(prefix, n):
    return [f"{prefix}{k}" for k in range(n)]


def braces(list_):
    return "{" + ", ".join(list_) + "}"


def on_registers(kernels, opcode, pools, counts, width=4):
    """An instruction whose operands a, b, c and result d are `counts` registers of `width` bytes."""
    (pool_a, pool_b, pool_c), (na, nb, nc, nd) = pools, counts
    a, b, c, d = names("a", na), names("b", nb), names("c", nc), names("d", nd)
    body = lanes("pa", width) + lanes("pb", width) + lanes("pc", width) + lanes("po", width)
    bits = 8 * width
    row = 32 * width
    first_b = (4 if width == 4 else 8) * row
    body += [f"ld.global.b{bits} {r}, [pa+{k * row}];" for k, r in enumerate(a)]
    body += [f"ld.global.b{bits} {r}, [pb+{first_b + k * row}];" for k, r in enumerate(b)]
    body += [f"ld.global.b{bits} {r}, [pc+{k * row}];" for k, r in enumerate(c)]
    operands = [braces(x) for x in (d, a, b, c) if x]
    if opcode.startswith("movmatrix"):
        operands = [d[0], a[0]]
    body.append(f"{opcode} {', '.join(operands)};")
    body += [f"st.global.b{bits} [po+{k * row}], {r};" for k, r in enumerate(d)]
    registers = [f".reg .b{bits} {', '.join(a + b + c + d)};"]
    kernels.add(opcode, pool_a, pool_b, pool_c, nd * 8 * width, registers, body)


def mma(kernels):
    def add(shape, types, pools, counts, layouts="row.col", tail="", head="", width=4):
        on_registers(kernels, f"mma.sync.aligned.{shape}.{layouts}{head}.{types}{tail}", pools, counts, width)

    for d, c in (("f16", "f16"), ("f32", "f32"), ("f32", "f16")):
        for layouts in ("row.col", "row.row", "col.col", "col.row"):
            count = {"f16": 4, "f32": 8}
            pools = ("f16", "f16", "c" + c)
            add("m8n8k4", f"{d}.f16.f16.{c}", pools, (2, 2, count[c], count[d]), layouts)
    for d in ("f16", "f32"):
        n = 2 if d == "f16" else 4
        add("m16n8k8", f"{d}.f16.f16.{d}", ("f16", "f16", "c" + d), (2, 1, n, n))
        add("m16n8k16", f"{d}.f16.f16.{d}", ("f16", "f16", "c" + d), (4, 2, n, n))
    add("m16n8k8", "f32.bf16.bf16.f32", ("bf16", "bf16", "cf32"), (2, 1, 4, 4))
    add("m16n8k16", "f32.bf16.bf16.f32", ("bf16", "bf16", "cf32"), (4, 2, 4, 4))
    add("m16n8k4", "f32.tf32.tf32.f32", ("tf32", "tf32", "cf32"), (2, 1, 4, 4))
    add("m16n8k8", "f32.tf32.tf32.f32", ("tf32", "tf32", "cf32"), (4, 2, 4, 4))
    for d in ("f32", "f16"):
        n = 2 if d == "f16" else 4
        for a in ("e4m3", "e5m2"):
            for b in ("e4m3", "e5m2"):
                add("m16n8k16", f"{d}.{a}.{b}.{d}", (a, b, "c" + d), (2, 1, n, n))
                add("m16n8k32", f"{d}.{a}.{b}.{d}", (a, b, "c" + d), (4, 2, n, n))
    f64 = ("f64", "f64", "cf64")
    add("m8n8k4", "f64.f64.f64.f64", f64, (1, 1, 2, 2), width=8)
    for k, a, b in ((4, 2, 1), (8, 4, 2), (16, 8, 4)):
        add(f"m16n8k{k}", "f64.f64.f64.f64", f64, (a, b, 4, 4), width=8)
    ints = ("int", "int", "cint")
    for types, shapes in (
        (("s8", "u8"), (("m8n8k16", 1, 1, 2), ("m16n8k16", 2, 1, 4), ("m16n8k32", 4, 2, 4))),
        (("s4", "u4"), (("m8n8k32", 1, 1, 2), ("m16n8k32", 2, 1, 4), ("m16n8k64", 4, 2, 4))),
    ):
        for shape, na, nb, n in shapes:
            for a in types:
                for b in types:
                    for saturates in ("", ".satfinite"):
                        add(shape, f"s32.{a}.{b}.s32", ints, (na, nb, n, n), head=saturates)
    for shape, na, nb, n in (("m8n8k128", 1, 1, 2), ("m16n8k128", 2, 1, 4), ("m16n8k256", 4, 2, 4)):
        for op in ("xor", "and"):
            add(shape, "s32.b1.b1.s32", ints, (na, nb, n, n), tail=f".{op}.popc")


# Shapes of wmma: types of factors, registers of A and B; of sums, registers.
WMMA = {
    "m16n16k16": ({"f16": (8, 8), "bf16": (4, 4), "s8": (2, 2), "u8": (2, 2)}, {"f16": 4, "f32": 8, "s32": 8}),
    "m8n32k16": ({"f16": (8, 8), "bf16": (2, 8), "s8": (1, 4), "u8": (1, 4)}, {"f16": 4, "f32": 8, "s32": 8}),
    "m32n8k16": ({"f16": (8, 8), "bf16": (8, 2), "s8": (4, 1), "u8": (4, 1)}, {"f16": 4, "f32": 8, "s32": 8}),
    "m16n16k8": ({"tf32": (4, 4)}, {"f32": 8}),
    "m8n8k4": ({"f64": (1, 1)}, {"f64": 2}),
    "m8n8k32": ({"s4": (1, 1), "u4": (1, 1)}, {"s32": 2}),
    "m8n8k128": ({"b1": (1, 1)}, {"s32": 2}),
}


def sizes(shape):
    m, rest = shape[1:].split("n")
    n, k = rest.split("k")
    return int(m), int(n), int(k)


def wmma(kernels):
    for shape, (factors, sums) in WMMA.items():
        m, n, k = sizes(shape)
        width = 8 if shape == "m8n8k4" else 4
        row = 32 * width
        narrow = shape in ("m8n8k32", "m8n8k128")
        loads = [(frag, ty, r) for ty, (ra, rb) in factors.items() for frag, r in (("a", ra), ("b", rb))]
        loads += [("c", ty, r) for ty, r in sums.items()]
        for frag, ty, n_registers in loads:
            rows, cols = {"a": (m, k), "b": (k, n), "c": (m, n)}[frag]
            for layout in ("row", "col"):
                if narrow and frag != "c" and layout != ("row" if frag == "a" else "col"):
                    continue
                stride = cols if layout == "row" else rows
                d = names("d", n_registers)
                opcode = f"wmma.load.{frag}.sync.aligned.{layout}.{shape}.global.{ty}"
                body = [f"{opcode} {braces(d)}, [pa], {stride};", *lanes("po", width)]
                body += [f"st.global.b{8 * width} [po+{i * row}], {r};" for i, r in enumerate(d)]
                registers = [f".reg .b{8 * width} {', '.join(d)};"]
                kernels.add(opcode, "int", "int", "int", n_registers * row // 4, registers, body)
                if frag != "c":
                    continue
                store = f"wmma.store.d.sync.aligned.{layout}.{shape}.global.{ty}"
                body = lanes("pa", width)
                body += [f"ld.global.b{8 * width} {r}, [pa+{i * row}];" for i, r in enumerate(d)]
                body.append(f"{store} [po], {braces(d)}, {stride};")
                kernels.add(store, "int", "int", "int", n_registers * row // 4, registers, body)
        for ty, (ra, rb) in factors.items():
            for sum_d in sums:
                for sum_c in sums:
                    whole(kernels, shape, ty, (ra, rb), sum_d, sum_c, sums)


def whole(kernels, shape, ty, counts, sum_d, sum_c, sums):
    """Load, load, load, multiply, store."""
    m, n, k = sizes(shape)
    is_int = ty in ("s8", "u8", "s4", "u4", "b1")
    if is_int != (sum_d == "s32") or is_int != (sum_c == "s32"):
        return
    if ty in ("bf16", "tf32") and (sum_d, sum_c) != ("f32", "f32"):
        return
    width = 8 if ty == "f64" else 4
    types = {
        "f16": f"{sum_d}.{sum_c}",
        "b1": "s32.b1.b1.s32",
    }.get(ty, f"{sum_d}.{ty}.{ty}.{sum_c}")
    variants = [""] if not is_int or ty == "b1" else ["", ".satfinite"]
    ops = [".xor.popc", ".and.popc"] if ty == "b1" else [""]
    pool = "int" if is_int else ty
    pool_c = "cint" if is_int else "c" + sum_c
    a, b = names("a", counts[0]), names("b", counts[1])
    c, d = names("c", sums[sum_c]), names("d", sums[sum_d])
    for tail in variants:
        for op in ops:
            opcode = f"wmma.mma{op}.sync.aligned.row.col.{shape}.{types}{tail}"
            body = [
                f"wmma.load.a.sync.aligned.row.{shape}.global.{ty} {braces(a)}, [pa], {k};",
                f"wmma.load.b.sync.aligned.col.{shape}.global.{ty} {braces(b)}, [pb], {k};",
                f"wmma.load.c.sync.aligned.row.{shape}.global.{sum_c} {braces(c)}, [pc], {n};",
                f"{opcode} {', '.join(braces(x) for x in (d, a, b, c))};",
                f"wmma.store.d.sync.aligned.row.{shape}.global.{sum_d} [po], {braces(d)}, {n};",
            ]
            registers = [f".reg .b{8 * width} {', '.join(a + b + c + d)};"]
            kernels.add(opcode, pool, pool, pool_c, len(d) * 8 * width, registers, body)


def moves(kernels):
    shared = [".shared .align 16 .b8 tile[512];", ".reg .b32 base, row;"]
    through = [
        "mov.u32 base, tile;",
        "mul.lo.u32 t, lane, 16;",
        "add.u32 row, base, t;",
        "mul.lo.u32 t, lane, 4;",
        "add.u32 base, base, t;",
        *lanes("pa", 4),
        *lanes("po", 4),
    ]
    for n in (1, 2, 4):
        for trans in ("", ".trans"):
            d = names("d", n)
            registers = [*shared, f".reg .b32 x, {', '.join(d)};"]
            load = f"ldmatrix.sync.aligned.m8n8.x{n}{trans}.shared.b16"
            body = [*through]
            for k in range(4):
                body += [f"ld.global.b32 x, [pa+{128 * k}];", f"st.shared.b32 [base+{128 * k}], x;"]
            body += ["bar.warp.sync -1;", f"{load} {braces(d)}, [row];"]
            body += [f"st.global.b32 [po+{128 * k}], {r};" for k, r in enumerate(d)]
            kernels.add(load, "int", "int", "int", 32 * n, registers, body)
            store = f"stmatrix.sync.aligned.m8n8.x{n}{trans}.shared.b16"
            body = [*through, *(f"ld.global.b32 {r}, [pa+{128 * k}];" for k, r in enumerate(d))]
            body += [f"{store} [row], {braces(d)};", "bar.warp.sync -1;"]
            for k in range(n):
                body += [f"ld.shared.b32 x, [base+{128 * k}];", f"st.global.b32 [po+{128 * k}], x;"]
            kernels.add(store, "int", "int", "int", 32 * n, registers, body)
    on_registers(kernels, "movmatrix.sync.aligned.m8n8.trans.b16", ("int", "int", "int"), (1, 0, 0, 1))


def main():
    samples = int(sys.argv[1])
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else HERE
    kernels = Kernels(samples)
    moves(kernels)
    mma(kernels)
    wmma(kernels)
    (folder / "kernels.ptx").write_text("\n".join(kernels.text))
    pools = [f"pool {name} {32 * POOLS[name][4]}" for name in POOLS]
    head = ["# Words of a sample in each pool; kernels k0, k1 …: name, pools of a, b and c, words of a result, samples.", f"samples {samples}"]
    (folder / "instructions.txt").write_text("\n".join(head + pools + kernels.rows) + "\n")
    data = b"".join(struct.pack(f"<{len(w)}I", *w) for w in (pool(n, samples) for n in POOLS))
    (folder / "operands.bin").write_bytes(data)
    print(f"{len(kernels.rows)} kernels, {samples} samples, {len(data)} bytes of operands")


if __name__ == "__main__":
    main()
