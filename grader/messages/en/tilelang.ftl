# What camp says about TileLang kernels.

# Why there is no TileLang that can be used.
tilelang-not-installed = TileLang is not installed. `camp setup --tilelang` installs it for camp alone: no GPU, CUDA toolkit or PyTorch is needed.
tilelang-python-gone = TileLang was fetched for Python { $version }, and { $python } is no longer that: run `camp setup --tilelang` again.
tilelang-damaged = TileLang in { $site } lacks some of its files: run `camp setup --tilelang` again.

# The process that lowers kernels.
tilelang-cancelled = The run was stopped.
tilelang-worker-spawn = TileLang's process could not be started ({ $program }): { $reason }
tilelang-broken = TileLang in { $site } cannot be used: { $reason }. `camp setup --tilelang --fetch` installs it anew.
tilelang-worker-ended = TileLang's process ended unexpectedly ({ $detail }). Try again; if it happens once more, `camp setup --tilelang --fetch` installs TileLang anew.
tilelang-python-error = { $kind }: { $message }
tilelang-python-error-bare = Python stops with { $kind }

# How a failure reads. `message` is Python's or TileLang's own English sentence, quoted as it is.
tilelang-says = TileLang says: { $message }
tilelang-python-says = Python says: { $kind }: { $message }
tilelang-write = write `{ $wanted }`
tilelang-missing = `{ $sign }` is missing here
tilelang-defined-here = `{ $name }` is made here
tilelang-refused-title = TileLang cannot lower this kernel: { $message }
tilelang-refused-silent-title = TileLang cannot lower this kernel: one of its own checks failed
tilelang-refused-help = Leave out or simplify the marked statements to see which one it is; `camp reset` brings the original file back and keeps yours as a backup.
tilelang-maybe-bug-note = This may be a bug of TileLang rather than a mistake of yours.
tilelang-known-bug-title = this is a known bug of TileLang { $version }, not a mistake of yours
tilelang-known-bug-note = { $title } ({ $issue })
tilelang-known-bug-help = { $workaround }

# Files that do not end, or end too much.
tilelang-hang-title = the file does not come to an end: it was stopped
tilelang-hang-mark = this was running when the time was over
tilelang-hang-note = Python runs the file once to build the kernel. That takes less than a second, however large the tensors are.
tilelang-hang-help = Does the condition of the loop ever become false? Loops of the kernel itself are `for k in T.Serial(n)`: those are not run here.
tilelang-while-title = the condition of this `while` never becomes false
tilelang-while-note = Its condition holds only numbers of Python, which are fixed when the kernel is built.
tilelang-while-help = Use `for i in T.Serial(n)`, or a variable of the kernel: `i = T.alloc_var(T.int32, init=0)`.
tilelang-memory-title = the file needs more memory than it may have
tilelang-memory-help = A kernel file only builds the kernel: the tensors are camp's. Remove large lists and arrays of your own.
tilelang-killed-title = the file used too much memory, and its process was ended
tilelang-recursion-title = `{ $name }` calls itself without an end
tilelang-recursion-nameless-title = a function calls itself without an end
tilelang-recursion-help = Let it return before it calls itself again, or use a loop.
tilelang-exit-title = the file ends the program before the kernel is built
tilelang-exit-help = Remove the call. camp builds and runs the kernel; the file only defines it.
tilelang-ends-process-title = the file ends its own process
tilelang-interrupt-title = the file was interrupted
tilelang-interrupt-help = Remove what raises KeyboardInterrupt.
tilelang-crash-title = TileLang's process ended while it worked on this kernel ({ $how })
tilelang-crash-help = Leave out statements of the kernel until it is lowered again: the last one left out is the cause.

# The kernel in the file.
tilelang-no-function-title = the file has no kernel `{ $name }`
tilelang-no-function-help = Name it `{ $name }`, with `@tilelang.jit` on the line above: the tests call it by that name.
tilelang-no-function-note = The tests call the kernel by its name.
tilelang-no-function-other-help = Rename `{ $other }` to `{ $name }`.
tilelang-empty-note = The file is empty.
tilelang-reset-help = `camp reset` brings the original file back.
tilelang-not-jit-title = `{ $name }` is a plain function: `@tilelang.jit` is missing
tilelang-not-jit-note = `@tilelang.jit` is what makes a kernel of a function.
tilelang-not-jit-help = Write `@tilelang.jit` on the line above `def { $name }`.
tilelang-not-a-function-title = `{ $name }` is not a function
tilelang-not-a-function-help = Write `@tilelang.jit` and below it `def { $name }(…):`; `camp reset` brings the original file back.
tilelang-prim-func-title = `@T.prim_func` is in the place of `@tilelang.jit`
tilelang-prim-func-help = `@T.prim_func` belongs to a function inside of the kernel's own, and is not needed for these exercises.

