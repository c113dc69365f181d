#@ expect: compile-error
#@ says: @tilelang.jit
# PyTorch would do the work, not the kernel.
import torch


def copy_kernel(src, BLOCK_N: int, dtype):  #~ compile-error
    return torch.clone(src)
