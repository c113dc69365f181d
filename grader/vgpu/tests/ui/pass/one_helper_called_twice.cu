//@ kernel: normalize
//@ launch: grid=1 block=64 shared=256
//@ args: out=f32[64]:uninit in=f32[64]:ramp cols=u32:40
//@ check-pass
// All threads come to both calls, with nothing to add where there is no column.
__device__ float block_sum(float value, float* scratch) {
    scratch[threadIdx.x] = value;
    __syncthreads();
    for (unsigned active = blockDim.x / 2; active > 0; active /= 2) {
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
    unsigned t = threadIdx.x;
    float x = in[t % cols];
    float mean = 0.0f;
    {
        mean = block_sum(x, scratch) / cols;
    }
    float distance = x - mean;
    float variance = block_sum(distance * distance, scratch) / cols;
    out[t] = distance * rsqrtf(variance + 1.0f);
}
