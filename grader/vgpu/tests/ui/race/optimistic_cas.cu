//@ kernel: maxf
//@ launch: grid=2 block=64
//@ args: out=f32[1]:zero in=f32[128]:ramp
// A compare-and-swap loop starts with a plain read: the swap checks it again.
__global__ void maxf(float* out, const float* in) {
    float v = in[blockIdx.x * 64 + threadIdx.x];
    int* a = (int*)out;
    int old = *a, seen;
    do {
        seen = old;
        if (__int_as_float(seen) >= v) break;
        old = atomicCAS(a, seen, __float_as_int(v)); //~ note
    } while (old != seen);
}
//@ twin: update_one_cell
