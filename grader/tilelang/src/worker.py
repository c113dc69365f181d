"""Lowers learners' TileLang kernels to CUDA C++, without a GPU, nvcc or PyTorch.

Started by camp inside its sandbox. JSON, one object a line: the first line in is the set-up, then requests; the first line
out says that TileLang is ready, then come answers. Each lowering runs in a child forked from this process, which has
imported TileLang: so a crash, an endless loop or a changed global of one kernel touches no other.

    set-up   {"site": folder, "torch": source of the stand-in, "scratch": folder}
    ready    {"ready": {"version": "0.1.15", "import_ms": 870}}      or {"broken": why}
    request  {"path": …, "folder": …, "text": …, "function": "copy_kernel", "arch": "sm_75", "guarded": true,
              "jobs": [{"N": 1024, "BLOCK_N": 256, "dtype": "float32"}, …],
              "n_parallel": 2, "cpu_seconds": 10, "memory_bytes": 3221225472}
    answer   {"job": 0, "lowered": {…}, "printed": …}    or {"job": 0, "failed": {…}}     one for each job, as they end
    cancel   {"cancel": true} while jobs run: they are ended, and {"cancelled": true} comes behind the last answer
"""

import ast
import contextlib
import gc
import json
import os
import re
import resource
import select
import signal
import sys
import time
import traceback

# Printed text that is kept of one job.
PRINTED_BYTES = 16384
# A message that is longer than this is a dump of the compiler's own data.
MESSAGE_CHARS = 6000


def start(setup):
    """Imports TileLang with the stand-in for torch."""
    begin = time.monotonic()
    names = {}
    exec(compile(setup["torch"], "<torch>", "exec"), names)
    names["install"]()
    sys.path.insert(0, setup["site"])
    # TileLang makes a folder for its cache at import; the only place that can be written to is the scratch folder.
    os.environ["HOME"] = os.environ["TMPDIR"] = setup["scratch"]
    os.environ["TILELANG_CACHE_DIR"] = os.environ["TILELANG_TMP_DIR"] = os.path.join(setup["scratch"], "tilelang")
    make_folders_or_not()
    # Its threads would be lost in forked processes, and nothing here multiplies matrices.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    os.environ["TILELANG_ENABLE_IR_SPAN"] = "1"
    # The bridge between torch and tvm_ffi would be compiled at import.
    os.environ["TVM_FFI_DISABLE_TORCH_C_DLPACK"] = "1"
    import tvm_ffi._optional_torch_c_dlpack as bridge

    bridge.load_torch_c_dlpack_extension = lambda *args, **kwargs: None
    import logging

    import tilelang

    tilelang.disable_cache()
    logging.disable(logging.CRITICAL)
    # Without a GPU that it sees, TileLang leaves T.device_assert out.
    import tilelang.cuda.debug

    tilelang.cuda.debug._IS_CUDA_AVAILABLE = True
    follow_lines()
    warm_up()
    return {"version": tilelang.__version__, "import_ms": round((time.monotonic() - begin) * 1e3)}


WARM_UP = """
import tilelang
import tilelang.language as T

@tilelang.jit
def warm_up(a, BLOCK: int):
    N, M = T.const("N, M")
    a: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK, 32), T.float32)
        total = T.alloc_fragment((BLOCK,), T.float32)
        T.fill(total, 0)
        for k in T.Serial(T.ceildiv(M, 32)):
            T.copy(a[bx * BLOCK, k * 32], tile)
            for i, j in T.Parallel(BLOCK, 32):
                tile[i, j] = T.exp2(tile[i, j])
            T.reduce_sum(tile, total, dim=1, clear=False)
        T.copy(total, out[bx * BLOCK])
    return out
"""


def warm_up():
    """Lowers a kernel, so that what is loaded and built on first use is there before processes are forked."""
    request = {"path": "<warm-up>", "text": WARM_UP, "function": "warm_up", "arch": "sm_75", "guarded": True}
    answer = KernelFile(request).answer({"N": 5, "M": 70, "BLOCK": 4})
    if "failed" in answer:
        raise RuntimeError(answer["failed"]["message"])


