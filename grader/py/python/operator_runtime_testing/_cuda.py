"""CUDA: whether it is there, and how long work on it takes."""

from __future__ import annotations

import importlib
import statistics
import time
from typing import Any, Callable, Optional, Sequence

# A flush writes so much at least: twice the largest L2 cache, and long enough for the host to get ahead of the GPU.
_FLUSH_BYTES = 256 << 20
# Copies of the inputs together are to be larger than the L2 cache, without filling the GPU's memory.
_MOST_SETS = 16
_MOST_SET_BYTES = 4 << 30


def require_cuda() -> Any:
    """Skips the test where there is no PyTorch, or no GPU for it; else returns ``torch.device("cuda")``."""
    pytest = importlib.import_module("pytest")
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    if not torch.cuda.is_available():
        pytest.skip("PyTorch finds no CUDA GPU")
    return torch.device("cuda")


def cuda_time_ms(
    fn: Callable[..., Any],
    args: Optional[Sequence[Any]] = None,
    *,
    inputs: Optional[Sequence[Sequence[Any]]] = None,
    warmup: int = 10,
    samples: int = 20,
    trials: int = 5,
    flush_l2: bool = True,
) -> float:
    """How long ``fn`` keeps the GPU busy, in milliseconds: the median of trials, each the median of its samples.

    It is the steady state of a program whose data come from the GPU's memory: before each sample the L2 cache is flushed, and
    inputs change from sample to sample. Times are CUDA events' on the current stream; the host has put the work into the
    stream before the GPU gets there, so what Python costs is not in them.

    Args:
        fn: What to time. It is called with the arguments below, or without any.
        args: Arguments. Copies of the tensors among them are made and used in turn.
        inputs: Several sets of arguments, used in turn, in place of ``args``.
        warmup: Calls before the first sample, in which kernels are compiled and memory is allocated.
        samples: Samples of a trial.
        trials: How many trials.
        flush_l2: Whether to flush the cache.

    Raises:
        RuntimeError: There is no PyTorch, or no GPU for it.
        ValueError: ``args`` and ``inputs`` are both given, or a number is not positive.
    """
    if args is not None and inputs is not None:
        raise ValueError("give args, of which copies are made, or inputs, not both")
    if min(samples, trials) < 1 or warmup < 0:
        raise ValueError("samples and trials must be at least 1, warmup at least 0")
    torch = _torch()
    sets = [tuple(one) for one in inputs] if inputs is not None else _copies(torch, tuple(args or ()))
    if not sets:
        raise ValueError("inputs is empty")
    for at in range(warmup):
        fn(*sets[at % len(sets)])
    torch.cuda.synchronize()
    start = time.perf_counter()
    fn(*sets[0])
    host_s = time.perf_counter() - start
    torch.cuda.synchronize()
    # Nothing to write flushes nothing.
    n_scrap = max(_FLUSH_BYTES, 2 * _l2_bytes(torch)) if flush_l2 else 0
    scrap: Any = torch.empty(n_scrap, dtype=torch.uint8, device="cuda")
    n_flushes = _n_flushes(torch, scrap, host_s) if flush_l2 else 0
    medians: list[float] = []
    at = 0
    for _ in range(trials):
        events = []
        for _ in range(samples):
            for _ in range(n_flushes):
                scrap.zero_()
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            begin.record()
            fn(*sets[at % len(sets)])
            end.record()
            events.append((begin, end))
            at += 1
        torch.cuda.synchronize()
        medians.append(statistics.median(begin.elapsed_time(end) for begin, end in events))
    return statistics.median(medians)


def _torch() -> Any:
    try:
        torch = importlib.import_module("torch")
    except ImportError as error:
        raise RuntimeError("cuda_time_ms needs PyTorch, which is not installed: pip install torch") from error
    if not torch.cuda.is_available():
        raise RuntimeError("cuda_time_ms needs a CUDA GPU, and PyTorch finds none")
    return torch


def _l2_bytes(torch: Any) -> int:
    return int(getattr(torch.cuda.get_device_properties(torch.cuda.current_device()), "L2_cache_size", 0))


def _copies(torch: Any, args: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Sets of arguments with tensors of their own, so many that together they do not fit into the L2 cache."""
    n_bytes = sum(one.numel() * one.element_size() for one in args if isinstance(one, torch.Tensor))
    if n_bytes == 0:
        return [args]
    n_sets = min(_MOST_SETS, max(2, 1 + 2 * _l2_bytes(torch) // n_bytes), max(1, _MOST_SET_BYTES // n_bytes))

    def copy() -> tuple[Any, ...]:
        return tuple(one.clone() if isinstance(one, torch.Tensor) else one for one in args)

    return [args] + [copy() for _ in range(n_sets - 1)]


def _n_flushes(torch: Any, scrap: Any, host_s: float) -> int:
    """So many flushes that the GPU is busy for longer than the host needs to put the work into the stream."""
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    scrap.zero_()
    begin.record()
    scrap.zero_()
    end.record()
    torch.cuda.synchronize()
    return max(1, min(20, int(2e3 * host_s / max(begin.elapsed_time(end), 1e-3)) + 1))
