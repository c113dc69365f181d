#@ expect: hang
#@ says: had not ended
# The column does not advance.
import tilelang
import tilelang.language as T

LOG2_E = 1.4426950408889634


@tilelang.jit
def softmax_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N, M), T.float32)
    with T.Kernel(T.ceildiv(N, 128), threads=128) as bx:
        tx = T.get_thread_binding(0)
        col = T.alloc_var(T.int32)
        largest = T.alloc_var(T.float32)
        total = T.alloc_var(T.float32)
        if bx * 128 + tx < N:
            col = 0
            largest = -T.infinity(T.float32)
            while col < M:
                largest = T.max(largest, src[bx * 128 + tx, col])  #~ hang
            total = 0.0
            for c in T.Serial(M):
                total += T.exp(src[bx * 128 + tx, c] - largest)
            for c in T.Serial(M):
                out[bx * 128 + tx, c] = T.exp(src[bx * 128 + tx, c] - largest) / total
    return out
