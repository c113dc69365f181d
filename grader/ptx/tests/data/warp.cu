__global__ void warp(int* out, unsigned* u, double* d, int n) {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    out[0] = __shfl_up_sync(~0u, n, 1) + __shfl_sync(0xff, n, 3, 8);
    d[0] = __shfl_xor_sync(~0u, d[1], 2);
    u[0] = __ballot_sync(~0u, n > 3) + __activemask() + __match_any_sync(~0u, n);
    int all;
    u[1] = __match_all_sync(~0u, n, &all);
    out[1] = __any_sync(~0u, n) + __all_sync(3, n == 2) + all + lane;
    out[2] = __reduce_add_sync(~0u, n) + __reduce_min_sync(~0u, u[5]);
    __syncwarp(0xff);
    out[3] = __syncthreads_count(n) + __syncthreads_or(n > 2) + __syncthreads_and(n);
    asm volatile("bar.sync 1, 64;");
    asm volatile("bar.arrive 2, 64;");
    asm volatile("barrier.sync 3;");
}
