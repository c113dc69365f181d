"""Every operator that ships gives what NumPy gives, for NumPy's arrays and PyTorch's."""

from __future__ import annotations

import importlib.util
import pickle
from typing import Any, Callable

import numpy as np
import pytest

import operator_runtime
from operator_runtime_testing import assert_close

LIBRARIES = ["numpy", "torch"]


def softmax(src: np.ndarray) -> np.ndarray:
    wide = src.astype(np.float64)
    power = np.exp(wide - wide.max(axis=1, keepdims=True))
    return power / power.sum(axis=1, keepdims=True)


def leaky_relu(src: np.ndarray, slope: float = 0.0) -> np.ndarray:
    wide = src.astype(np.float64)
    return np.where(wide > 0, wide, wide * slope)


def layer_norm(src: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float = 1e-5) -> np.ndarray:
    wide = src.astype(np.float64)
    centred = wide - wide.mean(axis=1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps) * gamma + beta


# Name, shapes of the inputs, element types, keyword arguments, what is right, relative tolerance.
CASES: list[tuple[str, list[tuple[int, ...]], list[str], dict[str, Any], Callable[..., np.ndarray], float]] = [
    ("copy", [(1000,)], ["float32", "float16"], {}, lambda src: src, 0.0),
    ("copy", [(3, 5, 7)], ["float32"], {}, lambda src: src, 0.0),
    ("vector_add", [(1025,), (1025,)], ["float32", "float16"], {}, lambda a, b: a + b, 0.0),
    ("vector_add", [(4, 8), (4, 8)], ["float16"], {}, lambda a, b: a + b, 0.0),
    ("reduce_sum", [(17, 128)], ["float32"], {"dim": 1}, lambda src: src.astype(np.float64).sum(axis=1), 1e-4),
    ("softmax", [(5, 128)], ["float32"], {"dim": 1}, softmax, 5e-5),
    ("softmax", [(5, 256)], ["float32"], {"dim": -1}, softmax, 5e-5),
    ("relu", [(1000,)], ["float32", "float16"], {}, leaky_relu, 1e-3),
    ("transpose", [(17, 33)], ["float32"], {}, lambda src: src.T, 0.0),
    ("layer_norm", [(5, 128), (128,), (128,)], ["float32"], {}, layer_norm, 1e-4),
    ("layer_norm", [(4, 256), (256,), (256,)], ["float32"], {"dim": 1, "eps": 0.5}, lambda *args: layer_norm(*args, eps=0.5), 1e-4),
    ("matmul", [(17, 32), (32, 33)], ["float32"], {}, lambda a, b: a.astype(np.float64) @ b.astype(np.float64), 1e-4),
    ("relu", [(33,)], ["float32"], {"slope": 0.25}, lambda src: leaky_relu(src, 0.25), 1e-6),
]
FLAT = [(name, shapes, dtype, extra, right, rtol) for name, shapes, dtypes, *rest in CASES for dtype in dtypes for extra, right, rtol in [rest]]


def arrays(library: str, shapes: list[tuple[int, ...]], dtype: str) -> tuple[list[Any], list[np.ndarray]]:
    random = np.random.default_rng(7)
    plain = [random.standard_normal(shape).astype(dtype) for shape in shapes]
    if library == "numpy":
        return list(plain), plain
    torch = pytest.importorskip("torch")
    return [torch.from_numpy(one.copy()) for one in plain], plain


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name, shapes, dtype, extra, right, rtol", FLAT, ids=lambda value: str(value) if isinstance(value, (str, list)) else "")
def test_eager_into_and_prepared(
    library: str, any_backend: str, name: str, shapes: Any, dtype: str, extra: Any, right: Any, rtol: float
) -> None:
    inputs, plain = arrays(library, shapes, dtype)
    wanted = right(*plain)
    eager = getattr(operator_runtime, name)
    out = eager(*inputs, backend=any_backend, **extra)
    assert type(out) is type(inputs[0])
    assert out.dtype == inputs[0].dtype
    check = lambda: assert_close(np.asarray(out), wanted, rtol=rtol, atol=1e-5 if rtol else 0.0)  # noqa: E731
    check()
    out[...] = 0
    into = getattr(operator_runtime, f"{name}_")
    assert into(out, *inputs, backend=any_backend, **extra) is out
    check()
    with getattr(operator_runtime, f"prepare_{name}")(out, *inputs, backend=any_backend, **extra) as prepared:
        out[...] = 0
        assert prepared.run() is out
        check()
        others, plain = arrays(library, shapes, dtype)
        for one, same in zip(others, plain):
            one[...] = one * 2
            same[...] = same * 2
        wanted = right(*plain)
        assert prepared.run_inputs(*others) is out
        check()


