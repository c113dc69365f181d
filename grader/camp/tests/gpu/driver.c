// A driver of NVIDIA's in name only: a GPU whose memory is the machine's own and that knows a few kernels by their names.
// It lets tests see what camp makes of a GPU, good or broken, on machines that have none. CAMP_FAKE_GPU says what it is like.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int CUresult;
typedef uintptr_t CUdeviceptr;

enum { OUT_OF_MEMORY = 2, NO_DEVICE = 100, UNSUPPORTED_PTX = 222, DEVICE_UNAVAILABLE = 46, NOT_FOUND = 500, INVALID_VALUE = 1, NOT_SUPPORTED = 801,
       ILLEGAL_ADDRESS = 700, MISALIGNED_ADDRESS = 716, ASSERT = 710, LAUNCH_FAILED = 719 };

static const struct { CUresult result; const char *name, *text; } errors[] = {
    {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {DEVICE_UNAVAILABLE, "CUDA_ERROR_DEVICE_UNAVAILABLE", "CUDA-capable device(s) is/are busy or unavailable"},
    {NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {UNSUPPORTED_PTX, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the provided PTX was compiled with an unsupported toolchain."},
    {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {MISALIGNED_ADDRESS, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {ASSERT, "CUDA_ERROR_ASSERT", "device-side assert triggered"},
    {LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
};

static int is(const char *mode) {
    const char *set = getenv("CAMP_FAKE_GPU");
    return set && strcmp(set, mode) == 0;
}

// The launch that a fault belongs to ends the context, as on a GPU.
static CUresult fault = 0;
static char function[256];
// The clock of the GPU's marks, see below.
static double now_us = 0;

CUresult cuGetErrorName(CUresult result, const char **name) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].result == result) { *name = errors[i].name; return 0; }
    return INVALID_VALUE;
}
CUresult cuGetErrorString(CUresult result, const char **text) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].result == result) { *text = errors[i].text; return 0; }
    return INVALID_VALUE;
}

// NVRTC asks for tables of the driver's own, where a driver is there, and does without.
CUresult cuGetExportTable(const void **table, const void *id) { (void)id; *table = 0; return NOT_SUPPORTED; }

CUresult cuInit(unsigned flags) { (void)flags; return is("no-device") ? NO_DEVICE : 0; }
CUresult cuDriverGetVersion(int *version) { *version = is("old-driver") ? 12040 : 13000; return 0; }
CUresult cuDeviceGetCount(int *count) { *count = is("zero-devices") ? 0 : 1; return 0; }
CUresult cuDeviceGet(int *device, int ordinal) { *device = ordinal; return 0; }
CUresult cuDeviceGetName(char *name, int len, int device) { (void)device; snprintf(name, len, "Fake GPU"); return 0; }
CUresult cuDeviceTotalMem_v2(size_t *bytes, int device) { (void)device; *bytes = 8ull << 30; return 0; }
CUresult cuDeviceGetAttribute(int *value, int attribute, int device) {
    (void)device;
    switch (attribute) {
    case 1: *value = 1024; break;                          // threads of a block
    case 10: *value = 32; break;                           // threads of a warp
    case 16: *value = 4; break;                            // multiprocessors
    case 36: *value = 2500000; break;                      // the memory's clock in kHz
    case 37: *value = 1600; break;                         // and its bus in bits: 1,000 GB/s
    case 38: *value = 4 << 20; break;                      // level-two cache
    case 75: *value = is("old-gpu") ? 6 : 9; break;        // compute capability
    case 76: *value = is("old-gpu") ? 1 : 0; break;
    case 97: *value = 227 << 10; break;                    // shared memory of a block that asks for it
    default: *value = 0;
    }
    return 0;
}
#ifndef WITHOUT_CONTEXTS
CUresult cuDevicePrimaryCtxRetain(void **context, int device) {
    (void)device;
    *context = &fault;
    return is("busy") ? DEVICE_UNAVAILABLE : 0;
}
#endif
CUresult cuCtxSetCurrent(void *context) { (void)context; return 0; }
CUresult cuCtxSynchronize(void) {
    while (is("hang") && function[0]) sleep(1);
    return fault;
}
CUresult cuModuleLoadDataEx(void **module, const void *image, unsigned n, int *options, void **values) {
    (void)image; (void)n; (void)options; (void)values;
    *module = &fault;
    return is("old-driver") ? UNSUPPORTED_PTX : 0;
}
CUresult cuModuleUnload(void *module) { (void)module; return 0; }
CUresult cuModuleGetFunction(void **found, void *module, const char *name) {
    (void)module;
    *found = strdup(name);
    return 0;
}
CUresult cuFuncSetAttribute(void *f, int attribute, int value) { (void)f; (void)attribute; (void)value; return 0; }
CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
    if (fault) return fault;
    if (is("gone")) return DEVICE_UNAVAILABLE;
    if (is("full")) return OUT_OF_MEMORY;
    *address = (CUdeviceptr)aligned_alloc(256, (bytes + 255) / 256 * 256);
    return *address ? 0 : OUT_OF_MEMORY;
}
CUresult cuMemFree_v2(CUdeviceptr address) { free((void *)address); return fault; }
CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t n) { memcpy((void *)to, from, n); return fault; }
CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t n) { memcpy(to, (void *)from, n); return fault; }
CUresult cuMemsetD8_v2(CUdeviceptr at, unsigned char value, size_t n) { memset((void *)at, value, n); return fault; }

