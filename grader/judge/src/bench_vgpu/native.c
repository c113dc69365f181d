// The four operators in C, for comparison with the virtual GPU: `camp dev bench-vgpu` compiles and runs this file.
//
//     native N ROWS COLS THREADS ROUNDS
//
// prints one line for each operator: its name and the median of the rounds in milliseconds. Each of the threads works on a
// part of its own; they are started once and meet at barriers, so that starting them is not measured.
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t n, rows, cols, n_threads, n_rounds;
static float *a, *b, *out;
static pthread_barrier_t barrier;

static void copy(size_t from, size_t to) { memcpy(out + from, a + from, (to - from) * sizeof *out); }

static void vector_add(size_t from, size_t to) {
    const float *restrict x = a, *restrict y = b;
    float *restrict z = out;
    for (size_t i = from; i < to; i++) {
        z[i] = x[i] + y[i];
    }
}

static void reduce_sum(size_t from, size_t to) {
    for (size_t row = from; row < to; row++) {
        const float *x = a + row * cols;
        float sum = 0.0f;
        for (size_t col = 0; col < cols; col++) {
            sum += x[col];
        }
        out[row] = sum;
    }
}

static void softmax(size_t from, size_t to) {
    for (size_t row = from; row < to; row++) {
        const float *restrict x = a + row * cols;
        float *restrict y = out + row * cols;
        float largest = -INFINITY;
        for (size_t col = 0; col < cols; col++) {
            largest = x[col] > largest ? x[col] : largest;
        }
#ifdef FISSION
        // A loop with nothing but the exponential is one that gcc hands to its vector library.
        for (size_t col = 0; col < cols; col++) {
            y[col] = expf(x[col] - largest);
        }
        float sum = 0.0f;
        for (size_t col = 0; col < cols; col++) {
            sum += y[col];
        }
#else
        float sum = 0.0f;
        for (size_t col = 0; col < cols; col++) {
            y[col] = expf(x[col] - largest);
            sum += y[col];
        }
#endif
        for (size_t col = 0; col < cols; col++) {
            y[col] /= sum;
        }
    }
}

static const struct {
    const char *name;
    void (*work)(size_t, size_t);
    int by_rows;
} operators[] = {{"copy", copy, 0}, {"vector_add", vector_add, 0}, {"reduce_sum", reduce_sum, 1}, {"softmax", softmax, 1}};
enum { N_OPERATORS = sizeof operators / sizeof *operators };

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static int ascending(const void *x, const void *y) {
    double d = *(const double *)x - *(const double *)y;
    return (d > 0) - (d < 0);
}

static void *work(void *number) {
    size_t k = (size_t)number;
    double *times = calloc(n_rounds, sizeof *times);
    for (int o = 0; o < N_OPERATORS; o++) {
        size_t count = operators[o].by_rows ? rows : n;
        // The first round touches what the others find in place.
        for (size_t round = 0; round <= n_rounds; round++) {
            pthread_barrier_wait(&barrier);
            double start = now_ms();
            operators[o].work(count * k / n_threads, count * (k + 1) / n_threads);
            pthread_barrier_wait(&barrier);
            if (round > 0) {
                times[round - 1] = now_ms() - start;
            }
        }
        if (k == 0) {
            qsort(times, n_rounds, sizeof *times, ascending);
            printf("%s %.6f\n", operators[o].name, times[n_rounds / 2]);
        }
    }
    free(times);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 6) {
        return 2;
    }
    n = strtoull(argv[1], NULL, 10);
    rows = strtoull(argv[2], NULL, 10);
    cols = strtoull(argv[3], NULL, 10);
    n_threads = strtoull(argv[4], NULL, 10);
    n_rounds = strtoull(argv[5], NULL, 10);
    size_t size = n > rows * cols ? n : rows * cols;
    a = malloc(size * sizeof *a);
    b = malloc(size * sizeof *b);
    out = malloc(size * sizeof *out);
    if (n_threads < 1 || n_threads > 1024 || n_rounds < 1 || !a || !b || !out) {
        return 2;
    }
    for (size_t i = 0; i < size; i++) {
        a[i] = (float)(i % 977) / 977.0f - 0.5f;
        b[i] = (float)(i % 991) / 991.0f - 0.5f;
        out[i] = 0.0f;
    }
    pthread_barrier_init(&barrier, NULL, (unsigned)n_threads);
    pthread_t threads[1024];
    for (size_t k = 1; k < n_threads; k++) {
        if (pthread_create(&threads[k], NULL, work, (void *)k) != 0) {
            return 2;
        }
    }
    work((void *)0);
    for (size_t k = 1; k < n_threads; k++) {
        pthread_join(threads[k], NULL);
    }
    return 0;
}