def make_folders_or_not():
    """Lets TileLang do without the folders of a cache that it does not use, where nothing can be written at all."""
    make = os.makedirs

    def makedirs(*args, **kwargs):
        with contextlib.suppress(PermissionError):
            make(*args, **kwargs)

    os.makedirs = makedirs


# The learner's line that was being traced last, for errors that carry no line.
LAST_LINE = {"path": None, "line": None}


def follow_lines():
    """Has statements inside TileLang's own macros, as in T.reduce_sum, carry the line of the learner's call."""
    import tilelang
    from tilelang.language.eager.builder import Builder

    package = os.path.dirname(os.path.abspath(tilelang.__file__)) + os.sep
    set_fileline = Builder.set_fileline

    def of_learner(self, filename, lineno, name):
        if os.path.abspath(filename).startswith(package) and self.current_line > 0:
            filename, lineno, name = self.current_file, self.current_line, self.current_macro_name
        else:
            LAST_LINE.update(path=filename, line=lineno)
        set_fileline(self, filename, lineno, name)

    Builder.set_fileline = of_learner


class TimeIsOver(BaseException):
    """The job has used its processor time."""


class Rejected(Exception):
    """Something that camp itself finds wrong with a kernel file; `reason` is a word that camp has a message for."""

    def __init__(self, reason, line=None, **details):
        super().__init__(reason)
        self.reason, self.line, self.details = reason, line, details


# What the answer says about where lowering failed.
STAGES = ("load", "find", "trace", "lower", "read")


