__global__ void math(float* f, double* d, int* i, long long* l) {
    f[0] = sinf(f[1]) + expf(f[2]) + logf(f[3]) + sqrtf(f[4]) + __fdividef(f[5], f[6]) + tanhf(f[7]) + rsqrtf(f[8]);
    d[0] = exp(d[1]) / sqrt(d[2]) + rint(d[3]) + __dadd_rz(d[4], d[5]);
    i[0] = __popc(i[1]) + __clz(i[2]) + __brev(i[3]) + __byte_perm(i[4], i[5], 0x3210) + __funnelshift_l(i[6], i[7], i[8]);
    i[1] = __mulhi(i[2], i[3]) + __mul24(i[4], i[5]) + __dp4a(i[6], i[7], i[8]) + i[9] / i[10] + i[11] % i[12];
    i[2] = __float2int_rd(f[9]) + (int)d[6] + __float_as_int(f[10]) + __double2hiint(d[7]);
    l[0] = __mul64hi(l[1], l[2]) + llrint(d[8]) + l[3] / l[4] + clock64();
    asm("add.cc.u32 %0, %0, %2;\n\taddc.u32 %1, %1, %3;" : "+r"(i[3]), "+r"(i[4]) : "r"(i[5]), "r"(i[6]));
}
