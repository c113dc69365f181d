//@ kernel: k
//@ launch: grid=1 block=4
//@ args: out=u32[4]:uninit n=u32:1
__device__ __noinline__ unsigned deep(unsigned* a, unsigned n) {
    a[n % 4] = n;
    return n == 0 ? 0 : deep(a, n + 2) * 3 + a[1]; //~ launch-failure
}
__global__ void k(unsigned* out, unsigned n) {
    unsigned a[4] = {0, 1, 2, 3};
    out[threadIdx.x] = deep(a, n);
}
