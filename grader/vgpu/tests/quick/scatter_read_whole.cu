//@ kernel: read_whole
//@ launch: grid=32 block=96
//@ args: out=u32[3072]:uninit copy=u32[3072]:zero
//@ check-pass
__global__ void read_whole(unsigned* out, unsigned* copy) {
    unsigned t = threadIdx.x, first = blockIdx.x * blockDim.x;
    out[first + t * 41 % 96] = t;
    __syncthreads();
    copy[first + t] = out[first + t];
}
