// The four solutions. The formats are described in README.md.
#include <cuda_fp16.h>
#include <stdint.h>
#include "solutions/copy/nvidia/kernel.cuh"
#include "solutions/vector_add/nvidia/kernel.cuh"
#include "solutions/reduce_sum/nvidia/kernel.cuh"
#include "solutions/softmax/nvidia/kernel.cuh"

template __global__ void oprt::copy::nvidia::copy_contiguous_kernel<float>(float *, const float *, int64_t);
template __global__ void oprt::copy::nvidia::copy_contiguous_kernel<half>(half *, const half *, int64_t);
template __global__ void oprt::vector_add::nvidia::vector_add_contiguous_kernel<float>(float *, const float *,
                                                                                         const float *, int64_t);
template __global__ void oprt::vector_add::nvidia::vector_add_contiguous_kernel<half>(half *, const half *,
                                                                                        const half *, int64_t);

//@ name: copy_f32_1001x1024
//@ kernel: _ZN4oprt4copy6nvidia22copy_contiguous_kernelIfEEvPT_PKS3_x
//@ launch: grid=4004 block=256
//@ args: dst=f32[1025024]:zero src=f32[1025024]:one n=i64:1025024

//@ name: vector_add_f32_1001x1024
//@ kernel: _ZN4oprt10vector_add6nvidia28vector_add_contiguous_kernelIfEEvPT_PKS3_S6_x
//@ launch: grid=4004 block=256
//@ args: out=f32[1025024]:zero a=f32[1025024]:one b=f32[1025024]:one n=i64:1025024

//@ name: copy_f16_1001x1024
//@ kernel: _ZN4oprt4copy6nvidia22copy_contiguous_kernelI6__halfEEvPT_PKS4_x
//@ launch: grid=4004 block=256
//@ args: dst=f16[1025024]:zero src=f16[1025024]:one n=i64:1025024

//@ name: vector_add_f16_1001x1024
//@ kernel: _ZN4oprt10vector_add6nvidia28vector_add_contiguous_kernelI6__halfEEvPT_PKS4_S7_x
//@ launch: grid=4004 block=256
//@ args: out=f16[1025024]:zero a=f16[1025024]:one b=f16[1025024]:one n=i64:1025024

//@ name: copy_f32_16M
//@ kernel: _ZN4oprt4copy6nvidia22copy_contiguous_kernelIfEEvPT_PKS3_x
//@ launch: grid=65536 block=256
//@ args: dst=f32[16777216]:zero src=f32[16777216]:one n=i64:16777216

//@ name: vector_add_f32_16M
//@ kernel: _ZN4oprt10vector_add6nvidia28vector_add_contiguous_kernelIfEEvPT_PKS3_S6_x
//@ launch: grid=65536 block=256
//@ args: out=f32[16777216]:zero a=f32[16777216]:one b=f32[16777216]:one n=i64:16777216

//@ name: copy_f16_16M
//@ kernel: _ZN4oprt4copy6nvidia22copy_contiguous_kernelI6__halfEEvPT_PKS4_x
//@ launch: grid=65536 block=256
//@ args: dst=f16[16777216]:zero src=f16[16777216]:one n=i64:16777216

//@ name: vector_add_f16_16M
//@ kernel: _ZN4oprt10vector_add6nvidia28vector_add_contiguous_kernelI6__halfEEvPT_PKS4_S7_x
//@ launch: grid=65536 block=256
//@ args: out=f16[16777216]:zero a=f16[16777216]:one b=f16[16777216]:one n=i64:16777216

//@ name: copy_f32_capped
//@ kernel: _ZN4oprt4copy6nvidia22copy_contiguous_kernelIfEEvPT_PKS3_x
//@ launch: grid=100 block=256
//@ args: dst=f32[1025024]:zero src=f32[1025024]:one n=i64:1025024

//@ name: reduce_sum_144x1280
//@ kernel: _ZN4oprt10reduce_sum6nvidia25reduce_sum_rowwise_kernelEPfPKfxx
//@ launch: grid=144 block=256 shared=1024
//@ args: out=f32[144]:zero in=f32[184320]:one rows=i64:144 cols=i64:1280

//@ name: softmax_144x1280
//@ kernel: _ZN4oprt7softmax6nvidia22softmax_rowwise_kernelEPfPKfxx
//@ launch: grid=144 block=256 shared=1024
//@ args: out=f32[184320]:zero in=f32[184320]:one rows=i64:144 cols=i64:1280

//@ name: reduce_sum_1008x2304
//@ kernel: _ZN4oprt10reduce_sum6nvidia25reduce_sum_rowwise_kernelEPfPKfxx
//@ launch: grid=1008 block=256 shared=1024
//@ args: out=f32[1008]:zero in=f32[2322432]:one rows=i64:1008 cols=i64:2304

//@ name: softmax_1008x2304
//@ kernel: _ZN4oprt7softmax6nvidia22softmax_rowwise_kernelEPfPKfxx
//@ launch: grid=1008 block=256 shared=1024
//@ args: out=f32[2322432]:zero in=f32[2322432]:one rows=i64:1008 cols=i64:2304

//@ name: reduce_sum_300x1500
//@ kernel: _ZN4oprt10reduce_sum6nvidia25reduce_sum_rowwise_kernelEPfPKfxx
//@ launch: grid=300 block=256 shared=1024
//@ args: out=f32[300]:zero in=f32[450000]:one rows=i64:300 cols=i64:1500

//@ name: softmax_300x1500
//@ kernel: _ZN4oprt7softmax6nvidia22softmax_rowwise_kernelEPfPKfxx
//@ launch: grid=300 block=256 shared=1024
//@ args: out=f32[450000]:zero in=f32[450000]:one rows=i64:300 cols=i64:1500

//@ name: reduce_sum_4080x1536
//@ kernel: _ZN4oprt10reduce_sum6nvidia25reduce_sum_rowwise_kernelEPfPKfxx
//@ launch: grid=4080 block=256 shared=1024
//@ args: out=f32[4080]:zero in=f32[6266880]:one rows=i64:4080 cols=i64:1536

//@ name: softmax_4080x1536
//@ kernel: _ZN4oprt7softmax6nvidia22softmax_rowwise_kernelEPfPKfxx
//@ launch: grid=4080 block=256 shared=1024
//@ args: out=f32[6266880]:zero in=f32[6266880]:one rows=i64:4080 cols=i64:1536
