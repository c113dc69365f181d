//@ kernel: copy
//@ launch: grid=1 block=32
//@ args: d=f16[256]:uninit
//@ check-pass
#include <mma.h>
using namespace nvcuda;
// The tile asks for no alignment, and stands behind an array of odd size: GPUs place it well all the same.
__global__ void copy(half* d) {
    __shared__ half odd[9], tile[16][16];
    if (threadIdx.x < 9) odd[threadIdx.x] = __int2half_rn(threadIdx.x);
    for (int i = threadIdx.x; i < 256; i += 32) tile[i / 16][i % 16] = __int2half_rn(i);
    __syncwarp();
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> sum;
    wmma::load_matrix_sync(sum, &tile[0][0], 16, wmma::mem_row_major);
    for (int i = 0; i < sum.num_elements; ++i) sum.x[i] += odd[i % 9];
    wmma::store_matrix_sync(d, sum, 16, wmma::mem_row_major);
}
