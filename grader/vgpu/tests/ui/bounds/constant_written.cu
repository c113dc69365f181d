//@ kernel: k
//@ launch: grid=1 block=4
//@ args: out=f32[4]:uninit
__constant__ float table[4] = {1, 2, 3, 4};
__global__ void k(float* out) {
    unsigned t = threadIdx.x;
    asm volatile("st.f32 [%0], %1;" ::"l"(table + t), "f"(5.0f) : "memory"); //~ out-of-bounds
    out[t] = table[3 - t];
}