# Text that Python cannot read.
tilelang-syntax-title = Python cannot read this line
tilelang-syntax-help = Look at the marked place and just before it: a bracket, a comma, a quote or a `:` may be missing or too much.
tilelang-cuda-title = this file holds CUDA C++, but a kernel in Python with TileLang is needed
tilelang-cuda-help = `camp reset` brings the original file back and keeps yours as a backup. CUDA kernels belong in `kernel.cuh`.
tilelang-block-title = an indented block is missing
tilelang-block-of-title = the block of this `{ $word }` is missing
tilelang-block-head = this line begins a block
tilelang-block-help = Indent what belongs to it by four more spaces; where nothing is to be done, write `pass`. A comment is not enough.
tilelang-indent-title = this line is indented more than the one before it
tilelang-unindent-title = the indentation of this line fits no line above it
tilelang-indent-help = Let the lines of a block begin in the same column: four spaces more than the line that begins the block.
tilelang-tabs-title = tabs and spaces are mixed in the indentation
tilelang-tabs-help = Use spaces only; most editors can convert tabs.
tilelang-elif-title = Python writes `else if` as one word
tilelang-increment-title = Python has no `{ $sign }`
tilelang-operator-title = Python has no `{ $sign }`
tilelang-comment-title = comments in Python begin with `#`
tilelang-braces-title = blocks in Python have no braces
tilelang-bracket-title = this `{ $sign }` is never closed
tilelang-bracket-open = opened here
tilelang-bracket-help = Write `{ $sign }` where it ends.
tilelang-colon-title = a `:` is missing at the end of this `{ $word }` line
tilelang-comma-title = something is missing between these: a comma or an operator
tilelang-comma-help = Arguments and indices are separated by commas.
tilelang-quote-title = this text has no closing quote
tilelang-quote-help = Close it on the same line with the quote that opens it.
tilelang-unmatched-title = this `{ $sign }` closes nothing
tilelang-unmatched-help = Each bracket needs its partner of the same kind.
tilelang-mismatch-title = this `{ $found }` cannot close the `{ $opened }` before it
tilelang-compare-title = `=` gives a value; to compare, `==` is needed
tilelang-return-outside-title = this `return` is outside of the function
tilelang-return-outside-help = Indent it like the other lines of the kernel.
tilelang-assign-title = nothing can be assigned to what stands left of `=`
tilelang-assign-help = Left of `=` stands a name or an element, such as `out[i]`.
tilelang-fullwidth-title = `{ $found }` ({ $code }) is not the sign `{ $wanted }` of Python
tilelang-fullwidth-more = { $count ->
    [one] There is one more such sign in this line.
   *[other] There are { $count } more such signs in this line.
 }
tilelang-fullwidth-help = Type the sign anew with an English keyboard: input methods and web pages insert signs that only look alike.
tilelang-invisible-title = an invisible character ({ $code }) stands in the code
tilelang-invisible-help = Delete the marked place and type it anew: text copied from web pages often holds such characters.
tilelang-stray-title = `{ $found }` cannot stand in the code
tilelang-stray-help = Write `#` before words for people, or put them in quotes.

