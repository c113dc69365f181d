"""The helpers for tests."""

from __future__ import annotations

import importlib.util
import json

import numpy as np
import pytest

import operator_runtime.testing
import operator_runtime_testing
from operator_runtime_testing import PerformanceResult, assert_close, cuda_time_ms, require_cuda


def test_close() -> None:
    assert_close(np.float32([1, 2]), np.float32([1, 2.000001]))
    assert_close(np.int64([1, 2]), np.int64([1, 2]))
    for actual, expected in (
        (np.float32([1, 2]), np.float32([1, 2.001])),
        (np.float32([1]), np.float32([1, 1])),
        (np.float32([np.nan]), np.float32([np.nan])),
        (np.int64([1]), np.int64([2])),
    ):
        with pytest.raises(AssertionError):
            assert_close(actual, expected)
    assert_close(np.float16([1.0]), np.float64([1.0009]))
    assert_close(np.float32([np.nan]), np.float32([np.nan]), equal_nan=True)


def test_close_with_torch() -> None:
    torch = pytest.importorskip("torch")
    assert_close(torch.ones(3), torch.ones(3))
    assert_close(torch.ones(3), np.ones(3, np.float32))
    assert_close(np.ones(3, np.float32), torch.ones(3))
    with pytest.raises(AssertionError):
        assert_close(torch.ones(3), torch.zeros(3))
    with pytest.raises(AssertionError):
        assert_close(torch.ones(3), torch.ones(3, dtype=torch.float16))


def test_results() -> None:
    # In the order that benchmarks give them.
    result = PerformanceResult("reduce_sum", "nvidia", str((8, 8)), "torch.float32", 0.5, 1.0)
    assert (result.speedup, result.bandwidth_gbs, result.tflops) == (2.0, None, None)
    assert len(result.row()) == len(PerformanceResult.header())
    full = PerformanceResult("copy", "tilelang", (4, 4), "float16", 0.001, None, 2_000_000, 1_000_000)
    assert (full.bandwidth_gbs, full.tflops, full.speedup) == (pytest.approx(2000), pytest.approx(1), None)
    kept = json.loads(json.dumps(full.to_dict()))
    assert kept["shape"] == "(4, 4)" and kept["dtype"] == "float16" and kept["bandwidth_gbs"] == pytest.approx(2000)


def test_without_cuda() -> None:
    if importlib.util.find_spec("torch") is not None:
        import torch

        if torch.cuda.is_available():
            assert require_cuda().type == "cuda"
            return
    with pytest.raises(pytest.skip.Exception):
        require_cuda()
    with pytest.raises(RuntimeError, match="needs PyTorch|needs a CUDA GPU"):
        cuda_time_ms(lambda: None)
    with pytest.raises(ValueError, match="not both"):
        cuda_time_ms(lambda: None, args=(), inputs=())


def test_the_other_name() -> None:
    assert operator_runtime.testing.assert_close is operator_runtime_testing.assert_close
