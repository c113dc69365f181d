#!/usr/bin/env bash
# Records what a real GPU, its runtime and NVIDIA's tools say about the book's kernels: `record.sh OUT`, on a machine with an
# NVIDIA GPU and a CUDA toolkit. Pages include the files that it writes.
set -uo pipefail
own=$(cd "$(dirname "$0")" && pwd)
out=$(mkdir -p "$1" && cd "$1" && pwd)
work=$(mktemp -d)
export PATH="$PATH:/usr/local/cuda/bin"
cp "$own"/../kernels/*.cuh "$own"/*.cu "$work"
cd "$work" || exit 1

# One that differs from its neighbour by the barrier behind the loop: legal, as the page on barriers says.
tac barrier-divergence-wrong.cuh | awk '/^    __syncthreads\(\);$/ && !done { done = 1; next } { print }' | tac > barrier-at-end.cuh

build() { nvcc -std=c++17 -lineinfo -arch=native "$@" 2>&1 | grep 'error'; }
kernel() { build -DKERNEL="\"$1.cuh\"" "${@:2}" -o "$1" harness.cu; }
kernel out-of-bounds-wrong -DCOPY
kernel misaligned-access-wrong -DCOPY
kernel assert-wrong -DCOPY
for name in race-wrong race-right uninitialized-read-wrong barrier-divergence-wrong barrier-at-end unsupported-instruction-wrong; do
    kernel "$name"
done
build -o memory memory.cu

# What was run, and the first lines of what it said. Addresses differ from run to run.
say() {
    local lines=$1
    shift
    echo "\$ $*"
    timeout 20 "$@" 2>&1 | grep -v 'COMPUTE-SANITIZER\|Host Frame\|Saved host\|^=========  *$' | sed "s,$work/,,g" | head -"$lines"
    local status=${PIPESTATUS[0]}
    if [[ $status -eq 124 ]]; then echo "(still running after 20 s, and stopped)"; fi
}
check="compute-sanitizer --demangle simple"
{ nvidia-smi --query-gpu=name,driver_version --format=csv,noheader; nvcc --version | grep release; compute-sanitizer --version | grep Version; } > "$out/machine.txt"
{ say 3 ./out-of-bounds-wrong 1000 4; say 5 $check ./out-of-bounds-wrong 1000 4; } > "$out/out-of-bounds.txt"
{ say 3 ./misaligned-access-wrong 31 1; say 5 $check ./misaligned-access-wrong 31 1; } > "$out/misaligned-access.txt"
say 1 ./assert-wrong 20 1 > "$out/assert.txt"
{ say 3 ./race-wrong 100 1000 20; say 3 ./race-right 100 1000 20; say 2 $check --tool racecheck ./race-wrong 1 1; } > "$out/race.txt"
{ say 3 ./uninitialized-read-wrong 10 5 20; say 3 $check --tool initcheck ./uninitialized-read-wrong 1 1; } > "$out/uninitialized-read.txt"
{ say 3 ./barrier-divergence-wrong 1 1000; say 3 $check --tool synccheck ./barrier-divergence-wrong 1 1000; } > "$out/barrier-divergence.txt"
{ say 3 ./barrier-at-end 10 1000; say 3 $check --tool synccheck ./barrier-at-end 1 1000; } > "$out/barrier-at-end.txt"
say 3 ./unsupported-instruction-wrong 10 1000 > "$out/unsupported-instruction.txt"
{ echo '$ nvcc launch-failure-wrong.cuh'; kernel launch-failure-wrong | cu++filt; } > "$out/launch-failure.txt"
said=$(say 20 ./memory)
grep -v "GB/s\|no error" <<< "$said" > "$out/special-values.txt"
grep GB/s <<< "$said" > "$out/bandwidth.txt"
metrics=l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
ncu --clock-control none --metrics $metrics --csv --launch-count 10 ./memory |
    awk -F'","' '/l1tex/ && $NF + 0 { name = $5; gsub(/\(float.*|void /, "", name); gsub(/"/, "", $NF); print name ": " $NF }' > "$out/counters.txt"
rm -rf "$work"
