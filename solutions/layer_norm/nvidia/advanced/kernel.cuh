#pragma once
#include <math.h>
#include <stdint.h>

// out[row][col] = (in[row][col] - mean) / sqrt(variance + eps) * gamma[col] + beta[col], for each row of a rows × cols matrix
// stored row by row.
//
// The plain solution reads each row three times. Here a row that fits is read once and kept in the registers of its block
// (layer_norm_registers_kernel). Any other is read twice (layer_norm_rowwise_kernel): mean and variance come out of one pass,
// each thread's by Welford's method, which are then merged by Chan's formula. launch.toml chooses. One block per row, of any
// multiple of 32 threads.
namespace oprt::layer_norm::nvidia {

// A load or store of 16 bytes needs an address that 16 divides.
__device__ bool is_aligned(const void *address) {
    return reinterpret_cast<uintptr_t>(address) % 16 == 0;
}

// Four floats from `p` on, in one load where the caller knows that p is aligned.
__device__ float4 load4(const float *p, bool aligned) {
    return aligned ? *reinterpret_cast<const float4 *>(p) : make_float4(p[0], p[1], p[2], p[3]);
}

// Four floats to `p`, likewise.
__device__ void store4(float *p, bool aligned, float4 v) {
    if (aligned) {
        *reinterpret_cast<float4 *>(p) = v;
    } else {
        p[0] = v.x;
        p[1] = v.y;
        p[2] = v.z;
        p[3] = v.w;
    }
}

// Four outputs.
__device__ float4 normalise(float4 x, float mean, float factor, float4 gamma, float4 beta) {
    return make_float4((x.x - mean) * factor * gamma.x + beta.x, (x.y - mean) * factor * gamma.y + beta.y,
                       (x.z - mean) * factor * gamma.z + beta.z, (x.w - mean) * factor * gamma.w + beta.w);
}

// The sum of one value from each thread of the block. All threads get the result. of_warp: 32 floats of shared memory that
// no other sum uses, so no barrier is needed between two sums.
__device__ float block_sum(float value, float *of_warp) {
    unsigned int lane = threadIdx.x % 32;
    // Within a warp the threads read each other's registers: 16 away, then 8, 4, 2, 1.
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, distance);
    }
    if (lane == 0) {
        of_warp[threadIdx.x / 32] = value;
    }
    __syncthreads();
    // Every warp does the last step for itself, which is quicker than one warp telling the others.
    value = lane < blockDim.x / 32 ? of_warp[lane] : 0.0f;
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, distance);
    }
    return value;
}

// What is known of the entries seen so far: how many, their mean, and the sum of their squared distances from it.
struct Seen {
    float n;
    float mean;
    float squares;

    // Takes in what is known of others (Chan's formula). Each side's squares were measured from its own mean; the last term is
    // what the distance between the two means adds. With n = 1 and squares = 0 on the other side this is Welford's method.
    __device__ void add(Seen other) {
        float total = n + other.n;
        if (total > 0.0f) {  // Threads without a column have nothing to merge: 0 / 0 would be NaN.
            float share = other.n / total;
            float distance = other.mean - mean;
            mean += distance * share;
            squares += other.squares + distance * distance * n * share;
            n = total;
        }
    }

    // Takes in four more: with one division, where four single steps would need four.
    __device__ void add(float4 x) {
        float middle = 0.25f * ((x.x + x.y) + (x.z + x.w));
        float4 d = make_float4(x.x - middle, x.y - middle, x.z - middle, x.w - middle);
        add(Seen{4.0f, middle, (d.x * d.x + d.y * d.y) + (d.z * d.z + d.w * d.w)});
    }
};

// Brings together what the lanes of a warp have seen. All lanes get the result.
__device__ Seen warp_merge(Seen seen) {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        Seen other = {__shfl_xor_sync(0xffffffff, seen.n, distance), __shfl_xor_sync(0xffffffff, seen.mean, distance),
                      __shfl_xor_sync(0xffffffff, seen.squares, distance)};
        seen.add(other);
    }
    return seen;
}

