// Reads and writes of shared memory, with and without bank conflicts. The formats are described in README.md.

#define LANE (threadIdx.x & 31)
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

__device__ unsigned hash(unsigned x) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

__device__ void set(unsigned char &to, unsigned k) { to = k; }
__device__ void set(unsigned short &to, unsigned k) { to = k; }
__device__ void set(float &to, unsigned k) { to = k; }
__device__ void set(double &to, unsigned k) { to = k; }
__device__ void set(float2 &to, unsigned k) { to = make_float2(k, k); }
__device__ void set(float4 &to, unsigned k) { to = make_float4(k, k, k, k); }

// Fills `count` elements of shared memory, then each thread for which `on` holds reads the one at `index`.
#define READ(name, T, count, on, index)                          \
    extern "C" __global__ void name(T *out) {                    \
        __shared__ T cells[count];                               \
        _Pragma("unroll 1")                                      \
        for (unsigned k = threadIdx.x; k < count; k += blockDim.x) { \
            set(cells[k], k);                                    \
        }                                                        \
        __syncthreads();                                         \
        if (on) {                                                \
            out[THREAD] = cells[index];                          \
        }                                                        \
    }

// Each thread for which `on` holds writes the element at `index`; then all are read.
#define WRITE(name, T, count, on, index)                         \
    extern "C" __global__ void name(T *out) {                    \
        __shared__ T cells[count];                               \
        if (on) {                                                \
            set(cells[index], LANE);                             \
        }                                                        \
        __syncthreads();                                         \
        _Pragma("unroll 1")                                      \
        for (unsigned k = threadIdx.x; k < count; k += blockDim.x) { \
            out[blockIdx.x * count + k] = cells[k];              \
        }                                                        \
    }

// No conflict.
//@ kernel: read_own
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_own, float, 256, true, threadIdx.x)

// 2 lanes in each bank that is used.
//@ kernel: read_2_way
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_2_way, float, 64, true, LANE * 2)

// 4 lanes in each bank that is used.
//@ kernel: read_4_way
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_4_way, float, 128, true, LANE * 4)

// 8 lanes in each bank that is used.
//@ kernel: read_8_way
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_8_way, float, 256, true, LANE * 8)

// 16 lanes in each bank that is used.
//@ kernel: read_16_way
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_16_way, float, 512, true, LANE * 16)

// 32 lanes in each bank that is used.
//@ kernel: read_32_way
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_32_way, float, 1024, true, LANE * 32)

// A column of rows padded by one.
//@ kernel: read_padded
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_padded, float, 1056, true, LANE * 33)

//@ kernel: read_stride_3
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_stride_3, float, 96, true, LANE * 3)

//@ kernel: read_stride_6
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_stride_6, float, 192, true, LANE * 6)

// All lanes read one word: no conflict.
//@ kernel: read_one_word
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_one_word, float, 256, true, threadIdx.x / 32)

// Two words of one bank, each for half of the lanes.
//@ kernel: read_two_words_of_a_bank
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_two_words_of_a_bank, float, 256, true, LANE % 2 * 32 + threadIdx.x / 32)

//@ kernel: read_random
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_random, float, 1024, true, hash(THREAD) % 1024)

//@ kernel: read_random_near
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_random_near, float, 64, true, hash(THREAD) % 64)

// A third of the lanes.
//@ kernel: read_random_some
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_random_some, float, 1024, hash(THREAD + 77) % 3 == 0, hash(THREAD) % 1024)

//@ kernel: read_2_way_half
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
READ(read_2_way_half, float, 1024, LANE < 16, LANE * 32)

//@ kernel: read_bytes
//@ launch: grid=8 block=256
//@ args: out=u8[2048]:zero
READ(read_bytes, unsigned char, 256, true, threadIdx.x)

//@ kernel: read_bytes_stride_4
//@ launch: grid=8 block=256
//@ args: out=u8[2048]:zero
READ(read_bytes_stride_4, unsigned char, 128, true, LANE * 4)

//@ kernel: read_bytes_stride_128
//@ launch: grid=8 block=256
//@ args: out=u8[2048]:zero
READ(read_bytes_stride_128, unsigned char, 4096, true, LANE * 128)

