// Reads and writes of global memory, good and bad. The formats are described in README.md.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define LANE (threadIdx.x & 31)

__device__ unsigned hash(unsigned x) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

// Neighbouring threads, neighbouring elements.
//@ kernel: copy
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void copy(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[i];
}

// The same through the read-only path.
//@ kernel: copy_restrict
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void copy_restrict(float *__restrict__ out, const float *__restrict__ in) {
    unsigned i = INDEX;
    out[i] = in[i];
}

//@ kernel: volatile_read
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void volatile_read(float *out, volatile const float *in) {
    unsigned i = INDEX;
    out[i] = in[i];
}

// One element off: each warp touches a fifth sector.
//@ kernel: misaligned_by_one
//@ launch: grid=64 block=256
//@ args: out=f32[16385]:zero in=f32[16385]:ramp
extern "C" __global__ void misaligned_by_one(float *out, const float *in) {
    unsigned i = INDEX + 1;
    out[i] = in[i];
}

// A whole sector off: no more sectors.
//@ kernel: misaligned_by_eight
//@ launch: grid=64 block=256
//@ args: out=f32[16392]:zero in=f32[16392]:ramp
extern "C" __global__ void misaligned_by_eight(float *out, const float *in) {
    unsigned i = INDEX + 8;
    out[i] = in[i];
}

//@ kernel: read_stride_2
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[32768]:ramp
extern "C" __global__ void read_stride_2(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[2 * i];
}

//@ kernel: read_stride_4
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[65536]:ramp
extern "C" __global__ void read_stride_4(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[4 * i];
}

//@ kernel: read_stride_8
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[131072]:ramp
extern "C" __global__ void read_stride_8(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[8 * i];
}

//@ kernel: read_stride_32
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[524288]:ramp
extern "C" __global__ void read_stride_32(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[32 * i];
}

//@ kernel: write_stride_2
//@ launch: grid=64 block=256
//@ args: out=f32[32768]:zero in=f32[16384]:ramp
extern "C" __global__ void write_stride_2(float *out, const float *in) {
    unsigned i = INDEX;
    out[2 * i] = in[i];
}

//@ kernel: write_stride_8
//@ launch: grid=64 block=256
//@ args: out=f32[131072]:zero in=f32[16384]:ramp
extern "C" __global__ void write_stride_8(float *out, const float *in) {
    unsigned i = INDEX;
    out[8 * i] = in[i];
}

//@ kernel: write_stride_32
//@ launch: grid=64 block=256
//@ args: out=f32[524288]:zero in=f32[16384]:ramp
extern "C" __global__ void write_stride_32(float *out, const float *in) {
    unsigned i = INDEX;
    out[32 * i] = in[i];
}

// Neighbouring threads, neighbouring rows of a matrix of 128 columns.
//@ kernel: read_column_major
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void read_column_major(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[(i % 128) * 128 + i / 128];
}

//@ kernel: transpose
//@ launch: grid=8x8 block=16x16
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void transpose(float *out, const float *in) {
    unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[x * 128 + y] = in[y * 128 + x];
}

// Two rows of 16 in each warp.
//@ kernel: tile_2d
//@ launch: grid=8x8 block=16x16
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void tile_2d(float *out, const float *in) {
    unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[y * 128 + x] = in[y * 128 + x];
}

// Rows of 100 columns: a row does not begin with a sector.
//@ kernel: tile_8x8
//@ launch: grid=12x12 block=8x8
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void tile_8x8(float *out, const float *in) {
    unsigned x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    out[y * 100 + x] = in[y * 100 + x];
}

//@ kernel: reverse
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void reverse(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[16383 - i];
}

// Another order within the warp costs nothing.
//@ kernel: permuted_in_warp
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void permuted_in_warp(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[i - LANE + LANE * 13 % 32];
}

// All lanes read one element.
//@ kernel: broadcast
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void broadcast(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[i / 256];
}

// Both halves of a warp read the same.
//@ kernel: two_halves
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void two_halves(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[i / 32 * 32 + LANE % 16];
}

//@ kernel: each_twice
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void each_twice(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[i / 2];
}

//@ kernel: gather
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void gather(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[hash(i) % 16384];
}

//@ kernel: gather_near
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void gather_near(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[i / 32 * 32 + hash(i) % 32];
}

// Several lanes may write one element.
//@ kernel: scatter
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void scatter(float *out, const float *in) {
    unsigned i = INDEX;
    out[hash(i) % 16384] = in[i];
}

// All lanes write one element.
//@ kernel: write_one
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void write_one(float *out, const float *in) {
    unsigned i = INDEX;
    out[i / 256] = in[i];
}