class KernelFile:
    """A learner's file, and the kernel in it."""

    def __init__(self, request):
        self.path = request["path"]
        self.folder = request.get("folder")
        self.text = request["text"]
        self.function = request["function"]
        self.arch = request["arch"]
        self.is_guarded = request["guarded"]
        self.stage = "load"
        self.kernel = None
        # Statements that the compiler cannot lower together, for each error, and those of the last error.
        self.known_uses = {}
        self.uses = []
        # The arguments of the job.
        self.given = []

    def load(self):
        """Runs the file as a module."""
        import importlib.util
        import linecache

        # TileLang asks for the source by the file's name: what camp judges is the text it read, whatever is on disk now.
        lines = self.text.splitlines(keepends=True)
        linecache.cache[self.path] = (len(self.text), None, lines, self.path)
        module = importlib.util.module_from_spec(importlib.util.spec_from_loader("kernel", loader=None))
        module.__file__ = self.path
        sys.modules["kernel"] = module
        if self.folder:
            sys.path.append(self.folder)
        exec(compile(self.text, self.path, "exec"), module.__dict__)
        return module

    def find(self, module):
        """The kernel: a function under @tilelang.jit."""
        from tilelang.jit import JITImpl

        self.stage = "find"
        found = getattr(module, self.function, None)
        if isinstance(found, JITImpl):
            return found
        line = self.line_of_function()
        if found is None:
            others = [name for name, value in vars(module).items() if isinstance(value, JITImpl)]
            line = self.line_of_function(others[0]) if others else None
            raise Rejected("no-function", line=line, others=others, name=self.function)
        if callable(found):
            raise Rejected("not-jit", line=line, name=self.function)
        raise Rejected("not-a-function", line=line, name=self.function, type=type(found).__name__)

    def lower(self, kernel, arguments):
        """CUDA C++ for one set of arguments, and how to launch it."""
        import tilelang
        from tilelang.transform.pass_config import normalize_pass_configs
        from tvm.target import Target

        self.stage = "trace"
        target = Target({"kind": "cuda", "arch": self.arch})
        with target:
            func = kernel.get_tir(**self.accepted(kernel, arguments))
        self.stage = "lower"
        config = dict(kernel.pass_configs or {})
        config = {getattr(key, "value", key): value for key, value in config.items()}
        config["tl.emit_line_directives"] = True
        if not self.is_guarded:
            config["tl.disable_safe_memory_legalize"] = True
        config = normalize_pass_configs(config)

        def compile(func):
            with tilelang.transform.PassContext(opt_level=3, config=config), target:
                return tilelang.lower(func, target=target)

        try:
            artifact = compile(func)
        except Exception as error:
            key = (type(error), str(error)[:60])
            if key not in self.known_uses:
                self.known_uses[key] = uses_behind(error, func, compile)
            self.uses = self.known_uses[key]
            raise
        self.stage = "read"
        return self.read(kernel, func, artifact)

    def accepted(self, kernel, arguments):
        """The arguments that are for this kernel: the function's own parameters, and in eager style the constants."""
        import inspect

        values = {name: self.value(name, value) for name, value in arguments.items()}
        parameters = inspect.signature(kernel.func.orig_func).parameters
        takes_all = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values())
        constants = set(self.constants())
        return {name: value for name, value in values.items() if takes_all or name in parameters or name in constants}

    def value(self, name, value):
        import tilelang.language as T

        return getattr(T, value) if name == "dtype" else value

    def constants(self):
        """The names in T.const("N, M")."""
        for node in ast.walk(self.definition() or ast.Module(body=[], type_ignores=[])):
            is_const = isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "const"
            if is_const and node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
                yield from (name.strip() for name in re.split(r"[,\s]+", node.args[0].value) if name.strip())

    def definition(self, name=None):
        """The kernel's definition in the file."""
        with contextlib.suppress(SyntaxError):
            for node in ast.walk(ast.parse(self.text)):
                if isinstance(node, ast.FunctionDef) and node.name == (name or self.function):
                    return node
        return None

    def line_of_function(self, name=None):
        definition = self.definition(name)
        return definition.lineno if definition else None

    def places(self):
        """Lines that camp points at where the compiler names none."""
        definition = self.definition()
        places = {"function": definition.lineno if definition else None, "kernel": None, "buffers": {}}
        for node in ast.walk(definition) if definition else ():
            if isinstance(node, ast.With):
                for item in node.items:
                    if isinstance(item.context_expr, ast.Call) and ast.unparse(item.context_expr.func).endswith("Kernel"):
                        places["kernel"] = places["kernel"] or item.context_expr.lineno
            elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                places["buffers"].setdefault(node.targets[0].id, node.lineno)
            elif isinstance(node, ast.arg):
                places["buffers"].setdefault(node.arg, node.lineno)
        return places

    def read(self, kernel, func, artifact):
        """What camp needs to know of a lowered function."""
        buffers = []
        for var in func.params:
            if var in func.buffer_map:
                buffer = func.buffer_map[var]
                shape = [number(extent) for extent in buffer.shape]
                buffers.append({"name": buffer.name, "dtype": str(buffer.dtype), "shape": shape})
            else:
                buffers.append({"name": var.name, "dtype": str(var.dtype), "shape": None})
        outputs = kernel.out_idx
        if "tilelang_out_idx" in func.attrs:
            outputs = func.attrs["tilelang_out_idx"]
        if outputs is None:
            outputs = []
        outputs = [outputs] if isinstance(outputs, int) else [int(index) for index in outputs]
        kernels = []
        for name, device in artifact.device_mod.functions.items():
            attributes = device.attrs
            grid, block = [1, 1, 1], [1, 1, 1]
            for tag, extent in attributes["thread_extent"].items() if "thread_extent" in attributes else ():
                (block if "threadIdx" in tag else grid)["xyz".index(tag[-1])] = number(extent)
            shared = attributes["dyn_shared_memory_buf"] if "dyn_shared_memory_buf" in attributes else 0
            parameters = [parameter.name for parameter in device.params]
            kernels.append({"name": name.name_hint, "grid": grid, "block": block, "shared_bytes": int(shared),
                            "parameters": parameters})
        outputs = [index % len(buffers) for index in outputs] if buffers else []
        return {"source": artifact.kernel_source, "kernels": kernels, "buffers": buffers, "outputs": outputs,
                "places": self.places()}

    def answer(self, arguments):
        """The answer to one job."""
        self.given, self.uses = sorted(arguments), []
        try:
            if self.kernel is None:
                self.kernel = self.find(self.load())
            return {"lowered": self.lower(self.kernel, arguments)}
        except Rejected as error:
            return {"failed": {**self.failure(error), "reason": error.reason, "line": error.line, "details": error.details}}
        except BaseException as error:  # A learner's file may raise anything, SystemExit as well.
            return {"failed": self.failure(error)}

    def failure(self, error):
        """What is known of an exception."""
        frames = []
        for frame in traceback.extract_tb(error.__traceback__):
            is_own = os.path.abspath(frame.filename) == os.path.abspath(self.path) and not self.is_rewritten(frame)
            frames.append({"own": is_own, "file": os.path.basename(frame.filename), "line": frame.lineno or 0,
                           "column": getattr(frame, "colno", None), "end_column": getattr(frame, "end_colno", None),
                           "function": frame.name})
        own = [frame for frame in frames if frame["own"]]
        message = str(error).strip()
        line, column, end_column = (own[-1]["line"], own[-1]["column"], own[-1]["end_column"]) if own else (None,) * 3
        if isinstance(error, SyntaxError) and os.path.abspath(error.filename or "") == os.path.abspath(self.path):
            line, column, end_column = error.lineno, (error.offset or 1) - 1, None
            message = error.msg
        if line is None:
            named = re.search(re.escape(self.path) + r"[:\"', line]+(\d+)", message)
            line = int(named.group(1)) if named else None
        if line is None and self.stage == "trace" and LAST_LINE["path"] == self.path:
            line = LAST_LINE["line"]
        details = {"given": self.given, "uses": self.uses, "similar": similar_names(error)}
        return {"stage": self.stage, "kind": type(error).__name__, "message": message[:MESSAGE_CHARS], "line": line,
                "column": column, "end_column": end_column, "frames": frames[-12:], "places": self.places(),
                "details": {key: value for key, value in details.items() if value}}

    def is_rewritten(self, frame):
        """Whether a frame's place is of TileLang's making: it rewrites the function, and some statements lose theirs."""
        definition = self.definition()
        if definition is None or frame.name != definition.name:
            return False
        first, *_ = definition.body
        return not first.lineno <= (frame.lineno or 0) <= definition.end_lineno


