//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=i32[64]:uninit n=i32:5
//@ check-pass
// The padding of a structure is not written, and nobody reads it.
struct Big { int v[9]; double d; };
__device__ __noinline__ Big make(int x) { Big b; for (int i = 0; i < 9; ++i) b.v[i] = x + i; b.d = x; return b; }
__global__ void k(int* out, int n) {
    int i = threadIdx.x;
    Big b = make(i);
    out[i] = b.v[i % 9];
}
