//@ kernel: k
//@ launch: grid=19x3 block=16x12
//@ args: out=f32[10500]:uninit a=f32[10500]:ramp weight=f32[35]:ramp rows=i32:35 cols=i32:300
//@ check-pass
// Rows of a block in two dimensions, ragged at both edges; one weight for each row.
__global__ void k(float* out, const float* a, const float* weight, int rows, int cols) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows && col < cols) {
        float w = weight[row];
        if (col % 3 == 1) w += 1;
        out[row * cols + (cols - 1 - col)] = w * a[row * cols + col];
    }
}
