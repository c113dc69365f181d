//@ kernel: product
//@ launch: grid=2,2 block=128
//@ args: c=f16[16384]:uninit a=f16[8192]:one b=f16[8192]:ramp
#include <cuda_fp16.h>
#include <stdint.h>
// 128×128×64: blocks of 64×64, four warps of 32×32, two stages of 32 along k that `cp.async` fills, rows padded.
constexpr int N = 128, K = 64, STEP = 32, PAD = 8;
__device__ uint32_t shared_address(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ void copy(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from)); //~ race
} //~| race
__global__ void product(half* c, const half* a, const half* b) {
    __shared__ __align__(16) half ta[2][64][STEP + PAD];
    __shared__ __align__(16) half tb[2][STEP][64 + PAD];
    int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64, wr = warp / 2 * 32, wc = warp % 2 * 32;
    auto fill = [&](int stage, int k0) {
        for (int i = tid; i < 256; i += 128) {
            copy(&ta[stage][i / 4][i % 4 * 8], &a[(row0 + i / 4) * K + k0 + i % 4 * 8]);
            copy(&tb[stage][i / 8][i % 8 * 8], &b[(k0 + i / 8) * N + col0 + i % 8 * 8]);
        }
        asm volatile("cp.async.commit_group;");
    };
    float sum[2][4][4] = {};
    fill(0, 0);
    for (int s = 0; s < K / STEP; ++s) {
        if (s + 1 < K / STEP) fill((s + 1) % 2, (s + 1) * STEP);
        if (s + 1 < K / STEP) {
            asm volatile("cp.async.wait_group 1;" ::: "memory");
        } else {
            asm volatile("cp.async.wait_group 0;" ::: "memory");
        }
        // (no barrier: what other threads copied is not there yet)
        for (int k = 0; k < STEP; k += 16) {
            uint32_t fa[2][4], fb[4][2];
            for (int i = 0; i < 2; ++i) {
                uint32_t p = shared_address(&ta[s % 2][wr + 16 * i + lane % 16][k + lane / 16 * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                             : "=r"(fa[i][0]), "=r"(fa[i][1]), "=r"(fa[i][2]), "=r"(fa[i][3])
                             : "r"(p));
            }
            for (int j = 0; j < 4; j += 2) {
                uint32_t p = shared_address(&tb[s % 2][k + lane % 16][wc + 8 * j + lane / 16 * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                             : "=r"(fb[j][0]), "=r"(fb[j][1]), "=r"(fb[j + 1][0]), "=r"(fb[j + 1][1])
                             : "r"(p));
            }
            for (int i = 0; i < 2; ++i) {
                for (int j = 0; j < 4; ++j) {
                    float* d = sum[i][j];
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                                 : "r"(fa[i][0]), "r"(fa[i][1]), "r"(fa[i][2]), "r"(fa[i][3]), "r"(fb[j][0]),
                                   "r"(fb[j][1]));
                }
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 4; ++j) {
            int row = row0 + wr + 16 * i + lane / 4, col = col0 + wc + 8 * j + lane % 4 * 2;
            *(half2*)&c[row * N + col] = __floats2half2_rn(sum[i][j][0] / 4096, sum[i][j][1] / 4096);
            *(half2*)&c[(row + 8) * N + col] = __floats2half2_rn(sum[i][j][2] / 4096, sum[i][j][3] / 4096);
            // Each column of b is a ramp in steps of 128; above 2048 halves are rounded, to multiples of at most 4.
            float want = 64.0f * col + 128.0f * 63 * 32;
            if (fabsf(sum[i][j][0] - want) > 128 || sum[i][j][0] != sum[i][j][2]) __trap();
        }
    }
}
