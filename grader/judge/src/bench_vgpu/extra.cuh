// Kernels that are unfriendly to the virtual GPU, for `camp dev bench-vgpu`.
#include <stdint.h>

extern "C" __global__ void gather(float *out, const float *in, const int *index, int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = in[index[i]];
    }
}

extern "C" __global__ void scatter(float *out, const float *in, const int *index, int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        out[index[i]] = in[i];
    }
}

extern "C" __global__ void add_2d(float *out, const float *a, const float *b, int rows, int cols) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows && col < cols) {
        out[row * cols + col] = a[row * cols + col] + b[row * cols + col];
    }
}

extern "C" __global__ void transpose(float *out, const float *in, int rows, int cols) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) {
        if (y + k < rows && x < cols) {
            tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * cols + x];
        }
    }
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) {
        if (y + k < cols && x < rows) {
            out[(y + k) * rows + x] = tile[threadIdx.x][threadIdx.y + k];
        }
    }
}
