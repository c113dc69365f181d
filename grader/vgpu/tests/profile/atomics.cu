// Atomics on global and on shared memory. The formats are described in README.md.

#define LANE (threadIdx.x & 31)
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

__device__ unsigned hash(unsigned x) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

// Adds the thread's number to the cell at `index` of global memory.
#define ADD(name, T, on, index)                        \
    extern "C" __global__ void name(T *out) {          \
        if (on) {                                      \
            atomicAdd(out + (index), T(threadIdx.x));  \
        }                                              \
    }

// The same, where the old value is used.
#define FETCH(name, T, index)                                                \
    extern "C" __global__ void name(T *out, T *old) {                        \
        old[THREAD] = atomicAdd(out + (index), T(threadIdx.x));              \
    }

// `what` on the cell at `index` of shared memory.
#define SHARED(name, T, count, on, index, what)                  \
    extern "C" __global__ void name(T *out) {                    \
        __shared__ T cells[count];                               \
        _Pragma("unroll 1")                                      \
        for (unsigned k = threadIdx.x; k < count; k += blockDim.x) { \
            cells[k] = 0;                                        \
        }                                                        \
        __syncthreads();                                         \
        if (on) {                                                \
            T *cell = cells + (index);                           \
            what;                                                \
        }                                                        \
        __syncthreads();                                         \
        _Pragma("unroll 1")                                      \
        for (unsigned k = threadIdx.x; k < count; k += blockDim.x) { \
            out[blockIdx.x * count + k] = cells[k];              \
        }                                                        \
    }

// No two threads at one cell.
//@ kernel: add_own
//@ launch: grid=8 block=256
//@ args: out=u32[2048]:zero
ADD(add_own, unsigned, true, THREAD)

// The compiler may add up within the warp first.
//@ kernel: add_all_at_one
//@ launch: grid=8 block=256
//@ args: out=u32[1]:zero
ADD(add_all_at_one, unsigned, true, 0)

//@ kernel: add_all_at_one_float
//@ launch: grid=8 block=256
//@ args: out=f32[1]:zero
ADD(add_all_at_one_float, float, true, 0)

//@ kernel: add_one_per_warp
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
ADD(add_one_per_warp, float, true, THREAD / 32)

//@ kernel: add_one_per_block
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
ADD(add_one_per_block, float, true, blockIdx.x)

//@ kernel: add_stride_8
//@ launch: grid=8 block=256
//@ args: out=f32[16384]:zero
ADD(add_stride_8, float, true, 8 * THREAD)

//@ kernel: add_stride_32
//@ launch: grid=8 block=256
//@ args: out=f32[65536]:zero
ADD(add_stride_32, float, true, 32 * THREAD)

//@ kernel: add_random
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
ADD(add_random, float, true, hash(THREAD) % 2048)

//@ kernel: add_random_near
//@ launch: grid=8 block=256
//@ args: out=u32[16]:zero
ADD(add_random_near, unsigned, true, hash(THREAD) % 16)

//@ kernel: add_doubles
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
ADD(add_doubles, double, true, THREAD)

//@ kernel: add_doubles_random
//@ launch: grid=8 block=256
//@ args: out=f64[2048]:zero
ADD(add_doubles_random, double, true, hash(THREAD) % 2048)

//@ kernel: add_half_idle
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
ADD(add_half_idle, float, LANE % 2 == 0, THREAD)

// The warp was reduced before: one lane adds.
//@ kernel: add_first_lane
//@ launch: grid=8 block=256
//@ args: out=f32[1]:zero
ADD(add_first_lane, float, LANE == 0, 0)

//@ kernel: fetch_own
//@ launch: grid=8 block=256
//@ args: out=u32[2048]:zero old=u32[2048]:zero
FETCH(fetch_own, unsigned, THREAD)

//@ kernel: fetch_random
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero old=f32[2048]:zero
FETCH(fetch_random, float, hash(THREAD) % 2048)

//@ kernel: fetch_all_at_one
//@ launch: grid=8 block=256
//@ args: out=f32[1]:zero old=f32[2048]:zero
FETCH(fetch_all_at_one, float, 0)

//@ kernel: shared_add_own
//@ launch: grid=8 block=256
//@ args: out=u32[2048]:zero
SHARED(shared_add_own, unsigned, 256, true, threadIdx.x, atomicAdd(cell, unsigned(1)))

