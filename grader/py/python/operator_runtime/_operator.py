"""Calls of operators: arguments, what was prepared before, launches."""

from __future__ import annotations

import inspect
import operator
import os
import sys
import time
from types import TracebackType
from typing import Any, NamedTuple, Optional

from operator_runtime import _core
from operator_runtime._arrays import View, empty, scratch, stream_of, view
from operator_runtime._course import Course, current
from operator_runtime.backend import Backend, normalize_backend

# How many prepared calls are kept for calls that come again.
_MOST_PLANS = 512
# A file that was written so short a time ago may be written again without a change of its time stamp.
_RACY_NS = 100_000_000

_Stamp = tuple[Optional[tuple[int, int, int]], ...]


class _Found(NamedTuple):
    """An operator of a course, and what its files were when it was found."""

    operator: _core.Operator
    stamp: _Stamp
    files: tuple[str, ...]
    tensors: tuple[tuple[str, bool], ...]
    attributes: dict[str, float]
    dim: Optional[int]

    @property
    def inputs(self) -> list[str]:
        return [name for name, is_output in self.tensors if not is_output]

    @property
    def outputs(self) -> list[str]:
        return [name for name, is_output in self.tensors if is_output]


class _Call(NamedTuple):
    """The arguments of a call."""

    found: _Found
    # By name; those of outputs only where the caller gave them.
    arrays: dict[str, Any]
    dim: Optional[int]
    attributes: tuple[tuple[str, float], ...]
    backend: Backend
    course: Course


class _Plan(NamedTuple):
    """What a call needs, apart from its arrays."""

    stamp: _Stamp
    descriptor: _core.Descriptor
    # Type and shape of each output.
    outputs: list[tuple[str, list[int]]]


_found: dict[tuple[str, str, str, str], _Found] = {}
_plans: dict[tuple[Any, ...], _Plan] = {}


def _stamp(files: tuple[str, ...]) -> _Stamp:
    return tuple(map(_stamp_of, files))


def _stamp_of(path: str) -> Optional[tuple[int, int, int]]:
    try:
        stat = os.stat(path)
    except OSError:
        return None
    return (stat.st_mtime_ns, stat.st_size, stat.st_ino)


def _is_settled(stamp: _Stamp) -> bool:
    newest = max((file[0] for file in stamp if file is not None), default=0)
    return time.time_ns() - newest > _RACY_NS


def _find(name: str, course: Course, backend: str) -> _Found:
    """The operator, as its files are now."""
    key = (course.root, name, backend, course.kernels)
    known = _found.get(key)
    if known is not None and _stamp(known.files) == known.stamp:
        return known
    made = _core.Operator.find(course.root, name, backend, course.kernels)
    files = tuple(map(os.fspath, made.files))
    # Stamped before it is read again: an edit in between is seen by the next call.
    stamp = _stamp(files)
    made = _core.Operator.find(course.root, name, backend, course.kernels)
    attributes = {name: default for name, _, default in made.attributes}
    found = _Found(made, stamp, files, tuple(made.tensors), attributes, made.dim)
    if _is_settled(stamp):
        _found[key] = found
    return found


def _bind(function: "_Function", args: tuple[Any, ...], kwargs: dict[str, Any]) -> _Call:
    course = current()
    is_named = "backend" in kwargs
    backend = normalize_backend(kwargs.pop("backend", Backend.NVIDIA))
    found = _find(function.operator, course, backend.value)
    names = found.inputs if function.makes_outputs else found.outputs + found.inputs
    arrays = dict(zip(names, args))
    rest = args[len(names) :]
    dim = found.dim
    if rest:
        extra = ([] if dim is None else ["dim"]) + ["backend"]
        if len(rest) > len(extra):
            raise TypeError(
                f"{function.__name__}() takes at most {len(names) + len(extra)} positional arguments but {len(args)} were given"
            )
        for name, value in zip(extra, rest):
            if name in kwargs or (name == "backend" and is_named):
                raise TypeError(f"{function.__name__}() got multiple values for argument '{name}'")
            kwargs[name] = value
        if "backend" in kwargs:
            return _bind(function, args[: len(names)], kwargs)
    attributes = []
    for name, value in kwargs.items():
        if name in arrays:
            raise TypeError(f"{function.__name__}() got multiple values for argument '{name}'")
        if name in names:
            arrays[name] = value
        elif name == "dim" and dim is not None:
            dim = _index(value)
        elif name in found.attributes:
            attributes.append((name, _number(name, value)))
        else:
            raise TypeError(f"{function.__name__}() got an unexpected keyword argument '{name}'")
    missing = [name for name in names if name not in arrays]
    if missing:
        what = ", ".join(f"'{name}'" for name in missing)
        raise TypeError(f"{function.__name__}() missing {len(missing)} required arguments: {what}")
    return _Call(found, arrays, dim, tuple(sorted(attributes)), backend, course)


