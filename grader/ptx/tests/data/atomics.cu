__global__ void atomics(int* i, unsigned* u, unsigned long long* l, float* f, double* d, unsigned short* h) {
    __shared__ int si;
    i[1] = atomicAdd(i, 2) + atomicMin(i, 3) + atomicMax(&si, 3) + atomicAnd(i, 3) + atomicCAS(i, 3, 4) + atomicSub(i, 2);
    u[1] = atomicInc(u, 3) + atomicDec(u, 3) + atomicExch(u, 4) + atomicOr_block(u, 3) + atomicXor_system(u, 1);
    l[1] = atomicAdd(l, 3ull) + atomicCAS(l, 3ull, 4ull);
    f[1] = atomicAdd(f, 1.5f) + atomicExch(f, 2.0f);
    d[1] = atomicAdd(d, 1.5);
    h[1] = atomicCAS(h, 3, 4);
    __threadfence();
    atomicAdd(i, 7);
    __threadfence_block();
    volatile int* v = i;
    v[5] = v[6];
    __threadfence_system();
}
