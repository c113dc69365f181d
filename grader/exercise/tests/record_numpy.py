"""Records what NumPy computes in double precision for small inputs of each operator, as exercises/<op>/tests/numpy.toml.

camp's references are CUDA kernels; these numbers come from another program and another author's code, and `camp dev check`
compares the two. Run it from anywhere, with NumPy installed:  python3 grader/exercise/tests/record_numpy.py
"""

from pathlib import Path

import numpy as np

EXERCISES = Path(__file__).resolve().parents[3] / "exercises"
TYPES = {"f32": np.float32, "f16": np.float16}


def copy(src):
    return {"dst": src}


def vector_add(a, b):
    return {"out": a + b}


def reduce_sum(x):
    return {"out": x.sum(axis=1)}


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return {"out": e / e.sum(axis=1, keepdims=True)}


def matmul(a, b):
    # Products in double precision, whatever the elements are: neither floats nor halves are multiplied here.
    return {"out": a @ b}


def number(x):
    return "inf" if x == np.inf else "-inf" if x == -np.inf else repr(float(x))


def entry(name, size, dtype, buffers):
    lines = ["", "[[recorded]]", f'name = "{name}"', f"size = {list(size)}"]
    if dtype:
        lines.append(f'dtype = "{dtype}"')
    for buffer, values in buffers.items():
        numbers = ", ".join(number(x) for x in np.asarray(values, np.float64).ravel())
        lines.append(f"values.{buffer} = [{numbers}]")
    return lines


def record(op, entries):
    head = ["# Written by grader/exercise/tests/record_numpy.py: what NumPy computes in double precision.", "format_version = 1"]
    path = EXERCISES / op / "tests" / "numpy.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(head + sum(entries, [])) + "\n")


def elementwise(rng, op, names, function):
    entries = []
    for n in (1, 5, 33):
        for dtype, kind in TYPES.items():
            # Rounded to the element type first: the kernel and NumPy start from the same numbers.
            inputs = {name: (rng.normal(size=n) * 3).astype(kind).astype(np.float64) for name in names}
            entries.append(entry("normal", (n,), dtype, inputs | function(*inputs.values())))
    record(op, entries)


def rowwise(rng, op, function):
    matrices = {
        "normal": [rng.normal(size=size) for size in ((1, 1), (3, 5), (2, 33))],
        "large": [rng.uniform(-1000, 1000, size=(2, 9))],
        "negative": [-rng.uniform(0.5, 4.5, size=(2, 7))],
        "constant": [np.full((2, 6), 0.75)],
    }
    if op == "softmax":
        masked = rng.normal(size=(2, 8))
        masked[0, 1:] = -np.inf
        masked[1, ::2] = -np.inf
        matrices["masked"] = [masked]
    entries = []
    for name, all_of_them in matrices.items():
        for matrix in all_of_them:
            matrix = matrix.astype(np.float32).astype(np.float64)
            entries.append(entry(name, matrix.shape, None, {"in": matrix} | function(matrix)))
    record(op, entries)


def products(rng):
    entries = []
    for size in ((1, 1, 1), (2, 3, 1), (3, 5, 4), (1, 17, 19), (17, 1, 6)):
        m, n, k = size
        for dtype, kind in TYPES.items():
            inputs = {name: rng.normal(size=shape).astype(kind).astype(np.float64) for name, shape in (("a", (m, k)), ("b", (k, n)))}
            entries.append(entry("normal", size, dtype, inputs | matmul(**inputs)))
    record("matmul", entries)


def main():
    rng = np.random.default_rng(20240229)
    elementwise(rng, "copy", ["src"], copy)
    elementwise(rng, "vector_add", ["a", "b"], vector_add)
    rowwise(rng, "reduce_sum", reduce_sum)
    rowwise(rng, "softmax", softmax)
    # A generator of its own, so that what other exercises record does not change it.
    products(np.random.default_rng(20240308))


if __name__ == "__main__":
    main()
