//@ kernel: k
//@ launch: grid=1 block=4
//@ args: out=u32[4]:uninit
//@ check-pass
__device__ __noinline__ unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void k(unsigned* out) { out[threadIdx.x] = fib(5 + threadIdx.x); }
