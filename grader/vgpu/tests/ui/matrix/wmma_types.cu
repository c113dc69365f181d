//@ kernel: products
//@ launch: grid=1 block=32
//@ args: out=f64[1]:uninit
//@ check-pass
#include <mma.h>
using namespace nvcuda;
// One product in each type, of which every row and column sums up to the same.
template <typename T, int K> __device__ void fill(T* p, int n, int value) {
    for (int i = threadIdx.x; i < n; i += 32) p[i] = T(value);
    __syncwarp();
}
template <int M, int N, int K, typename T, typename F, typename S> __device__ bool right(S* d, T* a, T* b) {
    fill<T, K>(a, M * K, 3);
    fill<T, K>(b, K * N, 2);
    wmma::fragment<wmma::matrix_a, M, N, K, F, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, F, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, M, N, K, S> sum;
    wmma::fill_fragment(sum, S(1));
    wmma::load_matrix_sync(fa, a, K);
    wmma::load_matrix_sync(fb, b, K);
    wmma::mma_sync(sum, fa, fb, sum);
    wmma::store_matrix_sync(d, sum, N, wmma::mem_row_major);
    __syncwarp();
    bool ok = true;
    for (int i = 0; i < M * N; ++i) ok = ok && d[i] == S(6 * K + 1);
    __syncwarp();
    return ok;
}
__global__ void products(double* out) {
    __shared__ __align__(32) unsigned char a[2048], b[2048], d[4096];
    bool ok = right<16, 16, 16, half, half>((float*)d, (half*)a, (half*)b);
    ok = ok && right<32, 8, 16, half, half>((half*)d, (half*)a, (half*)b);
    ok = ok && right<8, 32, 16, __nv_bfloat16, __nv_bfloat16>((float*)d, (__nv_bfloat16*)a, (__nv_bfloat16*)b);
    ok = ok && right<16, 16, 8, float, wmma::precision::tf32>((float*)d, (float*)a, (float*)b);
    ok = ok && right<16, 16, 16, signed char, signed char>((int*)d, (signed char*)a, (signed char*)b);
    ok = ok && right<8, 32, 16, unsigned char, unsigned char>((int*)d, (unsigned char*)a, (unsigned char*)b);
    ok = ok && right<8, 8, 4, double, double>((double*)d, (double*)a, (double*)b);
    if (threadIdx.x == 0) *out = ok;
    if (!ok) __trap();
}
