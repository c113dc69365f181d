//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=u64[32]:ramp
__global__ void k(float* out, float* const* in) {
    out[threadIdx.x] = *(float*)((unsigned long long)in[threadIdx.x] * 0x123456789abcdull + (3ull << 60)); //~ out-of-bounds
}
