"""What the tests share: the course of this repository, with its solutions, and courses of their own."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Iterator

import pytest

import operator_runtime

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def course() -> Iterator[None]:
    """The solutions of this repository, whatever a test chooses besides."""
    with operator_runtime.use(root=ROOT, kernels="solutions"):
        yield


@pytest.fixture
def own_course(tmp_path: Path) -> Iterator[Path]:
    """A course in a folder of its own whose kernels may be edited: the learner's are the solutions."""
    for name in ("copy", "relu"):
        shutil.copytree(ROOT / "exercises" / name, tmp_path / "exercises" / name)
        for backend in ("nvidia", "tilelang"):
            file = "kernel.cuh" if backend == "nvidia" else "kernel.py"
            shutil.copy(ROOT / "solutions" / name / backend / file, tmp_path / "exercises" / name / backend / file)
    with operator_runtime.use(root=tmp_path, kernels="exercises"):
        yield tmp_path


@pytest.fixture(scope="session")
def tilelang() -> None:
    """Skips where TileLang is not installed for camp."""
    import numpy

    with operator_runtime.use(root=ROOT, kernels="solutions"):
        try:
            operator_runtime.copy(numpy.zeros(1, numpy.float32), backend="tilelang")
        except operator_runtime.KernelError:
            raise
        except RuntimeError as error:
            pytest.skip(f"no TileLang: {error}")


@pytest.fixture(params=["nvidia", "tilelang"])
def any_backend(request: pytest.FixtureRequest) -> str:
    """Each backend that is there."""
    if request.param == "tilelang":
        request.getfixturevalue("tilelang")
    return str(request.param)
