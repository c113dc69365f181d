# camp run: any kernel of any file. Variables: arg: an argument as it was typed; form: how to write it.

run-header = { $entry } · { $device } · { $kernel }
run-header-seed = { $entry } · { $device } · seed { $seed } · { $kernel }

# What is wrong with an argument.
run-arg-form = `{ $arg }` is no argument. Write NAME=TYPE[COUNT]:FILL for a buffer (out=f32[64]:uninit), NAME=TYPE:VALUE for a value (n=i32:64).
run-arg-type = `{ $arg }`: there is no type `{ $ty }`. The types are: { $types }.
run-arg-count = `{ $arg }`: `{ $count }` is no number of elements. Write a number, or a product such as [4096x1024].
run-arg-no-fill = `{ $arg }`: what does the buffer hold? Write one of { $fills } or @FILE behind a colon.
run-arg-fill = `{ $arg }`: there is no fill `{ $fill }`. The fills are: { $fills }, @FILE.
run-arg-value = `{ $arg }`: `{ $value }` is no value of type { $ty }. A buffer has its number of elements in brackets: NAME={ $ty }[COUNT]:FILL.
run-arg-twice = Two arguments are called `{ $name }`: give each a name of its own.
run-arg-file = { $arg }: { $path } could not be read: { $error }
run-arg-file-short = { $arg }: { $path } has { $got } bytes, but { $ty } needs { $wanted }.
run-arg-number = The kernel takes { $wanted ->
    [one] 1 parameter
   *[other] { $wanted } parameters
 }, and --arg was given { $got ->
    [one] once
   *[other] { $got } times
 }. Give one --arg for each, in order: { $form }
run-arg-parameter = Parameter { $number } has { $bytes } bytes ({ $ptx } in PTX), but `{ $name }` is { $what }. Write: --arg { $form }
run-is-buffer = a buffer ({ $ty }), whose address has 8 bytes
run-is-value = a value of type { $ty } ({ $bytes } bytes)
run-dump-form = `{ $dump }` is no dump. Write NAME=FILE: the buffer's name, and where its bytes go.
run-dump-unknown = There is no buffer `{ $name }` to dump; the buffers are: { $names }.
run-dims = `{ $text }` is no size. Write up to three numbers: 256 or 16,16 or 8,8,4.
run-arch = `{ $text }` is no architecture. Write compute_80, or another number.

# What is wrong with the launch.
run-block = A block of { $block } has { $threads } threads; at most { $max } fit, and 64 of them in z. Use smaller blocks and a larger --grid.
run-empty-launch = Nothing runs with --grid { $grid } and --block { $block }: each number must be at least 1.
run-too-large = The buffers take { $gigabytes } GiB together; camp run goes up to { $max }.
run-timeout-note = It was stopped after { $seconds } s; --timeout gives it more, a smaller --grid less to do.
run-refused = The launch was refused: { $what }.

# Finding the kernel.
run-no-kernel = { $path } has no kernel: no `__global__` function that could be launched. An instance of a template is asked for by its name: --entry 'scale<float>'.
run-no-kernel-named = { $path } has no kernel `{ $name }`, nor any other. A template is named with its arguments: --entry 'scale<float>'.
run-which-kernel = { $path } has several kernels; choose one with --entry: { $names }
run-unknown-kernel = { $path } has no kernel `{ $name }`. It has: { $names }. A template is named with its arguments: --entry 'scale<float>'.
run-ambiguous-kernel = `{ $name }` may be any of these; write the whole name: { $names }
run-no-instance = There is no `{ $name }`: { $log }
run-nvrtc = NVRTC refused its options ({ $reason }): { $log }

# The end of the report.
run-printed = Printed by the kernel:
run-buffer = { $name } { $ty }: { $values } ({ $written } of { $count } written)
run-nothing-written = The kernel wrote to no buffer.
run-clean = The checks found nothing in { $threads ->
    [one] 1 thread
   *[other] { $threads } threads
 }.
run-unchecked = The kernel ran to its end. A GPU checks nothing: --device virtual does.
run-lanes = { $threads ->
    [one] 1 thread
   *[other] { $threads } threads
 } · { $instructions } lane instructions
run-timing = run { $run } ms · total { $total } ms
run-more = `--more` says everything.
run-profile-more = Write `--more` to see all of them.
