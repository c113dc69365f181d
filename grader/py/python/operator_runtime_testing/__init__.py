"""Helpers for tests and measurements of operators: comparisons, CUDA where there is one, times.

The package loads without PyTorch; functions that need it say so. With pytest installed it is a plugin as well, which offers
the option ``--backend`` and the fixture ``backend``.
"""

from operator_runtime_testing._close import assert_close
from operator_runtime_testing._cuda import cuda_time_ms, require_cuda
from operator_runtime_testing._performance import PerformanceResult

__all__ = ["PerformanceResult", "assert_close", "cuda_time_ms", "require_cuda"]