// Every other lane: as many sectors for half of the elements.
//@ kernel: half_idle
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void half_idle(float *out, const float *in) {
    unsigned i = INDEX;
    if (i & 1) {
        out[i] = in[i];
    }
}

//@ kernel: half_warp_idle
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void half_warp_idle(float *out, const float *in) {
    unsigned i = INDEX;
    if (LANE < 16) {
        out[i] = in[i];
    }
}

//@ kernel: one_lane
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void one_lane(float *out, const float *in) {
    unsigned i = INDEX;
    if (LANE == 5) {
        out[i] = in[i];
    }
}

//@ kernel: guarded_tail
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void guarded_tail(float *out, const float *in) {
    unsigned i = INDEX;
    if (i < 16000 + 3) {
        out[i] = in[i];
    }
}

// Warps begin anywhere; the last one of a block has four lanes.
//@ kernel: block_of_100
//@ launch: grid=100 block=100
//@ args: out=f32[10000]:zero in=f32[10000]:ramp
extern "C" __global__ void block_of_100(float *out, const float *in) {
    unsigned i = INDEX;
    out[i] = in[i];
}

//@ kernel: grid_stride
//@ launch: grid=64 block=256
//@ args: out=f32[100003]:zero in=f32[100003]:ramp
extern "C" __global__ void grid_stride(float *out, const float *in) {
    for (unsigned i = INDEX; i < 100003; i += gridDim.x * blockDim.x) {
        out[i] = in[i];
    }
}

//@ kernel: bytes
//@ launch: grid=64 block=256
//@ args: out=u8[16384]:zero in=u8[16384]:ramp
extern "C" __global__ void bytes(unsigned char *out, const unsigned char *in) {
    unsigned i = INDEX;
    out[i] = in[i];
}

//@ kernel: bytes_stride_4
//@ launch: grid=64 block=256
//@ args: out=u8[16384]:zero in=u8[65536]:ramp
extern "C" __global__ void bytes_stride_4(unsigned char *out, const unsigned char *in) {
    unsigned i = INDEX;
    out[i] = in[4 * i];
}

//@ kernel: shorts
//@ launch: grid=64 block=256
//@ args: out=u16[16384]:zero in=u16[16384]:ramp
extern "C" __global__ void shorts(unsigned short *out, const unsigned short *in) {
    unsigned i = INDEX;
    out[i] = in[i];
}

//@ kernel: shorts_stride_3
//@ launch: grid=64 block=256
//@ args: out=u16[49152]:zero in=u16[49152]:ramp
extern "C" __global__ void shorts_stride_3(unsigned short *out, const unsigned short *in) {
    unsigned i = INDEX;
    out[3 * i] = in[3 * i];
}

//@ kernel: doubles
//@ launch: grid=64 block=256
//@ args: out=f64[16384]:zero in=f64[16384]:ramp
extern "C" __global__ void doubles(double *out, const double *in) {
    unsigned i = INDEX;
    out[i] = in[i];
}

//@ kernel: doubles_stride_2
//@ launch: grid=64 block=256
//@ args: out=f64[32768]:zero in=f64[32768]:ramp
extern "C" __global__ void doubles_stride_2(double *out, const double *in) {
    unsigned i = INDEX;
    out[2 * i] = in[2 * i];
}

//@ kernel: doubles_gather
//@ launch: grid=64 block=256
//@ args: out=f64[16384]:zero in=f64[16384]:ramp
extern "C" __global__ void doubles_gather(double *out, const double *in) {
    unsigned i = INDEX;
    out[i] = in[hash(i) % 16384];
}

//@ kernel: doubles_each_twice
//@ launch: grid=64 block=256
//@ args: out=f64[16384]:zero in=f64[16384]:ramp
extern "C" __global__ void doubles_each_twice(double *out, const double *in) {
    unsigned i = INDEX;
    out[i] = in[i / 2];
}

//@ kernel: doubles_broadcast
//@ launch: grid=64 block=256
//@ args: out=f64[16384]:zero in=f64[16384]:ramp
extern "C" __global__ void doubles_broadcast(double *out, const double *in) {
    unsigned i = INDEX;
    out[i] = in[i / 256];
}

//@ kernel: float2_copy
//@ launch: grid=64 block=256
//@ args: out=f32[32768]:zero in=f32[32768]:ramp
extern "C" __global__ void float2_copy(float2 *out, const float2 *in) {
    unsigned i = INDEX;
    out[i] = in[i];
}

//@ kernel: float4_copy
//@ launch: grid=64 block=256
//@ args: out=f32[65536]:zero in=f32[65536]:ramp
extern "C" __global__ void float4_copy(float4 *out, const float4 *in) {
    unsigned i = INDEX;
    out[i] = in[i];
}