# Names.
tilelang-undefined-title = `{ $name }` is not defined
tilelang-undefined-similar-title = `{ $name }` is not defined; `{ $similar }` is
tilelang-similar-help = Did you mean `{ $name }`?
tilelang-undefined-help = Give `{ $name }` a value before this line, or use the name of something that has one.
tilelang-import-help = Write `{ $line }` at the top of the file.
tilelang-const-help = Write `{ $name } = T.const("{ $name }")` in the kernel, before the tensors: it is the size that the tests choose.
tilelang-parameter-help = The tests give `{ $name }` to the kernel: write it among its parameters.
tilelang-parameters-mark = the parameters are here
tilelang-dtype-help = Element types are TileLang's: `T.float32`, `T.float16`, `T.bfloat16`, `T.int32`, or the parameter `dtype`.
tilelang-thread-note = A TileLang kernel says what a whole block does; which thread does what follows from it.
tilelang-thread-help = Use `bx` of `with T.Kernel(…) as bx` for the block, and `for i in T.Parallel(n)` for the elements that its threads share.
tilelang-triton-note = Triton is another language for kernels, which looks alike.
tilelang-language-help = TileLang's own: `T.Kernel` for the grid, `T.copy` to load and store, `T.Parallel` for the elements of a tile.
tilelang-host-library-help = Remove it. A kernel file needs only `tilelang` and `tilelang.language`: the tests make the tensors and call the kernel.
tilelang-below-title = `{ $name }` is used before it has a value
tilelang-below-help = Move the line that gives `{ $name }` its value above this one.
tilelang-torch-title = `{ $name }` is not there: camp lowers kernels without PyTorch
tilelang-torch-note = camp lowers kernels without PyTorch and runs them itself.
tilelang-torch-empty-help = The output of a kernel is made by `T.empty((N,), dtype)`.
tilelang-torch-load-note = This is no part of the kernel: it runs when the file is loaded.
tilelang-torch-load-help = Remove it, or put it under `if __name__ == "__main__":`, where only you run it. The tests make the tensors and call the kernel.
tilelang-attribute-title = there is no `{ $name }`
tilelang-attribute-similar-title = there is no `{ $name }`; there is `{ $similar }`
tilelang-attribute-help = Check its spelling, or look it up in the documentation of TileLang.
tilelang-counterpart-help = In TileLang this is `{ $wanted }`.
tilelang-compose-help = TileLang has no such operation ready: build it from `T.reduce_max`, `T.reduce_sum`, `T.exp2` and loops with `T.Parallel`.
tilelang-method-title = tensors and tiles of TileLang have no `.{ $name }`
tilelang-method-help = They have elements, `tile[i, j]`, in a loop with `T.Parallel`, and operations such as `T.copy` and `T.reduce_sum` take them whole.
tilelang-module-title = there is no module `{ $module }` here
tilelang-module-note = camp runs kernel files in an environment of their own, with TileLang, NumPy and Python's own modules.
tilelang-own-module-help = Keep everything in the one kernel file: the tests take that file alone.
tilelang-import-name-title = `{ $module }` has no `{ $name }`

# What goes in and out.
tilelang-missing-argument-title = the kernel has a parameter `{ $name }` that nobody gives it
tilelang-parameters-help = The tests give the tensors and { $names }. Give your own parameters a default value, or write a number.
tilelang-annotation-title = the kernel does not say that `{ $name }` is a tensor
tilelang-annotation-assigned-title = the annotation of `{ $name }` is written with `=`
tilelang-write-colon = write `{ $name }: T.Tensor(…)`
tilelang-annotation-note = TileLang takes a parameter for a tensor only where its shape and element type are annotated.
tilelang-annotation-help = Write for example `{ $name }: T.Tensor((N,), T.float32)` as a line of its own, below `T.const`.
tilelang-not-returned-title = the output `{ $name }` is not returned
tilelang-return-mark = this is what is returned
tilelang-return-help = End the kernel with `return { $name }`, indented like `with T.Kernel`.
tilelang-all-returned-note = Everything that `T.empty` makes is an output, and all outputs are returned.
tilelang-spare-help = Return `{ $name }` as well, or remove it. Memory for the kernel's own use is made by `T.alloc_fragment` or `T.alloc_shared`.
tilelang-returned-title = `{ $name }` is no output, so it cannot be returned
tilelang-returned-help = Return `{ $name }`, which `T.empty` made.
tilelang-no-output-help = Make the output with `out = T.empty((N,), dtype)`, write to it in the kernel, and end with `return out`.
tilelang-const-title = the tests give no size `{ $name }`
tilelang-const-names-help = The sizes of this exercise are { $names }: `T.const` and the tensors have to use these names.
tilelang-const-unused-title = no tensor has the size `{ $name }`
tilelang-const-unused-help = Use `{ $name }` itself as an extent of a tensor, not only something computed from it, or remove it.
tilelang-const-count-title = `T.const` gives as many sizes as its text names
tilelang-const-count-help = One name in the text for each name left of `=`: `N, M = T.const("N, M")`.
tilelang-lazy-title = the kernel's function returns nothing
tilelang-lazy-help = With a function `{ $name }` inside, end with `return { $name }`.
tilelang-out-idx-title = `out_idx` and `T.empty` both say what the outputs are
tilelang-out-idx-help = Write `@tilelang.jit` without `out_idx`: what the kernel returns is its output.
tilelang-torch-dtype-title = this is an element type of PyTorch, not of TileLang
tilelang-dtype-title = there is no element type `{ $name }`

