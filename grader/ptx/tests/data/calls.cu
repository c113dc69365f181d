typedef float (*Function)(float, int);
__device__ __noinline__ float add(float a, int b) { return a + b; }
__device__ __noinline__ float times(float a, int b) { return a * b; }
__device__ Function table[2] = {add, times};
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
struct Big { double d[4]; int n; };
__device__ __noinline__ Big change(Big b, int i) { b.d[i & 3] += b.n; return b; }
__global__ void calls(float* out, int n, Big b) {
    out[0] = table[n](out[1], threadIdx.x);
    out[2] = fib(n);
    out[3] = change(b, n).d[1];
    printf("%d %s %f\n", n, "text", out[0]);
    assert(out[2] > 0);
    int* p = (int*)malloc(16);
    p[0] = n;
    free(p);
    if (n == 9) __trap();
}