// Each thread its own 64 bytes.
//@ kernel: float4_each_its_own
//@ launch: grid=64 block=256
//@ args: out=f32[262144]:zero in=f32[262144]:ramp
extern "C" __global__ void float4_each_its_own(float4 *out, const float4 *in) {
    unsigned i = INDEX;
    for (unsigned k = 0; k < 4; k++) {
        out[4 * i + k] = in[4 * i + k];
    }
}

//@ kernel: float4_broadcast
//@ launch: grid=64 block=256
//@ args: out=f32[65536]:zero in=f32[65536]:ramp
extern "C" __global__ void float4_broadcast(float4 *out, const float4 *in) {
    unsigned i = INDEX;
    out[i] = in[i / 256];
}

//@ kernel: float4_two_cells
//@ launch: grid=64 block=256
//@ args: out=f32[65536]:zero in=f32[65536]:ramp
extern "C" __global__ void float4_two_cells(float4 *out, const float4 *in) {
    unsigned i = INDEX;
    out[i] = in[i / 32 * 32 + LANE % 2];
}

//@ kernel: float4_stride_2
//@ launch: grid=64 block=256
//@ args: out=f32[65536]:zero in=f32[131072]:ramp
extern "C" __global__ void float4_stride_2(float4 *out, const float4 *in) {
    unsigned i = INDEX;
    out[i] = in[2 * i];
}

//@ kernel: float4_gather
//@ launch: grid=64 block=256
//@ args: out=f32[65536]:zero in=f32[65536]:ramp
extern "C" __global__ void float4_gather(float4 *out, const float4 *in) {
    unsigned i = INDEX;
    out[i] = in[hash(i) % 16384];
}

//@ kernel: float4_gather_near
//@ launch: grid=64 block=256
//@ args: out=f32[65536]:zero in=f32[65536]:ramp
extern "C" __global__ void float4_gather_near(float4 *out, const float4 *in) {
    unsigned i = INDEX;
    out[i] = in[i / 32 * 32 + hash(i) % 32];
}

//@ kernel: float4_scatter
//@ launch: grid=64 block=256
//@ args: out=f32[65536]:zero in=f32[65536]:ramp
extern "C" __global__ void float4_scatter(float4 *out, const float4 *in) {
    unsigned i = INDEX;
    out[hash(i) % 16384] = in[i];
}

//@ kernel: float4_half_idle
//@ launch: grid=64 block=256
//@ args: out=f32[65536]:zero in=f32[65536]:ramp
extern "C" __global__ void float4_half_idle(float4 *out, const float4 *in) {
    unsigned i = INDEX;
    if (i & 1) {
        out[i] = in[i];
    }
}

//@ kernel: float4_write_one
//@ launch: grid=64 block=256
//@ args: out=f32[65536]:zero in=f32[65536]:ramp
extern "C" __global__ void float4_write_one(float4 *out, const float4 *in) {
    unsigned i = INDEX;
    out[i / 256] = in[i];
}

// Four scalar reads of neighbours by each thread, which the compiler may not join: 16 sectors each.
//@ kernel: scalars_of_four
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[65536]:ramp
extern "C" __global__ void scalars_of_four(float *out, volatile const float *in) {
    unsigned i = INDEX;
    float sum = 0;
    for (unsigned k = 0; k < 4; k++) {
        sum += in[4 * i + k];
    }
    out[i] = sum;
}

// One field of four.
//@ kernel: array_of_structures
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[65536]:ramp
extern "C" __global__ void array_of_structures(float *out, const float4 *in) {
    unsigned i = INDEX;
    out[i] = in[i].y;
}

// Three elements of each thread.
//@ kernel: float3_copy
//@ launch: grid=64 block=256
//@ args: out=f32[49152]:zero in=f32[49152]:ramp
extern "C" __global__ void float3_copy(float *out, const float *in) {
    unsigned i = INDEX;
    out[3 * i] = in[3 * i];
    out[3 * i + 1] = in[3 * i + 1];
    out[3 * i + 2] = in[3 * i + 2];
}

// A stencil.
//@ kernel: neighbours
//@ launch: grid=64 block=256
//@ args: out=f32[16384]:zero in=f32[16384]:ramp
extern "C" __global__ void neighbours(float *out, volatile const float *in) {
    unsigned i = INDEX;
    if (i > 0 && i < 16383) {
        out[i] = in[i - 1] + in[i] + in[i + 1];
    }
}

// Each thread reads a row of its own.
//@ kernel: row_per_thread
//@ launch: grid=4 block=256
//@ args: out=f32[1024]:zero in=f32[65536]:ramp
extern "C" __global__ void row_per_thread(float *out, volatile const float *in) {
    unsigned i = INDEX;
    float sum = 0;
    for (unsigned k = 0; k < 64; k++) {
        sum += in[64 * i + k];
    }
    out[i] = sum;
}
