/* Calls the operators of the course from C: right calls, every kind of wrong call, handles that are null or stale.
 *
 *     operators ROOT          the solutions of the course in ROOT, on the virtual device
 *
 * Exits with 0 when all is as expected; says on standard error what is not. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operator_runtime.h"

static int n_wrong = 0;

static void expect(int line, oprt_status got, oprt_status wanted, const char *words) {
    const char *said = got == OPRT_STATUS_SUCCESS ? "" : oprt_last_error();
    if (got != wanted || (words && !strstr(said, words))) {
        fprintf(stderr, "line %d: %s, expected %s with «%s»: %s\n", line, oprt_status_string(got),
                oprt_status_string(wanted), words ? words : "", said);
        n_wrong++;
    }
}

static void check(int line, int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "line %d: %s\n", line, what);
        n_wrong++;
    }
}

#define OK(call) expect(__LINE__, (call), OPRT_STATUS_SUCCESS, NULL)
#define REFUSED(call, status, words) expect(__LINE__, (call), OPRT_STATUS_##status, words)
#define CHECK(condition) check(__LINE__, (condition), #condition)

static oprt_tensor view(void *data, int32_t dtype, int32_t ndim, const int64_t *shape) {
    oprt_tensor tensor = {data, dtype, ndim, shape, NULL};
    return tensor;
}

enum { ROWS = 5, COLS = 300, N = ROWS * COLS };

static void copy(oprt_context context) {
    float src[N], dst[N];
    int64_t shape[1] = {N}, shorter[1] = {N - 1}, twice[1] = {2};
    for (int i = 0; i < N; i++) src[i] = (float)i / 7, dst[i] = -1;
    oprt_tensor from = view(src, OPRT_DTYPE_F32, 1, shape), to = view(dst, OPRT_DTYPE_F32, 1, shape);
    oprt_descriptor descriptor;
    OK(oprt_create_copy_descriptor(context, &descriptor, &to, &from));
    size_t bytes = 7;
    OK(oprt_get_copy_workspace_size(descriptor, &bytes));
    CHECK(bytes == 0);
    OK(oprt_execute_copy(descriptor, NULL, 0, dst, src, NULL));
    CHECK(memcmp(src, dst, sizeof src) == 0);
    /* In place: the same memory is input and output. */
    OK(oprt_execute_copy(descriptor, NULL, 0, src, src, NULL));
    CHECK(memcmp(src, dst, sizeof src) == 0);
    REFUSED(oprt_execute_copy(descriptor, NULL, 0, dst, NULL, NULL), INVALID_ARG, "`src` is a null pointer");
    REFUSED(oprt_execute_softmax(descriptor, NULL, 0, dst, src, NULL), INVALID_ARG, "one of copy");
    REFUSED(oprt_get_copy_workspace_size(descriptor, NULL), INVALID_ARG, "null");
    OK(oprt_destroy_copy_descriptor(descriptor));
    REFUSED(oprt_destroy_copy_descriptor(descriptor), INVALID_ARG, "given back");
    REFUSED(oprt_execute_copy(descriptor, NULL, 0, dst, src, NULL), INVALID_ARG, "given back");
    REFUSED(oprt_execute_copy(0, NULL, 0, dst, src, NULL), INVALID_ARG, "null");

    oprt_tensor other = view(dst, OPRT_DTYPE_F32, 1, shorter);
    REFUSED(oprt_create_copy_descriptor(context, &descriptor, &other, &from), INVALID_ARG, "output shape");
    oprt_tensor whole = view(src, OPRT_DTYPE_I8, 1, shape);
    REFUSED(oprt_create_copy_descriptor(context, &descriptor, &to, &whole), UNSUPPORTED_DTYPE, "float32, float16");
    oprt_tensor unknown = view(src, 99, 1, shape);
    REFUSED(oprt_create_copy_descriptor(context, &descriptor, &to, &unknown), UNSUPPORTED_DTYPE, "dtype 99");
    oprt_tensor strided = from;
    strided.strides = twice;
    REFUSED(oprt_create_copy_descriptor(context, &descriptor, &to, &strided), INVALID_ARG, "contiguous");
    oprt_tensor nowhere = view(NULL, OPRT_DTYPE_F32, 1, shape);
    REFUSED(oprt_create_copy_descriptor(context, &descriptor, &to, &nowhere), INVALID_ARG, "`src` is a null pointer");
    oprt_tensor many = view(src, OPRT_DTYPE_F32, 1000, shape);
    REFUSED(oprt_create_copy_descriptor(context, &descriptor, &to, &many), INVALID_ARG, "1000 dimensions");
    oprt_tensor shapeless = view(src, OPRT_DTYPE_F32, 1, NULL);
    REFUSED(oprt_create_copy_descriptor(context, &descriptor, &to, &shapeless), INVALID_ARG, "src.shape");
    REFUSED(oprt_create_copy_descriptor(context, NULL, &to, &from), INVALID_ARG, "descriptor");
    REFUSED(oprt_create_copy_descriptor(context, &descriptor, &to, NULL), INVALID_ARG, "`src`");
    REFUSED(oprt_create_copy_descriptor(0, &descriptor, &to, &from), INVALID_ARG, "context 0");
    REFUSED(oprt_create_copy_descriptor(context + 1000, &descriptor, &to, &from), INVALID_ARG, "context");
}

