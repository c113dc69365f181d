// Runs one kernel of book/kernels on a real GPU: `nvcc -DKERNEL='"…cuh"' [-DCOPY]`, then `harness N GRID` for copy, else
// `harness ROWS COLS [RUNS]`. Says what the CUDA runtime says, or how many results are wrong.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include KERNEL

#define CHECK(call)                                                                             \
    do {                                                                                        \
        cudaError_t error = (call);                                                             \
        if (error != cudaSuccess) {                                                             \
            printf("%s: %s (error %d)\n", #call, cudaGetErrorString(error), static_cast<int>(error)); \
            exit(1);                                                                            \
        }                                                                                       \
    } while (0)

#ifdef COPY
int main(int, char **argv) {
    int64_t n = atoll(argv[1]);
    std::vector<float> in(n), out(n);
    for (int64_t i = 0; i < n; ++i) {
        in[i] = i + 0.5f;
    }
    float *src, *dst;
    CHECK(cudaMalloc(&src, n * sizeof(float)));
    CHECK(cudaMalloc(&dst, n * sizeof(float)));
    CHECK(cudaMemcpy(src, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(dst, 0xff, n * sizeof(float)));
    oprt::copy::nvidia::copy_contiguous_kernel<float><<<atoi(argv[2]), 256>>>(dst, src, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(out.data(), dst, n * sizeof(float), cudaMemcpyDeviceToHost));
    int64_t n_wrong = 0;
    for (int64_t i = 0; i < n; ++i) {
        n_wrong += out[i] != in[i];
    }
    printf("%lld of %lld elements are wrong\n", (long long)n_wrong, (long long)n);
}
#else
int main(int n_args, char **argv) {
    int64_t rows = atoll(argv[1]), cols = atoll(argv[2]);
    int n_runs = n_args > 3 ? atoi(argv[3]) : 1;
    std::vector<float> in(rows * cols), out(rows);
    srand(1);
    for (float &x : in) {
        x = rand() / static_cast<float>(RAND_MAX) * 2 - 1;
    }
    float *src, *dst;
    CHECK(cudaMalloc(&src, in.size() * sizeof(float)));
    CHECK(cudaMalloc(&dst, rows * sizeof(float)));
    CHECK(cudaMemcpy(src, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
    int64_t n_wrong = 0;
    for (int run = 0; run < n_runs; ++run) {
        CHECK(cudaMemset(dst, 0xff, rows * sizeof(float)));
        oprt::reduce_sum::nvidia::reduce_sum_rowwise_kernel<<<rows, 256, 256 * 4>>>(dst, src, rows, cols);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemcpy(out.data(), dst, rows * sizeof(float), cudaMemcpyDeviceToHost));
        for (int64_t row = 0; row < rows; ++row) {
            double want = 0, magnitude = 0;
            for (int64_t col = 0; col < cols; ++col) {
                want += in[row * cols + col];
                magnitude += std::fabs(in[row * cols + col]);
            }
            // The tolerance of the exercise.
            n_wrong += !(std::fabs(out[row] - want) <= 4 * std::sqrt(double(cols)) * std::ldexp(1.0, -24) * magnitude);
        }
    }
    printf("%lld of %lld rows are wrong\n", (long long)n_wrong, (long long)(rows * n_runs));
}
#endif
