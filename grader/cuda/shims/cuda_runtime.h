// Stands in for CUDA's header where its package is missing. NVRTC knows threadIdx,
// the vector types and the device functions by itself; there is no runtime API to call.
#ifndef CAMP_CUDA_RUNTIME_H
#define CAMP_CUDA_RUNTIME_H
#endif
