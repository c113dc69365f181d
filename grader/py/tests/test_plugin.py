"""The pytest plugin: alone, and beside a conftest.py that defines the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

TEST = """
import numpy
import operator_runtime
from operator_runtime_testing import assert_close

def test_it(backend):
    src = numpy.ones(4, numpy.float32)
    assert_close(operator_runtime.copy(src, backend=backend), src)
    print("backend is", repr(backend))
"""
OPTION = """
def pytest_addoption(parser):
    parser.addoption("--backend", action="store", default="nvidia", choices=("nvidia", "tilelang", "metax"))
"""
FIXTURE = """
import pytest

@pytest.fixture
def backend(request):
    return request.config.getoption("--backend").upper()
"""


def run(folder: Path, *args: str, code: int = 0, conftest: str = "", at: str = "conftest.py") -> str:
    (folder / "tests").mkdir(exist_ok=True)
    (folder / "tests" / "test_it.py").write_text(TEST)
    if conftest:
        (folder / at).write_text(conftest)
    environment = {**os.environ, "CAMP_ROOT": str(ROOT), "CAMP_KERNELS": "solutions"}
    environment.pop("PYTEST_ADDOPTS", None)
    command = [sys.executable, "-m", "pytest", "-s", "-p", "no:cacheprovider", *args]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_the_default(tmp_path: Path) -> None:
    assert "backend is 'nvidia'" in run(tmp_path)


def test_the_option(tmp_path: Path) -> None:
    assert "unknown backend 'cuda'" in run(tmp_path, "--backend", "cuda", code=1)
    assert "--backend" in run(tmp_path, "--help")


@pytest.mark.parametrize("at", ["conftest.py", "tests/conftest.py"])
def test_an_option_of_the_users_own(tmp_path: Path, at: str) -> None:
    said = run(tmp_path, "--backend", "metax", code=1, conftest=OPTION, at=at)
    assert "MetaX is a stub" in said
    assert "backend is 'nvidia'" in run(tmp_path)
    assert "backend is 'nvidia'" in run(tmp_path, "tests/test_it.py", "--backend=nvidia")


def test_a_fixture_of_the_users_own(tmp_path: Path) -> None:
    assert "backend is 'NVIDIA'" in run(tmp_path, "--backend", "nvidia", conftest=FIXTURE)


def test_both_of_the_users_own(tmp_path: Path) -> None:
    assert "backend is 'NVIDIA'" in run(tmp_path, conftest=OPTION + FIXTURE)


def test_xdist(tmp_path: Path) -> None:
    pytest.importorskip("xdist")
    run(tmp_path, "-n", "2", "--backend", "nvidia")
    run(tmp_path, "-n", "2", "--backend", "nvidia", conftest=OPTION + FIXTURE)


def test_tilelang(tmp_path: Path, tilelang: None) -> None:
    assert "backend is 'tilelang'" in run(tmp_path, "--backend", "tilelang")
