#pragma once
#include <math.h>
#include <stdint.h>

// out[row][col] = exp(in[row][col] - max) / sum, for each row of a rows × cols matrix stored row by row.
//
// The plain solution reads each row three times. Here a row that fits is read once and kept in the registers of its block
// (softmax_registers_kernel). Any other is read twice (softmax_rowwise_kernel): “online” softmax finds maximum and sum in
// one go. launch.toml chooses. One block per row, of any multiple of 32 threads.
//
// __expf is the GPU's own exponential: a little less exact than expf, far inside the tolerance, and cheaper.
namespace oprt::softmax::nvidia {

// The largest of one value from each thread of the block. All threads get the result.
__device__ float block_max(float value) {
    __shared__ float of_warp[32];  // A block has 1024 threads at most: 32 warps.
    unsigned int lane = threadIdx.x % 32;
    // Within a warp the threads read each other's registers: 16 away, then 8, 4, 2, 1.
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, distance));
    }
    if (lane == 0) {
        of_warp[threadIdx.x / 32] = value;
    }
    __syncthreads();
    // Every warp does the last step for itself, which is quicker than one warp telling the others.
    value = lane < blockDim.x / 32 ? of_warp[lane] : -INFINITY;
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, distance));
    }
    return value;
}

// The sum of one value from each thread of the block. All threads get the result. The array is another one than that of
// block_max, so no barrier is needed between the two.
__device__ float block_sum(float value) {
    __shared__ float of_warp[32];
    unsigned int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, distance);
    }
    if (lane == 0) {
        of_warp[threadIdx.x / 32] = value;
    }
    __syncthreads();
    value = lane < blockDim.x / 32 ? of_warp[lane] : 0.0f;
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, distance);
    }
    return value;
}

// What a thread knows of the entries it has seen: the largest, and the sum of exp(entry - largest).
struct Seen {
    float largest;
    float sum;

    // Takes in four more. Where one is larger than all before, the sum so far is brought down to the new maximum.
    __device__ void add(float4 x) {
        float top = fmaxf(fmaxf(x.x, x.y), fmaxf(x.z, x.w));
        if (top > largest) {
            sum *= __expf(largest - top);
            largest = top;
        }
        // Until the first finite entry there is nothing to add, and -infinity - -infinity would be NaN.
        if (largest > -INFINITY) {
            sum += (__expf(x.x - largest) + __expf(x.y - largest)) + (__expf(x.z - largest) + __expf(x.w - largest));
        }
    }
};

// A load or store of 16 bytes needs an address that 16 divides.
__device__ bool is_aligned(const void *address) {
    return reinterpret_cast<uintptr_t>(address) % 16 == 0;
}

// Any row.
__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // The whole block leaves together.
    }
    const float *x = in + row * cols;
    float *y = out + row * cols;

    // A row begins where the one before ends. So up to 3 floats stand in front of the first pack and up to 3 behind the
    // last: single ones. Where x and y are shifted against each other, both never allow a pack at the same place, and all
    // floats are single.
    int64_t head = (16 - reinterpret_cast<uintptr_t>(x) % 16) % 16 / sizeof(float);
    if (head > cols || !is_aligned(y + head)) {
        head = cols;
    }
    int64_t n_packs = (cols - head) / 4;
    int64_t n_single = cols - 4 * n_packs;
    const float4 *x_packs = reinterpret_cast<const float4 *>(x + head);
    float4 *y_packs = reinterpret_cast<float4 *>(y + head);

    Seen seen = {-INFINITY, 0.0f};
    for (int64_t i = threadIdx.x; i < n_single; i += blockDim.x) {
        int64_t col = i < head ? i : i + 4 * n_packs;
        seen.add(make_float4(x[col], -INFINITY, -INFINITY, -INFINITY));  // exp(-infinity) is 0.
    }
    for (int64_t i = threadIdx.x; i < n_packs; i += blockDim.x) {
        seen.add(x_packs[i]);
    }

    // Each thread's sum is brought to the maximum of the row. A thread that has seen nothing has the sum 0.
    float largest = block_max(seen.largest);
    // One division for each thread, then multiplications.
    float factor = 1.0f / block_sum(seen.sum * __expf(seen.largest - largest));

    // The second time the row most often comes out of the cache: it was read a moment ago.
    for (int64_t i = threadIdx.x; i < n_single; i += blockDim.x) {
        int64_t col = i < head ? i : i + 4 * n_packs;
        y[col] = __expf(x[col] - largest) * factor;
    }
    for (int64_t i = threadIdx.x; i < n_packs; i += blockDim.x) {
        float4 v = x_packs[i];
        y_packs[i] = make_float4(__expf(v.x - largest) * factor, __expf(v.y - largest) * factor,
                                 __expf(v.z - largest) * factor, __expf(v.w - largest) * factor);
    }
}

// Rows of a multiple of 4 columns, at most 4 * PACKS * blockDim.x.
template <int PACKS>
__global__ void softmax_registers_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // The whole block leaves together.
    }
    const float *x = in + row * cols;
    float *y = out + row * cols;
    // launch.toml knows the number of columns, and not where the arrays begin. If need be, packs are put together.
    bool aligned = is_aligned(x) && is_aligned(y);
    int64_t n_packs = cols / 4;

    // The thread's part of the row. A pack behind the end is -infinity: that changes no maximum, and its exp is 0. All
    // loops over k are unrolled, so the array becomes registers.
    float4 part[PACKS];
#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        int64_t i = threadIdx.x + k * blockDim.x;
        if (i >= n_packs) {
            part[k] = make_float4(-INFINITY, -INFINITY, -INFINITY, -INFINITY);
        } else if (aligned) {
            part[k] = reinterpret_cast<const float4 *>(x)[i];
        } else {
            part[k] = make_float4(x[4 * i], x[4 * i + 1], x[4 * i + 2], x[4 * i + 3]);
        }
    }

    float largest = -INFINITY;
#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        largest = fmaxf(largest, fmaxf(fmaxf(part[k].x, part[k].y), fmaxf(part[k].z, part[k].w)));
    }
    largest = block_max(largest);

    // Every exponential is computed once and kept where the entry was.
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        part[k] = make_float4(__expf(part[k].x - largest), __expf(part[k].y - largest), __expf(part[k].z - largest),
                              __expf(part[k].w - largest));
        sum += (part[k].x + part[k].y) + (part[k].z + part[k].w);
    }
    float factor = 1.0f / block_sum(sum);

#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        int64_t i = threadIdx.x + k * blockDim.x;
        float4 v = make_float4(part[k].x * factor, part[k].y * factor, part[k].z * factor, part[k].w * factor);
        if (i < n_packs && aligned) {
            reinterpret_cast<float4 *>(y)[i] = v;
        } else if (i < n_packs) {
            y[4 * i] = v.x;
            y[4 * i + 1] = v.y;
            y[4 * i + 2] = v.z;
            y[4 * i + 3] = v.w;
        }
    }
}

}  // namespace oprt::softmax::nvidia