// What `camp bench` asks for besides. The clock is not the machine's: two marks lie 1.25 µs apart, a kernel takes 10 µs and
// what a launch costs beside it, and a copy moves 900 bytes in a nanosecond.
CUresult cuCtxGetDevice(int *device) { *device = 0; return fault; }
CUresult cuCtxSetLimit(int limit, size_t value) { (void)limit; (void)value; return 0; }
CUresult cuCtxResetPersistingL2Cache(void) { return 0; }
CUresult cuMemGetInfo_v2(size_t *free, size_t *total) { *free = is("small") ? 8 << 20 : 96 << 20; *total = 8ull << 30; return fault; }
CUresult cuStreamCreate(void **stream, unsigned flags) { (void)flags; *stream = &now_us; return fault; }
CUresult cuStreamDestroy_v2(void *stream) { (void)stream; return fault; }
CUresult cuStreamSynchronize(void *stream) { (void)stream; return cuCtxSynchronize(); }
CUresult cuEventCreate(double **event, unsigned flags) { (void)flags; *event = calloc(1, sizeof **event); return fault; }
CUresult cuEventDestroy_v2(double *event) { free(event); return fault; }
CUresult cuEventRecord(double *event, void *stream) { (void)stream; *event = now_us; now_us += 1.25; return fault; }
CUresult cuEventSynchronize(double *event) { (void)event; return cuCtxSynchronize(); }
CUresult cuEventElapsedTime(float *ms, double *begin, double *end) { *ms = (*end - *begin) / 1e3; return fault; }
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t n, void *stream) {
    (void)stream;
    memcpy((void *)to, (void *)from, n);
    now_us += 2.0 * n / 900e3 + 0.19;
    return fault;
}

// camp's own kernels, for `copy` and floats.
static int helper(const char *name, void **args) {
    if (strstr(name, "fill_normal")) {
        float *p = *(float **)args[0];
        uint64_t n = *(uint64_t *)args[1], key = *(uint64_t *)args[2];
        for (uint64_t i = 0; i < n; i++) p[i] = (float)((i * 2654435761u + key) % 1000) / 8 - 60;
    } else if (strstr(name, "digest")) {
        uint32_t *p = *(uint32_t **)args[0];
        uint64_t n = *(uint64_t *)args[1], *sum = *(uint64_t **)args[2];
        for (uint64_t i = 0; i < n; i++) *sum += (p[i] + 1ull) * (i + 1);
    } else if (strstr(name, "reference")) {
        double *out = *(double **)args[0];
        float *src = *(float **)args[1];
        int64_t n = *(int64_t *)args[2];
        for (int64_t i = 0; i < n; i++) out[i] = src[i];
    } else if (strstr(name, "camp_bench5check")) {
        float *got = *(float **)args[0];
        double *want = *(double **)args[1];
        uint64_t n = *(uint64_t *)args[3], *found = *(uint64_t **)args[8];
        for (uint64_t i = 0; i < n; i++)
            if (got[i] != want[i]) {
                found[0]++;
                if (i < found[1]) found[1] = i;
            }
    } else {
        return strstr(name, "camp_bench5flush") != 0;
    }
    return 1;
}

CUresult cuLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                        unsigned shared, void *stream, void **args, void **extra) {
    (void)gx; (void)gy; (void)gz; (void)shared; (void)stream; (void)extra;
    snprintf(function, sizeof function, "%s", (char *)f);
    if ((uint64_t)bx * by * bz > 1024 || is("refuses")) return INVALID_VALUE;
    fault = is("illegal-address") ? ILLEGAL_ADDRESS : is("misaligned") ? MISALIGNED_ADDRESS : is("assert") ? ASSERT
          : is("trap") ? LAUNCH_FAILED : 0;
    if (fault || is("hang")) return 0;
    if (strcmp(function, "probe") == 0) {
        int *out = *(int **)args[0];
        for (unsigned t = 0; t < bx; t++) out[t] = 3 * t;
        return 0;
    }
    if (helper(function, args)) return 0;
    size_t size = strstr(function, "half") ? 2 : 4;
    int64_t n = *(int64_t *)args[2];
    if (!strstr(function, "copy_contiguous_kernel") || is("idle")) return 0;
    char *dst = *(char **)args[0], *src = *(char **)args[1];
    memcpy(dst, src, n * size);
    static int turn = 0;
    now_us += is("fast-when-large") ? 0.69 : is("slow") ? 12.19 : is("noisy") && turn++ % 2 ? 13.19 : 10.19;
    if (is("wrong-when-large") && n > 1000000) dst[5 * size] ^= 1;
    if (is("writes-its-input-when-large") && n > 1000000) *(uint32_t *)src += 1;
    if (is("trap-when-large") && n > 1000000) fault = LAUNCH_FAILED;
    if (is("past-the-end")) memset(dst + n * size, 0, 4);
    if (is("before-the-start")) memset(dst - 4, 0, 4);
    if (is("writes-its-input") && n > 0) src[0] ^= 1;
    if (is("wrong") && n > 3) dst[3 * size] ^= 1;
    if (is("prints")) printf("hello from the GPU\n");
    return 0;
}
