import tilelang
import tilelang.language as T

# out[i] = src[i] for i = 0 … N-1, in the lazy style, which most TileLang code that you will read is written in.
#
# The outer function gets the sizes and returns a kernel for them: a T.prim_func with all tensors as parameters, the
# output too. out_idx=[-1] says that the last one is the output: whoever calls the kernel passes only src.


@tilelang.jit(out_idx=[-1])
def copy_kernel(N: int, BLOCK_N: int, dtype):
    @T.prim_func
    def kernel(src: T.Tensor((N,), dtype), out: T.Tensor((N,), dtype)):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
            first = bx * BLOCK_N
            for i in T.Parallel(BLOCK_N):
                out[first + i] = src[first + i]

    return kernel