# Calls.
tilelang-missing-arguments-title = { $name } needs { $names } as well
tilelang-keyword-title = { $name } has no parameter `{ $keyword }`
tilelang-too-many-title = { $name } takes { $count ->
    [one] one argument
   *[other] { $count } arguments
 } without a name, but { $given } are given
tilelang-example-help = For example: `{ $example }`
tilelang-gpu-value-note = Python runs the kernel's text once, to build it. Elements of tensors and indices have no values then: only the GPU computes them.
tilelang-host-function-title = `{ $name }` cannot compute with values of the kernel
tilelang-convert-title = `{ $name }(…)` cannot convert a value of the kernel
tilelang-condition-title = Python cannot decide on a value that only the GPU knows
tilelang-condition-help = Write `T.if_then_else(condition, a, b)`, or an `if` with a plain comparison; join conditions by `T.And` and `T.Or`.
tilelang-runtime-shape-title = a size depends on a value that only the GPU knows
tilelang-runtime-shape-help = Shapes of tiles are fixed when the kernel is built: use numbers and parameters such as BLOCK_N, not `bx` or loop variables.
tilelang-iterate-title = Python cannot go through the elements of this
tilelang-iterate-help = Use `for i in T.Parallel(n)` with `tile[i]`, or an operation on the whole tile such as `T.reduce_sum`.
tilelang-whole-title = `{ $sign }` does not take whole tensors or tiles
tilelang-whole-note = Operators work on elements, not on whole tensors, tiles or slices.
tilelang-whole-help = Go through the elements: `for i in T.Parallel(BLOCK_N):` and in it `out[start + i] = a[start + i] + b[start + i]`.
tilelang-store-whole-title = an element is to become a whole tensor
tilelang-none-title = one side of `{ $sign }` is nothing
tilelang-none-help = Operations such as `T.copy` and `T.reduce_sum` write to a tile that they are given; they return nothing.
tilelang-macro-title = `{ $name }` is a plain function, and cannot hold loops of a kernel
tilelang-macro-mark = `@T.macro` is missing here
tilelang-macro-note = TileLang reads the text of the kernel and of macros only.
tilelang-macro-help = Write `@T.macro` on the line above `def { $name }`.
tilelang-outside-title = this belongs into a kernel
tilelang-outside-help = Move it into the function under `@tilelang.jit`, inside of `with T.Kernel(…)`.
tilelang-parallel-tuple-title = `T.Parallel` takes its extents one by one, not as a tuple
tilelang-parallel-names-title = this loop has two extents but only one variable, `{ $name }`

# Tensors and tiles. A shape is written as Python writes it: (16, 128).
tilelang-rank-title = `{ $name }` has { $rank ->
    [one] one dimension
   *[other] { $rank } dimensions
 }, but { $given ->
    [one] one index is given
   *[other] { $given } indices are given
 }