# How many similar names are sent.
N_SIMILAR = 3
# More statements than this explain nothing.
N_USES = 4
# How much processor time may narrow a fault down.
NARROW_SECONDS = 2.0


def similar_names(error):
    """Names like the one that Python does not find."""
    import builtins
    import difflib

    message = str(error)
    unknown = re.search(r"name '(\w+)' is not defined|variable '(\w+)'|attribute '(\w+)'|import name '(\w+)'", message)
    unknown = next((group for group in unknown.groups() if group), None) if unknown else None
    if unknown is None or not isinstance(error, (NameError, AttributeError, ImportError)):
        return []
    known = []
    module = re.search(r"(?:module|from) '([\w.]+)'", message)
    if module and module.group(1) in sys.modules:
        known = dir(sys.modules[module.group(1)])
    elif isinstance(error, NameError):
        tb = error.__traceback__
        while tb and tb.tb_next:
            tb = tb.tb_next
        known = [*tb.tb_frame.f_locals, *tb.tb_frame.f_globals, *dir(builtins)] if tb else []
    # Spelling alone counts: `T.Ceil_div` is `T.ceildiv`.
    plain = {}
    for name in sorted(known, key=lambda name: (name != name.lower(), name)):
        if not name.startswith("_"):
            plain.setdefault(name.replace("_", "").lower(), name)
    # One letter of a short name weighs more.
    likeness = 0.75 if len(unknown) > 4 else 0.6
    found = difflib.get_close_matches(unknown.replace("_", "").lower(), plain, N_SIMILAR, likeness)
    return [plain[name] for name in found if plain[name] != unknown]


def uses_behind(error, func, compile):
    """The fewest statements of a function that the compiler refuses in the same way: none of them can be left out.

    Each is `{"line", "kind", "extents", "loops", "buffers": [{"name", "scope", "shape", "indices"}]}`. The compiler's own messages
    name neither lines nor statements.
    """
    wanted = (type(error), str(error)[:60])
    deadline = time.process_time() + NARROW_SECONDS
    units = []

    def is_same(dropped):
        try:
            compile(without(func, dropped, units))
        except Exception as again:
            return (type(again), str(again)[:60]) == wanted
        return False

    kept = []
    with silence():
        # The processor time of the job may end in here: then nothing more is known.
        with contextlib.suppress(Exception, TimeIsOver):
            without(func, None, units)
            kept = list(range(len(units)))
            size = len(kept) // 2
            while size > 0:
                for first in reversed(range(0, len(kept), size)):
                    fewer = kept[:first] + kept[first + size:]
                    if time.process_time() < deadline and is_same(set(range(len(units))) - set(fewer)):
                        kept = fewer
                size //= 2
            return [use(units[index]) for index in kept] if len(kept) <= N_USES else []
    return []