//@ kernel: read_bytes_random
//@ launch: grid=8 block=256
//@ args: out=u8[2048]:zero
READ(read_bytes_random, unsigned char, 4096, true, hash(THREAD) % 4096)

//@ kernel: read_shorts
//@ launch: grid=8 block=256
//@ args: out=u16[2048]:zero
READ(read_shorts, unsigned short, 256, true, threadIdx.x)

//@ kernel: read_shorts_stride_64
//@ launch: grid=8 block=256
//@ args: out=u16[2048]:zero
READ(read_shorts_stride_64, unsigned short, 2048, true, LANE * 64)

//@ kernel: read_shorts_random
//@ launch: grid=8 block=256
//@ args: out=u16[2048]:zero
READ(read_shorts_random, unsigned short, 2048, true, hash(THREAD) % 2048)

// Eight bytes: a half warp at a time, no conflict.
//@ kernel: read_doubles
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles, double, 256, true, threadIdx.x)

//@ kernel: read_doubles_stride_2
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles_stride_2, double, 64, true, LANE * 2)

//@ kernel: read_doubles_stride_16
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles_stride_16, double, 512, true, LANE * 16)

//@ kernel: read_doubles_padded
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles_padded, double, 544, true, LANE * 17)

//@ kernel: read_doubles_one_word
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles_one_word, double, 256, true, threadIdx.x / 32)

//@ kernel: read_doubles_each_twice
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles_each_twice, double, 256, true, threadIdx.x / 2)

//@ kernel: read_doubles_halves_equal
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles_halves_equal, double, 256, true, LANE % 16)

//@ kernel: read_doubles_two_words_of_a_bank
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles_two_words_of_a_bank, double, 256, true, LANE % 2 * 16)

//@ kernel: read_doubles_two_by_halves
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles_two_by_halves, double, 256, true, LANE / 16 * 16)

//@ kernel: read_doubles_random
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles_random, double, 512, true, hash(THREAD) % 512)

//@ kernel: read_doubles_random_near
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles_random_near, double, 32, true, hash(THREAD) % 32)

//@ kernel: read_doubles_random_some
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles_random_some, double, 512, hash(THREAD + 77) % 3 == 0, hash(THREAD) % 512)

//@ kernel: read_doubles_half_idle
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles_half_idle, double, 256, LANE % 2 == 0, LANE)

// One lane of each half, one bank.
//@ kernel: read_doubles_two_lanes
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
READ(read_doubles_two_lanes, double, 512, LANE == 3 || LANE == 20, LANE * 16)

//@ kernel: read_float2
//@ launch: grid=8 block=256
//@ args: out=f32[4096]:zero
READ(read_float2, float2, 256, true, threadIdx.x)

// Sixteen bytes: a quarter warp at a time, no conflict.
//@ kernel: read_float4
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4, float4, 256, true, threadIdx.x)

//@ kernel: read_float4_stride_2
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_stride_2, float4, 64, true, LANE * 2)

//@ kernel: read_float4_stride_4
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_stride_4, float4, 128, true, LANE * 4)

//@ kernel: read_float4_stride_8
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_stride_8, float4, 256, true, LANE * 8)

//@ kernel: read_float4_padded
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_padded, float4, 288, true, LANE * 9)

//@ kernel: read_float4_one_word
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_one_word, float4, 256, true, threadIdx.x / 32)

//@ kernel: read_float4_each_twice
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_each_twice, float4, 256, true, threadIdx.x / 2)

//@ kernel: read_float4_each_four_times
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_each_four_times, float4, 256, true, threadIdx.x / 4)

//@ kernel: read_float4_quarters_equal
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_quarters_equal, float4, 256, true, LANE % 8)

//@ kernel: read_float4_halves_equal
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_halves_equal, float4, 256, true, LANE % 16)

//@ kernel: read_float4_two_words_of_a_bank
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_two_words_of_a_bank, float4, 256, true, LANE % 2 * 8)

//@ kernel: read_float4_two_by_halves
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_two_by_halves, float4, 256, true, LANE / 16 * 8)

//@ kernel: read_float4_random
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_random, float4, 256, true, hash(THREAD) % 256)

//@ kernel: read_float4_random_near
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_random_near, float4, 16, true, hash(THREAD) % 16)

