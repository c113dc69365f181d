__global__ void mbarrier(int* data, float* out) {
    __shared__ unsigned long long barrier;
    unsigned at = __cvta_generic_to_shared(&barrier);
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(blockDim.x));
    __syncthreads();
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at));
    asm volatile("{\n\t.reg .pred done;\n\tWAIT:\n\tmbarrier.test_wait.shared.b64 done, [%0], %1;\n\t@!done bra WAIT;\n\t}" ::"r"(at), "l"(state));
    int got;
    asm volatile("atom.add.relaxed.gpu.u32 %0, [%1], 2;" : "=r"(got) : "l"(data));
    asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(data), "r"(got));
    asm volatile("ld.acquire.sys.u32 %0, [%1];" : "=r"(got) : "l"(data));
    asm volatile("fence.sc.gpu;");
    asm volatile("fence.acq_rel.cta;");
    out[0] = got;
    asm volatile("{\n\t.reg .pred done;\n\tWAIT:\n\tmbarrier.test_wait.parity.shared.b64 done, [%0], 1;\n\t@!done bra WAIT;\n\t}" ::"r"(at));
}