// Every thread of the block, one cell.
//@ kernel: shared_add_all_at_one
//@ launch: grid=8 block=256
//@ args: out=u32[256]:zero
SHARED(shared_add_all_at_one, unsigned, 32, true, hash(0) % 32 + threadIdx.x / 32 / 8, atomicAdd(cell, unsigned(1)))

//@ kernel: shared_add_value_all_at_one
//@ launch: grid=8 block=256
//@ args: out=u32[256]:zero
SHARED(shared_add_value_all_at_one, unsigned, 32, true, blockIdx.x, atomicAdd(cell, threadIdx.x))

//@ kernel: shared_add_each_twice
//@ launch: grid=8 block=256
//@ args: out=u32[2048]:zero
SHARED(shared_add_each_twice, unsigned, 256, true, threadIdx.x / 2, atomicAdd(cell, threadIdx.x))

//@ kernel: shared_add_each_four_times
//@ launch: grid=8 block=256
//@ args: out=u32[2048]:zero
SHARED(shared_add_each_four_times, unsigned, 256, true, threadIdx.x / 4, atomicAdd(cell, threadIdx.x))

//@ kernel: shared_add_stride_2
//@ launch: grid=8 block=256
//@ args: out=u32[512]:zero
SHARED(shared_add_stride_2, unsigned, 64, true, LANE * 2, atomicAdd(cell, threadIdx.x))

//@ kernel: shared_add_stride_32
//@ launch: grid=8 block=256
//@ args: out=u32[8192]:zero
SHARED(shared_add_stride_32, unsigned, 1024, true, LANE * 32, atomicAdd(cell, threadIdx.x))

//@ kernel: shared_add_random
//@ launch: grid=8 block=256
//@ args: out=u32[8192]:zero
SHARED(shared_add_random, unsigned, 1024, true, hash(THREAD) % 1024, atomicAdd(cell, threadIdx.x))

//@ kernel: shared_add_random_near
//@ launch: grid=8 block=256
//@ args: out=u32[128]:zero
SHARED(shared_add_random_near, unsigned, 16, true, hash(THREAD) % 16, atomicAdd(cell, threadIdx.x))

//@ kernel: shared_add_random_some
//@ launch: grid=8 block=256
//@ args: out=u32[512]:zero
SHARED(shared_add_random_some, unsigned, 64, hash(THREAD + 77) % 3 == 0, hash(THREAD) % 64, atomicAdd(cell, threadIdx.x))

//@ kernel: shared_add_long_own
//@ launch: grid=8 block=256
//@ args: out=u64[2048]:zero
SHARED(shared_add_long_own, unsigned long long, 256, true, threadIdx.x, atomicAdd(cell, 1ull + threadIdx.x))

//@ kernel: shared_add_long_random
//@ launch: grid=8 block=256
//@ args: out=u64[512]:zero
SHARED(shared_add_long_random, unsigned long long, 64, true, hash(THREAD) % 64, atomicAdd(cell, 1ull + threadIdx.x))

//@ kernel: shared_max_random
//@ launch: grid=8 block=256
//@ args: out=u32[512]:zero
SHARED(shared_max_random, unsigned, 64, true, hash(THREAD) % 64, atomicMax(cell, threadIdx.x))

//@ kernel: shared_exchange_random
//@ launch: grid=8 block=256
//@ args: out=u32[512]:zero
SHARED(shared_exchange_random, unsigned, 64, true, hash(THREAD) % 64, atomicExch(cell, threadIdx.x))

//@ kernel: shared_swap_random
//@ launch: grid=8 block=256
//@ args: out=u32[512]:zero
SHARED(shared_swap_random, unsigned, 64, true, hash(THREAD) % 64, atomicCAS(cell, 0u, threadIdx.x))

//@ kernel: shared_add_float_own
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
SHARED(shared_add_float_own, float, 256, true, threadIdx.x, atomicAdd(cell, 1.0f + threadIdx.x))

//@ kernel: shared_add_float_one_per_warp
//@ launch: grid=8 block=256
//@ args: out=f32[2048]:zero
SHARED(shared_add_float_one_per_warp, float, 256, true, threadIdx.x / 32, atomicAdd(cell, 1.0f + threadIdx.x))

//@ kernel: shared_add_float_random
//@ launch: grid=8 block=256
//@ args: out=f32[512]:zero
SHARED(shared_add_float_random, float, 64, true, hash(THREAD) % 64, atomicAdd(cell, 1.0f + threadIdx.x))