//@ kernel: read_float4_random_some
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_random_some, float4, 256, hash(THREAD + 77) % 3 == 0, hash(THREAD) % 256)

//@ kernel: read_float4_half_idle
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_half_idle, float4, 256, LANE % 2 == 0, LANE)

//@ kernel: read_float4_one_quarter
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_one_quarter, float4, 256, LANE < 8, LANE)

//@ kernel: read_float4_two_lanes
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_two_lanes, float4, 256, LANE == 3 || LANE == 20, LANE * 8)

//@ kernel: read_float4_permuted
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
READ(read_float4_permuted, float4, 256, true, LANE * 5 % 32)

//@ kernel: write_own
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
WRITE(write_own, float, 256, true, threadIdx.x)

//@ kernel: write_2_way
//@ launch: grid=8 block=256
//@ args: out=f32[512]:zero
WRITE(write_2_way, float, 64, true, LANE * 2)

//@ kernel: write_8_way
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
WRITE(write_8_way, float, 256, true, LANE * 8)

//@ kernel: write_32_way
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
WRITE(write_32_way, float, 1024, true, LANE * 32)

//@ kernel: write_padded
//@ launch: grid=8 block=256
//@ args: out=f32[8448]:zero
WRITE(write_padded, float, 1056, true, LANE * 33)

// All lanes write one word.
//@ kernel: write_one_word
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
WRITE(write_one_word, float, 256, true, threadIdx.x / 32)

//@ kernel: write_random
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
WRITE(write_random, float, 1024, true, hash(THREAD) % 1024)

//@ kernel: write_random_near
//@ launch: grid=8 block=256
//@ args: out=f32[512]:zero
WRITE(write_random_near, float, 64, true, hash(THREAD) % 64)

//@ kernel: write_bytes_stride_4
//@ launch: grid=8 block=256
//@ args: out=u8[1024]:zero
WRITE(write_bytes_stride_4, unsigned char, 128, true, LANE * 4)

//@ kernel: write_bytes_random
//@ launch: grid=8 block=256
//@ args: out=u8[32768]:zero
WRITE(write_bytes_random, unsigned char, 4096, true, hash(THREAD) % 4096)

//@ kernel: write_shorts_stride_64
//@ launch: grid=8 block=256
//@ args: out=u16[16384]:zero
WRITE(write_shorts_stride_64, unsigned short, 2048, true, LANE * 64)

//@ kernel: write_doubles
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
WRITE(write_doubles, double, 256, true, threadIdx.x)

//@ kernel: write_doubles_stride_2
//@ launch: grid=8 block=256
//@ args: out=f64[512]:zero
WRITE(write_doubles_stride_2, double, 64, true, LANE * 2)

//@ kernel: write_doubles_random
//@ launch: grid=8 block=256
//@ args: out=f64[4096]:zero
WRITE(write_doubles_random, double, 512, true, hash(THREAD) % 512)

//@ kernel: write_doubles_random_near
//@ launch: grid=8 block=256
//@ args: out=f64[256]:zero
WRITE(write_doubles_random_near, double, 32, true, hash(THREAD) % 32)

//@ kernel: write_float4
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
WRITE(write_float4, float4, 256, true, threadIdx.x)

//@ kernel: write_float4_stride_2
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
WRITE(write_float4_stride_2, float4, 64, true, LANE * 2)

//@ kernel: write_float4_stride_8
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
WRITE(write_float4_stride_8, float4, 256, true, LANE * 8)

//@ kernel: write_float4_random
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
WRITE(write_float4_random, float4, 256, true, hash(THREAD) % 256)

//@ kernel: write_float4_random_near
//@ launch: grid=8 block=256
//@ args: out=f32[512]:zero
WRITE(write_float4_random_near, float4, 16, true, hash(THREAD) % 16)

//@ kernel: write_float4_random_some
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero
WRITE(write_float4_random_some, float4, 256, hash(THREAD + 77) % 3 == 0, hash(THREAD) % 256)

//@ kernel: transpose_tile
//@ launch: grid=4x4 block=32x8
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void transpose_tile(float *out, const float *in) {
    __shared__ float tile[32][32];
    unsigned x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (unsigned k = threadIdx.y; k < 32; k += 8) {
        tile[k][threadIdx.x] = in[(y + k) * 128 + x + threadIdx.x];
    }
    __syncthreads();
    for (unsigned k = threadIdx.y; k < 32; k += 8) {
        out[(x + k) * 128 + y + threadIdx.x] = tile[threadIdx.x][k];
    }
}

