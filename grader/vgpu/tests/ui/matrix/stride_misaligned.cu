//@ kernel: copy
//@ launch: grid=1 block=32
//@ args: d=f16[256]:uninit
#include <mma.h>
using namespace nvcuda;
// A stride of 20 halves: every other row does not begin at a multiple of 16 bytes.
__global__ void copy(half* d) {
    __shared__ __align__(32) half tile[16][20];
    for (int i = threadIdx.x; i < 320; i += 32) tile[i / 20][i % 20] = __int2half_rn(i);
    __syncwarp();
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> sum;
    wmma::load_matrix_sync(sum, &tile[0][0], 20, wmma::mem_row_major); //~ misaligned-access
    wmma::store_matrix_sync(d, sum, 16, wmma::mem_row_major);
}
