//@ kernel: product
//@ launch: grid=1 block=32
//@ args: d=f32[256]:uninit
#include <mma.h>
using namespace nvcuda;
// The accumulator is loaded from a tile that nothing has filled.
__global__ void product(float* d) {
    __shared__ __align__(32) float tile[16][16];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::load_matrix_sync(sum, &tile[0][0], 16, wmma::mem_row_major); //~ uninitialized-read
    wmma::store_matrix_sync(d, sum, 16, wmma::mem_row_major);
}
