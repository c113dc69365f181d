//@ kernel: k
//@ launch: grid=1 block=96
//@ args: out=u32[1]:uninit in=u32[1]:one
//@ check-pass
// What the first warp released is handed on by an atomic update of the second, which releases nothing itself.
#include <cuda/atomic>
__global__ void k(unsigned* out, const unsigned* in) {
    __shared__ unsigned data, flag, next;
    cuda::atomic_ref<unsigned, cuda::thread_scope_block> f(flag), go(next);
    if (threadIdx.x == 0) flag = next = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = in[0];
        f.store(1, cuda::memory_order_release);
    } else if (threadIdx.x == 32) {
        while (f.load(cuda::memory_order_relaxed) != 1) {}
        f.fetch_add(1, cuda::memory_order_relaxed);
        go.store(1, cuda::memory_order_relaxed);
    } else if (threadIdx.x == 64) {
        while (go.load(cuda::memory_order_relaxed) == 0) {}
        if (f.load(cuda::memory_order_acquire) == 2) out[0] = data;
    }
}