@contextlib.contextmanager
def silence():
    """Nothing is printed meanwhile, whoever prints."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = [os.dup(stream) for stream in (1, 2)]
    nowhere = os.memfd_create("nowhere")
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    try:
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for stream, saved in zip((1, 2), kept):
            os.dup2(saved, stream)
            os.close(saved)
        os.close(nowhere)


def without(func, dropped, units):
    """The function without some of its statements, counted in order; with None, all of them are put into `units`."""
    from tvm import tirx
    from tvm.tirx.stmt_functor import ir_transform

    count = -1

    def visit(stmt):
        nonlocal count
        if isinstance(stmt, tirx.For) and stmt.kind != tirx.ForKind.PARALLEL:
            return None
        count += 1
        if dropped is None:
            units.append(stmt)
        return tirx.Evaluate(tirx.const(0, "int32")) if count in (dropped or ()) else stmt

    return func.with_body(ir_transform(func.body, visit, None, ["tirx.For", "tirx.Evaluate", "tirx.BufferStore"]))


def use(stmt):
    """What is known of a statement."""
    from tilelang.ir import get_stmt_span
    from tvm import tirx
    from tvm.tirx.stmt_functor import post_order_visit

    span = get_stmt_span(stmt)
    buffers, extents, loops, kind = {}, [], [], "store"

    def visit(node):
        if isinstance(node, (tirx.BufferLoad, tirx.BufferStore)):
            buffer = node.buffer
            shape = [number(extent) for extent in buffer.shape]
            buffers.setdefault(buffer.name, {"name": buffer.name, "scope": buffer.scope(), "shape": shape, "indices": []})
            text = ", ".join(str(index) for index in node.indices)
            if text not in buffers[buffer.name]["indices"]:
                buffers[buffer.name]["indices"].append(text)

    post_order_visit(stmt, visit)
    if isinstance(stmt, tirx.For):
        kind, inner = "parallel", stmt
        while isinstance(inner, tirx.For):
            extents.append(number(inner.extent))
            loops.append(str(inner.loop_var))
            inner = inner.body
    elif isinstance(stmt, tirx.Evaluate) and isinstance(stmt.value, tirx.Call):
        kind = getattr(stmt.value.op, "name", "").split(".")[-1]
    return {"line": span.line if span is not None else None, "kind": kind, "extents": extents, "loops": loops,
            "buffers": list(buffers.values())}


def number(value):
    """A whole number, or None for what is known only at run time."""
    try:
        return int(value)
    except (TypeError, ValueError):
        return None


def in_child(request, jobs, pipe):
    """Lowers in a forked process, one job after another; writes the answers to `pipe` and never returns."""
    # A group of its own, so that whatever it starts can be ended with it.
    os.setpgid(0, 0)
    gc.disable()
    # What the kernel file prints.
    printed = os.memfd_create("printed")
    os.dup2(printed, 1)
    # TileLang's own warnings.
    os.dup2(os.memfd_create("warnings"), 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (request["memory_bytes"], request["memory_bytes"]))
    signal.signal(signal.SIGXCPU, time_is_over)
    kernel_file = None
    for index in jobs:
        limit_time(request["cpu_seconds"])
        kernel_file = kernel_file or KernelFile(request)
        answer = kernel_file.answer(request["jobs"][index])
        limit_time(None)
        sys.stdout.flush()
        sys.stderr.flush()
        os.lseek(printed, 0, os.SEEK_SET)
        answer["printed"] = os.read(printed, PRINTED_BYTES).decode("utf-8", "replace")
        write_whole(pipe, {"job": index, **answer})
    os._exit(0)


def limit_time(seconds):
    """Allows this process so much more processor time: when it is used up, the learner's code meets an exception, whose
    place the answer names. Code that catches everything meets the parent's patience instead."""
    used = time.process_time()
    limit = resource.RLIM_INFINITY if seconds is None else int(used + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def time_is_over(*_):
    raise TimeIsOver


def write_whole(to, message):
    """Writes a message as one line."""
    data = (json.dumps(message) + "\n").encode()
    while data:
        data = data[os.write(to, data):]


class Running:
    """A forked process with the jobs that it does in order."""

    def __init__(self, request, jobs):
        self.jobs = jobs
        self.data = b""
        self.read, write = os.pipe()
        self.seconds = 6 * request["cpu_seconds"]
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self.read)
                in_child(request, jobs, write)
            finally:
                os._exit(1)
        os.close(write)
        self.wait_longer()

    def wait_longer(self):
        """Asleep or waiting, a job uses no processor time: it has a deadline as well."""
        self.deadline = time.monotonic() + self.seconds

    def answers(self, chunk):
        """The answers that are whole now."""
        self.data += chunk
        *lines, self.data = self.data.split(b"\n")
        for line in lines:
            self.wait_longer()
            message = json.loads(line)
            self.jobs = [job for job in self.jobs if job != message["job"]]
            yield message

    def end(self, kill):
        """Waits for the process; answers for the jobs that it left undone."""
        os.close(self.read)
        if kill:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        # Whatever the kernel file started goes as well.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        signalled = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        how = f"signal {signalled}" if signalled else f"exit status {os.WEXITSTATUS(status)}"
        for job in self.jobs:
            kind = "TimeIsOver" if kill else "Crash"
            yield {"job": job, "failed": {"kind": kind, "stage": "trace", "message": "" if kill else how}}


