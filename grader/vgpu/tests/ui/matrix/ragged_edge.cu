//@ kernel: product
//@ launch: grid=1 block=32
//@ args: d=f32[104]:uninit a=f16[208]:ramp rows=i32:13
//@ check-pass
#include <cuda_fp16.h>
#include <stdint.h>
// 13 rows: the tile's other rows stay undefined, and so do the results that are not stored.
__global__ void product(float* d, const half* a, int rows) {
    __shared__ __align__(16) half tile[16][16];
    int lane = threadIdx.x;
    for (int i = lane; i < rows * 16; i += 32) tile[i / 16][i % 16] = a[i];
    __syncwarp();
    uint32_t f[4], one = 0x3c003c00;
    uint32_t p = (uint32_t)__cvta_generic_to_shared(&tile[lane % 16][lane / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3])
                 : "r"(p));
    float s[4] = {0, 0, 0, 0};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %8}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
                 : "r"(f[0]), "r"(f[1]), "r"(f[2]), "r"(f[3]), "r"(one));
    int row = lane / 4, col = lane % 4 * 2;
    d[row * 8 + col] = s[0];
    d[row * 8 + col + 1] = s[1];
    if (row + 8 < rows) {
        d[(row + 8) * 8 + col] = s[2];
        d[(row + 8) * 8 + col + 1] = s[3];
    }
}
