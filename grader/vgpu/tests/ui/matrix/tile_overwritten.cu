//@ kernel: product
//@ launch: grid=1 block=64
//@ args: d=f32[512]:uninit s=f16[1024]:one
#include <mma.h>
using namespace nvcuda;
// Two warps share the tile of a. No barrier keeps the next round's store behind this round's loads.
__global__ void product(float* d, const half* s) {
    __shared__ __align__(32) half tile[16][16];
    int warp = threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(fb, s + 256 * warp, 16);
#pragma unroll 1
    for (int k = 0; k < 4; ++k) {
        for (int i = threadIdx.x; i < 256; i += 64) tile[i / 16][i % 16] = s[256 * k + i];
        __syncthreads();
        wmma::load_matrix_sync(fa, &tile[0][0], 16); //~ race
        wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::store_matrix_sync(d + 256 * warp, sum, 16, wmma::mem_row_major);
}
