// The sum of each pair of edges by an atomic in global and in shared memory.
extern "C" __global__ void sums(unsigned *global, unsigned *shared, const float *edges, int n) {
    __shared__ float cells[1024];
    unsigned i = threadIdx.x;
    float a = edges[i / n], b = edges[i % n];
    cells[i] = a;
    atomicAdd(&cells[i], b);
    shared[i] = __float_as_uint(cells[i]);
    float *cell = reinterpret_cast<float *>(&global[i]);
    *cell = a;
    atomicAdd(cell, b);
}
