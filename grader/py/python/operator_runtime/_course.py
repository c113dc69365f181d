"""Which course operators come from, and whose kernels they run."""

from __future__ import annotations

import os
from types import TracebackType
from typing import NamedTuple, Optional, Union

from operator_runtime import _core

KERNELS = ("exercises", "solutions", "advanced")


class Course(NamedTuple):
    """A folder with exercises, and a choice of kernels."""

    root: str
    kernels: str


# What `use` has chosen; None where it has not.
_root: Optional[str] = None
_kernels: Optional[str] = None
# The roots of folders that were asked for. Folders without one are asked for again: a course may be made there.
_roots: dict[str, str] = {}


def current() -> Course:
    """The course of calls that are made now.

    Raises:
        NoCourse: Neither was one chosen, nor is the current folder in one.
    """
    root = _root
    if root is None:
        start = os.environ.get("CAMP_ROOT") or os.getcwd()
        root = _roots.get(start)
        if root is None or not os.path.isdir(root):
            root = _roots[start] = os.fspath(_core.find_root(os.path.abspath(start)))
    kernels = _kernels
    if kernels is None:
        kernels = os.environ.get("CAMP_KERNELS") or KERNELS[0]
        if kernels not in KERNELS:
            raise ValueError(_unknown("CAMP_KERNELS is", kernels))
    return Course(root, kernels)


class use:
    """Chooses the course and whose kernels operators run, until it is chosen otherwise.

    As a context manager it brings back what was before:

    >>> import operator_runtime
    >>> with operator_runtime.use(kernels="solutions"):
    ...     pass

    Args:
        root: A folder of the course. Without it, the one that ``CAMP_ROOT`` names, else the one that the current folder is in.
        kernels: ``"exercises"``, your own; ``"solutions"``; ``"advanced"``, the solutions that are written for speed. Without
            it, what ``CAMP_KERNELS`` says, else your own.

    Raises:
        NoCourse: There is no course at ``root``.
        ValueError: ``kernels`` is something else.
    """

    def __init__(self, root: Union[str, "os.PathLike[str]", None] = None, kernels: Optional[str] = None) -> None:
        global _root, _kernels
        if kernels is not None and kernels not in KERNELS:
            raise ValueError(_unknown("kernels is", kernels))
        found = None if root is None else os.fspath(_core.find_root(os.path.abspath(os.fspath(root))))
        self._before = (_root, _kernels)
        if root is None and kernels is None:
            _root, _kernels = None, None
        if found is not None:
            _root = found
        if kernels is not None:
            _kernels = kernels

    def __enter__(self) -> "use":
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        global _root, _kernels
        _root, _kernels = self._before


def _unknown(what: str, kernels: object) -> str:
    return f"{what} {kernels!r}; there are: {', '.join(KERNELS)}"
