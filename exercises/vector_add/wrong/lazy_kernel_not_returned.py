#@ expect: compile-error
#@ says: returns nothing
# The lazy style must return the kernel.
import tilelang
import tilelang.language as T


@tilelang.jit(out_idx=[-1])
def vector_add_kernel(N, BLOCK_N, dtype):  #~ compile-error
    @T.prim_func
    def main(a: T.Tensor((N,), dtype), b: T.Tensor((N,), dtype), out: T.Tensor((N,), dtype)):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
            for i in T.Parallel(BLOCK_N):
                out[bx * BLOCK_N + i] = a[bx * BLOCK_N + i] + b[bx * BLOCK_N + i]
