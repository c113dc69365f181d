"""The backends: in which language an operator's kernel is written."""

from __future__ import annotations

import enum
from typing import Union

__all__ = ["Backend", "BackendLike", "normalize_backend"]


class Backend(str, enum.Enum):
    """In which language a kernel is written, and for whose GPUs."""

    NVIDIA = "nvidia"
    """CUDA C++."""
    TILELANG = "tilelang"
    """TileLang, in Python."""
    METAX = "metax"
    """MetaX's GPUs: a stub, which says what is missing."""

    def __str__(self) -> str:
        return self.value


BackendLike = Union[Backend, str]


def normalize_backend(backend: BackendLike) -> Backend:
    """The backend with a name; upper and lower case are the same.

    >>> normalize_backend("TileLang")
    <Backend.TILELANG: 'tilelang'>
    >>> normalize_backend("opencl")
    Traceback (most recent call last):
        ...
    ValueError: unknown backend 'opencl'; there are: nvidia, tilelang, metax

    Raises:
        ValueError: There is no such backend.
    """
    if type(backend) is Backend:
        return backend
    if isinstance(backend, str):
        known = _BY_NAME.get(backend.lower())
        if known is not None:
            return known
    raise ValueError(f"unknown backend {backend!r}; there are: {', '.join(_BY_NAME)}")


_BY_NAME = {backend.value: backend for backend in Backend}
