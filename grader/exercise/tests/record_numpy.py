"""Records what NumPy computes in double precision for small inputs of each operator, as exercises/<op>/tests/numpy.toml.

camp's references are CUDA kernels; these numbers come from another program and another author's code, and `camp dev check`
compares the two. An operator says what it computes in exercises/<op>/tests/numpy.py:

    SIZES = [(1,), (5,), (33,)]     # need not be there: the dimensions of what is recorded
    ATTRIBUTES = {"slope": [0.25]}  # nor this: values of attributes, each recorded besides the default

    def run(a, b, n):               # the inputs as arrays of float64, then the scalars, in the signature's order
        return a + b                # the output; several as a tuple, in the signature's order

`camp dev record <op>` runs this file; so does, from anywhere and with NumPy installed, for all operators:
python3 grader/exercise/tests/record_numpy.py
"""

import sys

# Where camp hands the text over, the current folder would come first: what lies in it is not what is meant.
sys.path[:] = [path for path in sys.path if path]

import argparse
import importlib.util
import itertools
import zlib
from pathlib import Path

try:
    import numpy as np
except ImportError:
    sys.exit(3)
try:
    import tomllib
except ImportError:  # Before Python 3.11.
    from pip._vendor import tomli as tomllib

EXERCISES = None  # Set by main.
TYPES = {"f32": np.float32, "f16": np.float16}


def copy(src):
    return {"dst": src}


def vector_add(a, b):
    return {"out": a + b}


def relu(x, slope):
    return {"out": np.where(x > 0, x, slope * x)}


def reduce_sum(x):
    return {"out": x.sum(axis=1)}


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return {"out": e / e.sum(axis=1, keepdims=True)}


def transpose(x):
    return {"out": x.T}


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=1, keepdims=True)
    return {"out": (x - mean) / np.sqrt(x.var(axis=1, keepdims=True) + eps) * gamma + beta}


def matmul(a, b):
    # Products in double precision, whatever the elements are: neither floats nor halves are multiplied here.
    return {"out": a @ b}


def number(x):
    return "inf" if x == np.inf else "-inf" if x == -np.inf else repr(float(x))


def entry(name, size, dtype, buffers, attributes=None):
    lines = ["", "[[recorded]]", f'name = "{name}"', f"size = {list(size)}"]
    if dtype:
        lines.append(f'dtype = "{dtype}"')
    lines += [f"attributes.{name} = {number(x)}" for name, x in (attributes or {}).items()]
    for buffer, values in buffers.items():
        numbers = ", ".join(number(x) for x in np.asarray(values, np.float64).ravel())
        lines.append(f"values.{buffer} = [{numbers}]")
    return lines


def record(op, entries):
    head = ["# Written by grader/exercise/tests/record_numpy.py: what NumPy computes in double precision.", "format_version = 1"]
    path = EXERCISES / op / "tests" / "numpy.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(head + sum(entries, [])) + "\n")


