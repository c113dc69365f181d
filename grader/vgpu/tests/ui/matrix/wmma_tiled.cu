//@ kernel: product
//@ launch: grid=2,2 block=64
//@ args: d=f32[1024]:uninit a=f16[1024]:ramp b=f16[1024]:one
//@ check-pass
#include <mma.h>
using namespace nvcuda;
// 32×32×32: a block makes a 16×16 tile, its warps take turns along k and add up in shared memory.
__global__ void product(float* d, const half* a, const half* b) {
    __shared__ __align__(32) half ta[2][16][16], tb[2][16][16];
    __shared__ __align__(32) float sums[2][16][16];
    int warp = threadIdx.x / 32, row = blockIdx.y * 16, col = blockIdx.x * 16;
    for (int i = threadIdx.x; i < 512; i += 64) {
        int k = i / 256, r = i / 16 % 16, c = i % 16;
        ta[k][r][c] = a[(row + r) * 32 + 16 * k + c];
        tb[k][r][c] = b[(16 * k + r) * 32 + col + c];
    }
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(fa, &ta[warp][0][0], 16);
    wmma::load_matrix_sync(fb, &tb[warp][0][0], 16);
    wmma::mma_sync(sum, fa, fb, sum);
    for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= 0.5f;
    wmma::store_matrix_sync(&sums[warp][0][0], sum, 16, wmma::mem_row_major);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 64) {
        int r = row + i / 16;
        float got = sums[0][i / 16][i % 16] + sums[1][i / 16][i % 16];
        d[r * 32 + col + i % 16] = got;
        if (got != 0.5f * (32.0f * 32 * r + 496)) __trap();
    }
}
