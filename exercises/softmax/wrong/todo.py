#@ expect: unwritten-output
#@ says: never written
# The TODOs are not filled in.
import tilelang
import tilelang.language as T

LOG2_E = 1.4426950408889634


@tilelang.jit
def softmax_kernel(src, BLOCK_N: int, BLOCK_M: int):  #~ unwritten-output
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N, M), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        largest = T.alloc_fragment((BLOCK_N,), T.float32)
        previous = T.alloc_fragment((BLOCK_N,), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
    return out
