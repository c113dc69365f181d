//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=u64[32]:uninit in=u32[32]:ramp
//@ check-pass
// Bytes 5 to 7 of the structure are never written; copying them is no use of them.
struct alignas(8) Pair { unsigned a; char b; };
__global__ void k(Pair* out, const unsigned* in) {
    __shared__ Pair s[32];
    unsigned t = threadIdx.x;
    s[t].a = in[t];
    s[t].b = 1;
    __syncthreads();
    ((unsigned long long*)out)[t] = ((unsigned long long*)s)[31 - t];
}
