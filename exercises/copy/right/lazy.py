# The lazy style, with other names.
import tilelang
import tilelang.language as T


@tilelang.jit(out_idx=[1])
def copy_kernel(N, BLOCK_N, dtype):
    @T.prim_func
    def main(A: T.Tensor((N,), dtype), B: T.Tensor((N,), dtype)):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=256) as bx:
            T.copy(A[bx * BLOCK_N : (bx + 1) * BLOCK_N], B[bx * BLOCK_N : (bx + 1) * BLOCK_N])

    return main
