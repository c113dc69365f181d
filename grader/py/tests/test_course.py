"""Courses: which one is meant, kernels that are wrong, edited or new."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import operator_runtime

ROOT = Path(__file__).resolve().parents[3]
ONES = np.ones(300, np.float32)


def kernel_of(course: Path, name: str = "copy") -> Path:
    return course / "exercises" / name / "nvidia" / "kernel.cuh"


def test_the_learners_kernels_are_the_default(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "exercises" / "copy", tmp_path / "exercises" / "copy")
    with operator_runtime.use(root=tmp_path, kernels="exercises"):
        out = np.zeros(300, np.float32)
        # The stub copies nothing.
        operator_runtime.copy_(out, ONES)
        assert not np.array_equal(out, ONES)


def test_a_fault_is_an_exception_with_findings(own_course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(ROOT / "exercises/copy/wrong/no_bounds_test.cuh", kernel_of(own_course))
    with pytest.raises(operator_runtime.KernelError, match="out-of-bounds") as raised:
        operator_runtime.copy(ONES)
    assert isinstance(raised.value, RuntimeError)
    text = str(raised.value)
    assert "kernel.cuh:" in text and "help:" in text
    found = raised.value.findings[0]
    assert found["code"] == "out-of-bounds" and found["severity"] == "error"
    assert found["file"] == str(kernel_of(own_course)) and found["line"] > 1
    monkeypatch.setenv("CAMP_LANG", "zh")
    with pytest.raises(operator_runtime.KernelError) as raised:
        operator_runtime.copy(ONES)
    assert any("\u4e00" <= letter <= "\u9fff" for letter in raised.value.findings[0]["message"])


def test_an_edit_takes_effect_and_what_was_prepared_stays(own_course: Path) -> None:
    src = np.array([-2.0, 4.0], np.float32)
    out = np.zeros(2, np.float32)
    assert operator_runtime.relu(src, slope=0.5).tolist() == [-1, 4]
    prepared = operator_runtime.prepare_relu(out, src, slope=0.5)
    path = kernel_of(own_course, "relu")
    right = path.read_text()
    # Two edits in quick succession, of the same length.
    for factor, wanted in (("2.0f", 8), ("3.0f", 12)):
        path.write_text(right.replace("? x :", f"? static_cast<T>({factor}) * x :"))
        assert operator_runtime.relu(src, slope=0.5).tolist() == [-1, wanted]
    path.write_text(right + "\nnonsense")
    with pytest.raises(operator_runtime.KernelError, match="does not compile") as raised:
        operator_runtime.relu(src)
    assert raised.value.findings[0]["code"] == "compile-error"
    assert prepared.run().tolist() == [-1, 4]
    path.write_text(right)
    assert operator_runtime.relu(src).tolist() == [0, 4]


def test_an_edit_of_a_tilelang_kernel_takes_effect(own_course: Path, tilelang: None) -> None:
    src = np.array([-2.0, 4.0], np.float32)
    path = own_course / "exercises/relu/tilelang/kernel.py"
    right = path.read_text()
    for slope in (0.5, 0.25):
        assert operator_runtime.relu(src, slope=slope, backend="tilelang").tolist() == [-2 * slope, 4]
    path.write_text(right.replace("slope * x)", "x)"))
    assert operator_runtime.relu(src, slope=0.5, backend="tilelang").tolist() == [-2, 4]
    path.write_text(right.replace("    return out", "    oh no"))
    with pytest.raises(operator_runtime.KernelError):
        operator_runtime.relu(src, slope=0.5, backend="tilelang")


def test_a_new_folder_is_a_new_operator(own_course: Path) -> None:
    assert "twin" not in dir(operator_runtime)
    with pytest.raises(AttributeError, match="twin.*operators of the course: copy, relu"):
        operator_runtime.twin
    twin = own_course / "exercises" / "twin"
    shutil.copytree(own_course / "exercises" / "relu", twin)
    contract = twin / "exercise.toml"
    for file in (contract, twin / "nvidia" / "kernel.cuh"):
        # The attribute, not the patterns that are named after it.
        file.write_text(re.sub(r"(?<![\w-])slope(?![\w-])", "incline", file.read_text()))
    contract.write_text(contract.read_text().replace("order = 5", "order = 9"))
    assert {"twin", "twin_", "prepare_twin"} <= set(dir(operator_runtime))
    src = np.array([-2.0, 4.0], np.float32)
    assert operator_runtime.twin(src, incline=0.5).tolist() == [-1, 4]
    from operator_runtime.ops.twin import prepare_twin

    with prepare_twin(np.zeros(2, np.float32), src, incline=2) as prepared:
        assert prepared.run().tolist() == [-4, 4]
    shutil.rmtree(twin)
    with pytest.raises(NotImplementedError, match="no operator `twin`"):
        prepare_twin(src, src)


def test_a_broken_exercise_is_told(own_course: Path) -> None:
    contract = own_course / "exercises" / "copy" / "exercise.toml"
    contract.write_text(contract.read_text().replace('order = 1', 'order = "first"'))
    with pytest.raises(RuntimeError, match="exercise.toml"):
        operator_runtime.copy(ONES)


def test_a_kernel_with_scratch_memory() -> None:
    with operator_runtime.use(root=ROOT / "grader/camp/tests/workspace", kernels="exercises"):
        assert operator_runtime.operators() == ["sum_all"]
        src = np.arange(1000, dtype=np.float32)
        assert operator_runtime.sum_all(src).tolist() == [499500]
        with operator_runtime.prepare_sum_all(np.zeros(1, np.float32), src) as prepared:
            assert prepared.run_inputs(src + 1).tolist() == [500500]


def test_a_file_that_is_missing(own_course: Path) -> None:
    kernel_of(own_course).unlink()
    with pytest.raises(RuntimeError, match="no kernel file at"):
        operator_runtime.copy(ONES)


def test_choices() -> None:
    with pytest.raises(ValueError, match="kernels is 'mine'"):
        operator_runtime.use(kernels="mine")
    with operator_runtime.use(kernels="exercises"):
        with operator_runtime.use(kernels="solutions"):
            assert operator_runtime.copy(ONES).tolist() == ONES.tolist()


def run(code: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    import os

    environment = {name: value for name, value in os.environ.items() if not name.startswith("CAMP_ROOT")}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=folder, env={**environment, **variables}, capture_output=True, text=True)


CALL = "import numpy, operator_runtime as o; print(o.copy(numpy.ones(2, numpy.float32)).tolist())"


def test_the_course_is_found_from_the_current_folder(own_course: Path) -> None:
    found = run(CALL, own_course / "exercises" / "copy")
    assert (found.stdout, found.stderr) == ("[1.0, 1.0]\n", "")


def test_the_course_is_found_by_the_environment(tmp_path: Path) -> None:
    found = run(CALL, tmp_path, CAMP_ROOT=str(ROOT), CAMP_KERNELS="solutions")
    assert (found.stdout, found.stderr) == ("[1.0, 1.0]\n", "")
    wrong = run(CALL, tmp_path, CAMP_ROOT=str(ROOT), CAMP_KERNELS="mine")
    assert "CAMP_KERNELS is 'mine'" in wrong.stderr


def test_no_course_is_told_when_it_is_needed() -> None:
    # The root of the file system is in no course.
    folder = Path("/")
    assert run("from operator_runtime import softmax, prepare_copy", folder).returncode == 0
    none = run("import operator_runtime as o; o.softmax(None)", folder)
    assert "NoCourse" in none.stderr
    assert "has no attribute 'other'" in run("import operator_runtime as o; o.other", folder).stderr


def test_importing_needs_neither_numpy_nor_torch() -> None:
    code = "import sys, operator_runtime, operator_runtime_testing; print('numpy' in sys.modules, 'torch' in sys.modules)"
    assert run(code, ROOT).stdout == "False False\n"


def test_what_a_kernel_prints(own_course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = kernel_of(own_course)
    text = path.read_text()
    start = text.index("{", text.index("copy_contiguous_kernel")) + 1
    path.write_text(text[:start] + '\n    if (blockIdx.x == 0 && threadIdx.x == 0) printf("n is %d\\n", (int)n);\n' + text[start:])
    operator_runtime.copy(ONES)
    assert capsys.readouterr().out == "n is 300\n"
