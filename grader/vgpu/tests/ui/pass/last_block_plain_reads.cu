//@ kernel: sum
//@ launch: grid=8 block=64
//@ args: out=f32[1]:uninit part=f32[512]:uninit ticket=u32[1]:zero in=f32[512]:ramp
//@ check-pass
// Every thread fences its own write before the barrier; thread 0 takes the ticket for all of them.
__global__ void sum(float* out, float* part, unsigned* ticket, const float* in) {
    __shared__ bool last;
    unsigned t = threadIdx.x;
    part[blockIdx.x * 64 + t] = in[blockIdx.x * 64 + t] * 2;
    __threadfence();
    __syncthreads();
    if (t == 0) last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    __syncthreads();
    if (last && t == 0) {
        float v = 0;
        for (unsigned k = 0; k < gridDim.x * 64; k++) v += part[k];
        out[0] = v;
    }
}
