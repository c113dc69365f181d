//@ kernel: k
//@ launch: grid=1 block=64
//@ args: n=u32[1]:zero
// All threads read the same and write the same: 63 increments are lost.
__global__ void k(unsigned* n) {
    n[0] += 1; //~ race
}
//@ twin: update_one_cell
