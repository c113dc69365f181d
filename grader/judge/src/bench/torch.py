"""Times PyTorch's own operators as camp times kernels: the same flush (camp's kernel), the same random inputs (camp's
kernel), the same events in a stream of its own, the same order of samples. camp runs this with a job on standard input and
reads one JSON object a line."""

import sys

# `-c` puts the current folder first, where a learner's torch.py would be taken for PyTorch.
sys.path[:] = [path for path in sys.path if path]

import base64
import ctypes
import json
import time


def say(**words):
    print(json.dumps(words), flush=True)


def main():
    job = json.load(sys.stdin)
    try:
        import torch
    except Exception as error:  # A broken installation fails in many ways.
        return say(problem="import", detail=f"{type(error).__name__}: {error}")
    if not torch.cuda.is_available():
        return say(problem="gpu", detail="")
    try:
        run(torch, job)
    except Exception as error:
        say(problem="failed", detail=f"{type(error).__name__}: {error}")


class Module:
    """camp's kernels, loaded beside PyTorch's into the context that PyTorch works in."""

    TYPES = {"u32": ctypes.c_uint32, "u64": ctypes.c_uint64, "f64": ctypes.c_double, "pointer": ctypes.c_uint64}

    def __init__(self, code):
        self.driver = ctypes.CDLL("libcuda.so.1")
        self.handle = ctypes.c_void_p()
        self.image = ctypes.create_string_buffer(base64.b64decode(code) + b"\0")
        self.check(self.driver.cuModuleLoadData(ctypes.byref(self.handle), self.image))
        self.functions = {}

    def check(self, result):
        if result != 0:
            raise RuntimeError(f"the driver answered {result}")

    def prepare(self, call, buffer, never):
        """The launch that `call` describes, as a function of the stream."""
        if call["entry"] not in self.functions:
            function = ctypes.c_void_p()
            self.check(self.driver.cuModuleGetFunction(ctypes.byref(function), self.handle, call["entry"].encode()))
            self.functions[call["entry"]] = function
        function = self.functions[call["entry"]]
        pointers = iter((buffer, never))
        values = [self.TYPES[kind](next(pointers) if kind == "pointer" else value) for kind, value in call["args"]]
        places = (ctypes.c_void_p * len(values))(*[ctypes.addressof(value) for value in values])
        grid, block = call["grid"], call["block"]

        def launch(stream):
            assert values  # Keeps them alive.
            self.check(self.driver.cuLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, stream, places, None))

        return launch


def run(torch, job):
    torch.cuda.init()
    stream = torch.cuda.Stream()
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    flushed = torch.zeros(job["flush_bytes"], dtype=torch.uint8, device="cuda")
    never = torch.zeros(16, dtype=torch.uint8, device="cuda")
    module = Module(job["code"])
    raw = ctypes.c_void_p(stream.cuda_stream)
    flush = module.prepare(job["flush"], flushed.data_ptr(), never.data_ptr())
    dtypes = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64}
    names = {}
    exec(compile(job["baseline"], "baseline.py", "exec"), names)
    operator = names["run"]
    torch.cuda.synchronize()
    for case in job["cases"]:
        sets = []
        for fills in case["sets"]:
            args = []
            for arg in case["args"]:
                if arg["kind"] == "scalar":
                    args.append(arg["value"])
                    continue
                tensor = torch.empty(arg["shape"], dtype=dtypes[arg["dtype"]], device="cuda")
                fill = fills.get(arg["name"])
                if fill is not None:
                    module.prepare(fill, tensor.data_ptr(), 0)(raw)
                elif arg["kind"] == "in":
                    tensor.normal_()
                args.append(tensor)
            sets.append(args)
        torch.cuda.synchronize()
        with torch.cuda.stream(stream):
            contenders = [lambda k: None, lambda k: operator(*sets[k % len(sets)])]
            samples = series(job, stream, raw, flush, begin, end, contenders)
        say(case=case["name"], nothing=samples[0], samples=samples[1])
        del sets
        torch.cuda.empty_cache()


def series(job, stream, raw, flush, begin, end, contenders):
    """`cuda/src/gpu/timing.rs`, time()."""
    start, turn = time.monotonic(), 0
    while True:
        for work in contenders:
            flush(raw)
            work(turn)
            stream.synchronize()
        turn += 1
        if time.monotonic() - start >= job["warm_up_ms"] / 1e3:
            break
    start = time.monotonic()
    samples = [[] for _ in contenders]
    for turn in range(job["n_samples"]):
        if turn >= job["least_samples"] and time.monotonic() - start >= job["limit_ms"] / 1e3:
            break
        order = list(range(len(contenders)))
        for k in order if turn % 2 == 0 else reversed(order):
            flush(raw)
            begin.record(stream)
            contenders[k](turn)
            end.record(stream)
            end.synchronize()
            samples[k].append(begin.elapsed_time(end) * 1e3)
    return samples


main()