# The sizes that are recorded unless numpy.py says others, by the number of dimensions.
SIZES = {1: [(1,), (5,), (33,)], 2: [(1, 1), (3, 5), (2, 33), (5, 1), (1, 7), (2, 9)]}
KINDS = TYPES | {"f64": np.float64}
# What the expressions of an exercise.toml may call.
FUNCTIONS = {"cdiv": lambda a, b: -(-a // b), "min": min, "max": max}


def rounded(x, dtype):
    """The value of an attribute: a number, or an expression without variables."""
    x = eval(x, {"__builtins__": {}}, FUNCTIONS) if isinstance(x, str) else x
    return int(x) if dtype[0] in "iu" else float(KINDS[dtype](x))


def twin(op):
    """The numbers of an operator whose NumPy twin is exercises/<op>/tests/numpy.py."""
    path = EXERCISES / op / "tests" / "numpy.py"
    spec = importlib.util.spec_from_file_location(f"twin_of_{op}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    signature = tomllib.loads((EXERCISES / op / "exercise.toml").read_text(encoding="utf-8"))["signature"]
    parameter = signature.get("type_parameter", {"name": None, "dtypes": [None]})
    dims, params = signature["dims"], signature["params"]
    buffers = [param for param in params if param["kind"] in ("in", "out")]
    sizes = getattr(module, "SIZES", SIZES.get(len(dims)) or list(itertools.product((1, 3, 6), repeat=len(dims)))[:9])
    # Of each attribute the default, and what else numpy.py has for it; rounded to their type, as everything is.
    more = getattr(module, "ATTRIBUTES", {})
    attributes = {
        p["name"]: [rounded(x, p["dtype"]) for x in (p["default"], *more.get(p["name"], ()))] for p in params if "default" in p
    }
    rng = np.random.default_rng(zlib.crc32(op.encode()))
    entries = []
    for size, dtype in itertools.product(sizes, parameter["dtypes"]):
        if dtype == "bf16":
            continue  # NumPy has no such type.
        defaults = {name: values[0] for name, values in attributes.items()}
        variables = defaults | FUNCTIONS | dict(zip(dims, size)) | {"cap": 2**31 - 1, "dtype": dtype or "f32"}
        value = lambda text: eval(text, {"__builtins__": {}}, variables)  # The author's own file.
        inputs = {}
        for buffer in buffers:
            if buffer["kind"] == "in":
                kind = KINDS[dtype if buffer["dtype"] == parameter["name"] else buffer["dtype"]]
                shape = tuple(value(dim) for dim in buffer["shape"])
                # Rounded to the element type first: the kernel and NumPy start from the same numbers.
                inputs[buffer["name"]] = (rng.normal(size=shape) * 3).astype(kind).astype(np.float64)
        names = [buffer["name"] for buffer in buffers if buffer["kind"] == "out"]
        for given in itertools.product(*attributes.values()):
            given = dict(zip(attributes, given))
            scalars = [given[p["name"]] if "default" in p else value(p["value"]) for p in params if p["kind"] == "scalar"]
            results = module.run(*(x.copy() for x in inputs.values()), *scalars)
            results = results if isinstance(results, tuple) else (results,)
            if len(results) != len(names):
                sys.exit(f"{path}: run() returns {len(results)} outputs, the signature has {len(names)}")
            entries.append(entry("normal", size, dtype, inputs | dict(zip(names, results)), given))
    record(op, entries)


def elementwise(rng, op, names, function):
    entries = []
    for n in (1, 5, 33):
        for dtype, kind in TYPES.items():
            # Rounded to the element type first: the kernel and NumPy start from the same numbers.
            inputs = {name: (rng.normal(size=n) * 3).astype(kind).astype(np.float64) for name in names}
            entries.append(entry("normal", (n,), dtype, inputs | function(*inputs.values())))
    record(op, entries)


def with_slope(rng, op, function):
    entries = []
    for n, slope in ((1, 0.25), (5, 0.0), (33, 2.0), (9, -0.5)):
        for dtype, kind in TYPES.items():
            x = (rng.normal(size=n) * 3).astype(kind).astype(np.float64)
            entries.append(entry("normal", (n,), dtype, {"in": x} | function(x, slope), {"slope": slope}))
    record(op, entries)


def rowwise(rng, op, function, parameters=(), attributes=None):
    """`parameters`: buffers with one value for each column. `attributes`: by the name of what is recorded, "" for others."""
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
    if op == "layer_norm":
        matrices["offset"] = [rng.uniform(10000, 10001, size=(2, 9))]
        matrices["small"] = [rng.uniform(-0.005, 0.005, size=(2, 9))]
        matrices["other_eps"] = [rng.normal(size=(2, 9))]
    entries = []
    for name, all_of_them in matrices.items():
        for matrix in all_of_them:
            matrix = matrix.astype(np.float32).astype(np.float64)
            columns = {p: rng.normal(size=matrix.shape[1]).astype(np.float32).astype(np.float64) for p in parameters}
            # As everything else, attributes are rounded to their type first.
            given = (attributes or {}).get(name) or (attributes or {}).get("", {})
            given = {attribute: np.float64(np.float32(x)) for attribute, x in given.items()}
            results = function(matrix, *columns.values(), *given.values())
            entries.append(entry(name, matrix.shape, None, {"in": matrix} | columns | results, given))
    record(op, entries)


def matrices_of_types(rng, op, function):
    entries = []
    for size in ((1, 1), (3, 5), (9, 4), (1, 7), (7, 1)):
        for dtype, kind in TYPES.items():
            matrix = (rng.normal(size=size) * 3).astype(kind).astype(np.float64)
            entries.append(entry("normal", size, dtype, {"in": matrix} | function(matrix)))
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
    global EXERCISES
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, help="the folder with exercises/")
    parser.add_argument("names", nargs="*", help="operators with a tests/numpy.py; all operators when left out")
    args = parser.parse_args()
    # Without --root this is a file of the repository; camp hands its text over by another way.
    EXERCISES = (args.root or Path(__file__).resolve().parents[3]) / "exercises"
    if args.names:
        for name in args.names:
            twin(name)
        return
    rng = np.random.default_rng(20240229)
    elementwise(rng, "copy", ["src"], copy)
    elementwise(rng, "vector_add", ["a", "b"], vector_add)
    rowwise(rng, "reduce_sum", reduce_sum)
    rowwise(rng, "softmax", softmax)
    with_slope(rng, "relu", relu)
    for path in sorted(EXERCISES.glob("*/tests/numpy.py")):
        twin(path.parents[1].name)
    # Generators of their own, so that what other exercises record does not change these.
    matrices_of_types(np.random.default_rng(20240306), "transpose", transpose)
    eps = {"": {"eps": 1e-5}, "other_eps": {"eps": 0.5}}
    rowwise(np.random.default_rng(20240307), "layer_norm", layer_norm, ["gamma", "beta"], eps)
    products(np.random.default_rng(20240308))


if __name__ == "__main__":
    main()
