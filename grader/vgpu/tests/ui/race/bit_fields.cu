//@ kernel: bits
//@ launch: grid=1 block=2
//@ args: out=u32[1]:zero
struct Bits { unsigned a : 4; unsigned b : 4; unsigned rest : 24; };
__global__ void bits(Bits* out) {
    if (threadIdx.x == 0) out->a = 5; //~ race
    else out->b = 9;
}
//@ twin: bytes_side_by_side