class Input:
    """Lines from standard input, which may be asked whether there is one."""

    def __init__(self):
        self.data = b""
        self.ahead = None

    def peek(self):
        """The next line, which stays."""
        if self.ahead is None:
            self.ahead = self.line()
        return self.ahead

    def line(self):
        """The next line; an empty one at the end of the input, when the parent is gone."""
        if self.ahead is not None:
            line, self.ahead = self.ahead, None
            return line
        while b"\n" not in self.data:
            chunk = os.read(0, 1 << 20)
            if not chunk:
                return b""
            self.data += chunk
        line, self.data = self.data.split(b"\n", 1)
        return line


def serve(request, orders, answer):
    """Does all jobs of a request, in as many processes as it says; a cancelling line, which stays, ends them."""
    n_jobs, n_parallel = len(request["jobs"]), request["n_parallel"]
    shares = [list(range(first, n_jobs, n_parallel)) for first in range(min(n_parallel, n_jobs))]
    running = [Running(request, share) for share in shares]
    while running:
        patience = max(0.0, min(share.deadline for share in running) - time.monotonic())
        # The next request may come before the processes of this one have ended.
        watched = [0] if orders.ahead is None else []
        ready, _, _ = select.select(watched + [share.read for share in running], [], [], patience)
        if 0 in ready and (not orders.peek() or "cancel" in json.loads(orders.peek())):
            for share in running:
                list(share.end(kill=True))
            return
        for share in list(running):
            chunk = os.read(share.read, 1 << 20) if share.read in ready else None
            messages = list(share.answers(chunk)) if chunk else []
            is_late = not messages and time.monotonic() >= share.deadline
            if chunk == b"" or is_late:
                running.remove(share)
                messages += share.end(kill=is_late)
            for message in messages:
                answer(message)


def main():
    # The protocol keeps the real standard output; whatever else is printed before a job runs goes nowhere.
    protocol = os.dup(1)
    nowhere = os.memfd_create("nowhere")
    os.dup2(nowhere, 1)
    orders = Input()

    def answer(message):
        write_whole(protocol, message)

    try:
        ready = start(json.loads(orders.line()))
    except BaseException as error:
        answer({"broken": f"{type(error).__name__}: {error}"})
        return
    answer({"ready": ready})
    gc.collect()
    gc.freeze()
    while line := orders.line():
        order = json.loads(line)
        if "cancel" in order:
            answer({"cancelled": True})
        else:
            serve(order, orders, answer)


main()
