# What the judge says about a kernel. Variables: buffer, input: names in the kernel's signature.

judge-header = { $exercise } · { $backend } · { $device } device · seed { $seed } · { $kernel }
judge-verdict-passed = PASSED
judge-verdict-failed = FAILED
judge-verdict-error = NOT JUDGED

# The kernel file.
judge-file-missing = There is no kernel file at { $path }.
judge-file-empty = { $path } is empty: write the kernel there, or bring the original back with `camp reset`.
judge-file-directory = { $path } is a directory; a kernel file is needed.
judge-file-special = { $path } is not a regular file; a kernel file is needed.
judge-file-large = { $path } has { $size } MB; a kernel file may have { $limit } MB.
judge-file-not-text = { $path } is not UTF-8 text (line { $line }): save it as UTF-8.
judge-file-permission = { $path } may not be read: check the file's permissions.
judge-file-unreadable = { $path } could not be read: { $error }

# The kernel's name and parameters.
judge-no-kernel = the kernel `{ $kernel }` is not there
judge-no-kernel-other = the kernel `{ $kernel }` is not there; this is `{ $found }`
judge-no-kernel-none = The file declares no `__global__` function in the namespace `{ $namespace }`.
judge-other-name = the exercise's kernel is called `{ $name }`
judge-other-namespace = this must stand in the namespace `{ $namespace }`
judge-not-global = `{ $kernel }` is no kernel: it lacks `__global__`
judge-not-global-help = Write `__global__ void`: the tests launch this function.
judge-template-missing = `{ $kernel }` must be a template: the tests use it with several types
judge-template-extra = `{ $kernel }` must be no template
judge-signature-differs = `{ $kernel }` takes other parameters than the exercise says
judge-parameter-other = the exercise says `{ $wanted }`
judge-parameter-missing = `{ $wanted }` is missing here
judge-parameter-extra = the exercise has no such parameter
judge-signature-wanted = wanted: { $signature }
judge-signature-found = found:  { $signature }
judge-signature-help = Keep the namespace, the name and the parameters as the exercise gives them: the tests launch the kernel by them.

# Compiling and running.
judge-compile-timeout = The compiler had not finished after { $seconds } s and was stopped. Very deep templates or constant expressions can cause this.
judge-compile-crashed = The compiler process ended unexpectedly: { $detail }
judge-compile-toolchain = The compiler could not be used: { $detail }
judge-compile-log = { $log }
judge-launch-rules = The launch.toml beside the kernel cannot be used.
judge-compile-other = the compiler refused the kernel without naming a line
judge-reference-failed = The exercise's own reference does not work: { $detail } This is not a mistake in your kernel.
judge-reference-unrecorded = tests/numpy.toml has no recorded answers to check the reference against.
judge-unsupported = camp's virtual device cannot run this kernel yet. This is a limit of camp, not a bug in your kernel.
judge-unsupported-title = the virtual device does not support this: { $detail }
judge-cancelled = Stopped.
judge-internal = This is a bug in camp, not in your kernel. Please report it with the kernel file: { $detail }
judge-stopped = the kernel was stopped before its end
judge-launch-refused = the kernel could not be launched: { $detail }

# Findings about values.
judge-unwritten = { $count ->
    [one] `{ $buffer }[{ $first }]` was never written
   *[other] { $count } of { $n } elements of `{ $buffer }` were never written
 }
judge-unwritten-all = `{ $buffer }` was never written: the kernel stored nothing in it
judge-unwritten-range = Elements { $first }..{ $last } were never written.
judge-unwritten-ranges = { $count } ranges were never written, the first is elements { $first }..{ $last }.
judge-unwritten-stride = Elements { $first }, { $first } + { $step }, { $first } + 2 × { $step } … were never written.
judge-unwritten-grid = The grid of { $blocks ->
    [one] 1 block
   *[other] { $blocks } blocks
 } × { $threads } threads covers { $covered } of { $n } elements: each thread has to handle more than one.
judge-unwritten-help = Every element needs a thread that writes it: check the index, the bounds test and the step of the loop.
judge-unwritten-help-loop = Let each thread go on with i += gridDim.x * blockDim.x until all elements are done (a grid-stride loop).
judge-wrong = { $count ->
    [one] `{ $buffer }[{ $index }]` is { $got }, wanted { $want }
   *[other] { $count } of { $n } elements of `{ $buffer }` are wrong, first `{ $buffer }[{ $index }]`: { $got }, wanted { $want }
 }
judge-wrong-allowed = Allowed error here: { $allowed }. Largest error: { $abs } (relative: { $rel }).
judge-wrong-exact = The value has to be exact, bit for bit.
judge-wrong-row-sum = row { $row } of `{ $buffer }` sums to { $sum }, wanted 1 within { $allowed }
judge-wrong-row = `{ $buffer }[{ $index }]` is row { $row }, column { $column }.
judge-input-modified = the input `{ $buffer }` was changed: { $buffer }[{ $index }] was { $old } and is now { $new }
judge-input-modified-count = { $count } of { $n } elements of `{ $buffer }` were changed.
judge-input-modified-help = Inputs are read only: write results to `{ $output }`.
judge-written-here = thread { $thread } of block { $block } wrote `{ $buffer }[{ $index }]` here
judge-also-kin = { $count ->
    [one] the same kind of finding at line { $lines }
   *[other] the same kind of finding at lines { $lines }
 }
