"""What was measured of an operator."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Optional, Sequence, Union


@dataclass(frozen=True)
class PerformanceResult:
    """A measurement of an operator at a shape, beside PyTorch's.

    >>> result = PerformanceResult("copy", "nvidia", (1024, 1024), "float32", 0.01, 0.02, bytes=8 << 20, flops=0)
    >>> round(result.bandwidth_gbs), result.speedup
    (839, 2.0)
    >>> print(PerformanceResult.header()); print(result.row())
    operator     backend   shape              dtype        runtime ms   torch ms     GB/s   TFLOP/s  speed-up
    copy         nvidia    (1024, 1024)       float32         0.01000    0.02000    838.9     0.000     2.00x
    """

    operator: str
    backend: str
    shape: Union[str, Sequence[int]]
    dtype: str
    runtime_ms: float
    torch_ms: Optional[float] = None
    bytes: Optional[int] = None
    flops: Optional[int] = None

    @property
    def bandwidth_gbs(self) -> Optional[float]:
        """Gigabytes (10⁹) a second, where the bytes are known."""
        return None if self.bytes is None or self.runtime_ms <= 0 else self.bytes / self.runtime_ms / 1e6

    @property
    def tflops(self) -> Optional[float]:
        """Floating-point operations a second, in 10¹², where they are known."""
        return None if self.flops is None or self.runtime_ms <= 0 else self.flops / self.runtime_ms / 1e9

    @property
    def speedup(self) -> Optional[float]:
        """How many times as fast as PyTorch, where PyTorch's time is known."""
        return None if self.torch_ms is None or self.runtime_ms <= 0 else self.torch_ms / self.runtime_ms

    @staticmethod
    def header() -> str:
        """What stands over the columns of :meth:`row`."""
        return _line("operator", "backend", "shape", "dtype", "runtime ms", "torch ms", "GB/s", "TFLOP/s", "speed-up")

    def row(self) -> str:
        """A line of a table."""
        return _line(
            self.operator,
            self.backend,
            self._shape,
            self._dtype,
            _number(self.runtime_ms, 5),
            _number(self.torch_ms, 5),
            _number(self.bandwidth_gbs, 1),
            _number(self.tflops, 3),
            "-" if self.speedup is None else f"{self.speedup:.2f}x",
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything, for JSON or a data frame."""
        own = {**asdict(self), "backend": str(self.backend), "shape": self._shape, "dtype": self._dtype}
        return {**own, "bandwidth_gbs": self.bandwidth_gbs, "tflops": self.tflops, "speedup": self.speedup}

    @property
    def _shape(self) -> str:
        return self.shape if isinstance(self.shape, str) else str(tuple(self.shape))

    @property
    def _dtype(self) -> str:
        return str(self.dtype).rpartition(".")[2]


def _number(value: Optional[float], digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _line(*cells: str) -> str:
    name, backend, shape, dtype, *numbers = cells
    widths = (11, 10, 8, 9, 9)
    text = f"{name:<12} {backend:<9} {shape:<18} {dtype:<11}"
    return text + "".join(f" {cell:>{width}}" for cell, width in zip(numbers, widths))
