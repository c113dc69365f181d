//@ kernel: all
//@ launch: grid=2 block=64
//@ args: i=i32[8]:zero u=u64[4]:zero f=f32[2]:zero d=f64[1]:zero
//@ check-pass
__global__ void all(int* i, unsigned long long* u, float* f, double* d) {
    __shared__ int si[4];
    __shared__ float sf;
    int t = threadIdx.x;
    if (t < 4) si[t] = 0;
    if (t == 0) sf = 0;
    __syncthreads();
    atomicAdd(&i[0], t);
    atomicSub(&i[1], t);
    atomicMin(&i[2], -t);
    atomicMax(&i[3], t);
    atomicAnd(&i[4], t);
    atomicOr(&i[5], t);
    atomicXor(&i[6], t);
    atomicExch(&i[7], t);
    atomicAdd(&u[0], 3ull);
    atomicMax(&u[1], (unsigned long long)t);
    atomicCAS(&u[2], 0ull, (unsigned long long)t);
    atomicInc((unsigned*)&u[3], 10u);
    atomicAdd(&f[0], 1.0f);
    atomicExch(&f[1], 2.0f);
    atomicAdd(&d[0], 1.0);
    atomicAdd(&si[t % 4], 1);
    atomicAdd(&sf, 1.0f);
    __syncthreads();
    if (t == 0) atomicAdd(&f[0], sf + si[1]);
}
