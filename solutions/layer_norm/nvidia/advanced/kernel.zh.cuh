#pragma once
#include <math.h>
#include <stdint.h>

// 对按行存放的 rows × cols 矩阵的每一行，计算
// 输出 out[row][col] = (in[row][col] - mean) / sqrt(variance + eps) * gamma[col] + beta[col]。
//
// 普通的参考答案把每一行读三次。这里，放得下的行只读一次，保存在线程块的寄存器中（layer_norm_registers_kernel）。其他的
// 行读两次（layer_norm_rowwise_kernel）：一遍就求出平均值和方差，每个线程先用 Welford 的方法，再用 Chan 的公式合并。由
// launch.toml 选择。每一行一个线程块，线程数可以是 32 的任何倍数。
namespace oprt::layer_norm::nvidia {

// 一次读写 16 字节，地址必须是 16 的倍数。
__device__ bool is_aligned(const void *address) {
    return reinterpret_cast<uintptr_t>(address) % 16 == 0;
}

// 从 `p` 开始的四个 float；调用者知道 p 已对齐时，一次读完。
__device__ float4 load4(const float *p, bool aligned) {
    return aligned ? *reinterpret_cast<const float4 *>(p) : make_float4(p[0], p[1], p[2], p[3]);
}

// 同样地，把四个 float 写到 `p`。
__device__ void store4(float *p, bool aligned, float4 v) {
    if (aligned) {
        *reinterpret_cast<float4 *>(p) = v;
    } else {
        p[0] = v.x;
        p[1] = v.y;
        p[2] = v.z;
        p[3] = v.w;
    }
}

// 四个输出。
__device__ float4 normalise(float4 x, float mean, float factor, float4 gamma, float4 beta) {
    return make_float4((x.x - mean) * factor * gamma.x + beta.x, (x.y - mean) * factor * gamma.y + beta.y,
                       (x.z - mean) * factor * gamma.z + beta.z, (x.w - mean) * factor * gamma.w + beta.w);
}

// 线程块的每个线程给出一个值，求它们的和。所有线程都得到结果。of_warp：共享内存中的 32 个 float，其他的求和不会用到
// 它们，所以两次求和之间不需要同步屏障。
__device__ float block_sum(float value, float *of_warp) {
    unsigned int lane = threadIdx.x % 32;
    // 在线程束内，线程直接读取彼此的寄存器：先是相隔 16 的，然后是相隔 8、4、2、1 的。
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, distance);
    }
    if (lane == 0) {
        of_warp[threadIdx.x / 32] = value;
    }
    __syncthreads();
    // 最后一步每个线程束各做一遍，这比一个线程束做完再告诉其他线程束更快。
    value = lane < blockDim.x / 32 ? of_warp[lane] : 0.0f;
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, distance);
    }
    return value;
}

// 对已经看过的元素所知道的：有多少个、它们的平均值，以及它们与平均值之差的平方和。
struct Seen {
    float n;
    float mean;
    float squares;

    // 并入对另一些元素所知道的（Chan 的公式）。两边的平方和各自是相对于自己的平均值来量的；最后一项是两个平均值之间的
    // 距离所带来的。如果另一边 n = 1、squares = 0，这就是 Welford 的方法。
    __device__ void add(Seen other) {
        float total = n + other.n;
        if (total > 0.0f) {  // 没有列的线程没有可合并的：0 / 0 会得到 NaN。
            float share = other.n / total;
            float distance = other.mean - mean;
            mean += distance * share;
            squares += other.squares + distance * distance * n * share;
            n = total;
        }
    }

    // 再并入四个元素：只用一次除法，而一个一个地并入要用四次。
    __device__ void add(float4 x) {
        float middle = 0.25f * ((x.x + x.y) + (x.z + x.w));
        float4 d = make_float4(x.x - middle, x.y - middle, x.z - middle, x.w - middle);
        add(Seen{4.0f, middle, (d.x * d.x + d.y * d.y) + (d.z * d.z + d.w * d.w)});
    }
};

