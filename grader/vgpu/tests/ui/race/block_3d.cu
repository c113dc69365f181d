//@ kernel: k
//@ launch: grid=1 block=5x4x3
//@ args: out=u32[60]:uninit
__global__ void k(unsigned* out) {
    __shared__ unsigned s[60];
    unsigned t = threadIdx.x + 5 * (threadIdx.y + 4 * threadIdx.z);
    s[t] = threadIdx.x; //~ race
    out[t] = s[59 - t];
}
