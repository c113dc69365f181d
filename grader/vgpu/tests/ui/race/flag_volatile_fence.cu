//@ kernel: hand
//@ launch: grid=2 block=32
//@ args: out=f32[32]:uninit data=f32[32]:uninit flag=u32[1]:zero in=f32[32]:ramp
__global__ void hand(float* out, float* data, volatile unsigned* flag, const float* in) {
    unsigned t = threadIdx.x;
    if (blockIdx.x == 1) {
        data[t] = in[t]; //~ race
        __syncthreads();
        if (t == 0) flag[0] = 1;
    } else {
        if (t == 0) while (flag[0] == 0) {} //~ note
        __syncthreads();
        out[t] = data[31 - t];
    }
}