judge-also-wrong = { $count ->
    [one] wrong values or unwritten elements in one of these cases
   *[other] wrong values or unwritten elements in { $count } of these cases
 }
judge-also-more = { $count } more findings that go with this one
judge-short-line = { $title } (line { $line })
judge-short-cases = { $title } (in { $count } cases)
judge-short-line-cases = { $title } (line { $line }, in { $count } cases)

# Guesses from the pattern of wrong values.
judge-guess-overflow = All wrong values are infinite or NaN while `{ $input }` holds values up to { $largest }: exp(x) overflows float above 88. Subtract the row's maximum first.
judge-guess-nan = All wrong values of `{ $buffer }` are NaN.
judge-guess-first-columns = { $count ->
    [one] Each row holds only its first column of `{ $input }`.
   *[other] Each row holds the sum of its first { $count } of { $columns } columns.
 }
judge-guess-without-first = Each row holds the sum without its first column.
judge-guess-one-thread = Each row holds what one thread summed (columns 0, { $block }, …): the threads' partial sums were never added up.
judge-guess-one-warp = Each row holds what the first warp summed: the other warps' partial sums were never added.
judge-guess-constant = All wrong elements of `{ $buffer }` hold { $value }.
judge-guess-shifted = { $buffer }[{ $index }] holds the value that belongs to { $buffer }[{ $from }], and so on: the index is off by a constant.
judge-guess-is-input = The wrong elements of `{ $buffer }` are those of `{ $input }`, unchanged.
judge-guess-factor = Every wrong element is { $factor } times the wanted one.
judge-guess-row-sum = Row { $row } sums to { $sum }, wanted 1.
judge-range-columns = Only columns { $first } to { $last } of { $columns } are wrong.
judge-range-elements = Elements { $first } to { $last } of { $n } are wrong, all others are right.

# The neighbourhood of a wrong element.
judge-around = { $buffer }[{ $start }] to { $buffer }[{ $end }]:
judge-around-row = row { $row } of { $buffer }, columns { $start } to { $end }:
judge-input-window = { $buffer }[{ $start }] to { $buffer }[{ $end }]: { $values }
judge-wanted = wanted
judge-got = got

# The end of the report.
judge-printed = Printed by the kernel in case `{ $case }`:
judge-printed-more = … and { $count } lines more
judge-all-passed = All { $cases } cases passed, { $elements } elements compared.
judge-cases = { $passed } of { $total } cases passed, { $failed } failed{ $notrun ->
    [0] .
   *[other] , { $notrun } not run.
 }
judge-failed-cases = failed: { $names }
judge-timing = compile { $compile } ms · run { $run } ms · total { $total } ms
judge-timing-nvrtc = compile { $compile } ms · run { $run } ms · total { $total } ms · NVRTC { $nvrtc }

# Control kernels, for authors of exercises. Annotations: //@ expect:, //@ says:, //@ line:, //@ note:, //~
judge-control-folder = The folder cannot be read: { $error }
judge-control-unreadable = The file cannot be read: { $error }
judge-control-not-judged = camp could not judge this kernel: { $detail }
judge-control-passed = This wrong kernel passes: camp does not see its mistake.
judge-control-other = camp's first finding is another one.
judge-control-phrase = The report lacks the phrase “{ $phrase }”.
judge-control-false-alarm = This right kernel gets a finding.
judge-control-wanted = expected: { $finding }
judge-control-got = got:      { $finding }: { $title }
judge-control-said = report:   { $text }
judge-control-at = { $code } at line { $line }
judge-control-nowhere = { $code } without a line
judge-control-no-code = The kernel does not say what camp must find. Write `//@ expect: CODE` at its top.
judge-control-unknown-code = There is no finding `{ $code }`. The codes are: { $codes }.
judge-control-no-line = No line is marked. Write `//~ { $code }` behind the line that the report must point at, or `//@ line: none` at the top when it can point at none.
judge-control-mark-code = The mark names another code than `//@ expect: { $code }`.
judge-control-marks = There is a mark too many: one line is marked, or none with `//@ line: none`.
judge-control-no-phrase = No phrase is asked for. Write `//@ says: PHRASE` at the top, with words that a learner needs to read.
judge-control-directive-wrong = `{ $line }` is not understood. A wrong kernel may say `//@ expect: CODE` (once), `//@ says: PHRASE` and `//@ line: none`.
judge-control-directive-right = `{ $line }` is not understood. A right kernel may say `//@ note: CODE` (once), and nothing else.
judge-control-mark-right = A right kernel gets no finding, so no line of it can be marked.