static void vector_add(oprt_context context) {
    float a[N], b[N], out[N];
    int64_t shape[2] = {ROWS, COLS}, none[1] = {0};
    for (int i = 0; i < N; i++) a[i] = (float)i, b[i] = 0.5f;
    oprt_tensor ta = view(a, OPRT_DTYPE_F32, 2, shape), tb = view(b, OPRT_DTYPE_F32, 2, shape);
    oprt_tensor to = view(out, OPRT_DTYPE_F32, 2, shape);
    oprt_descriptor descriptor;
    OK(oprt_create_vector_add_descriptor(context, &descriptor, &to, &ta, &tb));
    OK(oprt_execute_vector_add(descriptor, NULL, 0, out, a, b, NULL));
    for (int i = 0; i < N; i++) CHECK(out[i] == (float)i + 0.5f);
    OK(oprt_destroy_vector_add_descriptor(descriptor));
    oprt_tensor half = view(b, OPRT_DTYPE_F16, 2, shape);
    REFUSED(oprt_create_vector_add_descriptor(context, &descriptor, &to, &ta, &half), UNSUPPORTED_DTYPE, "`b` is float16");
    /* Nothing to do: no memory is needed. */
    oprt_tensor empty = view(NULL, OPRT_DTYPE_F32, 1, none);
    OK(oprt_create_vector_add_descriptor(context, &descriptor, &empty, &empty, &empty));
    OK(oprt_execute_vector_add(descriptor, NULL, 0, NULL, NULL, NULL, NULL));
    OK(oprt_destroy_vector_add_descriptor(descriptor));
}

static void rows(oprt_context context) {
    float in[N], out[N], sums[ROWS];
    int64_t shape[2] = {ROWS, COLS}, flat[1] = {N}, turned[2] = {1, ROWS};
    for (int i = 0; i < N; i++) in[i] = (float)((i * 37) % 101) / 25 - 2;
    oprt_tensor src = view(in, OPRT_DTYPE_F32, 2, shape), dst = view(out, OPRT_DTYPE_F32, 2, shape);
    oprt_descriptor softmax, sum;
    OK(oprt_create_softmax_descriptor(context, &softmax, &dst, &src, 1));
    OK(oprt_execute_softmax(softmax, NULL, 0, out, in, NULL));
    for (int r = 0; r < ROWS; r++) {
        double total = 0;
        for (int c = 0; c < COLS; c++) total += exp((double)in[r * COLS + c]);
        for (int c = 0; c < COLS; c++) {
            double wanted = exp((double)in[r * COLS + c]) / total;
            CHECK(fabs(out[r * COLS + c] - wanted) <= 5e-5 * wanted);
        }
    }
    REFUSED(oprt_create_softmax_descriptor(context, &sum, &dst, &src, 0), INVALID_ARG, "row-wise dim=1");
    oprt_tensor line = view(in, OPRT_DTYPE_F32, 1, flat);
    REFUSED(oprt_create_softmax_descriptor(context, &sum, &dst, &line, 1), INVALID_ARG, "2D row-wise dim=1");
    oprt_tensor transposed = src;
    transposed.strides = turned;
    REFUSED(oprt_create_softmax_descriptor(context, &sum, &dst, &transposed, 1), INVALID_ARG, "contiguous");
    oprt_tensor wide = view(in, OPRT_DTYPE_F64, 2, shape);
    REFUSED(oprt_create_softmax_descriptor(context, &sum, &dst, &wide, 1), UNSUPPORTED_DTYPE, "float32");
    OK(oprt_destroy_softmax_descriptor(softmax));

    /* By discovery: an operator by its name. */
    oprt_tensor both[2] = {view(sums, OPRT_DTYPE_F32, 1, shape), src};
    OK(oprt_create_descriptor(context, "reduce_sum", &sum, both, 2, 1, NULL, 0));
    void *addresses[2] = {sums, in};
    OK(oprt_execute(sum, NULL, 0, addresses, 2, NULL));
    for (int r = 0; r < ROWS; r++) {
        double total = 0;
        for (int c = 0; c < COLS; c++) total += in[r * COLS + c];
        CHECK(fabs(sums[r] - total) <= 1e-4);
    }
    REFUSED(oprt_execute(sum, NULL, 0, addresses, 1, NULL), INVALID_ARG, "takes 2 tensors");
    OK(oprt_destroy_descriptor(sum));
    REFUSED(oprt_create_descriptor(context, "no_such", &sum, both, 2, 1, NULL, 0), NOT_SUPPORTED, "softmax");
    REFUSED(oprt_create_descriptor(context, NULL, &sum, both, 2, 1, NULL, 0), NOT_SUPPORTED, NULL);
    REFUSED(oprt_create_descriptor(context, "softmax", &sum, both, 1, 1, NULL, 0), INVALID_ARG, "takes 2 tensors");
}

