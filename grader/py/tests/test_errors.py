"""Misuse is told by the exception that it is, and by words that test suites look for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import operator_runtime
from operator_runtime import (
    copy,
    copy_,
    prepare_copy,
    prepare_reduce_sum,
    reduce_sum,
    reduce_sum_,
    relu,
    softmax,
    softmax_,
    vector_add,
    vector_add_,
)


def array(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    return np.zeros(shape, dtype)


CASES: list[tuple[Any, type[Exception], str]] = [
    (lambda b: softmax(array(8), backend=b), ValueError, "2D row-wise dim=1"),
    (lambda b: softmax(array(2, 3, 4), backend=b), ValueError, "2D row-wise dim=1"),
    (lambda b: softmax(array(2, 128), dim=0, backend=b), ValueError, "row-wise dim=1"),
    (lambda b: softmax(array(2, 128), dim=2, backend=b), ValueError, "row-wise dim=1"),
    (lambda b: softmax(array(2, 128, dtype=np.float16), backend=b), TypeError, "float32"),
    (lambda b: softmax_(array(2, 127), array(2, 128), backend=b), ValueError, "output shape"),
    (lambda b: softmax_(array(3, 2).T, array(3, 2).T, backend=b), ValueError, "contiguous"),
    (lambda b: reduce_sum(array(8), backend=b), ValueError, "2D row-wise reduction"),
    (lambda b: reduce_sum(array(8), backend=b), ValueError, "2D row-wise dim=1"),
    (lambda b: reduce_sum(array(2, 128), dim=0, backend=b), ValueError, "dim=1"),
    (lambda b: reduce_sum(array(2, 128, dtype=np.float64), backend=b), TypeError, "float32"),
    (lambda b: reduce_sum(array(2, 128, dtype=np.int8), backend=b), TypeError, "int8.*float32"),
    (lambda b: reduce_sum_(array(3), array(2, 128), backend=b), ValueError, "output shape"),
    (lambda b: reduce_sum_(array(2), array(128, 2).T, backend=b), ValueError, "contiguous"),
    (lambda b: vector_add(array(3), array(4), backend=b), ValueError, "matching shapes"),
    (lambda b: vector_add(array(3), array(3, dtype=np.float16), backend=b), TypeError, "matching dtypes"),
    (lambda b: vector_add_(array(2, 3).T, array(2, 3).T, array(2, 3).T, backend=b), ValueError, "contiguous"),
    (lambda b: copy_(array(4), array(3), backend=b), ValueError, "output shape.*matching shapes"),
    (lambda b: copy_(array(3, dtype=np.float16), array(3), backend=b), TypeError, "matching dtypes"),
    (lambda b: copy(array(8)[::2], backend=b), ValueError, "contiguous"),
    (lambda b: copy(array(3, dtype=np.dtype("float32").newbyteorder()), backend=b), TypeError, "byte order"),
    (lambda b: copy(array(3, dtype=np.complex64), backend=b), TypeError, "complex64.*float32"),
    (lambda b: copy([1.0, 2.0], backend=b), TypeError, "`src` is a list.*array"),
    (lambda b: relu(array(3), slope="steep", backend=b), TypeError, "`slope`.*number"),
    (lambda b: relu(array(3), slope=float("nan"), backend=b), ValueError, "`slope` is NaN"),
    (lambda b: relu(array(3), slope=1e39, backend=b), ValueError, "finite float32"),
    (lambda b: relu(array(3), alpha=1.0, backend=b), TypeError, "alpha"),
    (lambda b: copy(array(3), dim=1, backend=b), TypeError, "dim"),
    (lambda b: softmax(array(2, 128), dim="1", backend=b), TypeError, "dim"),
    (lambda b: copy(backend=b), TypeError, "missing.*'src'"),
    (lambda b: copy(array(3), b, array(3)), TypeError, "positional"),
    (lambda b: copy(array(3), src=array(3), backend=b), TypeError, "multiple values.*'src'"),
]


@pytest.mark.parametrize("backend_name", ["nvidia", "tilelang"])
@pytest.mark.parametrize("call, kind, words", CASES)
def test_misuse(call: Any, kind: type[Exception], words: str, backend_name: str) -> None:
    with pytest.raises(kind, match=words) as raised:
        call(backend_name)
    assert type(raised.value) is kind


def test_misuse_is_told_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMP_LANG", "zh")
    with pytest.raises(ValueError, match="takes a matrix: 2D row-wise dim=1"):
        softmax(array(8))


def test_backends() -> None:
    with pytest.raises(ValueError, match="unknown backend 'opencl'"):
        copy(array(3), backend="opencl")
    with pytest.raises(ValueError, match="unknown backend"):
        operator_runtime.normalize_backend(None)  # type: ignore[arg-type]
    for name in ("metax", operator_runtime.Backend.METAX):
        with pytest.raises(NotImplementedError, match="MetaX is a stub"):
            softmax(array(8), backend=name)


def test_read_only_outputs() -> None:
    out = array(3)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="`out` is read-only"):
        copy_(out, array(3))


def test_two_devices() -> None:
    class Elsewhere:
        def __dlpack__(self, **given: Any) -> Any:
            raise AssertionError("nobody asks")

        def __dlpack_device__(self) -> tuple[int, int]:
            return (10, 0)

    with pytest.raises(ValueError, match="device 10:0"):
        vector_add(array(3), Elsewhere())


def test_prepared_checks_inputs() -> None:
    out = array(2)
    prepared = prepare_reduce_sum(out, array(2, 128))
    with pytest.raises(ValueError, match="shape"):
        prepared.run_inputs(array(2, 64))
    with pytest.raises(ValueError, match="shape"):
        prepared.run_inputs(array(3, 128))
    with pytest.raises(ValueError, match="contiguous"):
        prepared.run_inputs(array(128, 2).T)
    with pytest.raises(TypeError, match="float32"):
        prepared.run_inputs(array(2, 128, dtype=np.float64))
    with pytest.raises(TypeError, match="1 inputs"):
        prepared.run_inputs()
    prepared.run_inputs(np.ones((2, 128), np.float32))
    assert out.tolist() == [128, 128]


def test_destroyed() -> None:
    prepared = prepare_copy(array(3), array(3))
    assert "float32[3]" in repr(prepared)
    prepared.destroy()
    prepared.destroy()
    assert prepared.is_destroyed and "destroyed" in repr(prepared)
    for use in (prepared.run, lambda: prepared.run_inputs(array(3)), prepared.__enter__):
        with pytest.raises(RuntimeError, match="destroyed"):
            use()
    with prepare_copy(array(3), array(3)) as prepared:
        prepared.run()
    with pytest.raises(RuntimeError, match="destroyed"):
        prepared.run()
