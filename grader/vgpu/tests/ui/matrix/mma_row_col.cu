//@ kernel: product
//@ launch: grid=1 block=32
//@ args: d=f32[128]:uninit a=f16[256]:ramp b=f16[128]:one
//@ check-pass
#include <cuda_fp16.h>
#include <stdint.h>
// One 16×8 tile of a product: both factors come through shared memory and `ldmatrix`.
__global__ void product(float* d, const half* a, const half* b) {
    __shared__ __align__(16) half ta[16][16];
    __shared__ __align__(16) half tb[16][8];
    int lane = threadIdx.x;
    for (int i = lane; i < 256; i += 32) ta[i / 16][i % 16] = a[i];
    for (int i = lane; i < 128; i += 32) tb[i / 8][i % 8] = b[i];
    __syncwarp();
    uint32_t fa[4], fb[2];
    uint32_t pa = (uint32_t)__cvta_generic_to_shared(&ta[lane % 16][lane / 16 * 8]);
    uint32_t pb = (uint32_t)__cvta_generic_to_shared(&tb[lane % 16][0]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3])
                 : "r"(pa));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(fb[0]), "=r"(fb[1])
                 : "r"(pb));
    float s[4] = {0, 0, 0, 0};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
                 : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]));
    int row = lane / 4, col = lane % 4 * 2;
    d[row * 8 + col] = s[0];
    d[row * 8 + col + 1] = s[1];
    d[(row + 8) * 8 + col] = s[2];
    d[(row + 8) * 8 + col + 1] = s[3];
    // Every column of b is ones: a row of a ramp sums to 16·(16·row) + 120.
    float want = 256.0f * row + 120.0f;
    if (s[0] != want || s[1] != want || s[2] != want + 2048 || s[3] != want + 2048) __trap();
}
