#pragma once
#include <math.h>
#include <stdint.h>

// 对按行存放的 rows × cols 矩阵的每一行，令 out[row][col] = exp(in[row][col] - max) / sum。
//
// 普通的参考答案把每一行读三次。这里，放得下的行只读一次，保存在线程块的寄存器中（softmax_registers_kernel）。
// 其他的行读两次（softmax_rowwise_kernel）：“在线”softmax 一遍就求出最大值与和。由 launch.toml 选择。每一行一个
// 线程块，线程数可以是 32 的任何倍数。
//
// __expf 是 GPU 自带的指数函数：比 expf 稍不精确，但远在容差之内，而且更省。
namespace oprt::softmax::nvidia {

// 线程块的每个线程给出一个值，求其中的最大值。所有线程都得到结果。
__device__ float block_max(float value) {
    __shared__ float of_warp[32];  // 一个线程块最多 1024 个线程：32 个线程束。
    unsigned int lane = threadIdx.x % 32;
    // 在线程束内，线程直接读取彼此的寄存器：先是相隔 16 的，然后是相隔 8、4、2、1 的。
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, distance));
    }
    if (lane == 0) {
        of_warp[threadIdx.x / 32] = value;
    }
    __syncthreads();
    // 最后一步每个线程束各做一遍，这比一个线程束做完再告诉其他线程束更快。
    value = lane < blockDim.x / 32 ? of_warp[lane] : -INFINITY;
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, distance));
    }
    return value;
}

// 线程块的每个线程给出一个值，求它们的和。所有线程都得到结果。这里的数组与 block_max 的不是同一个，所以两者之间
// 不需要同步屏障。
__device__ float block_sum(float value) {
    __shared__ float of_warp[32];
    unsigned int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, distance);
    }
    if (lane == 0) {
        of_warp[threadIdx.x / 32] = value;
    }
    __syncthreads();
    value = lane < blockDim.x / 32 ? of_warp[lane] : 0.0f;
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, distance);
    }
    return value;
}

// 一个线程对它见过的元素所知道的：最大的元素，以及 exp(元素 - 最大值) 之和。
struct Seen {
    float largest;
    float sum;

    // 再处理四个元素。如果其中有比以前都大的，就把已有的和换算到新的最大值。
    __device__ void add(float4 x) {
        float top = fmaxf(fmaxf(x.x, x.y), fmaxf(x.z, x.w));
        if (top > largest) {
            sum *= __expf(largest - top);
            largest = top;
        }
        // 遇到第一个有限的元素之前没有可加的，而负无穷减负无穷会得到 NaN。
        if (largest > -INFINITY) {
            sum += (__expf(x.x - largest) + __expf(x.y - largest)) + (__expf(x.z - largest) + __expf(x.w - largest));
        }
    }
};

// 一次读写 16 字节，地址必须是 16 的倍数。
__device__ bool is_aligned(const void *address) {
    return reinterpret_cast<uintptr_t>(address) % 16 == 0;
}

// 任意的行。
__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // 整个线程块一起离开。
    }
    const float *x = in + row * cols;
    float *y = out + row * cols;

    // 一行从上一行结束的地方开始。所以第一个包之前、最后一个包之后，各可能有最多 3 个单独的 float。如果 x 和 y 的起点
    // 相对错开，就没有一个位置能让两者都读写整个包，所有 float 都是单独的。
    int64_t head = (16 - reinterpret_cast<uintptr_t>(x) % 16) % 16 / sizeof(float);
    if (head > cols || !is_aligned(y + head)) {
        head = cols;
    }
    int64_t n_packs = (cols - head) / 4;
    int64_t n_single = cols - 4 * n_packs;
    const float4 *x_packs = reinterpret_cast<const float4 *>(x + head);
    float4 *y_packs = reinterpret_cast<float4 *>(y + head);

    Seen seen = {-INFINITY, 0.0f};
    for (int64_t i = threadIdx.x; i < n_single; i += blockDim.x) {
        int64_t col = i < head ? i : i + 4 * n_packs;
        seen.add(make_float4(x[col], -INFINITY, -INFINITY, -INFINITY));  // exp(负无穷) 是 0。
    }
    for (int64_t i = threadIdx.x; i < n_packs; i += blockDim.x) {
        seen.add(x_packs[i]);
    }

    // 把每个线程的和换算到整行的最大值。没有见过任何元素的线程，和是 0。
    float largest = block_max(seen.largest);
    // 每个线程只做一次除法，之后都是乘法。
    float factor = 1.0f / block_sum(seen.sum * __expf(seen.largest - largest));

    // 第二次读这一行时，数据多半还在缓存中：刚刚才读过。
    for (int64_t i = threadIdx.x; i < n_single; i += blockDim.x) {
        int64_t col = i < head ? i : i + 4 * n_packs;
        y[col] = __expf(x[col] - largest) * factor;
    }
    for (int64_t i = threadIdx.x; i < n_packs; i += blockDim.x) {
        float4 v = x_packs[i];
        y_packs[i] = make_float4(__expf(v.x - largest) * factor, __expf(v.y - largest) * factor,
                                 __expf(v.z - largest) * factor, __expf(v.w - largest) * factor);
    }
}

// 列数是 4 的倍数、并且不超过 4 * PACKS * blockDim.x 的行。
template <int PACKS>
__global__ void softmax_registers_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // 整个线程块一起离开。
    }
    const float *x = in + row * cols;
    float *y = out + row * cols;
    // launch.toml 知道列数，却不知道数组从哪里开始。必要时，包由单个元素拼成。
    bool aligned = is_aligned(x) && is_aligned(y);
    int64_t n_packs = cols / 4;

    // 这个线程负责的部分。超出行尾的包是负无穷：它不改变最大值，它的 exp 是 0。所有对 k 的循环都展开，数组就成了寄存器。
    float4 part[PACKS];
#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        int64_t i = threadIdx.x + k * blockDim.x;
        if (i >= n_packs) {
            part[k] = make_float4(-INFINITY, -INFINITY, -INFINITY, -INFINITY);
        } else if (aligned) {
            part[k] = reinterpret_cast<const float4 *>(x)[i];
        } else {
            part[k] = make_float4(x[4 * i], x[4 * i + 1], x[4 * i + 2], x[4 * i + 3]);
        }
    }

    float largest = -INFINITY;
#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        largest = fmaxf(largest, fmaxf(fmaxf(part[k].x, part[k].y), fmaxf(part[k].z, part[k].w)));
    }
    largest = block_max(largest);

    // 每个指数只算一次，存放在原来元素的位置。
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        part[k] = make_float4(__expf(part[k].x - largest), __expf(part[k].y - largest), __expf(part[k].z - largest),
                              __expf(part[k].w - largest));
        sum += (part[k].x + part[k].y) + (part[k].z + part[k].w);
    }
    float factor = 1.0f / block_sum(sum);

#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        int64_t i = threadIdx.x + k * blockDim.x;
        float4 v = make_float4(part[k].x * factor, part[k].y * factor, part[k].z * factor, part[k].w * factor);
        if (i < n_packs && aligned) {
            reinterpret_cast<float4 *>(y)[i] = v;
        } else if (i < n_packs) {
            y[4 * i] = v.x;
            y[4 * i + 1] = v.y;
            y[4 * i + 2] = v.z;
            y[4 * i + 3] = v.w;
        }
    }
}

}  // namespace oprt::softmax::nvidia
