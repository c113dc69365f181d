#pragma once
#include <stdint.h>

// 对按行存放的 rows × cols 矩阵的每一行，令 out[row] = in[row][0] + … + in[row][cols-1]。
//
// 每一行一个线程块，这一行有多少工作就用多少线程：launch.toml 给每个线程 8 列，也就是两个 16 字节的包。线程块的线程数
// 可以是 32 的任何倍数；更长的行要多循环几次。
namespace oprt::reduce_sum::nvidia {

// 一个线程在使用第一个包之前，一共读取几个包。
constexpr int PACKS = 2;

// 线程束的每个线程给出一个值，求它们的和。线程直接读取彼此的寄存器，不用共享内存，也不用同步屏障：每个线程先加上
// 相隔 16 的线程的值，然后是相隔 8、4、2、1 的。所有线程都得到结果。
__device__ float warp_sum(float value) {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, distance);
    }
    return value;
}

// 线程块的每个线程给出一个值，求它们的和。线程 0 得到结果。
__device__ float block_sum(float value) {
    __shared__ float of_warp[32];  // 一个线程块最多 1024 个线程：32 个线程束。
    unsigned int lane = threadIdx.x % 32;
    unsigned int warp = threadIdx.x / 32;
    value = warp_sum(value);
    if (lane == 0) {
        of_warp[warp] = value;
    }
    __syncthreads();  // 唯一的同步屏障：剩下的和已经很少，一个线程束就够了。
    if (warp == 0) {
        value = warp_sum(lane < blockDim.x / 32 ? of_warp[lane] : 0.0f);
    }
    return value;
}

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // 整个线程块一起离开。
    }
    const float *x = in + row * cols;

    // 一次读取 16 字节，地址必须是 16 的倍数，而一行从上一行结束的地方开始。所以第一个包之前、最后一个包之后，各可能有
    // 最多 3 个单独的 float，多数时候没有。
    int64_t head = (16 - reinterpret_cast<uintptr_t>(x) % 16) % 16 / sizeof(float);
    head = head < cols ? head : cols;
    int64_t n_packs = (cols - head) / 4;
    float sum = 0.0f;
    for (int64_t i = threadIdx.x; i < cols - 4 * n_packs; i += blockDim.x) {
        sum += x[i < head ? i : i + 4 * n_packs];
    }

    const float4 *packs = reinterpret_cast<const float4 *>(x + head);
    // 大多数行只循环一次，编译器不必为多次循环做准备：那只会多占寄存器。
#pragma unroll 1
    for (int64_t first = threadIdx.x; first < n_packs; first += PACKS * blockDim.x) {
        // 先做全部读取，再做第一次加法。超出行尾的包当作零。展开之后，数组就成了寄存器。
        float4 loaded[PACKS];
#pragma unroll
        for (int k = 0; k < PACKS; k++) {
            int64_t i = first + k * blockDim.x;
            loaded[k] = i < n_packs ? packs[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        }
#pragma unroll
        for (int k = 0; k < PACKS; k++) {
            sum += (loaded[k].x + loaded[k].y) + (loaded[k].z + loaded[k].w);
        }
    }

    sum = block_sum(sum);
    if (threadIdx.x == 0) {
        out[row] = sum;
    }
}

}  // namespace oprt::reduce_sum::nvidia
