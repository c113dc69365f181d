"""A module for each operator: ``from operator_runtime.ops.softmax import prepare_softmax``."""

from __future__ import annotations

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Optional, Sequence

import operator_runtime


class _Finder(MetaPathFinder, Loader):
    """Makes the modules, also of operators that a course has and this package does not know."""

    def find_spec(
        self,
        fullname: str,
        path: Optional[Sequence[str]],
        target: Optional[ModuleType] = None,
    ) -> Optional[ModuleSpec]:
        name = fullname.rpartition(".")[2]
        if fullname != f"{__name__}.{name}" or not hasattr(operator_runtime, name):
            return None
        return ModuleSpec(fullname, self)

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__.rpartition(".")[2]
        for function in (name, f"{name}_", f"prepare_{name}"):
            setattr(module, function, getattr(operator_runtime, function))


sys.meta_path.append(_Finder())


def __getattr__(name: str) -> Any:
    return getattr(operator_runtime, name)
