"""Arrays of other libraries: where they lie, and what is in them. Nothing is copied."""

from __future__ import annotations

import importlib
import sys
from typing import Any, NamedTuple, Optional

# DLPack's numbers for devices.
_CPU = 1
_CUDA = 2


class View(NamedTuple):
    """An array as kernels see it."""

    # What keeps the memory alive.
    array: Any
    # The number of the GPU that it lies on, or None.
    device: Optional[int]
    dtype: str
    shape: tuple[int, ...]
    # In elements; None where the array is contiguous.
    strides: Optional[tuple[int, ...]]
    address: int
    n_bytes: int

    @property
    def spec(self) -> tuple[str, tuple[int, ...], Optional[tuple[int, ...]], bool]:
        """What the compiled side wants to know."""
        return (self.dtype, self.shape, self.strides, self.address == 0)


def view(array: Any, name: str, is_output: bool = False) -> View:
    """Looks at an array.

    Raises:
        TypeError: It is no array, or one whose elements no kernel can have.
        ValueError: It lies where no kernel can reach it, or may not be written to.
    """
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(array, numpy.ndarray):
        return _numpy_view(array, name, is_output)
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(array, torch.Tensor):
        return _torch_view(torch, array, name)
    if not (hasattr(array, "__dlpack__") and hasattr(array, "__dlpack_device__")):
        raise TypeError(
            f"`{name}` is a {type(array).__name__}; an array was expected: PyTorch's, NumPy's, or one that speaks DLPack"
        )
    kind, number = array.__dlpack_device__()
    if int(kind) == _CPU:
        return _numpy_view(importlib.import_module("numpy").from_dlpack(array), name, is_output)
    if int(kind) == _CUDA:
        torch = _need_torch(f"`{name}` lies on a GPU, and PyTorch, which knows the stream, is not installed")
        return _torch_view(torch, torch.from_dlpack(array), name)
    raise ValueError(f"`{name}` lies on device {int(kind)}:{number} (DLPack); CPU or CUDA was expected")


def empty(dtype: str, shape: list[int], like: View) -> Any:
    """A new array of the library, and on the device, of `like`."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(like.array, torch.Tensor):
        same = dtype == like.dtype
        return torch.empty(shape, dtype=like.array.dtype if same else getattr(torch, dtype), device=like.array.device)
    numpy = importlib.import_module("numpy")
    if dtype == like.dtype:
        return numpy.empty(shape, dtype=like.array.dtype)
    if dtype == "bfloat16":
        return numpy.empty(shape, dtype=importlib.import_module("ml_dtypes").bfloat16)
    return numpy.empty(shape, dtype=dtype)


def stream_of(device: int) -> int:
    """The handle of PyTorch's current stream."""
    return int(sys.modules["torch"].cuda.current_stream(device).cuda_stream)


def scratch(n_bytes: int, device: int) -> tuple[Any, int]:
    """Memory of PyTorch's on a GPU, and its address. It may be let go of as soon as the kernel is in the stream."""
    if n_bytes == 0:
        return None, 0
    torch = sys.modules["torch"]
    memory = torch.empty(n_bytes, dtype=torch.uint8, device=f"cuda:{device}")
    return memory, memory.data_ptr()


def _numpy_view(array: Any, name: str, is_output: bool) -> View:
    dtype = array.dtype
    if not dtype.isnative:
        raise TypeError(f"`{name}` is {dtype.name} in the byte order of another machine; this machine's was expected")
    flags = array.flags
    if is_output and not flags.writeable:
        raise ValueError(f"`{name}` is read-only; the kernel writes to it")
    strides = None
    if not flags.c_contiguous:
        size = dtype.itemsize
        # Elements that overlap in part have no strides in elements: -1 is none that would do.
        strides = tuple(step // size if step % size == 0 else -1 for step in array.strides)
    address = array.__array_interface__["data"][0]
    return View(array, None, dtype.name, array.shape, strides, address, array.nbytes)


def _torch_view(torch: Any, tensor: Any, name: str) -> View:
    if tensor.layout is not torch.strided:
        raise ValueError(f"`{name}` has the layout {tensor.layout}; a contiguous tensor was expected")
    place = tensor.device
    kind = place.type
    if kind == "cuda":
        device = place.index
    elif kind == "cpu":
        device = None
    else:
        raise ValueError(f"`{name}` lies on {place}; cpu or cuda was expected")
    strides = None if tensor.is_contiguous() else tuple(tensor.stride())
    dtype = str(tensor.dtype)[6:]
    n_bytes = tensor.numel() * tensor.element_size()
    return View(tensor, device, dtype, tuple(tensor.shape), strides, tensor.data_ptr(), n_bytes)


def _need_torch(why: str) -> Any:
    try:
        return importlib.import_module("torch")
    except ImportError as error:
        raise TypeError(why) from error
