"""What the compiled side offers to this package."""

import os
from typing import Any, Optional, Sequence, Union

_Path = Union[str, "os.PathLike[str]"]
_Tensor = tuple[str, Sequence[int], Optional[Sequence[int]], bool]

class KernelError(RuntimeError):
    """A kernel does not compile, or a check of the virtual GPU found something wrong in it."""

    findings: list[dict[str, Any]]

class NoCourse(RuntimeError):
    """There is no course here."""

class Operator:
    """An operator of a course, with a backend."""

    title: str
    files: list["os.PathLike[str]"]
    tensors: list[tuple[str, bool]]
    attributes: list[tuple[str, str, float]]
    dim: Optional[int]
    @staticmethod
    def find(root: _Path, name: str, backend: str, kernels: str) -> Operator: ...
    def outputs(
        self, tensors: Sequence[_Tensor], dim: Optional[int], attributes: Sequence[tuple[str, float]]
    ) -> list[tuple[str, list[int]]]: ...
    def check(
        self, tensors: Sequence[_Tensor], dim: Optional[int], attributes: Sequence[tuple[str, float]]
    ) -> None: ...
    def prepare(
        self,
        tensors: Sequence[_Tensor],
        dim: Optional[int],
        attributes: Sequence[tuple[str, float]],
        device: Optional[int],
    ) -> Descriptor: ...

class Descriptor:
    """A call that was checked, whose kernel is compiled."""

    workspace_bytes: int
    def run_on_virtual_gpu(self, tensors: Sequence[tuple[int, int]]) -> str: ...
    def run_on_gpu(self, tensors: Sequence[int], workspace: tuple[int, int], stream: int) -> None: ...

def find_root(start: _Path) -> "os.PathLike[str]": ...
def operators(root: _Path) -> list[str]: ...
def configure(program: _Path, compiler: Sequence[str], sandbox: Sequence[str]) -> None: ...
def compiler_child() -> None: ...
def sandbox_child(python: _Path, scratch: _Path) -> BaseException: ...
def shutdown() -> None: ...