//@ kernel: transpose_tile_padded
//@ launch: grid=4x4 block=32x8
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void transpose_tile_padded(float *out, const float *in) {
    __shared__ float tile[32][33];
    unsigned x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (unsigned k = threadIdx.y; k < 32; k += 8) {
        tile[k][threadIdx.x] = in[(y + k) * 128 + x + threadIdx.x];
    }
    __syncthreads();
    for (unsigned k = threadIdx.y; k < 32; k += 8) {
        out[(x + k) * 128 + y + threadIdx.x] = tile[threadIdx.x][k];
    }
}

//@ kernel: tree_of_neighbours
//@ launch: grid=16 block=256 shared=1024
//@ args: out=f32[16]:zero in=f32[4096]:ramp
extern "C" __global__ void tree_of_neighbours(float *out, const float *in) {
    extern __shared__ float partial[];
    unsigned t = threadIdx.x;
    partial[t] = in[THREAD];
    __syncthreads();
    for (unsigned step = 1; step < 256; step *= 2) {
        unsigned at = 2 * step * t;
        if (at < 256) {
            partial[at] += partial[at + step];
        }
        __syncthreads();
    }
    if (t == 0) {
        out[blockIdx.x] = partial[0];
    }
}

//@ kernel: tree_with_idle_lanes
//@ launch: grid=16 block=256 shared=1024
//@ args: out=f32[16]:zero in=f32[4096]:ramp
extern "C" __global__ void tree_with_idle_lanes(float *out, const float *in) {
    extern __shared__ float partial[];
    unsigned t = threadIdx.x;
    partial[t] = in[THREAD];
    __syncthreads();
    for (unsigned step = 1; step < 256; step *= 2) {
        if (t % (2 * step) == 0) {
            partial[t] += partial[t + step];
        }
        __syncthreads();
    }
    if (t == 0) {
        out[blockIdx.x] = partial[0];
    }
}

//@ kernel: shuffles
//@ launch: grid=16 block=256
//@ args: out=f32[16]:zero in=f32[4096]:ramp
extern "C" __global__ void shuffles(float *out, const float *in) {
    float sum = in[THREAD];
    for (unsigned step = 16; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, step);
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = sum;
    }
}

//@ kernel: ldmatrix_x1
//@ launch: grid=8 block=256
//@ args: out=u32[2048]:zero
extern "C" __global__ void ldmatrix_x1(unsigned *out) {
    __shared__ __align__(128) unsigned cells[2048];
    #pragma unroll 1
    for (unsigned k = threadIdx.x; k < 2048; k += blockDim.x) {
        cells[k] = k;
    }
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(cells + LANE * 4), r[1];
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(at));
    for (unsigned k = 0; k < 1; k++) {
        out[1 * THREAD + k] = r[k];
    }
}

//@ kernel: ldmatrix_x2
//@ launch: grid=8 block=256
//@ args: out=u32[4096]:zero
extern "C" __global__ void ldmatrix_x2(unsigned *out) {
    __shared__ __align__(128) unsigned cells[2048];
    #pragma unroll 1
    for (unsigned k = threadIdx.x; k < 2048; k += blockDim.x) {
        cells[k] = k;
    }
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(cells + LANE * 4), r[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(at));
    for (unsigned k = 0; k < 2; k++) {
        out[2 * THREAD + k] = r[k];
    }
}

//@ kernel: ldmatrix_x4
//@ launch: grid=8 block=256
//@ args: out=u32[8192]:zero
extern "C" __global__ void ldmatrix_x4(unsigned *out) {
    __shared__ __align__(128) unsigned cells[2048];
    #pragma unroll 1
    for (unsigned k = threadIdx.x; k < 2048; k += blockDim.x) {
        cells[k] = k;
    }
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(cells + LANE * 4), r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
    for (unsigned k = 0; k < 4; k++) {
        out[4 * THREAD + k] = r[k];
    }
}

