__global__ void softmax(const float* in, float* out, int cols) {
    extern __shared__ float scratch[];
    const float* row = in + (size_t)blockIdx.x * cols;
    float top = __int_as_float(0xff800000);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) top = fmaxf(top, row[c]);
    scratch[threadIdx.x] = top;
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step) scratch[threadIdx.x] = fmaxf(scratch[threadIdx.x], scratch[threadIdx.x + step]);
    }
    __syncthreads();
    top = scratch[0];
    float sum = 0.0f;
    for (int c = 0; c < cols; c++) sum += expf(row[c] - top);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) out[(size_t)blockIdx.x * cols + c] = expf(row[c] - top) / sum;
}
