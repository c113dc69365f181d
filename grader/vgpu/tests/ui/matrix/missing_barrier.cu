//@ kernel: product
//@ launch: grid=1 block=64
//@ args: d=f32[64]:uninit a=f16[512]:ramp
#include <cuda_fp16.h>
#include <stdint.h>
// Each warp stores half of the tile, and the other reads it before a barrier.
__global__ void product(float* d, const half* a) {
    __shared__ __align__(16) half tile[32][16];
    for (int i = threadIdx.x; i < 512; i += 64) {
        tile[i / 16][i % 16] = a[i]; //~ race
    }
    __syncwarp();
    uint32_t f[4];
    uint32_t p = (uint32_t)__cvta_generic_to_shared(&tile[threadIdx.x % 32][0]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3])
                 : "r"(p));
    d[threadIdx.x] = __half2float(__ushort_as_half(f[0] ^ f[1] ^ f[2] ^ f[3]));
}
