# Written by thread: 32 × 8 of them, as in CUDA.
import tilelang
import tilelang.language as T


@tilelang.jit
def transpose_kernel(src, BLOCK_N: int, BLOCK_M: int, dtype):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), dtype)
    out = T.empty((M, N), dtype)
    with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=(32, 8)) as (bx, by):
        tile = T.alloc_shared((BLOCK_N, BLOCK_M), dtype)
        tx = T.get_thread_binding(0)
        ty = T.get_thread_binding(1)
        for r in T.Serial(T.ceildiv(BLOCK_N, 8)):
            for c in T.Serial(T.ceildiv(BLOCK_M, 32)):
                if by * BLOCK_N + r * 8 + ty < N and bx * BLOCK_M + c * 32 + tx < M:
                    tile[r * 8 + ty, c * 32 + tx] = src[by * BLOCK_N + r * 8 + ty, bx * BLOCK_M + c * 32 + tx]
        T.sync_threads()
        for r in T.Serial(T.ceildiv(BLOCK_M, 8)):
            for c in T.Serial(T.ceildiv(BLOCK_N, 32)):
                if bx * BLOCK_M + r * 8 + ty < M and by * BLOCK_N + c * 32 + tx < N:
                    out[bx * BLOCK_M + r * 8 + ty, by * BLOCK_N + c * 32 + tx] = tile[c * 32 + tx, r * 8 + ty]
    return out
