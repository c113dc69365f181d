import tilelang
import tilelang.language as T

# out[i] = a[i] + b[i] for i = 0 … N-1, in the lazy style: the outer function gets the sizes and returns a kernel for them,
# whose last parameter is the output.


@tilelang.jit(out_idx=[-1])
def vector_add_kernel(N: int, BLOCK_N: int, dtype):
    @T.prim_func
    def kernel(a: T.Tensor((N,), dtype), b: T.Tensor((N,), dtype), out: T.Tensor((N,), dtype)):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
            a_tile = T.alloc_fragment((BLOCK_N,), dtype)
            b_tile = T.alloc_fragment((BLOCK_N,), dtype)
            T.copy(a[bx * BLOCK_N], a_tile)
            T.copy(b[bx * BLOCK_N], b_tile)
            for i in T.Parallel(BLOCK_N):
                a_tile[i] += b_tile[i]
            T.copy(a_tile, out[bx * BLOCK_N])

    return kernel
