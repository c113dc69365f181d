# Whole rows in shared memory, as long as they fit.
import tilelang
import tilelang.language as T

LOG2_E = 1.4426950408889634


@tilelang.jit
def softmax_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N, M), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tx = T.get_thread_binding(0)
        rows = T.alloc_shared((BLOCK_N, M), T.float32)
        largest = T.alloc_var(T.float32)
        total = T.alloc_var(T.float32)
        T.copy(src[bx * BLOCK_N, 0], rows)
        if tx < BLOCK_N:
            largest = -T.infinity(T.float32)
            for col in T.Serial(M):
                largest = T.max(largest, rows[tx, col])
            total = 0.0
            for col in T.Serial(M):
                total += T.exp(rows[tx, col] - largest)
            if bx * BLOCK_N + tx < N:
                for col in T.Serial(M):
                    out[bx * BLOCK_N + tx, col] = T.exp(rows[tx, col] - largest) / total
    return out
