//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=i32[64]:uninit n=i32:5
//@ check-pass
// Branches behind calls, in lanes that called different functions, at different depths.
__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int factorial(int n) {
    if (n <= 1) return 1;
    int rest = n * factorial(n - 1);
    for (int i = 0; i < 3; ++i) {
        if (rest % (i + 2) == 0) rest += n;
    }
    return rest;
}
__device__ __noinline__ int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
__global__ void k(int* out, int n) {
    int i = threadIdx.x, sum = 0;
    for (int round = 0; round < 3; ++round) {
        if (i % 2 == 0) {
            sum += twice(i);
            for (int j = 0; j < i % 5; ++j) sum += j;
        } else if (factorial(i % 4 + n) > 20) {
            sum += 1;
        }
        if (i % 3 == round) sum += ackermann(2, i % 3);
    }
    int want = 0, acker = 2 * (i % 3) + 3;
    if (i % 2 == 0) {
        int t = i % 5;
        want = 3 * (2 * i + t * (t - 1) / 2);
    } else {
        want = 3;
    }
    out[i] = sum;
    if (sum != want + acker) __trap();
}
