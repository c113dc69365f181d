//@ kernel: rows
//@ launch: grid=1 block=32
//@ args: d=u32[32]:uninit
#include <cuda_fp16.h>
#include <stdint.h>
// Rows of 12 halves: every other one does not begin at a multiple of 16 bytes.
__global__ void rows(uint32_t* d) {
    __shared__ __align__(16) half tile[8][12];
    for (int i = threadIdx.x; i < 96; i += 32) tile[i / 12][i % 12] = __int2half_rn(i);
    __syncwarp();
    uint32_t f, p = (uint32_t)__cvta_generic_to_shared(&tile[threadIdx.x % 8][0]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(f) : "r"(p)); //~ misaligned-access
    d[threadIdx.x] = f;
}