def _index(value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"dim is {value!r}; an int was expected") from None


def _number(name: str, value: Any) -> float:
    try:
        if isinstance(value, str):
            raise TypeError
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"`{name}` is {value!r}; a number was expected") from None


def _device_of(views: list[View], names: list[str]) -> Optional[int]:
    """The one device that all arrays lie on."""
    first = views[0].device
    for other, name in zip(views, names):
        if other.device != first:
            where = ["the CPU" if device is None else f"cuda:{device}" for device in (first, other.device)]
            raise ValueError(
                f"`{names[0]}` lies on {where[0]} and `{name}` on {where[1]}: all tensors must be on one device"
            )
    return first


def _plan(call: _Call, specs: list[Any], device: Optional[int], given: list[Optional[View]]) -> _Plan:
    """What was prepared for such a call, or is now."""
    key = (call.course, call.found.operator, call.dim, call.attributes, device, *specs)
    known = _plans.get(key)
    if known is not None and known.stamp == call.found.stamp:
        return known
    tensors = list(specs)
    attributes = list(call.attributes)
    outputs = []
    if None in given:
        placeholder = ("float32", (), None, False)
        tensors = [placeholder if spec is None else spec for spec in specs]
        outputs = call.found.operator.outputs(tensors, call.dim, attributes)
        places = iter(outputs)
        for at, (_, is_output) in enumerate(call.found.tensors):
            if is_output:
                dtype, shape = next(places)
                tensors[at] = (dtype, shape, None, False)
    descriptor = call.found.operator.prepare(tensors, call.dim, attributes, device)
    plan = _Plan(call.found.stamp, descriptor, outputs)
    if _is_settled(plan.stamp):
        if len(_plans) >= _MOST_PLANS:
            _plans.pop(next(iter(_plans)), None)
        _plans[key] = plan
    return plan


def _launch(descriptor: _core.Descriptor, views: list[View], device: Optional[int]) -> None:
    if device is None:
        printed = descriptor.run_on_virtual_gpu([(one.address, one.n_bytes) for one in views])
        if printed:
            sys.stdout.write(printed)
        return
    n_bytes = descriptor.workspace_bytes
    # The launch is in the stream before the memory is let go of, and PyTorch gives it only to work behind it there.
    memory, address = scratch(n_bytes, device)
    descriptor.run_on_gpu([one.address for one in views], (address, n_bytes), stream_of(device))
    del memory


class _Function:
    """An operator, as a function."""

    makes_outputs = False

    def __init__(self, name: str) -> None:
        self.operator = name
        self.__name__ = self.__qualname__ = self._named(name)
        self.__module__ = "operator_runtime"

    @staticmethod
    def _named(name: str) -> str:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<operator_runtime.{self.__name__}>"

    def __reduce__(self) -> str:
        # Pickled by name, as functions are.
        return self.__name__

    @property
    def __signature__(self) -> inspect.Signature:
        found = _find(self.operator, current(), Backend.NVIDIA.value)
        names = found.inputs if self.makes_outputs else found.outputs + found.inputs
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = [inspect.Parameter(name, kind) for name in names]
        if found.dim is not None:
            parameters.append(inspect.Parameter("dim", kind, default=found.dim))
        parameters.append(inspect.Parameter("backend", kind, default="nvidia"))
        for name, default in found.attributes.items():
            parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default))
        return inspect.Signature(parameters)


class Eager(_Function):
    """Runs the operator and returns a new array."""

    makes_outputs = True

    @staticmethod
    def _named(name: str) -> str:
        return name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        call = _bind(self, args, kwargs)
        given: list[Optional[View]] = []
        for name, is_output in call.found.tensors:
            given.append(None if is_output else view(call.arrays[name], name))
        inputs = [one for one in given if one is not None]
        device = _device_of(inputs, call.found.inputs)
        plan = _plan(call, [None if one is None else one.spec for one in given], device, given)
        made = [empty(dtype, shape, inputs[0]) for dtype, shape in plan.outputs]
        left = iter(made)
        views = [view(next(left), "out", True) if one is None else one for one in given]
        _launch(plan.descriptor, views, device)
        return made[0] if len(made) == 1 else tuple(made)


