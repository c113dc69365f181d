"""On a machine with a GPU: CUDA tensors are worked on where they lie, on PyTorch's stream, and give what PyTorch gives.

It also runs elsewhere, beside a course: ``CAMP_ROOT=<course> python3 -m pytest -s test_cuda.py``.
"""

from __future__ import annotations

import os
from typing import Any, Callable, Iterator

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
if not torch.cuda.is_available():
    pytest.skip("PyTorch finds no CUDA GPU", allow_module_level=True)

import operator_runtime  # noqa: E402
from operator_runtime_testing import PerformanceResult, assert_close, cuda_time_ms  # noqa: E402

F16, F32, BF16 = torch.float16, torch.float32, torch.bfloat16


@pytest.fixture(autouse=True)
def solutions() -> Iterator[None]:
    with operator_runtime.use(kernels=os.environ.get("CAMP_KERNELS", "solutions")):
        yield


@pytest.fixture(scope="session")
def has_tilelang() -> str:
    """Why TileLang cannot be used, or nothing."""
    with operator_runtime.use(kernels="solutions"):
        try:
            operator_runtime.copy(torch.zeros(1, device="cuda"), backend="tilelang")
        except operator_runtime.KernelError:
            raise
        except RuntimeError as error:
            return str(error)
    return ""


@pytest.fixture(params=["nvidia", "tilelang"])
def each_backend(request: pytest.FixtureRequest) -> str:
    if request.param == "tilelang" and (why := request.getfixturevalue("has_tilelang")):
        pytest.skip(why)
    return str(request.param)


def leaky(src: Any, slope: float = 0.0) -> Any:
    return torch.nn.functional.leaky_relu(src, slope)


# Name, shapes, types, keyword arguments, what PyTorch says, relative and absolute tolerance.
CASES: list[tuple[str, list[tuple[int, ...]], list[Any], dict[str, Any], Callable[..., Any], float, float]] = [
    ("copy", [(1000,)], [F32, F16], {}, lambda src: src, 0, 0),
    ("copy", [(3, 5, 7)], [F32], {}, lambda src: src, 0, 0),
    ("copy", [(1 << 20,)], [F32], {}, lambda src: src, 0, 0),
    ("vector_add", [(1025,)] * 2, [F32, F16], {}, lambda a, b: a + b, 0, 0),
    ("vector_add", [(64, 64)] * 2, [F16], {}, lambda a, b: a + b, 0, 0),
    ("reduce_sum", [(17, 128)], [F32], {"dim": 1}, lambda src: src.sum(dim=1), 1e-5, 1e-4),
    ("reduce_sum", [(256, 4096)], [F32], {}, lambda src: src.sum(dim=1), 1e-5, 1e-3),
    ("softmax", [(5, 128)], [F32], {"dim": 1}, lambda src: src.softmax(dim=1), 5e-5, 1e-8),
    ("softmax", [(1024, 1024)], [F32], {}, lambda src: src.softmax(dim=1), 5e-5, 1e-8),
    ("relu", [(1000,)], [F32, F16, BF16], {}, leaky, 0, 0),
    ("relu", [(1000,)], [F32, F16, BF16], {"slope": 0.1}, lambda src: leaky(src, 0.1), 8e-3, 1e-5),
]
FLAT = [(name, shapes, dtype, *rest) for name, shapes, dtypes, *rest in CASES for dtype in dtypes]
IDS = [f"{case[0]}-{case[1][0]}-{case[2]}-{case[3]}".replace(" ", "") for case in FLAT]


@pytest.mark.parametrize("name, shapes, dtype, extra, right, rtol, atol", FLAT, ids=IDS)
def test_as_pytorch(
    name: str, shapes: Any, dtype: Any, extra: Any, right: Any, rtol: float, atol: float, each_backend: str
) -> None:
    make = lambda: [torch.randn(shape, dtype=dtype, device="cuda") for shape in shapes]  # noqa: E731
    inputs = make()
    before = [one.clone() for one in inputs]
    out = getattr(operator_runtime, name)(*inputs, backend=each_backend, **extra)
    assert out.is_cuda and out.dtype == dtype
    assert_close(out, right(*inputs), rtol=rtol, atol=atol)
    for one, same in zip(inputs, before):
        assert torch.equal(one, same)
    address = out.data_ptr()
    out.zero_()
    assert getattr(operator_runtime, f"{name}_")(out, *inputs, backend=each_backend, **extra) is out
    assert_close(out, right(*inputs), rtol=rtol, atol=atol)
    with getattr(operator_runtime, f"prepare_{name}")(out, *inputs, backend=each_backend, **extra) as prepared:
        others = make()
        assert prepared.run_inputs(*others) is out
        assert_close(out, right(*others), rtol=rtol, atol=atol)
        assert prepared.run() is out
        assert_close(out, right(*inputs), rtol=rtol, atol=atol)
    assert out.data_ptr() == address


