# The lazy style with types and defaults, as much of the code that you will read.
import tilelang
import tilelang.language as T


@tilelang.jit(out_idx=[2])
def vector_add_kernel(N: int, BLOCK_N: int = 256, dtype="float32"):
    @T.prim_func
    def main(A: T.Tensor([N], dtype), B: T.Tensor([N], dtype), C: T.Tensor([N], dtype)):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=256) as (bx,):
            for i in T.Parallel(BLOCK_N):
                C[bx * BLOCK_N + i] = A[bx * BLOCK_N + i] + B[bx * BLOCK_N + i]

    return main
