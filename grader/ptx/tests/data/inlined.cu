__device__ float square(float x) { return x * x + 1; }
__device__ float twice(float x) { return square(x) + square(x + 1); }
__global__ void __launch_bounds__(256, 2) inlined(float* out, int n) {
    out[n] = twice(out[threadIdx.x]);
    while (n-- > 0) {
        if (out[n] == 3) break;
        if (out[n] == 4) continue;
        out[n] += 1;
    }
}