@pytest.mark.parametrize("kernels", ["solutions", "advanced"])
def test_kernels(kernels: str) -> None:
    with operator_runtime.use(kernels=kernels):
        src = torch.randn(512, 1536, device="cuda")
        assert_close(operator_runtime.softmax(src), src.softmax(dim=1), rtol=5e-5, atol=1e-8)
        assert_close(operator_runtime.reduce_sum(src), src.sum(dim=1), rtol=1e-5, atol=1e-3)
        assert torch.equal(operator_runtime.copy(src), src)
        # An address that is no multiple of 16 bytes.
        odd = torch.randn(4097, device="cuda")[1:]
        assert torch.equal(operator_runtime.copy(odd), odd)


def test_nothing_is_copied(each_backend: str) -> None:
    src = torch.randn(1 << 20, device="cuda")
    out = torch.empty_like(src)
    operator_runtime.copy_(out, src, backend=each_backend)
    torch.cuda.synchronize()
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    operator_runtime.copy_(out, src, backend=each_backend)
    torch.cuda.synchronize()
    assert torch.cuda.max_memory_allocated() == before
    # A view of the same memory sees what the kernel wrote.
    part = torch.zeros(12, device="cuda")
    operator_runtime.copy_(part[4:8], torch.ones(4, device="cuda"), backend=each_backend)
    assert part.tolist() == [0] * 4 + [1] * 4 + [0] * 4


def test_a_view_at_an_odd_address(each_backend: str) -> None:
    part = torch.zeros(8, device="cuda")
    write = lambda: operator_runtime.copy_(part[2:6], torch.ones(4, device="cuda"), backend=each_backend)  # noqa: E731
    if each_backend == "tilelang":
        # The code that TileLang makes loads 16 bytes at once, wherever they lie: a fault that would end the context.
        with pytest.raises(ValueError, match="multiple of 16 bytes"):
            write()
    else:
        write()
        assert part.tolist() == [0, 0, 1, 1, 1, 1, 0, 0]


def test_the_current_stream(each_backend: str) -> None:
    n = 1 << 24
    src, out = torch.zeros(n, device="cuda"), torch.empty(n, device="cuda")
    operator_runtime.copy_(out, src, backend=each_backend)
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        # The copy has to wait for what is in this stream before it.
        torch.cuda._sleep(200_000_000)
        src.fill_(7)
        operator_runtime.copy_(out, src, backend=each_backend)
        out.add_(1)
        is_behind = not stream.query()
    assert is_behind, "the call waited for the GPU"
    stream.synchronize()
    assert bool((out == 8).all())


def test_a_cuda_graph() -> None:
    src, out = torch.randn(1000, device="cuda"), torch.empty(1000, device="cuda")
    with operator_runtime.prepare_copy(out, src) as prepared:
        prepared.run()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            prepared.run()
        src.fill_(3)
        graph.replay()
        torch.cuda.synchronize()
        assert torch.equal(out, src)


def test_nothing_to_do(each_backend: str) -> None:
    assert operator_runtime.copy(torch.empty(0, device="cuda"), backend=each_backend).shape == (0,)
    assert operator_runtime.reduce_sum(torch.empty(0, 128, device="cuda"), backend=each_backend).shape == (0,)


def cuda(*shape: int, dtype: Any = F32) -> Any:
    return torch.zeros(shape, dtype=dtype, device="cuda")


