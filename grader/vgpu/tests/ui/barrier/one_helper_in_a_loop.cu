//@ kernel: normalize
//@ launch: grid=1 block=64 shared=256
//@ args: out=f32[100]:uninit in=f32[100]:ramp cols=u32:100
// The helper is called once a column, and threads have different numbers of columns.
__device__ float block_sum(float value, float* scratch) {
    scratch[threadIdx.x] = value;
    __syncthreads(); //~ barrier-divergence
    for (unsigned active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            scratch[threadIdx.x] += scratch[threadIdx.x + active];
        }
        __syncthreads(); //~ barrier-divergence
    }
    float result = scratch[0];
    __syncthreads(); //~ barrier-divergence
    return result;
}

__global__ void normalize(float* out, const float* in, unsigned cols) {
    extern __shared__ float scratch[];
    float mean = 0.0f;
    for (unsigned col = threadIdx.x; col < cols; col += blockDim.x) {
        mean += block_sum(in[col], scratch) / cols;
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
