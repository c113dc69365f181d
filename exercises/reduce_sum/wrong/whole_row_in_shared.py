#@ expect: launch-failure
#@ says: shared memory
#@ line: none
# Whole rows in shared memory: long ones do not fit.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, 32), threads=128) as bx:
        tx = T.get_thread_binding(0)
        rows = T.alloc_shared((32, M), T.float32)
        total = T.alloc_var(T.float32)
        T.copy(src[bx * 32, 0], rows)
        if tx < 32:
            total = 0.0
            for col in T.Serial(M):
                total += rows[tx, col]
            if bx * 32 + tx < N:
                out[bx * 32 + tx] = total
    return out
