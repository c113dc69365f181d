//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=u32[512]:uninit in=u32[64]:ramp
//@ check-pass
__global__ void k(unsigned* out, const unsigned* in) {
    unsigned t = threadIdx.x, v = in[t], all = 0xffffffffu;
    int p;
    out[t] = __ballot_sync(all, v & 1);
    out[64 + t] = __any_sync(all, v == 3) + 2 * __all_sync(all, v < 64);
    out[128 + t] = __match_any_sync(all, v % 4);
    out[192 + t] = __match_all_sync(all, v / 64, &p) + p;
    out[256 + t] = __reduce_add_sync(all, v);
    out[320 + t] = __reduce_max_sync(all, v) - __reduce_min_sync(all, v);
    out[384 + t] = __shfl_up_sync(all, v, 3, 8) + __shfl_sync(all, v, 5);
    out[448 + t] = __popc(__activemask());
}
