"""Processes, threads and signals: what programs do around calls."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import operator_runtime

ROOT = Path(__file__).resolve().parents[3]


def test_a_fork_opens_a_runtime_of_its_own(own_course: Path) -> None:
    src = np.arange(5, dtype=np.float32)
    operator_runtime.copy(src)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        # Nothing of pytest's may run here.
        try:
            known = operator_runtime.copy(src).tolist()
            # This one has to be compiled.
            new = operator_runtime.relu(-src, slope=0.5).tolist()
            os.write(write, repr((known, new)).encode())
        except BaseException as error:
            os.write(write, repr(error).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    assert said == repr((src.tolist(), (-0.5 * src).tolist()))
    # The parent's compiler is alive.
    path = own_course / "exercises/copy/nvidia/kernel.cuh"
    path.write_text(path.read_text() + f"// {time.time()}\n")
    assert operator_runtime.copy(src).tolist() == src.tolist()


def test_multiprocessing(own_course: Path) -> None:
    code = f"""
import multiprocessing, numpy, operator_runtime
operator_runtime.use(root={str(ROOT)!r}, kernels="solutions")
def work(n):
    return float(operator_runtime.reduce_sum(numpy.ones((1, n), numpy.float32))[0])
if __name__ == "__main__":
    work(3)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(pool.map(work, [5, 6, 7]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stdout == "[5.0, 6.0, 7.0]\n", done.stderr


def test_threads_call_at_the_same_time() -> None:
    sizes = list(range(1, 25))

    def work(n: int) -> float:
        return float(operator_runtime.reduce_sum(np.ones((1, n), np.float32))[0])

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(work, sizes)) == [float(n) for n in sizes]


SLOW = """#pragma once
#include <stdint.h>
namespace oprt::copy::nvidia {
template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    volatile T *out = dst;
    for (int64_t i = threadIdx.x; i < n; i += blockDim.x) out[i] = src[i];
    for (int64_t i = 0; i < 4000000000ll; ++i) out[threadIdx.x] = src[threadIdx.x];
}
}
"""


def test_other_threads_go_on_meanwhile(own_course: Path) -> None:
    (own_course / "exercises/copy/nvidia/kernel.cuh").write_text(SLOW)
    counted = 0
    is_over = threading.Event()

    def work() -> None:
        with pytest.raises(operator_runtime.KernelError):
            operator_runtime.copy(np.ones(1, np.float32))
        is_over.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not is_over.wait(0.001):
        counted += 1
    thread.join()
    assert counted > 20


def test_ctrl_c_stops_a_run(own_course: Path) -> None:
    (own_course / "exercises/copy/nvidia/kernel.cuh").write_text(SLOW)
    code = """
import numpy, operator_runtime, signal
# Jobs in the background of a shell begin with this signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
# The more elements, the later the limit of steps ends it.
src = numpy.ones(1 << 24, numpy.float32)
prepared = operator_runtime.prepare_copy(numpy.empty_like(src), src)
print("ready", flush=True)
try:
    prepared.run()
except KeyboardInterrupt:
    print("stopped", flush=True)
src = numpy.ones(3, numpy.float32)
print(operator_runtime.reduce_sum.__name__)
"""
    running = subprocess.Popen([sys.executable, "-c", code], cwd=own_course, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    assert running.stdout.readline() == "ready\n"
    time.sleep(0.3)
    start = time.monotonic()
    running.send_signal(signal.SIGINT)
    assert running.stdout.readline() == "stopped\n"
    assert time.monotonic() - start < 10
    assert running.stdout.read() == "reduce_sum\n"
    assert running.wait() == 0


def test_nothing_is_left_behind(own_course: Path, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    code = "import numpy, operator_runtime as o; o.copy(numpy.ones(2, numpy.float32), backend='{}')"
    for backend in ("nvidia", "tilelang"):
        command = [sys.executable, "-c", code.format(backend)]
        subprocess.run(command, cwd=own_course, env={**os.environ, "TMPDIR": str(scratch)}, capture_output=True)
        assert list(scratch.iterdir()) == []


def test_an_interpreter_by_another_name(own_course: Path, tmp_path: Path) -> None:
    # As in a virtual environment that was made of this one, with a space in its name.
    folder = tmp_path / "a place"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    packages = next((folder / "lib").glob("python3*/site-packages"))
    import numpy

    (packages / "other.pth").write_text(f"{Path(operator_runtime.__file__).parents[1]}\n{Path(numpy.__file__).parents[1]}\n")
    code = "import numpy, operator_runtime as o; print(o.relu(numpy.ones(2, numpy.float32)).tolist())"
    path = own_course / "exercises/relu/nvidia/kernel.cuh"
    path.write_text(path.read_text() + f"// {time.time()}\n")
    done = subprocess.run([folder / "bin/python", "-c", code], cwd=own_course, capture_output=True, text=True)
    assert done.stdout == "[1.0, 1.0]\n", done.stderr
    shutil.rmtree(folder)
