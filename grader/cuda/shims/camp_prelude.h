// Precedes every translation unit. With nvcc each file begins with <cuda_runtime.h>, which
// drags in much of the host's library: what learners use of that without an include is here.
#include <stdint.h>
#include <float.h>
#include <camp_math.h>
#include <cstddef>