// 把线程束各通道（lane）看到的合到一起。所有通道都得到结果。
__device__ Seen warp_merge(Seen seen) {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        Seen other = {__shfl_xor_sync(0xffffffff, seen.n, distance), __shfl_xor_sync(0xffffffff, seen.mean, distance),
                      __shfl_xor_sync(0xffffffff, seen.squares, distance)};
        seen.add(other);
    }
    return seen;
}

// 任意的行。
__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    __shared__ Seen of_warp[32];  // 一个线程块最多 1024 个线程：32 个线程束。
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

    Seen seen = {0.0f, 0.0f, 0.0f};
    for (int64_t i = threadIdx.x; i < n_single; i += blockDim.x) {
        seen.add(Seen{1.0f, x[i < head ? i : i + 4 * n_packs], 0.0f});
    }
    for (int64_t i = threadIdx.x; i < n_packs; i += blockDim.x) {
        seen.add(x_packs[i]);
    }
    seen = warp_merge(seen);
    if (threadIdx.x % 32 == 0) {
        of_warp[threadIdx.x / 32] = seen;
    }
    __syncthreads();
    unsigned int lane = threadIdx.x % 32;
    seen = warp_merge(lane < blockDim.x / 32 ? of_warp[lane] : Seen{0.0f, 0.0f, 0.0f});
    float mean = seen.mean;
    float factor = rsqrtf(seen.squares / cols + eps);

    // 第二次读这一行时，数据多半还在缓存中：刚刚才读过。参数也来自缓存：所有线程块都读它们。如果不能整包读取参数，
    // 所有的输出就都单独处理，这样相邻的线程仍然读取相邻的元素。
    if (!is_aligned(gamma + head) || !is_aligned(beta + head)) {
        head = cols;
        n_packs = 0;
        n_single = cols;
    }
    for (int64_t i = threadIdx.x; i < n_single; i += blockDim.x) {
        int64_t col = i < head ? i : i + 4 * n_packs;
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];
    }
    for (int64_t i = threadIdx.x; i < n_packs; i += blockDim.x) {
        float4 scale = load4(gamma + head + 4 * i, true);
        float4 shift = load4(beta + head + 4 * i, true);
        y_packs[i] = normalise(x_packs[i], mean, factor, scale, shift);
    }
}

// 列数是 4 的倍数、并且不超过 4 * PACKS * blockDim.x 的行。
template <int PACKS>
__global__ void layer_norm_registers_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                            int64_t cols, float eps) {
    __shared__ float of_warp[2][32];
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // 整个线程块一起离开。
    }
    const float *x = in + row * cols;
    float *y = out + row * cols;
    // launch.toml 知道列数，却不知道数组从哪里开始。必要时，包由单个元素拼成。
    bool aligned = is_aligned(x) && is_aligned(y) && is_aligned(gamma) && is_aligned(beta);
    int64_t n_packs = cols / 4;

    // 这个线程负责的部分。所有对 k 的循环都展开，数组就成了寄存器。
    float4 part[PACKS];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        int64_t i = threadIdx.x + k * blockDim.x;
        part[k] = i < n_packs ? load4(x + 4 * i, aligned) : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        sum += (part[k].x + part[k].y) + (part[k].z + part[k].w);
    }
    float mean = block_sum(sum, of_warp[0]) / cols;

    // 这一行就在手边，再处理一遍不用访问内存：这里没有理由用 Welford 的方法。
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        int64_t i = threadIdx.x + k * blockDim.x;
        if (i < n_packs) {  // 行尾之后是 0，它们与平均值之差不能算进去。
            float4 d = make_float4(part[k].x - mean, part[k].y - mean, part[k].z - mean, part[k].w - mean);
            squares += (d.x * d.x + d.y * d.y) + (d.z * d.z + d.w * d.w);
        }
    }
    float factor = rsqrtf(block_sum(squares, of_warp[1]) / cols + eps);

#pragma unroll
    for (int k = 0; k < PACKS; k++) {
        int64_t i = threadIdx.x + k * blockDim.x;
        if (i < n_packs) {
            float4 scale = load4(gamma + 4 * i, aligned);
            float4 shift = load4(beta + 4 * i, aligned);
            store4(y + 4 * i, aligned, normalise(part[k], mean, factor, scale, shift));
        }
    }
}

}  // namespace oprt::layer_norm::nvidia
