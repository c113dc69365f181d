//@ exercise: copy
//@ says: holds Python
//@ chinese
// Not CUDA at all.
import torch  //~ compile-error


def copy(dst, src):
    for i in range(len(src)):
        dst[i] = src[i]
