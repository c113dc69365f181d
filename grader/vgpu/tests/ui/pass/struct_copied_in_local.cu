//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=u64[64]:uninit in=u32[32]:ramp
//@ check-pass
struct alignas(16) Row { unsigned long long a; unsigned char b; };
__global__ void k(Row* out, const unsigned* in) {
    Row rows[4];
    unsigned t = threadIdx.x;
    for (int i = 0; i < 4; i++) {
        rows[i].a = in[(t + i) % 32];
        rows[i].b = i;
    }
    out[t] = rows[in[t] % 4];
}
