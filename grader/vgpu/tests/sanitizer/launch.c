// Launches kernels of a cubin on a GPU, for record.py, which runs this under compute-sanitizer.
//
//     launch LIST      a line of LIST: NAME, CUBIN, KERNEL, LAUNCH…, with tabs between; LAUNCH: gx,gy,gz,bx,by,bz,shared;ARG;ARG…
//
// ARG is b:TYPE:COUNT:FILL for a buffer of its own or s:TYPE:VALUE for a scalar; the types and fills are those of the fixtures.
// KERNEL is a part of the mangled name. The first error ends it, since it ends the context.
#include <cuda.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(CUresult error, const char *what) {
    if (error != CUDA_SUCCESS) {
        const char *name = "?";
        cuGetErrorName(error, &name);
        printf("LAUNCHER %s: %s\n", what, name);
        fflush(stdout);
        exit(1);
    }
}

static size_t size_of(const char *type) {
    int bits = atoi(type + strcspn(type, "0123456789"));
    return bits / 8;
}

static uint16_t half_bits(float x) {  // Small whole numbers only.
    uint32_t u;
    memcpy(&u, &x, 4);
    if (x == 0) return 0;
    int e = (int)(u >> 23 & 255) - 127 + 15;
    return (uint16_t)((u >> 16 & 0x8000) | e << 10 | (u >> 13 & 0x3ff));
}

static void put(const char *type, double v, unsigned char *at) {
    if (!strcmp(type, "f32")) { float x = (float)v; memcpy(at, &x, 4); }
    else if (!strcmp(type, "f64")) { memcpy(at, &v, 8); }
    else if (!strcmp(type, "f16")) { uint16_t x = half_bits((float)v); memcpy(at, &x, 2); }
    else if (!strcmp(type, "bf16")) { float x = (float)v; memcpy(at, (char *)&x + 2, 2); }
    else { int64_t x = (int64_t)v; memcpy(at, &x, size_of(type)); }
}

static void run(CUfunction kernel, char *launch) {
    char *save = NULL, *part = strtok_r(launch, ";", &save);
    unsigned d[7];
    if (sscanf(part, "%u,%u,%u,%u,%u,%u,%u", d, d + 1, d + 2, d + 3, d + 4, d + 5, d + 6) != 7) exit(2);
    static unsigned char values[64][8];
    void *args[64];
    CUdeviceptr buffers[64];
    int n = 0, n_buffers = 0;
    while ((part = strtok_r(NULL, ";", &save)) && n < 64) {
        char *inner = NULL, *kind = strtok_r(part, ":", &inner), *type = strtok_r(NULL, ":", &inner);
        if (kind[0] == 's') {
            put(type, atof(strtok_r(NULL, ":", &inner)), values[n]);
        } else {
            size_t count = strtoull(strtok_r(NULL, ":", &inner), NULL, 10), size = size_of(type);
            char *fill = strtok_r(NULL, ":", &inner);
            CUdeviceptr p = 0;
            check(cuMemAlloc(&p, count ? count * size : 1), "memory");
            if (strcmp(fill, "uninit")) {
                unsigned char *host = calloc(count + 1, size);
                for (size_t i = 0; i < count; i++) {
                    double v = !strcmp(fill, "zero") ? 0 : !strcmp(fill, "one") ? 1 : (double)(size == 1 ? i % 100 : i);
                    if (!strcmp(fill, "mixed")) v = (double)(i * 7 % 23) - 11;
                    put(type, v, host + i * size);
                }
                check(cuMemcpyHtoD(p, host, count * size), "copy");
                free(host);
            }
            buffers[n_buffers++] = p;
            memcpy(values[n], &p, 8);
        }
        args[n] = values[n];
        n++;
    }
    check(cuLaunchKernel(kernel, d[0], d[1], d[2], d[3], d[4], d[5], d[6], NULL, args, NULL), "launch");
    check(cuCtxSynchronize(), "kernel");
    for (int k = 0; k < n_buffers; k++) check(cuMemFree(buffers[k]), "free");
}

// Runs one line of the list.
static void run_case(char *line) {
    char *save = NULL, *name = strtok_r(line, "\t\n", &save), *cubin = strtok_r(NULL, "\t\n", &save);
    char *part = strtok_r(NULL, "\t\n", &save), *launch;
    printf("LAUNCHER case %s\n", name);
    fflush(stdout);
    CUmodule module;
    check(cuModuleLoad(&module, cubin), "module");
    unsigned count = 0;
    check(cuModuleGetFunctionCount(&count, module), "functions");
    CUfunction *functions = calloc(count + 1, sizeof *functions), kernel = NULL;
    check(cuModuleEnumerateFunctions(functions, count, module), "functions");
    for (unsigned k = 0; k < count; k++) {
        const char *its = NULL;
        if (cuFuncGetName(&its, functions[k]) == CUDA_SUCCESS && (count == 1 || strstr(its, part))) kernel = functions[k];
    }
    if (!kernel) check(CUDA_ERROR_NOT_FOUND, part);
    while ((launch = strtok_r(NULL, "\t\n", &save))) run(kernel, launch);
    check(cuModuleUnload(module), "unload");
    free(functions);
    printf("LAUNCHER done %s\n", name);
    fflush(stdout);
}

int main(int argc, char **argv) {
    CUdevice device;
    CUcontext context;
    FILE *list = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!list) return 2;
    check(cuInit(0), "init");
    check(cuDeviceGet(&device, 0), "device");
    check(cuDevicePrimaryCtxRetain(&context, device), "context");
    check(cuCtxSetCurrent(context), "context");
    static char line[1 << 16];
    while (fgets(line, sizeof line, list)) run_case(line);
    return 0;
}
