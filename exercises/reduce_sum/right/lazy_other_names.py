# The lazy style, with other names, defaults and options.
import tilelang
import tilelang.language as T


@tilelang.jit(out_idx=-1, pass_configs={tilelang.PassConfigKey.TL_DISABLE_WARP_SPECIALIZED: True})
def reduce_sum_kernel(N: int, M: int, BLOCK_N: int = 16, BLOCK_M: int = 128, threads: int = 128):
    dtype = "float32"

    @T.prim_func
    def main(A: T.Tensor((N, M), dtype), B: T.Tensor((N,), dtype)):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=threads) as bx:
            A_local = T.alloc_fragment((BLOCK_N, BLOCK_M), dtype)
            total = T.alloc_fragment((BLOCK_N,), dtype)
            T.clear(total)
            for ko in T.serial(T.ceildiv(M, BLOCK_M)):
                T.copy(A[bx * BLOCK_N : (bx + 1) * BLOCK_N, ko * BLOCK_M : (ko + 1) * BLOCK_M], A_local)
                T.reduce_sum(A_local, total, dim=1, clear=False)
            T.copy(total, B[bx * BLOCK_N : (bx + 1) * BLOCK_N])

    return main
