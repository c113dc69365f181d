#@ expect: compile-error
#@ says: `tile`
# Returns a fragment, which lives only as long as its block.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N,), dtype)
        T.copy(src[bx * BLOCK_N], tile)
    return tile  #~ compile-error
