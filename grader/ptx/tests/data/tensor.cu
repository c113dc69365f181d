__global__ void tensor(float* out, const float* in) {
    __shared__ __align__(16) unsigned tile[256];
    unsigned at = __cvta_generic_to_shared(tile);
    unsigned a[4], b[2];
    float c[4] = {};
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(at), "l"(in));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, 2;" ::"r"(at + 64), "l"(in));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group %0;" ::"n"(0));
    asm volatile("cp.async.wait_all;");
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(at));
    asm volatile("ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%0,%1}, [%2+64];" : "=r"(b[0]), "=r"(b[1]) : "r"(at));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    out[threadIdx.x] = c[0] + c[1] + c[2] + c[3];
}
