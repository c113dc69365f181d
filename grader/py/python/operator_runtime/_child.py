"""How the processes are started that compilers run in, and TileLang.

They are this interpreter with the extension module alone: no site-packages, no NumPy, one thread.
"""

from __future__ import annotations

import atexit
import sys

from operator_runtime import _core

_LOAD = """
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
loader = ExtensionFileLoader("operator_runtime._core", sys.argv[1])
core = module_from_spec(spec_from_loader(loader.name, loader))
loader.exec_module(core)
"""
_COMPILER = _LOAD + "core.compiler_child()"
_SANDBOX = _LOAD + "raise core.sandbox_child(sys.argv[2], sys.argv[3])"


def configure() -> None:
    """Tells the compiled side."""
    path = _core.__file__
    start = ["-I", "-S", "-c"]
    # Python embedded in another program has no interpreter of its own to name.
    program = sys.executable or "python3"
    _core.configure(program, [*start, _COMPILER, path], [*start, _SANDBOX, path])
    atexit.register(_core.shutdown)
