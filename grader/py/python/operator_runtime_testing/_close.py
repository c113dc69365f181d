"""Comparisons of arrays."""

from __future__ import annotations

import importlib
import sys
from typing import Any, Optional

# Relative and absolute, by the type of the elements: what one rounding may be off, with some room. PyTorch's own numbers.
_TOLERANCES = {
    "float16": (1e-3, 1e-5),
    "bfloat16": (1.6e-2, 1e-5),
    "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7),
}


def assert_close(
    actual: Any,
    expected: Any,
    *,
    rtol: Optional[float] = None,
    atol: Optional[float] = None,
    equal_nan: bool = False,
) -> None:
    """Asserts that |actual − expected| ≤ atol + rtol · |expected| everywhere, and that shapes are the same.

    The arrays may be PyTorch's, on any device, or NumPy's.

    >>> import numpy
    >>> assert_close(numpy.float32([1.0]), numpy.float32([1.0000001]))
    >>> assert_close(numpy.float16([1.0]), numpy.float16([1.1]), atol=0.2)

    Args:
        rtol: The relative tolerance. Without it, the usual one of the element type: 1e-3 for float16, 1.6e-2 for bfloat16,
            1.3e-6 for float32, 1e-7 for float64, 0 for others.
        atol: The absolute tolerance. Without it, 1e-5, and 1e-7 for float64, 0 for others.
        equal_nan: Whether NaN equals NaN.

    Raises:
        AssertionError: Where and how far they differ.
    """
    name = str(actual.dtype).rpartition(".")[2]
    usual = _TOLERANCES.get(name, (0.0, 0.0))
    rtol = usual[0] if rtol is None else rtol
    atol = usual[1] if atol is None else atol
    torch = sys.modules.get("torch")
    if torch is not None and (isinstance(actual, torch.Tensor) or isinstance(expected, torch.Tensor)):
        both = isinstance(actual, torch.Tensor) and isinstance(expected, torch.Tensor)
        if not both:
            actual, expected = (torch.as_tensor(one).cpu() for one in (actual, expected))
        torch.testing.assert_close(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=both)
        return
    numpy = importlib.import_module("numpy")
    actual, expected = numpy.asarray(actual), numpy.asarray(expected)
    if actual.shape != expected.shape:
        raise AssertionError(f"the shapes differ: {actual.shape} and {expected.shape}")
    if actual.dtype.kind not in "iub":
        # bfloat16 is a stranger to NumPy's own comparison.
        actual, expected = actual.astype(numpy.float64), expected.astype(numpy.float64)
    numpy.testing.assert_allclose(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan)
