#pragma once
#include <assert.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__global__ void c_headers(float *out, const float4 *in, uint64_t n) {
    struct pair { int a; float b; };
    float4 v = in[threadIdx.x];
    float copy[4];
    memcpy(copy, &v, sizeof v);
    bool some = n > UINT32_MAX;
    int *p = (int *)malloc(sizeof(int));
    free(p);
    out[offsetof(pair, b)] = copy[0] + copy[3] + FLT_EPSILON + some + (float)INT64_C(3) + UINT64_MAX + p[0];
    float2 w = make_float2(1.0f, 2.0f);
    atomicAdd(out, w.x + __ldg(out + 1));
}
