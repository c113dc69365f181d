#@ exercise: copy
#@ args: N=128 M=128 K=128 dtype=float16
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(A, B, dtype):
    M, N, K = T.const("M, N, K")
    A: T.Tensor((M, K), dtype)
    B: T.Tensor((K, N), dtype)
    C = T.empty((M, N), dtype)
    with T.Kernel(T.ceildiv(N, 64), T.ceildiv(M, 64), threads=100) as (bx, by):
        A_tile = T.alloc_shared((64, 32), dtype)
        B_tile = T.alloc_shared((32, 64), dtype)
        C_tile = T.alloc_fragment((64, 64), T.float32)
        T.clear(C_tile)
        for k in T.Pipelined(T.ceildiv(K, 32), num_stages=2):
            T.copy(A[by * 64, k * 32], A_tile)
            T.copy(B[k * 32, bx * 64], B_tile)
            T.gemm(A_tile, B_tile, C_tile)
        T.copy(C_tile, C[by * 64, bx * 64])
    return C
#@ finds: 21 compile-error
