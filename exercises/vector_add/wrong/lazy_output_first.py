#@ expect: uninitialized-read
#@ says: `out[0]` is read
# The output comes first, and out_idx says that it is the last.
import tilelang
import tilelang.language as T


@tilelang.jit(out_idx=[-1])
def vector_add_kernel(N, BLOCK_N, dtype):
    @T.prim_func
    def main(out: T.Tensor((N,), dtype), a: T.Tensor((N,), dtype), b: T.Tensor((N,), dtype)):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
            for i in T.Parallel(BLOCK_N):
                out[bx * BLOCK_N + i] = a[bx * BLOCK_N + i] + b[bx * BLOCK_N + i]  #~ uninitialized-read

    return main