// Any row.
__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    __shared__ Seen of_warp[32];  // A block has 1024 threads at most: 32 warps.
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

    Seen seen = {0.0f, 0.0f, 0.0f};
    for (int64_t i = threadIdx.x; i < n_single; i += blockDim.x) {
        seen.add(Seen{1.0f, x[i < head ? i : i + 4 * n_packs], 0.0f});
    }
    for (int64_t i = threadIdx.x; i < n_packs; i += blockDim.x) {
        seen.add(x_packs[i]);
    }
    seen = warp_merge(seen);
    if (threadIdx.x % 32 == 0) {
        of_warp[threadIdx.x / 32] = seen;
    }
    __syncthreads();
    unsigned int lane = threadIdx.x % 32;
    seen = warp_merge(lane < blockDim.x / 32 ? of_warp[lane] : Seen{0.0f, 0.0f, 0.0f});
    float mean = seen.mean;
    float factor = rsqrtf(seen.squares / cols + eps);

    // The second time the row most often comes out of the cache: it was read a moment ago. The parameters come from there,
    // too: all blocks read them. Where packs of them cannot be loaded, all outputs are single ones, so that neighbours still
    // read neighbours.
    if (!is_aligned(gamma + head) || !is_aligned(beta + head)) {
        head = cols;
        n_packs = 0;
        n_single = cols;
    }
    for (int64_t i = threadIdx.x; i < n_single; i += blockDim.x) {
        int64_t col = i < head ? i : i + 4 * n_packs;
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];
    }
    for (int64_t i = threadIdx.x; i < n_packs; i += blockDim.x) {
        float4 scale = load4(gamma + head + 4 * i, true);
        float4 shift = load4(beta + head + 4 * i, true);
        y_packs[i] = normalise(x_packs[i], mean, factor, scale, shift);
    }
}

// Rows of a multiple of 4 columns, at most 4 * PACKS * blockDim.x.
template <int PACKS>
__global__ void layer_norm_registers_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                            int64_t cols, float eps) {
    __shared__ float of_warp[2][32];
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // The whole block leaves together.
    }
    const float *x = in + row * cols;
    float *y = out + row * cols;
    // launch.toml knows the number of columns, and not where the arrays begin. If need be, packs are put together.
    bool aligned = is_aligned(x) && is_aligned(y) && is_aligned(gamma) && is_aligned(beta);
    int64_t n_packs = cols / 4;

    // The thread's part of the row. All loops over k are unrolled, so the array becomes registers.
    float4 part[PACKS];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        int64_t i = threadIdx.x + k * blockDim.x;
        part[k] = i < n_packs ? load4(x + 4 * i, aligned) : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        sum += (part[k].x + part[k].y) + (part[k].z + part[k].w);
    }
    float mean = block_sum(sum, of_warp[0]) / cols;

    // The row is at hand, so a second pass costs no memory: nothing speaks for Welford's method here.
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        int64_t i = threadIdx.x + k * blockDim.x;
        if (i < n_packs) {  // Behind the end stand zeros, whose distance from the mean must not count.
            float4 d = make_float4(part[k].x - mean, part[k].y - mean, part[k].z - mean, part[k].w - mean);
            squares += (d.x * d.x + d.y * d.y) + (d.z * d.z + d.w * d.w);
        }
    }
    float factor = rsqrtf(block_sum(squares, of_warp[1]) / cols + eps);

#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        int64_t i = threadIdx.x + k * blockDim.x;
        if (i < n_packs) {
            float4 scale = load4(gamma + 4 * i, aligned);
            float4 shift = load4(beta + 4 * i, aligned);
            store4(y + 4 * i, aligned, normalise(part[k], mean, factor, scale, shift));
        }
    }
}

}  // namespace oprt::layer_norm::nvidia
