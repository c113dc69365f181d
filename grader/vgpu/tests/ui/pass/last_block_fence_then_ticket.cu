//@ kernel: sum
//@ launch: grid=8 block=64
//@ args: out=f32[1]:uninit part=f32[8]:uninit ticket=u32[1]:zero in=f32[512]:ramp
//@ check-pass
// NVIDIA's sample: the writer fences, then takes its ticket; the last block reads what all wrote.
__global__ void sum(float* out, volatile float* part, unsigned* ticket, const float* in) {
    __shared__ float s[64];
    __shared__ bool last;
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    for (unsigned k = 32; k > 0; k /= 2) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        float v = 0;
        for (unsigned k = 0; k < gridDim.x; k++) v += part[k];
        out[0] = v;
    }
}
