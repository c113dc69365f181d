# Profiles: what each line of a kernel does, and what to change.

profile-word = PROFILE
profile-header = { $exercise } · { $backend } · { $device } device · case { $case } · seed { $seed } · { $kernel }
profile-total = { $blocks } blocks of { $threads } threads · { $instructions } instructions of warps, { $lanes } of 32 lanes at work · { $sectors } sectors · { $conflicts } steps lost to bank conflicts
profile-line = line
profile-share = instr.
profile-lanes = lanes
profile-sectors = sectors
profile-steps = steps
profile-legend = instr.: part of all instructions. lanes: how many of 32 work. sectors: pieces of 32 bytes of global memory that an access of a warp touches / how few would do. steps: over the banks of shared memory, the same. Counts, not times.
profile-more = { $count } more lines ran. { $more }
profile-nothing = Nothing is wasted here: neighbours access neighbours, and no bank is waited for.
profile-no-case = There is no case `{ $name }`. The cases are: { $names }.
profile-not-right = The kernel is not right in this case: { $finding }. Mend that first (`camp verify { $exercise }`); the counts are of what it did.
profile-not-right-values = The kernel is not right in this case. Mend that first (`camp verify { $exercise }`); the counts are of what it did.

profile-sectors-read = Each warp touches { $sectors } sectors to read where { $least } would do.
profile-sectors-read-of = Reading `{ $name }`, each warp touches { $sectors } sectors where { $least } would do.
profile-sectors-write = Each warp touches { $sectors } sectors to write where { $least } would do.
profile-sectors-write-of = Writing `{ $name }`, each warp touches { $sectors } sectors where { $least } would do.
profile-sectors-atomic = The atomics of each warp touch { $sectors } sectors where { $least } would do.
profile-sectors-atomic-of = The atomics of each warp on `{ $name }` touch { $sectors } sectors where { $least } would do.
profile-uncoalesced-cure = Let neighbouring threads read neighbouring elements: the index should grow by one when threadIdx.x grows by one.
profile-uncoalesced-write-cure = Let neighbouring threads write neighbouring elements: the index should grow by one when threadIdx.x grows by one.
profile-misaligned-cure = The warp's first element is not the first of a sector. Let the first index of a warp be a multiple of the elements in 32 bytes, where you can; it costs little.
profile-bank-conflict = { $way } lanes want different words of one bank and take turns: { $steps } steps where { $least } would do.
profile-bank-conflict-of = { $way } lanes want different words of one bank of `{ $name }` and take turns: { $steps } steps where { $least } would do.
profile-bank-conflict-cure = Let neighbouring threads access neighbouring elements, or pad each row by one, as in `float tile[32][33]`.
profile-atomic = { $lanes } lanes of each warp change one address, one after the other.
profile-atomic-of = { $lanes } lanes of each warp change one address of `{ $name }`, one after the other.
profile-atomic-cure = Reduce in the block first, by shared memory or shuffles; then let one thread of the block do the atomic.
profile-atomic-shared-cure = Reduce in the warp first, by shuffles; then let one lane do the atomic.
profile-idle = Only { $lanes } of 32 lanes work here; the others wait for them.
profile-idle-cure = Let whole warps take one way: choose by ranges of threads, such as `threadIdx.x < n`, not by `threadIdx.x % 2`.
