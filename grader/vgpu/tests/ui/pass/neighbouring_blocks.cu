//@ kernel: k
//@ launch: grid=64 block=64
//@ args: out=f32[4097]:uninit
//@ check-pass
// The last thread of all writes one element more.
__global__ void k(float* out) {
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] = 1;
    if (i == 4095) out[i + 1] = 2;
}