ERRORS: list[tuple[Callable[[str], Any], type[Exception], str]] = [
    (lambda b: operator_runtime.softmax(cuda(8), backend=b), ValueError, "2D row-wise dim=1"),
    (lambda b: operator_runtime.softmax(cuda(2, 128), dim=0, backend=b), ValueError, "row-wise dim=1"),
    (lambda b: operator_runtime.softmax(cuda(2, 128, dtype=F16), backend=b), TypeError, "float32"),
    (lambda b: operator_runtime.softmax_(cuda(2, 64), cuda(2, 128), backend=b), ValueError, "output shape"),
    (lambda b: operator_runtime.softmax_(cuda(4, 2).t(), cuda(4, 2).t(), backend=b), ValueError, "contiguous"),
    (lambda b: operator_runtime.reduce_sum(cuda(8), backend=b), ValueError, "2D row-wise reduction"),
    (lambda b: operator_runtime.vector_add(cuda(3), cuda(4), backend=b), ValueError, "matching shapes"),
    (lambda b: operator_runtime.vector_add(cuda(3), cuda(3, dtype=F16), backend=b), TypeError, "matching dtypes"),
    (lambda b: operator_runtime.vector_add(cuda(3), torch.zeros(3), backend=b), ValueError, "one device"),
    (lambda b: operator_runtime.copy_(torch.zeros(3), cuda(3), backend=b), ValueError, "one device"),
    (lambda b: operator_runtime.copy(cuda(4, dtype=torch.int8), backend=b), TypeError, "int8"),
    (lambda b: operator_runtime.copy(cuda(3, 3).to_sparse(), backend=b), ValueError, "contiguous"),
    (lambda b: operator_runtime.copy(torch.empty(3, device="meta"), backend=b), ValueError, "meta"),
    (lambda b: operator_runtime.copy(cuda(3), backend="opencl"), ValueError, "unknown backend"),
    (lambda b: operator_runtime.copy(cuda(3), backend="metax"), NotImplementedError, "MetaX is a stub"),
]


@pytest.mark.parametrize("call, kind, words", ERRORS)
def test_misuse(call: Any, kind: type[Exception], words: str, each_backend: str) -> None:
    with pytest.raises(kind, match=words):
        call(each_backend)


def test_a_second_gpu() -> None:
    if torch.cuda.device_count() < 2:
        pytest.skip("one GPU")
    src = torch.randn(1000, device="cuda:1")
    out = operator_runtime.copy(src)
    assert out.device == src.device and torch.equal(out, src)
    with pytest.raises(ValueError, match="one device"):
        operator_runtime.vector_add(src, src.to("cuda:0"))


def test_cpu_tensors_go_to_the_virtual_gpu() -> None:
    src = torch.randn(8, 128)
    out = operator_runtime.softmax(src)
    assert out.device.type == "cpu"
    assert_close(out, src.softmax(dim=1), rtol=5e-5, atol=1e-8)


def test_resized_tensors_are_noticed() -> None:
    src, out = cuda(8), cuda(8)
    prepared = operator_runtime.prepare_copy(out, src)
    src.resize_(4)
    with pytest.raises(ValueError, match="shape"):
        prepared.run()


MEASURED: list[tuple[str, list[tuple[int, ...]], Any, Callable[..., Any]]] = [
    ("copy", [(1 << 24,)], F32, lambda out, src: out.copy_(src)),
    ("vector_add", [(1 << 24,)] * 2, F16, lambda out, a, b: torch.add(a, b, out=out)),
    ("reduce_sum", [(4096, 4096)], F32, lambda out, src: torch.sum(src, dim=1, out=out)),
    ("softmax", [(4096, 4096)], F32, lambda out, src: torch.softmax(src, dim=1, out=out)),
    ("relu", [(1 << 24,)], F16, lambda out, src: torch.clamp_min(src, 0, out=out)),
]


@pytest.mark.parametrize("name, shapes, dtype, baseline", MEASURED, ids=[case[0] for case in MEASURED])
def test_performance(name: str, shapes: Any, dtype: Any, baseline: Any, each_backend: str) -> None:
    inputs = [torch.randn(shape, dtype=dtype, device="cuda") for shape in shapes]
    out = getattr(operator_runtime, name)(*inputs, backend=each_backend)
    with getattr(operator_runtime, f"prepare_{name}")(out, *inputs, backend=each_backend) as prepared:
        runtime = cuda_time_ms(prepared.run_inputs, args=inputs)
    torch_ms = cuda_time_ms(lambda *args: baseline(out, *args), args=inputs)
    n_bytes = sum(one.numel() * one.element_size() for one in [*inputs, out])
    result = PerformanceResult(name, each_backend, shapes[0], dtype, runtime, torch_ms, n_bytes, inputs[0].numel())
    print(f"\n{PerformanceResult.header()}\n{result.row()}")
    # Slower than what memory allows, and not by what Python costs alone.
    assert result.bandwidth_gbs is not None and 1 < result.bandwidth_gbs < 20_000
