#pragma once
#include <cfloat>
#include <cmath>
#include <cub/cub.cuh>
#include <limits>
#include <stdint.h>
__global__ void cub_block(float *out, const float *in, int64_t n) {
    using Reduce = cub::BlockReduce<float, 256>;
    using Scan = cub::BlockScan<float, 256>;
    using Load = cub::BlockLoad<float, 256, 4, cub::BLOCK_LOAD_VECTORIZE>;
    using Sort = cub::BlockRadixSort<float, 256, 4>;
    __shared__ union {
        Reduce::TempStorage reduce;
        Scan::TempStorage scan;
        Load::TempStorage load;
        Sort::TempStorage sort;
    } storage;
    float items[4];
    Load(storage.load).Load(in, items);
    __syncthreads();
    Sort(storage.sort).Sort(items);
    __syncthreads();
    float sum = Reduce(storage.reduce).Sum(items[0]);
    __syncthreads();
    float prefix;
    Scan(storage.scan).ExclusiveSum(items[1], prefix);
    if (threadIdx.x == 0) out[0] = sum + std::numeric_limits<float>::max() + INFINITY;
    out[threadIdx.x + 1] = prefix;
}
__global__ void cub_warp(float *out, const float *in) {
    __shared__ cub::WarpReduce<float>::TempStorage storage;
    float sum = cub::WarpReduce<float>(storage).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0) out[0] = sum;
}