class Into(_Function):
    """Runs the operator into arrays of the caller's, and returns them."""

    @staticmethod
    def _named(name: str) -> str:
        return f"{name}_"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        call = _bind(self, args, kwargs)
        views, device = _views(call)
        plan = _plan(call, [one.spec for one in views], device, list(views))
        _launch(plan.descriptor, views, device)
        made = [call.arrays[name] for name in call.found.outputs]
        return made[0] if len(made) == 1 else tuple(made)


class Prepare(_Function):
    """Checks a call and compiles its kernel, so that it can run again and again at little cost."""

    @staticmethod
    def _named(name: str) -> str:
        return f"prepare_{name}"

    def __call__(self, *args: Any, **kwargs: Any) -> "Prepared":
        call = _bind(self, args, kwargs)
        views, device = _views(call)
        plan = _plan(call, [one.spec for one in views], device, list(views))
        return Prepared(call, views, device, plan.descriptor)


def _views(call: _Call) -> tuple[list[View], Optional[int]]:
    views = [view(call.arrays[name], name, is_output) for name, is_output in call.found.tensors]
    return views, _device_of(views, [name for name, _ in call.found.tensors])


class Prepared:
    """A call that was checked, and whose kernel is compiled.

    It keeps the kernel that it was made with, also when the file is edited. As a context manager it is destroyed at the end.
    """

    def __init__(self, call: _Call, views: list[View], device: Optional[int], descriptor: _core.Descriptor) -> None:
        self._call = call._replace(arrays={})
        self._outputs = [call.arrays[name] for name in call.found.outputs]
        self._views = views
        self._device = device
        self._descriptor: Optional[_core.Descriptor] = descriptor

    def run(self) -> Any:
        """Runs it on the arrays that it was prepared with, and returns the output.

        Raises:
            RuntimeError: It was destroyed.
            KernelError: The virtual GPU found something wrong in the kernel.
            ValueError: An array was resized meanwhile.
        """
        descriptor = self._alive()
        for at, known in enumerate(self._views):
            # An array that was resized lies elsewhere, or is something else.
            if known.device is not None or not _is_numpy(known.array):
                self._views[at] = self._looked_at(at, known.array)
        _launch(descriptor, self._views, self._device)
        return self._result()

    def run_inputs(self, *inputs: Any) -> Any:
        """Runs it on other inputs, of the same shapes and types and on the same device, into the same output.

        Raises:
            RuntimeError: It was destroyed.
            KernelError: The virtual GPU found something wrong in the kernel.
            ValueError, TypeError: An input is not like the one that it was prepared with.
        """
        descriptor = self._alive()
        tensors = self._call.found.tensors
        wanted = self._call.found.inputs
        if len(inputs) != len(wanted):
            raise TypeError(f"run_inputs() takes {len(wanted)} inputs ({', '.join(wanted)}) but {len(inputs)} were given")
        left = iter(inputs)
        views = []
        for at, (_, is_output) in enumerate(tensors):
            views.append(self._looked_at(at, self._views[at].array if is_output else next(left)))
        _launch(descriptor, views, self._device)
        return self._result()

    def destroy(self) -> None:
        """Lets go of the kernel and the arrays. A second time it does nothing."""
        self._descriptor = None
        self._views = []
        self._outputs = []

    @property
    def is_destroyed(self) -> bool:
        """Whether it can run no more."""
        return self._descriptor is None

    def __enter__(self) -> "Prepared":
        self._alive()
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.destroy()

    def __repr__(self) -> str:
        state = "destroyed" if self.is_destroyed else ", ".join(
            f"{name}: {one.dtype}{list(one.shape)}" for (name, _), one in zip(self._call.found.tensors, self._views)
        )
        return f"<Prepared {self._call.found.files[0]} ({state})>"

    def _alive(self) -> _core.Descriptor:
        if self._descriptor is None:
            raise RuntimeError("this prepared operator was destroyed")
        return self._descriptor

    def _result(self) -> Any:
        return self._outputs[0] if len(self._outputs) == 1 else tuple(self._outputs)

    def _looked_at(self, at: int, array: Any) -> View:
        """The array, which must be like the one in place `at`."""
        known = self._views[at]
        name, is_output = self._call.found.tensors[at]
        one = view(array, name, is_output)
        if one.device == known.device and one.dtype == known.dtype and one.shape == known.shape and one.strides is None:
            if one.address != 0 or known.address == 0 or one.n_bytes == 0:
                return one
        _device_of([known, one], [name, name])
        specs = [other.spec for other in self._views]
        specs[at] = one.spec
        self._call.found.operator.check(specs, self._call.dim, list(self._call.attributes))
        raise ValueError(f"`{name}` has the shape {one.shape}; it was prepared for {known.shape}")


def _is_numpy(array: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(array, numpy.ndarray)
