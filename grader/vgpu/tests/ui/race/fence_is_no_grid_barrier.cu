//@ kernel: share
//@ launch: grid=4 block=32
//@ args: out=f32[128]:uninit tmp=f32[128]:zero in=f32[128]:ramp
__global__ void share(float* out, float* tmp, const float* in) {
    unsigned i = blockIdx.x * 32 + threadIdx.x;
    tmp[i] = in[i] * 2; //~ race
    __threadfence();
    out[i] = tmp[127 - i];
}
//@ twin: block_reads_other
