//@ kernel: halo
//@ launch: grid=4 block=32
//@ args: out=f32[132]:uninit
__global__ void halo(float* out) {
    unsigned i = blockIdx.x * 32 + threadIdx.x;
    out[i] = i;
    if (threadIdx.x < 4) out[i + 32] = 0; //~ race
}
//@ twin: block_reads_other
