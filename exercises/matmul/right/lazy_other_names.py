# The lazy style, with other names.
import tilelang
import tilelang.language as T


@tilelang.jit(out_idx=[-1])
def matmul_kernel(M: int, N: int, K: int, BLOCK_M: int, BLOCK_N: int, BLOCK_K: int, dtype):
    @T.prim_func
    def product(A: T.Tensor((M, K), dtype), B: T.Tensor((K, N), dtype), C: T.Tensor((M, N), dtype)):
        with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=128) as (block_row, block_col):
            A_shared = T.alloc_shared((BLOCK_M, BLOCK_K), dtype)
            B_shared = T.alloc_shared((BLOCK_K, BLOCK_N), dtype)
            C_local = T.alloc_fragment((BLOCK_M, BLOCK_N), "float")
            T.clear(C_local)
            for step in T.Pipelined(T.ceildiv(K, BLOCK_K), num_stages=0):
                T.copy(A[block_row * BLOCK_M, step * BLOCK_K], A_shared)
                T.copy(B[step * BLOCK_K, block_col * BLOCK_N], B_shared)
                T.gemm(A_shared, B_shared, C_local)
            T.copy(C_local, C[block_row * BLOCK_M, block_col * BLOCK_N])

    return product
