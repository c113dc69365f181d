# What the virtual device found. Variables: what: a variable's element; thread, block: (x, y, z).

vgpu-reads = reads
vgpu-writes = writes
vgpu-updates = atomically updates
vgpu-element = `{ $name }[{ $index }]`
vgpu-scalar = `{ $name }`
vgpu-space-shared = shared memory
vgpu-space-global = global memory
vgpu-space-constant = constant memory
vgpu-space-local = local memory
vgpu-space-parameter = the kernel's parameters
vgpu-line = line { $line }
vgpu-elsewhere = It happens in { $path }, line { $line }.
vgpu-label = thread { $thread } of block { $block } { $does } { $what } here

vgpu-bounds-title = the kernel { $does } { $what }, which is outside of { $variable }
vgpu-bounds-title-unnamed = the kernel { $does } outside of { $what }
vgpu-typed = { $count ->
    [one] 1 element
   *[other] { $count } elements
} of type { $elem }
vgpu-elements = { $count ->
    [one] 1 element
   *[other] { $count } elements
} of { $bytes } bytes
vgpu-bounds-after = `{ $name }` has { $size }; this access starts { $bytes ->
    [0] just
   *[other] { $bytes } bytes
} past its end.
vgpu-bounds-across = `{ $name }` has { $size }; the last { $bytes } bytes of this access lie past its end.
vgpu-bounds-before = `{ $name }` has { $size }; this access starts { $bytes } bytes before its start.
vgpu-bounds-none-local = A thread's local arrays and variables lie there; this address is in none of them.
vgpu-bounds-none = No variable of { $what } is there.
vgpu-bounds-help = Test the index before the access, for example `if (i < n)`: valid indices are 0 to { $last }.
vgpu-bounds-help-across = A vector access covers several elements: use it only where all of them lie inside, and handle the rest one by one.
vgpu-bounds-help-array = Check the size of the array against the smallest and the largest index that a thread computes.

vgpu-null-title = the kernel { $does } through a null pointer
vgpu-null-note = The address is { $address }.
vgpu-null-help = Was the pointer set before it was used?
vgpu-wild-title = the kernel { $does } at an address where no buffer is
vgpu-wild-note = The address is { $address }: far from every buffer.
vgpu-wild-help = Look at how the index is computed: a 32-bit product may have wrapped around, or a value was never set.

vgpu-misaligned-title = the access to { $what } is not aligned to { $align } bytes
vgpu-misaligned-note = An access of { $align } bytes needs an address that is a multiple of { $align }.
vgpu-misaligned-help = Vector types such as float4 need aligned addresses: handle the first or last elements one by one, or start at a multiple of { $align } bytes.
vgpu-misaligned-note-matrix = Matrices, and the rows that `ldmatrix` loads, begin at addresses that are multiples of { $align }.
vgpu-misaligned-help-matrix = Declare the tile with `__align__({ $align })`, and make its rows a multiple of { $align } bytes long, padding included.
vgpu-read-only-title = the kernel writes { $what }, which is read-only