//@ kernel: ldmatrix_x4_rows_of_128
//@ launch: grid=8 block=256
//@ args: out=u32[8192]:zero
extern "C" __global__ void ldmatrix_x4_rows_of_128(unsigned *out) {
    __shared__ __align__(128) unsigned cells[2048];
    #pragma unroll 1
    for (unsigned k = threadIdx.x; k < 2048; k += blockDim.x) {
        cells[k] = k;
    }
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(cells + LANE * 32), r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
    for (unsigned k = 0; k < 4; k++) {
        out[4 * THREAD + k] = r[k];
    }
}

//@ kernel: ldmatrix_x4_rows_of_64
//@ launch: grid=8 block=256
//@ args: out=u32[8192]:zero
extern "C" __global__ void ldmatrix_x4_rows_of_64(unsigned *out) {
    __shared__ __align__(128) unsigned cells[2048];
    #pragma unroll 1
    for (unsigned k = threadIdx.x; k < 2048; k += blockDim.x) {
        cells[k] = k;
    }
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(cells + LANE * 16), r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
    for (unsigned k = 0; k < 4; k++) {
        out[4 * THREAD + k] = r[k];
    }
}

//@ kernel: ldmatrix_x2_rows_of_128
//@ launch: grid=8 block=256
//@ args: out=u32[4096]:zero
extern "C" __global__ void ldmatrix_x2_rows_of_128(unsigned *out) {
    __shared__ __align__(128) unsigned cells[2048];
    #pragma unroll 1
    for (unsigned k = threadIdx.x; k < 2048; k += blockDim.x) {
        cells[k] = k;
    }
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(cells + LANE * 32), r[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(at));
    for (unsigned k = 0; k < 2; k++) {
        out[2 * THREAD + k] = r[k];
    }
}

//@ kernel: ldmatrix_x4_padded
//@ launch: grid=8 block=256
//@ args: out=u32[8192]:zero
extern "C" __global__ void ldmatrix_x4_padded(unsigned *out) {
    __shared__ __align__(128) unsigned cells[2048];
    #pragma unroll 1
    for (unsigned k = threadIdx.x; k < 2048; k += blockDim.x) {
        cells[k] = k;
    }
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(cells + LANE * 36), r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
    for (unsigned k = 0; k < 4; k++) {
        out[4 * THREAD + k] = r[k];
    }
}

//@ kernel: ldmatrix_x4_random
//@ launch: grid=8 block=256
//@ args: out=u32[8192]:zero
extern "C" __global__ void ldmatrix_x4_random(unsigned *out) {
    __shared__ __align__(128) unsigned cells[2048];
    #pragma unroll 1
    for (unsigned k = threadIdx.x; k < 2048; k += blockDim.x) {
        cells[k] = k;
    }
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(cells + hash(THREAD) % 512 * 4), r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
    for (unsigned k = 0; k < 4; k++) {
        out[4 * THREAD + k] = r[k];
    }
}

//@ kernel: ldmatrix_x4_one_row
//@ launch: grid=8 block=256
//@ args: out=u32[8192]:zero
extern "C" __global__ void ldmatrix_x4_one_row(unsigned *out) {
    __shared__ __align__(128) unsigned cells[2048];
    #pragma unroll 1
    for (unsigned k = threadIdx.x; k < 2048; k += blockDim.x) {
        cells[k] = k;
    }
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(cells + 0 * LANE), r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
    for (unsigned k = 0; k < 4; k++) {
        out[4 * THREAD + k] = r[k];
    }
}

//@ kernel: async_copy_4
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero in=f32[2048]:ramp
extern "C" __global__ void async_copy_4(float *out, const float *in) {
    __shared__ __align__(16) float cells[256];
    unsigned at = __cvta_generic_to_shared(cells + 1 * threadIdx.x);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(at), "l"(in + 1 * THREAD) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    out[THREAD] = cells[threadIdx.x ^ 1];
}

//@ kernel: async_copy_16
//@ launch: grid=8 block=256
//@ args: out=f32[8192]:zero in=f32[8192]:ramp
extern "C" __global__ void async_copy_16(float *out, const float *in) {
    __shared__ __align__(16) float cells[1024];
    unsigned at = __cvta_generic_to_shared(cells + 4 * threadIdx.x);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(at), "l"(in + 4 * THREAD) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    out[THREAD] = cells[threadIdx.x ^ 1];
}
