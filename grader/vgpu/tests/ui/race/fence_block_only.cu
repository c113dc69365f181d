//@ kernel: k
//@ launch: grid=2 block=32
//@ args: data=f32[32]:uninit flag=u32[1]:zero out=f32[32]:uninit in=f32[32]:ramp
//@ twin: flag_volatile_fence
// As its twin, but the fences reach no further than the block.
__global__ void k(float* data, volatile unsigned* flag, float* out, const float* in) {
    unsigned t = threadIdx.x;
    if (blockIdx.x == 1) {
        data[t] = in[t]; //~ race
        __threadfence_block();
        __syncthreads();
        if (t == 0) flag[0] = 1;
    } else {
        if (t == 0) while (flag[0] == 0) {} //~ note
        __syncthreads();
        __threadfence_block();
        out[t] = data[31 - t];
    }
}
