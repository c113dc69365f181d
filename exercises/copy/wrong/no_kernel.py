#@ expect: compile-error
#@ says: does not run on the GPU
# There is no T.Kernel, so there is no grid and no block.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    for i in T.Parallel(N):  #~ compile-error
        out[i] = src[i]
    return out
