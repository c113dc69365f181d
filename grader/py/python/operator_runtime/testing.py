"""The same as ``operator_runtime_testing``."""

from operator_runtime_testing import PerformanceResult, assert_close, cuda_time_ms, require_cuda

__all__ = ["PerformanceResult", "assert_close", "cuda_time_ms", "require_cuda"]
