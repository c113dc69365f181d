#@ exercise: copy
#@ args: N=128 M=128 K=128 dtype=float16
#@ bug: tile-ai/tilelang#2393
#@ fixed
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(A, B, dtype):
    M, N, K = T.const("M, N, K")
    A: T.Tensor((M, K), dtype)
    B: T.Tensor((K, N), dtype)
    C = T.empty((M,), T.float32)
    with T.Kernel(1, T.ceildiv(M, 64), threads=128) as (bx, by):
        A_tile = T.alloc_shared((64, 32), dtype)
        B_tile = T.alloc_shared((32, 64), dtype)
        C_tile = T.alloc_fragment((64, 64), T.float32)
        s = T.alloc_fragment((64,), T.float32)
        T.clear(C_tile)
        T.clear(s)
        T.copy(A[by * 64, 0], A_tile)
        T.copy(B[0, 0], B_tile)
        T.gemm(A_tile, B_tile, C_tile)
        for i in T.Parallel(64):
            for j in T.serial(64):
                s[i] += C_tile[i, j]
        T.copy(s, C[by * 64])
    return C
