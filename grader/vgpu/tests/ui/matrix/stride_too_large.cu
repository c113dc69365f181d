//@ kernel: copy
//@ launch: grid=1 block=32
//@ args: d=f32[256]:uninit s=f32[256]:one n=i32:24
#include <mma.h>
using namespace nvcuda;
// The stride is that of another matrix: rows lie beyond the end.
__global__ void copy(float* d, const float* s, int n) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::load_matrix_sync(sum, s, n, wmma::mem_row_major); //~ out-of-bounds
    wmma::store_matrix_sync(d, sum, 16, wmma::mem_row_major);
}
