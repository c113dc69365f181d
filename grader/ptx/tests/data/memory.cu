struct alignas(16) Mixed { float4 a; int b; char c[3]; short s; double d; };
__constant__ Mixed constant[3];
__device__ Mixed global = {{1, 2, 3, 4}, 5, {'a', 'b', 'c'}, -7, 3.25};
__device__ int grid[2][3] = {{1, 2}, {3}};
__device__ const char* names[] = {"one", "two"};
__device__ int* inside = &grid[1][1];
__device__ double pi = 3.14159;
extern __shared__ float dynamic[];
__global__ void memory(float* out, const float4* __restrict__ in, uchar4* bytes, short2* shorts, Mixed by_value, int n, bool flag) {
    __shared__ float4 tile[32];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    dynamic[n] = tile[threadIdx.x ^ 1].y;
    float local[32];
    for (int j = 0; j < 32; j++) local[j] = out[j * n];
    out[0] = local[n] + constant[n].d + global.s + grid[1][n] + names[n][0] + *inside + pi + by_value.c[1];
    const float* either = n > 3 ? out : local;
    out[1] = either[n] + dynamic[n + 1] + __ldcs(out + 2) + (flag ? 1 : 2);
    bytes[1] = bytes[2];
    shorts[1] = shorts[2];
}
