import tilelang
import tilelang.language as T

# Task: out[row] = src[row, 0] + … + src[row, M-1], for each of the N rows, for any N and M.
#
# A block takes BLOCK_N rows and goes over their columns tile by tile, BLOCK_M at a time. Loading what lies outside of the
# matrix gives 0, which changes no sum.
#
# Keep the function's name, its parameters, and that it returns `out`.


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)

        # TODO 1: A fragment holds nothing to begin with. What must `total` hold before the first tile?
        # TODO 2: Go over the tiles of these rows, one after another: T.Serial. How many are there?
        # TODO 3: In each pass, load the tile with T.copy: src[row, column] says where it begins.
        # TODO 4: Then add its rows up into `total`: T.reduce_sum(tile, total, dim=…, clear=…). dim is the dimension that
        #         goes away; clear says whether total begins at 0 again.
        # TODO 5: After the last tile, store `total` to out.

    return out
