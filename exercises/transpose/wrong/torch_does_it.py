#@ expect: compile-error
#@ says: @tilelang.jit
# PyTorch would do the work, not the kernel.
import torch


def transpose_kernel(src, BLOCK_N: int, BLOCK_M: int, dtype):  #~ compile-error
    return torch.t(src).contiguous()
