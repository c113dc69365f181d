//@ kernel: product
//@ launch: grid=1 block=64
//@ args: d=f32[256]:uninit s=f16[256]:one n=i32:48
#include <mma.h>
using namespace nvcuda;
// Only threads with work enter: half of the second warp stays away, and waits at the barrier.
__global__ void product(float* d, const half* s, int n) {
    __shared__ __align__(32) float tile[2][256];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    if (threadIdx.x < n) {
        wmma::load_matrix_sync(fa, s, 16); //~ barrier-divergence
        wmma::load_matrix_sync(fb, s, 16);
        wmma::mma_sync(sum, fa, fb, sum);
        wmma::store_matrix_sync(tile[threadIdx.x / 32], sum, 16, wmma::mem_row_major);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 64) d[i] = tile[0][i] + tile[1][i];
}
