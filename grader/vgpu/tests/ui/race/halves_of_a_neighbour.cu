//@ kernel: halves
//@ launch: grid=1 block=64
//@ args: out=u16[65]:uninit in=u16[64]:ramp
__global__ void halves(unsigned short* out, const unsigned short* in) {
    unsigned t = threadIdx.x;
    out[t] = in[t]; //~ race
    out[t + 1] = in[t] + 7;
}
//@ twin: halves_side_by_side
