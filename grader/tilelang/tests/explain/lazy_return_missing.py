#@ exercise: copy
import tilelang
import tilelang.language as T


@tilelang.jit(out_idx=[-1])
def copy_kernel(N: int, BLOCK_N: int, dtype):
    @T.prim_func
    def main(src: T.Tensor((N,), dtype), out: T.Tensor((N,), dtype)):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
            T.copy(src[bx * BLOCK_N], out[bx * BLOCK_N])
#@ finds: 7 compile-error
