//@ kernel: sum
//@ launch: grid=1 block=1024 shared=4096
//@ args: out=f32[1]:uninit in=f32[1024]:ramp
//@ check-pass
extern __shared__ float dyn[];
__global__ void sum(float* out, const float* in) {
    __shared__ float half;
    unsigned t = threadIdx.x;
    dyn[t] = in[t];
    if (t == 1000) half = 0.5f;
    __syncthreads();
    for (unsigned k = 512; k > 0; k /= 2) {
        if (t < k) dyn[t] += dyn[t + k];
        __syncthreads();
    }
    if (t == 0) out[0] = dyn[0] * half;
}