tilelang-shape-note = The shape of `{ $name }` is { $shape }.
tilelang-rank-help = Give one index for each dimension; `:` stands for a whole one.
tilelang-division-title = `/` gives a fraction, but an index is a whole number
tilelang-division-help = `//` divides and rounds down; `T.ceildiv(a, b)` rounds up.
tilelang-step-title = a slice with a step cannot be used
tilelang-step-help = Go through the elements: `for i in T.Parallel(n):` with an index such as `2 * i`.
tilelang-copy-shapes-title = the two sides of the copy have different shapes
tilelang-two-shapes-note = One is { $first }, the other { $second }.
tilelang-copy-shapes-help = Both sides need the same extents. To copy a part, name its first element, `src[bx * BLOCK_N, k * BLOCK_M]`: the extents are then those of the tile. To sum or take the largest, use `T.reduce_sum` or `T.reduce_max`.
tilelang-copy-rank-help = Give both sides the same number of dimensions: a tile of shape (BLOCK_N, 1) is not one of shape (BLOCK_N,).
tilelang-not-a-tile-title = a tensor or tile is needed here
tilelang-not-a-tile-note = A number has no place that could be copied from or to.
tilelang-number-help = To set all elements to a number, use `T.fill(tile, 0)`; for one element `tile[i] = 0`.
tilelang-augmented-title = `{ $name }` is a whole tile, and cannot be changed by `+=` and the like
tilelang-dim-title = there is no dimension { $dim }: the tile has { $rank }
tilelang-dim-help = Dimensions are counted from 0: the last one is { $last }.
tilelang-reduce-shape-title = the result of the reduction has another shape
tilelang-reduce-shape-note = A tile of shape { $source } reduced over dimension { $dim } gives shape { $wanted }, but the result has shape { $found }.
tilelang-reduce-shape-help = Rows by columns, `dim=1` gives one value for each row, `dim=0` one for each column. The result is a fragment of its own, which `T.copy` then writes to the tensor.
tilelang-reduce-scope-title = cannot reduce from { $source } to { $destination }
tilelang-reduce-scope-help = Reduce from a fragment to a fragment: `T.alloc_fragment` for both, and `T.copy` between them and the tensors.
tilelang-scope-global = global memory
tilelang-scope-shared = shared memory
tilelang-scope-fragment = a fragment
tilelang-scope-local = a thread's local memory
tilelang-reduce-threads-title = a reduction cannot be shared by { $threads } threads
tilelang-butterfly-note = Threads exchange their parts in pairs, then pairs of pairs, and so on: that needs a power of two.
tilelang-threads-mark = the number of threads
tilelang-threads-help = Choose 128 or 256 threads: `T.Kernel(…, threads=128)`.
tilelang-threads-number-title = a block cannot have { $count } threads
tilelang-threads-kind-title = the number of threads has to be a whole number
tilelang-batch-title = `batch={ $batch }` is more than the { $count } values that a thread has
tilelang-batch-help = Leave `batch` out.
tilelang-gemm-title = `T.gemm` cannot multiply these tiles
tilelang-gemm-help = It takes tiles of shape (M, K), (K, N) and (M, N).
tilelang-gemm-shape-title = the tiles do not fit each other: { $first } and { $second }
tilelang-gemm-shape-note = These are { $first } and { $second }: M are rows, N columns, K what is summed over.
tilelang-gemm-shape-help = `T.gemm(a, b, c)` takes shapes (M, K), (K, N) and (M, N). Where a tile is stored the other way round, write `transpose_B=True`.
tilelang-gemm-dtype-title = `T.gemm` cannot multiply { $first } by { $second }
tilelang-gemm-dtype-help = Give both factors the same element type; only the result may be wider, such as float32 for float16.
tilelang-gemm-scope-title = the result `{ $name }` of `T.gemm` lies in { $scope }, but a fragment is needed
tilelang-gemm-scope-help = Make it with `T.alloc_fragment`, and write it out with `T.copy` behind the loop.
tilelang-gemm-multiple-title = { $name } of the tile is { $found }: tensor cores need a multiple of { $unit }
tilelang-gemm-names-note = M are the rows of the result, N its columns, K what is summed over.
tilelang-gemm-multiple-help = Make the tile larger; what lies beyond the tensors counts as 0.
tilelang-gemm-warps-title = a tile of { $rows } × { $columns } cannot be divided among { $warps } warps
tilelang-gemm-warps-help = Choose 128 threads, which are 4 warps, or another shape of the tile.
tilelang-float-count-title = the number of blocks or of rounds has to be a whole number
tilelang-float-count-help = `T.ceildiv(a, b)` divides and rounds up, so that no element is left out; `//` rounds down.
tilelang-kernel-names-title = the names behind `as` do not fit the dimensions of the grid
tilelang-kernel-names-note = Each extent of the grid in `T.Kernel(…)` gives one block index.
tilelang-kernel-names-help = Write `with T.Kernel(blocks, threads=128) as bx:` for one, `with T.Kernel(columns, rows, threads=128) as (bx, by):` for two.
tilelang-kernel-mark = the kernel begins here
tilelang-on-host-title = this statement does not run on the GPU
tilelang-after-kernel-help = Indent it, so that it belongs to the block of `with T.Kernel`.
tilelang-no-kernel-note = Nothing says how many blocks and threads there are: `T.Kernel` is missing.
tilelang-no-kernel-help = Write `with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:` around the statements of the kernel.
tilelang-two-kernels-title = a kernel has only one `T.Kernel`
tilelang-two-kernels-help = Use one `with T.Kernel(…)`; for two dimensions give it two extents.
tilelang-region-title = `{ $name }` is not known here any more
tilelang-region-mark = `{ $name }` belongs to this block
tilelang-region-note = What is made in a block of the kernel is known in that block only.
tilelang-region-help = Use `{ $name }` inside of its block.
tilelang-branch-help = Make a variable before the `if`, `{ $name } = T.alloc_var(T.float32)`, and give it its values in both branches; or use `T.if_then_else(condition, a, b)`.
tilelang-return-tile-help = A tile ends with the kernel. Copy it to the output, `T.copy(tile, out[…])`, and return that.
tilelang-for-else-title = a loop of a kernel cannot have an `else`
tilelang-for-else-help = Write its statements behind the loop.

