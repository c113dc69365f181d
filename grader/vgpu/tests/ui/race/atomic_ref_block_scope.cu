//@ kernel: hand
//@ launch: grid=2 block=32
//@ args: out=f32[1]:uninit data=f32[1]:uninit flag=u32[1]:zero
//@ twin: atomic_ref
#include <cuda/atomic>
__global__ void hand(float* out, float* data, unsigned* flag) {
    if (threadIdx.x != 0) return;
    cuda::atomic_ref<unsigned, cuda::thread_scope_block> f(*flag);
    if (blockIdx.x == 1) {
        data[0] = 42; //~ race
        f.store(1, cuda::memory_order_release); //~ race
    } else {
        while (f.load(cuda::memory_order_acquire) == 0) {} //~ note
        out[0] = data[0];
    }
}
