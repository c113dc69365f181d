//@ kernel: k
//@ launch: grid=8x8 block=8x8
//@ args: out=f32[4096]:ramp
// Each block reads the row below its own ones, which another block writes.
__global__ void k(float* out) {
    int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 8 + threadIdx.x;
    float below = row < 63 ? out[(row + 1) * 64 + col] : 0;
    out[row * 64 + col] = below; //~ race
}
