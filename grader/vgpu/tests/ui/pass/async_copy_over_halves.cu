//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=u16[64]:uninit in=u16[64]:ramp
//@ check-pass
// Words that threads shared by halves are the target of an asynchronous copy.
__global__ void k(unsigned short* out, const unsigned short* in) {
    __shared__ __align__(4) unsigned short s[64];
    unsigned t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    if (t < 32) {
        unsigned to = (unsigned)__cvta_generic_to_shared(&s[2 * t]);
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + 2 * t) : "memory");
        asm volatile("cp.async.wait_all;" ::: "memory");
    }
    __syncthreads();
    out[t] = s[63 - t];
}
