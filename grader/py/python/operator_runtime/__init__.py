"""The operators of a course, called from Python.

Every exercise is an operator: ``softmax(src)`` returns a new array, ``softmax_(out, src)`` writes into yours, and
``prepare_softmax(out, src)`` compiles once for many runs. PyTorch's CUDA tensors are worked on where they lie, on PyTorch's
current stream; NumPy arrays and CPU tensors go to camp's virtual GPU, which checks every access of the kernel.

Operators that are not named here are found in the course: a new folder under ``exercises/`` is a new function.
"""

from __future__ import annotations

from typing import Any

from operator_runtime import _child, _core
from operator_runtime._core import KernelError, NoCourse
from operator_runtime._course import current as _current
from operator_runtime._course import use
from operator_runtime._operator import Eager as _Eager
from operator_runtime._operator import Into as _Into
from operator_runtime._operator import Prepare as _Prepare
from operator_runtime._operator import Prepared
from operator_runtime.backend import Backend, normalize_backend

_child.configure()

# These can be imported outside of a course as well.
_SHIPPED = ("copy", "vector_add", "reduce_sum", "softmax", "relu", "transpose", "layer_norm", "matmul")
_PREFIX = "prepare_"
_functions: dict[str, Any] = {}

__all__ = ["Backend", "KernelError", "NoCourse", "Prepared", "normalize_backend", "operators", "use"]
for _name in _SHIPPED:
    __all__ += [_name, f"{_name}_", f"{_PREFIX}{_name}"]
del _name


def operators() -> list[str]:
    """The operators of the course, in the order of its exercises.

    Raises:
        NoCourse: There is no course here.
    """
    return _core.operators(_current().root)


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(f"module 'operator_runtime' has no attribute {name!r}")
    if name.startswith(_PREFIX):
        kind, operator = _Prepare, name[len(_PREFIX) :]
    elif name.endswith("_"):
        kind, operator = _Into, name[:-1]
    else:
        kind, operator = _Eager, name
    if operator not in _SHIPPED:
        try:
            known = operators()
        except NoCourse as error:
            raise AttributeError(f"module 'operator_runtime' has no attribute {name!r}: {error}") from None
        if operator not in known:
            have = ", ".join(known)
            raise AttributeError(f"module 'operator_runtime' has no attribute {name!r}; operators of the course: {have}")
    if name not in _functions:
        _functions[name] = kind(operator)
    return _functions[name]


def __dir__() -> list[str]:
    names = set(__all__)
    try:
        found = operators()
    except NoCourse:
        found = []
    for name in found:
        names.update((name, f"{name}_", f"{_PREFIX}{name}"))
    return sorted(names)
