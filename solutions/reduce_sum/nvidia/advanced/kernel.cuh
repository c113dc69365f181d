#pragma once
#include <stdint.h>

// out[row] = in[row][0] + … + in[row][cols-1], for each row of a rows × cols matrix stored row by row.
//
// One block per row, with as many threads as the row has work for: launch.toml gives each thread 8 columns, two packs of
// 16 bytes. The block may have any multiple of 32 threads; longer rows take more turns.
namespace oprt::reduce_sum::nvidia {

// How many packs a thread asks for before it uses the first.
constexpr int PACKS = 2;

// The sum of one value from each thread of a warp. The threads read each other's registers, without shared memory and
// without a barrier: each adds the value of the thread 16 away, then 8, 4, 2, 1. All of them get the result.
__device__ float warp_sum(float value) {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, distance);
    }
    return value;
}

// The sum of one value from each thread of the block. Thread 0 gets the result.
__device__ float block_sum(float value) {
    __shared__ float of_warp[32];  // A block has 1024 threads at most: 32 warps.
    unsigned int lane = threadIdx.x % 32;
    unsigned int warp = threadIdx.x / 32;
    value = warp_sum(value);
    if (lane == 0) {
        of_warp[warp] = value;
    }
    __syncthreads();  // The only barrier: the sums that are left are few enough for one warp.
    if (warp == 0) {
        value = warp_sum(lane < blockDim.x / 32 ? of_warp[lane] : 0.0f);
    }
    return value;
}

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // The whole block leaves together.
    }
    const float *x = in + row * cols;

    // A load of 16 bytes needs an address that 16 divides, and a row begins where the one before ends. So up to 3 floats
    // stand in front of the first pack and up to 3 behind the last: single ones, most often none.
    int64_t head = (16 - reinterpret_cast<uintptr_t>(x) % 16) % 16 / sizeof(float);
    head = head < cols ? head : cols;
    int64_t n_packs = (cols - head) / 4;
    float sum = 0.0f;
    for (int64_t i = threadIdx.x; i < cols - 4 * n_packs; i += blockDim.x) {
        sum += x[i < head ? i : i + 4 * n_packs];
    }

    const float4 *packs = reinterpret_cast<const float4 *>(x + head);
    // One turn for most rows, so the compiler need not prepare for many: that would only take registers.
#pragma unroll 1
    for (int64_t first = threadIdx.x; first < n_packs; first += PACKS * blockDim.x) {
        // All loads before the first addition. A pack behind the end of the row counts as zeros. Unrolled, the array
        // becomes registers.
        float4 loaded[PACKS];
#pragma unroll
        for (int k = 0; k < PACKS; k++) {
            int64_t i = first + k * blockDim.x;
            loaded[k] = i < n_packs ? packs[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        }
#pragma unroll
        for (int k = 0; k < PACKS; k++) {
            sum += (loaded[k].x + loaded[k].y) + (loaded[k].z + loaded[k].w);
        }
    }

    sum = block_sum(sum);
    if (threadIdx.x == 0) {
        out[row] = sum;
    }
}

}  // namespace oprt::reduce_sum::nvidia
