# Each thread computes one row, online.
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
        row = bx * 128 + tx
        largest = T.alloc_var(T.float32)
        total = T.alloc_var(T.float32)
        next_largest = T.alloc_var(T.float32)
        if row < N:
            largest = -T.infinity(T.float32)
            total = 0.0
            for col in T.Serial(M):
                next_largest = T.max(largest, src[row, col])
                if next_largest != -T.infinity(T.float32):
                    total = total * T.exp(largest - next_largest) + T.exp(src[row, col] - next_largest)
                largest = next_largest
            for col in T.Serial(M):
                out[row, col] = T.exp(src[row, col] - largest) / total
    return out