/* relu takes a number, which has a default where a call by name leaves it out. */
static void relu(oprt_context context) {
    float in[4] = {-2, -1, 0.5f, 3}, out[4];
    int64_t shape[1] = {4};
    oprt_tensor src = view(in, OPRT_DTYPE_F32, 1, shape), dst = view(out, OPRT_DTYPE_F32, 1, shape);
    oprt_descriptor descriptor;
    OK(oprt_create_relu_descriptor(context, &descriptor, &dst, &src, 0.25));
    OK(oprt_execute_relu(descriptor, NULL, 0, out, in, NULL));
    CHECK(out[0] == -0.5f && out[1] == -0.25f && out[2] == 0.5f && out[3] == 3);
    OK(oprt_destroy_relu_descriptor(descriptor));
    oprt_tensor both[2] = {dst, src};
    oprt_attribute slope = {"slope", 0.5}, odd = {"steepness", 0.5};
    void *addresses[2] = {out, in};
    OK(oprt_create_descriptor(context, "relu", &descriptor, both, 2, OPRT_NO_DIM, &slope, 1));
    OK(oprt_execute(descriptor, NULL, 0, addresses, 2, NULL));
    CHECK(out[0] == -1);
    OK(oprt_create_descriptor(context, "relu", &descriptor, both, 2, OPRT_NO_DIM, NULL, 0));
    OK(oprt_execute(descriptor, NULL, 0, addresses, 2, NULL));
    CHECK(out[0] == 0);
    REFUSED(oprt_create_descriptor(context, "relu", &descriptor, both, 2, OPRT_NO_DIM, &odd, 1), INVALID_ARG, "slope");
}

static void options(const char *root) {
    oprt_context context;
    oprt_options metax = {root, OPRT_BACKEND_METAX, OPRT_DEVICE_VIRTUAL, 0, OPRT_KERNELS_SOLUTIONS};
    REFUSED(oprt_open(&metax, &context), NOT_SUPPORTED, "stub");
    oprt_options odd = {root, 17, OPRT_DEVICE_VIRTUAL, 0, OPRT_KERNELS_SOLUTIONS};
    REFUSED(oprt_open(&odd, &context), NOT_SUPPORTED, "backend");
    odd.backend = OPRT_BACKEND_NVIDIA, odd.device = -1;
    REFUSED(oprt_open(&odd, &context), NOT_SUPPORTED, "device");
    odd.device = OPRT_DEVICE_VIRTUAL;
    REFUSED(oprt_open(&odd, NULL), INVALID_ARG, "context");
    REFUSED(oprt_close(0), INVALID_ARG, "context 0");
    CHECK(strcmp(oprt_status_string(OPRT_STATUS_INSUFFICIENT_WORKSPACE), "INSUFFICIENT_WORKSPACE") == 0);
    CHECK(oprt_operator_name(0, 0) == NULL);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    options(argv[1]);
    oprt_options solutions = {argv[1], OPRT_BACKEND_NVIDIA, OPRT_DEVICE_VIRTUAL, 0, OPRT_KERNELS_SOLUTIONS};
    oprt_context context;
    OK(oprt_open(&solutions, &context));
    if (n_wrong) return 1;
    CHECK(strcmp(oprt_operator_name(context, 0), "copy") == 0);
    copy(context);
    vector_add(context);
    rows(context);
    relu(context);
    float x[2] = {1, 2};
    int64_t two[1] = {2};
    oprt_tensor t = view(x, OPRT_DTYPE_F32, 1, two);
    oprt_descriptor left;
    OK(oprt_create_copy_descriptor(context, &left, &t, &t));
    OK(oprt_close(context));
    REFUSED(oprt_execute_copy(left, NULL, 0, x, x, NULL), INVALID_ARG, "given back");
    REFUSED(oprt_close(context), INVALID_ARG, "given back");

    /* The learner's own kernels are stubs as shipped: they run, and what the checks find is the answer. */
    oprt_options stubs = solutions;
    stubs.kernels = OPRT_KERNELS_EXERCISES;
    OK(oprt_open(&stubs, &context));
    OK(oprt_create_copy_descriptor(context, &left, &t, &t));
    oprt_status status = oprt_execute_copy(left, NULL, 0, x, x, NULL);
    CHECK(status == OPRT_STATUS_SUCCESS || status == OPRT_STATUS_RUNTIME);
    OK(oprt_close(context));
    if (n_wrong == 0) puts("all as expected");
    return n_wrong != 0;
}
