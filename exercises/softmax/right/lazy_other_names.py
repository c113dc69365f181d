# The lazy style, with other names and options.
import tilelang
import tilelang.language as T


@tilelang.jit(
    out_idx=[1],
    pass_configs={
        tilelang.PassConfigKey.TL_DISABLE_WARP_SPECIALIZED: True,
        tilelang.PassConfigKey.TL_ENABLE_FAST_MATH: True,
    },
)
def softmax_kernel(N: int, M: int, BLOCK_N: int = 16, BLOCK_M: int = 128, threads: int = 128):
    dtype = T.float32
    log2_e = 1.4426950408889634

    @T.prim_func
    def main(X: T.Tensor((N, M), dtype), Y: T.Tensor((N, M), dtype)):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=threads) as bx:
            X_local = T.alloc_fragment((BLOCK_N, BLOCK_M), dtype)
            m_prev = T.alloc_fragment((BLOCK_N,), dtype)
            m = T.alloc_fragment((BLOCK_N,), dtype)
            d = T.alloc_fragment((BLOCK_N,), dtype)
            part = T.alloc_fragment((BLOCK_N,), dtype)
            T.fill(m, -T.infinity(dtype))
            T.fill(d, 0)
            for ko in T.serial(T.ceildiv(M, BLOCK_M)):
                T.copy(X[bx * BLOCK_N : (bx + 1) * BLOCK_N, ko * BLOCK_M : (ko + 1) * BLOCK_M], X_local)
                T.copy(m, m_prev)
                T.reduce_max(X_local, m, dim=1, clear=False)
                for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                    X_local[i, j] = T.exp2(X_local[i, j] * log2_e - m[i] * log2_e)
                T.reduce_sum(X_local, part, dim=1)
                for i in T.Parallel(BLOCK_N):
                    d[i] = d[i] * T.exp2((m_prev[i] - m[i]) * log2_e) + part[i]
            for ko in T.serial(T.ceildiv(M, BLOCK_M)):
                T.copy(X[bx * BLOCK_N : (bx + 1) * BLOCK_N, ko * BLOCK_M : (ko + 1) * BLOCK_M], X_local)
                for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                    X_local[i, j] = T.exp2((X_local[i, j] - m[i]) * log2_e) / d[i]
                T.copy(X_local, Y[bx * BLOCK_N : (bx + 1) * BLOCK_N, ko * BLOCK_M : (ko + 1) * BLOCK_M])

    return main
