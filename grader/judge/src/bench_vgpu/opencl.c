// Runs the kernels of kernels.cl on PoCL, for comparison with the virtual GPU: `camp dev bench-vgpu` compiles and runs this
// file.
//
//     opencl KERNELS.cl N ROWS COLS ROUNDS
//
// prints one line for each kernel: its name and the median of the rounds in milliseconds. How many threads PoCL uses is
// said by its own variable, POCL_MAX_PTHREAD_COUNT. Exit status 3: there is no PoCL.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static int ascending(const void *x, const void *y) {
    double d = *(const double *)x - *(const double *)y;
    return (d > 0) - (d < 0);
}

static void check(cl_int error, const char *what) {
    if (error != CL_SUCCESS) {
        fprintf(stderr, "%s: OpenCL error %d\n", what, error);
        exit(1);
    }
}

static cl_device_id find_device(void) {
    cl_platform_id platforms[16];
    cl_uint n_platforms = 0;
    if (clGetPlatformIDs(16, platforms, &n_platforms) != CL_SUCCESS) {
        exit(3);
    }
    for (cl_uint k = 0; k < n_platforms && k < 16; k++) {
        char name[256] = "";
        cl_device_id device;
        clGetPlatformInfo(platforms[k], CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
        if (strstr(name, "Portable Computing Language") &&
            clGetDeviceIDs(platforms[k], CL_DEVICE_TYPE_CPU, 1, &device, NULL) == CL_SUCCESS) {
            return device;
        }
    }
    exit(3);
}

static char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        exit(2);
    }
    char *text = calloc(1, 1 << 20);
    if (!text || fread(text, 1, (1 << 20) - 1, file) == 0) {
        exit(2);
    }
    fclose(file);
    return text;
}

int main(int argc, char **argv) {
    if (argc != 6) {
        return 2;
    }
    cl_long n = strtoll(argv[2], NULL, 10), rows = strtoll(argv[3], NULL, 10), cols = strtoll(argv[4], NULL, 10);
    size_t n_rounds = strtoull(argv[5], NULL, 10), size = (size_t)(n > rows * cols ? n : rows * cols);
    cl_int error;
    cl_device_id device = find_device();
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "queue");
    const char *text = read_file(argv[1]);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    check(error, "program");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
    float *values = malloc(size * sizeof *values);
    double *times = calloc(n_rounds, sizeof *times);
    if (!values || !times) {
        return 2;
    }
    cl_mem buffers[3];
    for (int k = 0; k < 3; k++) {
        for (size_t i = 0; i < size; i++) {
            size_t period = k == 1 ? 977 : 991;
            values[i] = (float)(i % period) / (float)period - 0.5f;
        }
        buffers[k] = clCreateBuffer(context, CL_MEM_READ_WRITE, size * sizeof *values, NULL, &error);
        check(error, "buffer");
        check(clEnqueueWriteBuffer(queue, buffers[k], CL_TRUE, 0, size * sizeof *values, values, 0, NULL, NULL), "write");
    }
    const char *names[] = {"copy", "vector_add", "reduce_sum", "softmax"};
    for (int k = 0; k < 4; k++) {
        cl_kernel kernel = clCreateKernel(program, names[k], &error);
        check(error, names[k]);
        cl_uint arg = 0;
        int by_rows = k >= 2;
        for (int b = 0; b < (k == 1 ? 3 : 2); b++) {
            check(clSetKernelArg(kernel, arg++, sizeof buffers[b], &buffers[b]), "argument");
        }
        if (by_rows) {
            check(clSetKernelArg(kernel, arg++, sizeof rows, &rows), "argument");
            check(clSetKernelArg(kernel, arg++, sizeof cols, &cols), "argument");
            check(clSetKernelArg(kernel, arg++, 256 * sizeof(float), NULL), "argument");
        } else {
            check(clSetKernelArg(kernel, arg++, sizeof n, &n), "argument");
        }
        size_t block = 256, grid = (by_rows ? (size_t)rows : ((size_t)n + 255) / 256) * block;
        // The first round compiles.
        for (size_t round = 0; round <= n_rounds; round++) {
            double start = now_ms();
            check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &grid, &block, 0, NULL, NULL), names[k]);
            check(clFinish(queue), names[k]);
            if (round > 0) {
                times[round - 1] = now_ms() - start;
            }
        }
        qsort(times, n_rounds, sizeof *times, ascending);
        printf("%s %.6f\n", names[k], times[n_rounds / 2]);
        fflush(stdout);
    }
    return 0;
}