# Layouts: which thread holds which elements of a fragment.
tilelang-fragment-note = The elements of the fragment `{ $name }` are spread over the threads of the block: each thread can reach its own only.
tilelang-layout-note = The elements of a fragment are spread over the threads of the block. One layout, that is, one way to spread them, has to suit all uses of a fragment.
tilelang-layout-title = no layout of the fragments suits all these statements
tilelang-layout-of-title = no layout of the fragment `{ $name }` suits all these statements
tilelang-layout-threads-title = the fragments cannot be spread over { $threads } threads
tilelang-layout-help = Use fragments of the same shape in loops of the same extents and with the same indices; otherwise go through shared memory: `T.copy(fragment, shared)`, then `T.copy(shared, other)`.
tilelang-loops-note = The loops have different extents: { $first } and { $second }.
tilelang-together-mark = together with this
tilelang-index-order-title = `{ $access }` is held by other threads than those that need it in a loop over `{ $loops }`
tilelang-loop-mark = this loop
tilelang-two-indices-title = `{ $name }` is used at { $first } and at { $second } in one loop
tilelang-through-shared-help = Every thread reaches shared memory: `shared = T.alloc_shared(shape, dtype)`, `T.copy({ $name }, shared)`, then `shared[…]` with any index.
tilelang-serial-title = a loop that each thread runs by itself cannot go through the fragment `{ $name }`
tilelang-serial-help = To add up, use `T.reduce_sum(tile, total, dim=1)`; for each element by itself, `for i, j in T.Parallel(…)`.
tilelang-element-title = a single element of a fragment cannot be used like this
tilelang-element-of-title = single elements of the fragment `{ $name }` are used outside of `T.Parallel`
tilelang-element-help = Go through all elements, `for i in T.Parallel(n): out[start + i] = tile[i]`, or copy the whole fragment, `T.copy(tile, out[start])`.

# Exceptions of Python.
tilelang-zero-title = this divides by zero
tilelang-zero-help = Python computes it while it builds the kernel: check the sizes.
tilelang-index-error-title = a Python list or tuple has no element with this index
tilelang-index-error-help = Indices begin at 0 and end at the length less one.
tilelang-key-title = the dictionary has no key `{ $key }`
tilelang-key-help = Element types come as TileLang's own values: use `str(dtype)` for a key such as "float32".
tilelang-assert-bare-title = the `assert` of the file does not hold
tilelang-assert-title = the `assert` of the file does not hold: { $message }
tilelang-assert-help = The tests choose sizes of their own, small and odd ones too: the kernel has to work for all of them.
tilelang-todo-title = this part is not written yet
tilelang-todo-help = Write the kernel in the place of `raise NotImplementedError`; `camp hint` helps.
tilelang-raised-title = the file itself raises { $kind }: { $message }
tilelang-raised-help = The tests choose sizes of their own, small and odd ones too: the kernel has to work for all of them.