def test_bfloat16_of_numpy() -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    src = np.array([1.5, -2.0, 3.0], dtype=ml_dtypes.bfloat16)
    out = operator_runtime.relu(src, slope=0.5)
    assert out.dtype == src.dtype
    assert out.astype(np.float32).tolist() == [1.5, -1.0, 3.0]


def test_nothing_to_do() -> None:
    empty = np.zeros(0, np.float32)
    assert operator_runtime.copy(empty).shape == (0,)
    assert operator_runtime.reduce_sum(np.zeros((0, 4), np.float32)).shape == (0,)


def test_by_name_and_by_position() -> None:
    src = np.ones((2, 3), np.float32)
    out = np.zeros(2, np.float32)
    operator_runtime.reduce_sum_(src=src, out=out, dim=1, backend="NVIDIA")
    assert out.tolist() == [3, 3]
    assert operator_runtime.reduce_sum(src, 1, "nvidia").tolist() == [3, 3]
    assert operator_runtime.reduce_sum(src, 1, operator_runtime.Backend.NVIDIA).tolist() == [3, 3]


def test_input_and_output_may_be_the_same() -> None:
    both = np.array([1.0, -2.0], np.float32)
    assert operator_runtime.relu_(both, both, slope=0.5).tolist() == [1, -1]
    a = np.arange(8, dtype=np.float32)
    operator_runtime.copy_(a[1:], a[:-1])
    assert a.tolist() == [0, 0, 1, 2, 3, 4, 5, 6]


class Speaker:
    """An array of a library that speaks DLPack and nothing else."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **given: Any) -> Any:
        return self.array.__dlpack__(**given)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()


def test_arrays_that_speak_dlpack() -> None:
    out = operator_runtime.copy(Speaker(np.array([1.0, 2.0], np.float32)))
    assert isinstance(out, np.ndarray) and out.tolist() == [1, 2]


def test_dlpack_outputs_are_written_where_they_lie() -> None:
    own = np.zeros(2, np.float32)
    speaker = Speaker(own)
    if not np.from_dlpack(speaker).flags.writeable:
        with pytest.raises(ValueError, match="read-only"):
            operator_runtime.copy_(speaker, np.ones(2, np.float32))
        return
    assert operator_runtime.copy_(speaker, np.ones(2, np.float32)) is speaker
    assert own.tolist() == [1, 1]


def test_advanced_and_solutions() -> None:
    src = np.arange(4096, dtype=np.float32)
    for kernels in ("solutions", "advanced"):
        with operator_runtime.use(kernels=kernels):
            assert_close(operator_runtime.copy(src), src)


def test_functions_describe_themselves() -> None:
    import inspect

    assert str(inspect.signature(operator_runtime.softmax)) == "(src, dim=1, backend='nvidia')"
    assert str(inspect.signature(operator_runtime.relu_)) == "(out, src, backend='nvidia', *, slope=0.0)"
    assert pickle.loads(pickle.dumps(operator_runtime.softmax)) is operator_runtime.softmax
    assert repr(operator_runtime.prepare_copy) == "<operator_runtime.prepare_copy>"
    assert {"relu", "relu_", "prepare_relu", "use"} <= set(dir(operator_runtime))


def test_modules_of_operators() -> None:
    from operator_runtime.backend import Backend
    from operator_runtime.ops.relu import prepare_relu, relu
    from operator_runtime.ops.vector_add import prepare_vector_add

    assert relu is operator_runtime.relu and prepare_relu is operator_runtime.prepare_relu
    assert prepare_vector_add is operator_runtime.prepare_vector_add and Backend is operator_runtime.Backend
    assert importlib.util.find_spec("operator_runtime.ops.not_there") is None
