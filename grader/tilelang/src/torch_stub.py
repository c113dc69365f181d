"""A stand-in for PyTorch: what `import tilelang` and lowering ask of it, and nothing that computes.

TileLang imports torch for its tensors, devices and streams. camp lowers kernels and runs them elsewhere, so names are
enough. Whatever else a kernel file takes from torch raises an AttributeError that says so.
"""

import sys
import types


class dtype:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "torch." + self.name

    def __reduce__(self):
        return self.name


class device:
    def __init__(self, *args):
        self.type = str(args[0]) if args else "cpu"


class Tensor:
    pass


class Generator:
    pass


class Stream:
    pass


class Size(tuple):
    pass


_DTYPES = """float16 float32 float64 bfloat16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool complex64 complex128
float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu float4_e2m1fn_x2"""
_ALIASES = {"half": "float16", "float": "float32", "double": "float64", "short": "int16", "int": "int32", "long": "int64"}


def _missing(module):
    def getattribute(name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"camp lowers kernels without PyTorch: {module}.{name} is not available")

    return getattribute


def _module(name, **content):
    module = types.ModuleType(name)
    module.__path__ = []
    module.__package__ = name
    module.__dict__.update(content, __getattr__=_missing(name))
    sys.modules[name] = module
    return module


def install():
    torch = _module("torch", __version__="0.0.0", dtype=dtype, device=device, Tensor=Tensor, Generator=Generator,
                    Stream=Stream, Size=Size)
    for name in _DTYPES.split():
        setattr(torch, name, dtype(name))
    for alias, name in _ALIASES.items():
        setattr(torch, alias, getattr(torch, name))
    torch.version = _module("torch.version", cuda=None, hip=None, __version__="0.0.0")
    torch.cuda = _module("torch.cuda", is_available=lambda: False, device_count=lambda: 0,
                         _CudaDeviceProperties=type("_CudaDeviceProperties", (), {}), Event=type("Event", (), {}))
    torch.backends = _module("torch.backends")
