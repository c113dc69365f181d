#@ expect: unwritten-output
#@ says: never written
# The TODOs are not filled in.
import tilelang
import tilelang.language as T


@tilelang.jit
def layer_norm_kernel(src, gamma, beta, BLOCK_N: int, BLOCK_M: int, eps: float):  #~ unwritten-output
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    gamma: T.Tensor((M,), T.float32)
    beta: T.Tensor((M,), T.float32)
    out = T.empty((N, M), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        mean = T.alloc_fragment((BLOCK_N,), T.float32)
        factor = T.alloc_fragment((BLOCK_N,), T.float32)
        scale = T.alloc_fragment((BLOCK_M,), T.float32)
        shift = T.alloc_fragment((BLOCK_M,), T.float32)
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
    return out
