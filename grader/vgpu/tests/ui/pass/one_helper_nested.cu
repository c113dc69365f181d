//@ kernel: normalize
//@ launch: grid=1 block=64 shared=256
//@ args: out=f32[64]:uninit in=f32[64]:ramp cols=u32:40
//@ check-pass
// Helpers within helpers, each called several times: the compiler mixes their instructions.
__device__ void publish(float* scratch, float value) {
    scratch[threadIdx.x] = value;
    __syncthreads();
}

__device__ float block_sum(float value, float* scratch) {
    publish(scratch, value);
    for (unsigned active = blockDim.x / 2; active > 0; active /= 2) {
        float other = threadIdx.x < active ? scratch[threadIdx.x + active] : 0.0f;
        float own = scratch[threadIdx.x];
        __syncthreads();
        publish(scratch, own + other);
    }
    float result = scratch[0];
    __syncthreads();
    return result;
}

__global__ void normalize(float* out, const float* in, unsigned cols) {
    extern __shared__ float scratch[];
    unsigned t = threadIdx.x;
    float x = t < cols ? in[t] : 0.0f;
    float mean = block_sum(x, scratch) / cols;
    float distance = t < cols ? x - mean : 0.0f;
    float variance = block_sum(distance * distance, scratch) / cols;
    out[t] = distance * rsqrtf(variance + 1.0f);
}
