#@ expect: compile-error
#@ says: return
# In the lazy style nothing says which parameter is the output.
import tilelang
import tilelang.language as T


@tilelang.jit
def vector_add_kernel(N, BLOCK_N, dtype):  #~ compile-error
    @T.prim_func
    def main(a: T.Tensor((N,), dtype), b: T.Tensor((N,), dtype), out: T.Tensor((N,), dtype)):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
            for i in T.Parallel(BLOCK_N):
                out[bx * BLOCK_N + i] = a[bx * BLOCK_N + i] + b[bx * BLOCK_N + i]

    return main