vgpu-uninit-title = { $what } is read, but nothing has written it
vgpu-uninit-note = The value is whatever the memory held before: it can differ from run to run (compute-sanitizer's initcheck finds this too).
vgpu-uninit-note-own = The value is whatever the memory held before: it can differ from run to run (compute-sanitizer's initcheck looks at global memory only and misses this).
vgpu-uninit-help = Write the element before it is read, on every path: accumulating with `+=` needs a first value.
vgpu-uninit-help-shared = Shared memory starts out undefined: let a thread write every element that is read later, also where it has no data for it. In a reduction it then writes the neutral element: 0 for a sum, -INFINITY for a maximum.

vgpu-who-threads = two threads
vgpu-who-blocks = two blocks
vgpu-race-title = data race: { $who } access { $what } and nothing orders them
vgpu-race-lockstep = It works only while the lanes of a warp run in lockstep, which no GPU since Volta promises.
vgpu-race-more = { $count ->
    [one] The same is missing at line { $lines }.
   *[other] The same is missing at lines { $lines }.
}
vgpu-race-note = Threads run in any order, so the result can change from run to run (compute-sanitizer's racecheck speaks of hazards).
vgpu-cure-syncwarp = Put `__syncwarp()` between { $first } and { $second }.
vgpu-cure-syncwarp-same = Lanes of one warp exchange this at { $line }: separate reading and writing by `__syncwarp()`.
vgpu-cure-syncthreads = Put `__syncthreads()` between { $first } and { $second }, where every thread of the block reaches it.
vgpu-cure-same = Both accesses stand at { $line }: put `__syncthreads()` behind it, before the loop's next round, where every thread of the block reaches it.
vgpu-cure-loop = The access at { $second } belongs to a later round: put `__syncthreads()` between { $first } and the next time { $second } runs, for example at the end of the loop's body.
vgpu-race-note-global = Threads run in any order, so the result can change from run to run (compute-sanitizer's racecheck looks at shared memory only and misses this).
vgpu-cure-fence = Blocks are not ordered. If one waits for another's flag, ticket or lock, both sides need `__threadfence()`: after the data is written and before the flag is raised, and after the flag is seen and before the data is read. Otherwise use atomics, give each block cells of its own, or split the work into two kernels.
vgpu-cure-blocks = Blocks are not ordered, and `__syncthreads()` does not reach beyond a block: use atomics, give each block cells of its own, or split the work into two kernels.
vgpu-cure-scope = One side's scope covers its own block only: drop the `_block` of the atomic, or use a wider fence.
vgpu-cure-atomic = Several threads update the same cell: use an atomic such as `atomicAdd`, or give each thread a cell of its own and add them up in a tree.
vgpu-cure-one-writer = Several threads compute the same index: let one thread write each element. If their values are to be added up, use an atomic such as `atomicAdd`, or give each thread a cell of its own and add them up in a tree.
vgpu-cure-async = The copy at { $line } is asynchronous: wait for it (`__pipeline_wait_prior`, `cp.async.wait_group`), then let a `__syncthreads()` follow before other threads look.
vgpu-cure-one-size = Atomics protect a cell only from atomics on the same cell: use one type and one address on both sides.
vgpu-same-value-title = several threads write the same value to { $what }
vgpu-same-value-note = That is harmless here; if the values ever differ, it is a race.
vgpu-optimistic-title = { $what } is read plainly beside atomics on it
vgpu-optimistic-note = The value may be old by the time it is used; that is fine if the atomic that follows checks it again.
vgpu-waits-title = a block waits in a loop for { $what }, which another block writes
vgpu-waits-note = Nothing promises that the other block runs meanwhile, unless all blocks do (a cooperative launch) or a block waits only for blocks that began before it.

vgpu-range = { $first } to { $last }
vgpu-barrier-title = { $arrived } of { $all } threads wait at a barrier that the others never reach
vgpu-barrier-title-count = all { $all } threads wait at a barrier that expects more
vgpu-barrier-help-count = Give the barrier the number of threads that come to it: whole warps, no more than the block has.
vgpu-barrier-title-warps = a barrier asks for { $count } threads, but it counts whole warps of 32
vgpu-barrier-title-many = { $arrived } threads come to a barrier that asks for { $count }
vgpu-barrier-help-many = Which threads meet is chance. Give each group of threads a barrier number of its own, or the barrier the number of all threads that come.
vgpu-barrier-help-spin = The threads at the barrier wait for those in the loop; those wait for memory that a thread would change behind the barrier. Change it before the barrier, or let the barrier do the waiting.
vgpu-barrier-places-title = threads of one block meet at different barriers
vgpu-barrier-places-note = A `__syncthreads()` is one meeting point: all threads must come to the same one.
vgpu-wait-barrier = { $count } of { $all } threads wait here: { $range }
vgpu-wait-calls = threads meet here that came through different calls
vgpu-wait-call = { $count } of { $all } threads come through this call: { $range }
vgpu-wait-spin = { $count } of { $all } threads go round this loop: { $range }
vgpu-wait-warp = { $count } lanes wait here for the mask { $mask }: { $range }
vgpu-parted = threads took different branches here
vgpu-exited = { $count } threads had ended before.
vgpu-barrier-help = Move `__syncthreads()` out of the branch or loop that only some threads enter: keep all threads, and mask their work instead.
vgpu-warp-title = lanes named in the mask { $mask } never arrive
vgpu-warp-help = Let every lane that the mask names execute the instruction, or name only those that do: the mask is a promise, not a filter.

vgpu-absent-title = thread { $thread } uses a value shuffled from lane { $lane }, which does not take part
vgpu-absent-exited = Lane { $lane } had already ended.
vgpu-absent-never = Lane { $lane } does not exist in this block or is not named in the mask.
vgpu-absent-help = A shuffle reads from lanes that execute it with the same mask: keep all lanes of the warp in it, with a neutral value where they have no data.
vgpu-matrix-title = part of a warp never comes to this matrix instruction
vgpu-matrix-wait = { $count } lanes wait here for the rest of their warp: { $range }
vgpu-matrix-absent-title = a matrix instruction runs without some lanes of its warp
vgpu-matrix-exited = Lane { $lane } had already ended: what the others get is undefined.
vgpu-matrix-never = Lane { $lane } does not exist in this block: what the others get is undefined.
vgpu-matrix-help = Matrix instructions (`wmma`, `mma`, `ldmatrix`) are the work of a whole warp: all 32 lanes execute them together. Keep them out of branches that only some lanes take, and make blocks of whole warps.
vgpu-not-in-mask-title = thread { $thread } is not in its own mask { $mask }
vgpu-not-in-mask-help = A lane that executes a `…_sync` instruction must be named in its mask.

vgpu-hang-title = the kernel had not ended when its steps were spent
vgpu-hang-label = this loop goes round and round
vgpu-hang-start = it starts here
vgpu-hang-note = The budget of steps is far more than the data needs: the loop never ends, or it does far more rounds than there is work.
vgpu-hang-note-blocks = The grid has more blocks than a GPU holds at a time: about { $held } of this size on a large one. Those that wait keep the others from beginning.
vgpu-hang-help-polls = The loop waits for other threads to change memory. Does any thread do so, without waiting for this loop itself, for example at a barrier?
vgpu-hang-help = Does the loop's variable change in every round, and does its condition ever become false?

vgpu-assert-title = assertion failed: `{ $text }` in thread { $thread }
vgpu-trap-title = the kernel ended by a trap in thread { $thread }
vgpu-trap-note = A trap comes from `__trap()`, from a failed check of a library, or from a bad `free`.
vgpu-stack-title = the stack of thread { $thread } overflowed
vgpu-stack-help = Does the recursion end?
vgpu-unsupported-title = camp's virtual device does not know `{ $text }`
vgpu-unsupported-note = This is a limit of camp, not a bug in your kernel.

vgpu-no-kernel-title = there is no kernel `{ $name }`
vgpu-bad-block-title = a block of { $block } = { $threads } threads cannot be launched: at most { $max } fit
vgpu-bad-block-help = The kernel did not start, so its output is untouched. Use smaller blocks and more of them.
vgpu-bad-grid-title = a grid of { $grid } blocks cannot be launched
vgpu-shared-title = the kernel asks for { $asked } bytes of shared memory; a block may have { $limit }
vgpu-shared-help = The kernel did not start, so its output is untouched. Use a smaller tile.
vgpu-argument-count = the kernel has { $wanted } parameters, but { $got } arguments were given
vgpu-argument-size = argument { $index } has { $got } bytes, but the kernel's parameter has { $wanted }

# A module that the virtual device cannot hold.
vgpu-load-undefined = `{ $name }` is declared, but nothing defines it
vgpu-load-large = the module's variables take { $bytes } bytes, more than the virtual device holds ({ $max })
vgpu-load-many = { $count } variables are more than the virtual device holds ({ $max })
