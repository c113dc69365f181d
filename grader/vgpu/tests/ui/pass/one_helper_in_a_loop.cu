//@ kernel: normalize
//@ launch: grid=1 block=64 shared=256
//@ args: out=f32[100]:uninit in=f32[100]:ramp cols=u32:100
//@ check-pass
// All threads go the same number of rounds, which the compiler may unroll or peel; one statement of a loop is one call.
__device__ float block_sum(float value, float* scratch) {
    scratch[threadIdx.x] = value;
    __syncthreads();
#pragma unroll
    for (unsigned active = 32; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            scratch[threadIdx.x] += scratch[threadIdx.x + active];
        }
        __syncthreads();
    }
    float result = scratch[0];
    __syncthreads();
    return result;
}

__global__ void normalize(float* out, const float* in, unsigned cols) {
    extern __shared__ float scratch[];
    float mean = 0.0f;
#pragma unroll 2
    for (unsigned first = 0; first < cols; first += blockDim.x) {
        unsigned col = first + threadIdx.x;
        mean += block_sum(col < cols ? in[col] : 0.0f, scratch) / cols;
    }
    float squares = 0.0f;
    for (unsigned col = threadIdx.x; col < cols; col += blockDim.x) {
        squares += (in[col] - mean) * (in[col] - mean);
    }
    float variance = block_sum(squares, scratch) / cols;
    for (unsigned col = threadIdx.x; col < cols; col += blockDim.x) {
        out[col] = (in[col] - mean) * rsqrtf(variance + 1.0f);
    }
}
