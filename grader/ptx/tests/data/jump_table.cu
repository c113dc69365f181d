__global__ void jump(int* out, int n) {
    switch (n) {
        case 0: out[0] = 3; break;
        case 1: out[2] += 5; break;
        case 2: __syncthreads(); break;
        case 3: out[4] *= 9; break;
        case 4: out[6] /= 3; break;
        case 5: out[7] = out[8]; break;
        case 6: return;
        case 7: atomicAdd(out, 2);
        default: out[9] = 1;
    }
}
