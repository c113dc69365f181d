// The solutions of the four exercises in OpenCL C, word for word where the languages allow it.

kernel void copy(global float *dst, global const float *src, long n) {
    long first = get_global_id(0);
    long stride = get_global_size(0);
    for (long i = first; i < n; i += stride) {
        dst[i] = src[i];
    }
}

kernel void vector_add(global float *restrict out, global const float *restrict a, global const float *restrict b, long n) {
    long first = get_global_id(0);
    long stride = get_global_size(0);
    for (long i = first; i < n; i += stride) {
        out[i] = a[i] + b[i];
    }
}

kernel void reduce_sum(global float *out, global const float *in, long rows, long cols, local float *partial) {
    long row = get_group_id(0);
    uint me = get_local_id(0);
    float sum = 0.0f;
    for (long col = me; col < cols; col += get_local_size(0)) {
        sum += in[row * cols + col];
    }
    partial[me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint active = get_local_size(0) / 2; active > 0; active /= 2) {
        if (me < active) {
            partial[me] += partial[me + active];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me == 0) {
        out[row] = partial[0];
    }
}

kernel void softmax(global float *out, global const float *in, long rows, long cols, local float *scratch) {
    long row = get_group_id(0);
    uint me = get_local_id(0);
    global const float *x = in + row * cols;
    global float *y = out + row * cols;

    float largest = -INFINITY;
    for (long col = me; col < cols; col += get_local_size(0)) {
        largest = fmax(largest, x[col]);
    }
    scratch[me] = largest;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint active = get_local_size(0) / 2; active > 0; active /= 2) {
        if (me < active) {
            scratch[me] = fmax(scratch[me], scratch[me + active]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    largest = scratch[0];
    barrier(CLK_LOCAL_MEM_FENCE);

    float sum = 0.0f;
    for (long col = me; col < cols; col += get_local_size(0)) {
        sum += exp(x[col] - largest);
    }
    scratch[me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint active = get_local_size(0) / 2; active > 0; active /= 2) {
        if (me < active) {
            scratch[me] += scratch[me + active];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    sum = scratch[0];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (long col = me; col < cols; col += get_local_size(0)) {
        y[col] = exp(x[col] - largest) / sum;
    }
}
