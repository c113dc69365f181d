//@ kernel: product
//@ launch: grid=1 block=32
//@ args: d=f32[256]:uninit s=f16[256]:one n=i32:20
#include <mma.h>
using namespace nvcuda;
// Threads without work return before the matrices are loaded.
__global__ void product(float* d, const half* s, int n) {
    if (threadIdx.x >= n) return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(fa, s, 16); //~ barrier-divergence
    wmma::load_matrix_sync(fb, s, 16);
    wmma::mma_sync(sum, fa, fb, sum);
    wmma::store_matrix_sync(d, sum, 16, wmma::mem_row_major);
}
