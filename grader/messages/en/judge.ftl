# What the judge says about a kernel. Variables: buffer, input: names in the kernel's signature.

judge-header = { $exercise } · { $backend } · { $device } · seed { $seed } · { $kernel }
judge-on-virtual = virtual device
judge-on-some-gpu = GPU
judge-on-gpu = { $gpu }
judge-verdict-passed = PASSED
judge-verdict-failed = FAILED
judge-verdict-error = NOT JUDGED
judge-launch-rules = The launch.toml beside the kernel cannot be used.
judge-reference-unrecorded = tests/numpy.toml has no recorded answers to check the reference against.
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
judge-unwritten-nothing = No case got anything: does a thread reach the line that stores, and does that line store to the output?
judge-unwritten-grid = Each thread wrote one element, and the grid has fewer threads than there are elements: each thread has to handle more than one, with i += gridDim.x * blockDim.x (a grid-stride loop).
judge-unwritten-passes = Every second pass of the grid was left out: the step of the loop is twice as large as the grid, which has gridDim.x * blockDim.x threads.
judge-unwritten-bytes = As many bytes were written as there are elements, each of which has { $size } bytes: memcpy and the like take a number of bytes.
judge-unwritten-columns = In each row only the first { $kept } columns were written, one for each thread: threads have to go on to the next column with a step of blockDim.x.
judge-unwritten-first-row = Only row 0 was written: the row has to come from blockIdx.x.
judge-unwritten-first-block = Only the first { $block } elements were written, as many as one block has threads: the index lacks blockIdx.x * blockDim.x.
judge-unwritten-thread-0 = Only elements 0, { $step }, 2 × { $step } … were written: of each block, thread 0 alone does the work.
judge-unwritten-last-column = The last column of each row was never written: the loop ends one too early.
judge-unwritten-tile-columns = In each row only the first { $kept } columns were written: only as many tiles as these need were stored.
judge-unwritten-rows = Never written: { $rows }.
judge-unwritten-rows-and-columns = Never written: { $rows } in { $columns }.
judge-rows-range = rows { $first } to { $last }
judge-rows-each = rows { $first } to { $last } of each { $period }
judge-columns-range = columns { $first } to { $last }
judge-columns-each = columns { $first } to { $last } of each { $period }
judge-unwritten-last = The last element of `{ $buffer }` was never written: the loop ends one too early. n is the number of elements; the last index is n - 1.
judge-unwritten-first = The first element of `{ $buffer }` was never written: indices begin at 0.
judge-unwritten-rest = What was written are whole groups of { $size } elements; the rest at the end was left out.
judge-unwritten-rest-bytes = What was written are whole groups of 16 bytes; the elements at the end that fill no such group were left out. Handle them one by one.
judge-unwritten-help = Every element needs a thread that writes it: check the index, the bounds test and the step of the loop.
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

# What the pattern of wrong values says, each checked value by value. They speak of all cases, so they hold no value of one.
judge-pattern-all-cases = { $text } (This fits every value of all { $count } failed cases.)
judge-pattern-some-cases = { $text } (This fits every value of all failed cases that are large enough to tell, { $count } in number.)
judge-pattern-either = Two explanations fit these values equally. One: { $first } The other: { $second }
judge-pattern-several = Several explanations fit these values equally, two of them: { $first } Or: { $second }
judge-pattern-zero = Every element of `{ $buffer }` is 0: nothing of the computation arrives there.
judge-pattern-first-element = Every element of `{ $buffer }` is `{ $input }[0]`: the index on the reading side does not depend on the thread.
judge-pattern-input = `{ $buffer }` holds the elements of `{ $input }`, unchanged: nothing was computed from them.
judge-pattern-old-content = `{ $buffer }` holds what was there before plus the right result: the kernel adds to old memory. Write the result with `=`, or set it to 0 first.
judge-pattern-first-row = Every row of `{ $buffer }` holds the result of row 0: the row does not depend on blockIdx.
judge-pattern-transposed-output = Rows and columns of `{ $buffer }` are exchanged: the element that belongs at row r, column c was written as if rows and columns were swapped.
judge-pattern-transposed-input = The elements of each row were read down a column: the index is written as if the matrix were stored column by column. Element (row, col) lies at row * cols + col.
judge-pattern-first-block = Every block holds what belongs to the first { $block } elements: the index is threadIdx.x alone. Add blockIdx.x * blockDim.x.
judge-pattern-reversed = The elements of `{ $buffer }` stand in reverse order: the last comes first.
judge-pattern-reversed-in-block = Within each group of { $size } elements, one per thread of a block, the order is reversed: thread t handles the element of thread { $size } - 1 - t.
judge-pattern-reversed-in-warp = Within each warp's 32 elements the order is reversed: lane l handles the element of lane 31 - l.
judge-pattern-permuted = Each block wrote the right values to its own elements, but in another order: the indices for reading and for writing differ within the block.
judge-pattern-shifted = `{ $buffer }[i]` holds the value that belongs to `{ $buffer }[i { $sign } { $by }]`: one of the indices is off by { $by }.
judge-pattern-shifted-column = In each row, column c holds the value that belongs to column c { $sign } { $by }: one of the column indices is off by { $by }.
judge-pattern-neighbour-row = Row r of `{ $buffer }` holds the result of row r { $sign } { $by }: one of the row indices is off by { $by }.
judge-pattern-factor = Every element of `{ $buffer }` is { $factor } times the wanted one.

judge-pattern-one-operand = `{ $buffer }` is `{ $used }`, unchanged: `{ $unused }` is never added.
judge-pattern-operand-twice = `{ $buffer }` is `{ $used } + { $used }`: one of the two should be `{ $unused }`.
judge-pattern-operation = `{ $buffer }` holds `{ $operation }`: another operation than the one that is wanted.
judge-pattern-index-in-block = The element of `{ $input }` is chosen by threadIdx.x alone: after the first { $block } elements it begins again at `{ $input }[0]`. Use the same index for all arrays.
judge-pattern-index-zero = The element of `{ $input }` is always `{ $input }[0]`. Use the same index for all arrays.
judge-pattern-index-reversed = `{ $input }` is read from its end, the other array from its beginning. Use the same index for all arrays.
judge-pattern-index-shifted = `{ $buffer }[i]` is computed from `{ $input }[i { $sign } { $by }]`: the index of `{ $input }` is off by { $by }.
judge-pattern-integer = The fractions are gone: somewhere the values go through an integer type, which cuts them off.
judge-pattern-integer-terms = This is the sum of the values with their fractions cut off: somewhere they go through an integer type.
judge-pattern-integer-average = This is the average of the two values with their fractions cut off: that is what `__hadd` does with integers. Use `+`.
judge-pattern-flushed = Only numbers below 1.2e-38 are wrong, and they became 0: the arithmetic flushes subnormal numbers (an `.ftz` instruction, an approximate function, or an atomic addition in global memory).
judge-pattern-saturated = Values are limited to the range 0 to 1: a saturating function (`…_sat`) does that.
judge-pattern-cut = Every wrong value is right but for its last digit, which was cut off in place of being rounded: a function with `_rz` rounds towards zero. Use `+`, or the form with `_rn`.
judge-pattern-precision = The digits are those of `{ $dtype }`: somewhere the values go through that 16-bit type. Compute in float.
judge-pattern-precision-exp = The exponentials have the digits of `{ $dtype }`: somewhere they go through that 16-bit type. Compute in float.

# Parts of a row. what: one of the judge-reduction-… below.
judge-reduction-sum = the sum
judge-reduction-mean = the mean
judge-reduction-max = the largest
judge-reduction-min = the smallest
judge-reduction-abs = the sum of the absolute values
judge-reduction-squares = the sum of the squares
judge-reduction-product = the product
judge-pattern-first-columns = { $count ->
    [one] Each row holds only its first column: what the other threads have is never brought together.
   *[other] Each row holds { $what } of its first { $count } columns only. Rows can be longer: each thread needs a loop over columns with a step of blockDim.x, and all threads' parts must be brought together.
 }
judge-pattern-partial-tile = Each row holds { $what } of as many columns as make whole groups of { $size }: the rest at the end is left out.
judge-pattern-vector-tail = Rows that begin at a multiple of 16 bytes hold { $what } of as many columns as make whole groups of 4: the rest at their end is left out.
judge-pattern-last-column = Each row holds { $what } without its last column: the loop ends one too early.
judge-pattern-first-column-missing = Each row holds { $what } without its first column: columns count from 0.
judge-pattern-one-thread = Each row holds what thread 0 alone computed (columns 0, { $block }, 2 × { $block } …): the threads' parts are never brought together.
judge-pattern-one-warp = Each row holds what the first warp (threads 0 to 31) computed: the parts of the other warps are never brought together.
judge-pattern-lanes = { $last ->
    [0] Of each warp only lane 0 counts: the lanes of a warp are not brought together.
   *[other] Of each warp only the lanes { $first } to { $last } count: a step of the shuffle loop is missing. Begin with an offset of 16.
 }
judge-pattern-lane-31 = Of each warp only lane 31 counts. After __shfl_down_sync lane 0 has the result.
judge-pattern-lane-31-doubled = Each row is the sum of lane 31's values, times 32: after __shfl_down_sync lane 0 has the result; lane 31 only ever added its own value to itself.
judge-pattern-every-other = Each row holds { $what } of every second column, beginning with column { $first }: the last step of a tree, or every second thread, is left out.
judge-pattern-partial-warp = Each row holds { $what } of full warps only: the number of warps is rounded down, so the last, partly filled one does not count. Round up: (n + 31) / 32.
judge-pattern-tree = The tree loses cells: halving an odd number rounds down, and the cell in the middle is never added. Start from a power of two, such as blockDim.x, with 0 in the unused cells.
judge-pattern-tail-twice = The last columns count twice: both the loop over whole groups and the rest at the end handle them.
judge-pattern-other-reduction = Each row holds { $what }, wanted is { $wanted }.
judge-pattern-whole-matrix = Every row holds the sum of the whole matrix: the row is not used in the index.
judge-pattern-sum-stuck = This is what adding one value after another to a single float gives: as the sum grows, small values no longer change it (from 2^24 = 16777216 on, adding 1 does nothing). Add in parts: each thread its own, then a tree.
judge-pattern-row-start-rows = Rows begin `rows` elements apart in place of `cols`: row r begins at r * cols.
judge-pattern-row-start = Rows begin { $distance } elements apart in place of `cols`: row r begins at r * cols.
judge-pattern-first-some = Each row holds the sum of its first columns only; the rest is left out.
judge-pattern-last-some = Each row holds the sum of its last columns only; those before are left out.

# Softmax.
judge-pattern-no-max = This is exp(x) / Σ exp(x) without subtracting the row's maximum: exp(x) is infinite in float above 88 and 0 below -104, and inf / inf or 0 / 0 is NaN. Subtract the maximum first.
judge-pattern-max-zero = The maximum starts at 0 or at FLT_MIN, which is the smallest positive number: for a row of negative values it stays there. Start at -INFINITY.
judge-pattern-max-of-first = { $count ->
    [one] What is subtracted is the first column's value, not the row's maximum.
   *[other] What is subtracted is the maximum of the first { $count } columns, not that of the whole row.
 }
judge-pattern-max-of-thread = Each thread subtracts the maximum of its own columns: the threads' maxima are never brought together.
judge-pattern-max-of-lane = The maximum is that of the last lane of each warp. After __shfl_down_sync lane 0 has the result, the others have parts.
judge-pattern-other-than-max = What is subtracted is { $what }, not the row's maximum.
judge-value-min = the row's smallest value
judge-value-magnitude = the largest absolute value
judge-value-mean = the row's mean
judge-value-last = the last column's value
judge-pattern-not-divided = `{ $buffer }` holds exp(x - max): the division by the row's sum is missing.
judge-pattern-only-exp = `{ $buffer }` holds exp(x): neither is the maximum subtracted, nor is it divided by the row's sum.
judge-pattern-divided-by-cols = It is divided by the number of columns, not by the row's sum of exponentials.
judge-pattern-divided-by-max = It is divided by the row's largest value, not by the sum of the exponentials.
judge-pattern-sum-of-first = { $count ->
    [one] It is divided by the first column's exponential, not by the sum of the whole row.
   *[other] It is divided by the sum of the first { $count } columns, not by that of the whole row: the loop that adds up does not go on.
 }
judge-pattern-sum-of-thread = Each thread divides by the sum of its own columns: the threads' sums are never brought together.
judge-pattern-sum-of-thread-0 = It is divided by the sum of thread 0's columns: the threads' sums are never brought together.
judge-pattern-sum-in-thread-0 = Thread 0 divides by the whole sum, every other thread by its own part: after the tree all threads must read the result from shared memory.
judge-pattern-sum-of-first-row = Every row is divided by the sum of row 0.
judge-pattern-sum-too-high = { $more ->
    [one] The sum is 1 too high: it must start at 0.
   *[other] The sum is { $more } too high, 1 for each thread of the block: every thread's sum must start at 0.
 }
judge-pattern-not-rescaled = The running sum is not rescaled when a larger maximum appears: multiply it by exp(old maximum - new maximum) before adding.
judge-pattern-parts-not-rescaled = The threads' sums are added as they are, although each belongs to its own maximum: multiply each by exp(own maximum - maximum of the row) first.
judge-pattern-nan-infinities = A thread that has seen nothing but -inf computes exp(-inf - -inf), which is NaN, and that spreads to the row: skip the update while the maximum is -inf.
judge-pattern-log = `{ $buffer }` holds the logarithm of what is wanted (log-softmax): write exp(x - max) / sum.
judge-pattern-exp-twice = exp was taken twice.
judge-pattern-exp2 = These are powers of 2, not of e: use expf, or multiply the argument by log2(e) = 1.442695 for exp2f.
judge-pattern-no-exp = Each value is divided by the sum of its row: exp is missing.
judge-pattern-uniform = Every element is 1 / cols: what is written to `{ $buffer }` does not depend on the input.
judge-pattern-softmax-of-all = The maximum and the sum are those of the whole matrix, not of each row.
judge-pattern-softmax-of-columns = This is the softmax of each column, wanted is that of each row.

# A leaky ReLU.
judge-pattern-slope-ignored = What is not positive becomes 0: the slope does not count. Multiply by it.
judge-pattern-slope-integer = The slope has lost its fraction: somewhere it is an integer. Keep it in a floating-point type.
judge-pattern-sides-exchanged = The two sides are exchanged: positive elements are multiplied by the slope, the others are kept.
judge-pattern-slope-everywhere = Every element is multiplied by the slope, positive ones too: those stay as they are.
judge-pattern-nan-lost = NaN became 0: a comparison or a maximum chose the other side. NaN has to stay NaN.
judge-pattern-other-slope = What is not positive is multiplied by { $slope }, a number of the kernel's own, not by the slope that it is given.

# A transpose.
judge-pattern-square-view = The matrix is read as if it had `cols` rows and `rows` columns: the length of a row is taken from the other matrix. A row of the input has `cols` elements, a row of the output `rows`. In square matrices the two are the same.
judge-pattern-rotated = `{ $buffer }` holds the matrix turned round, not transposed: one of the two indices counts from the wrong end.
judge-pattern-tile-not-turned = Each tile arrives at its place, but its elements are not turned: within the tile, row and column must change places as well.
judge-pattern-tile-not-moved = Each tile is turned, but does not arrive at its place: rows and columns of the tile's corner must change places as well.
judge-pattern-rows-repeated = Of every 32 rows of the input only the first { $count } count, over and over: the loop over the tile's rows does not use its variable when it loads.

# A product of matrices.
judge-pattern-factor-by-columns = `{ $input }` is read as if it were stored column by column: multiplied is its transpose. Rows lie one behind the other, so an element is at row * length of a row + column.
judge-pattern-factors-by-columns = Both factors are read as if they were stored column by column. Rows lie one behind the other, so an element is at row * length of a row + column.
judge-pattern-factor-tile-turned = Within each tile of `{ $input }`, rows and columns are exchanged: it is stored with one order of the two indices and read with the other.
judge-pattern-factor-tiles-turned = Within the tiles of both factors, rows and columns are exchanged: they are stored with one order of the two indices and read with the other.
judge-pattern-products-plus = The elements of `{ $a }` and `{ $b }` are added in pairs, not multiplied.
judge-pattern-products-last = Only the last product is left: each one replaces the sum. Add with `+=`.
judge-pattern-products-first = Only the first product counts: nothing is added to it.
judge-pattern-products-from-one = The first product is left out, of the whole sum or of each tile: the loop begins at 0.
judge-pattern-products-less-one = The last product is left out, of the whole sum or of each tile: the loop ends one too early.
judge-pattern-products-every-other = Only every second product is added.
judge-pattern-products-by-row = Even rows hold the sum of the even products, odd rows that of the odd ones: the parts are never brought together.
judge-pattern-products-next = In each product the element of `{ $input }` is the next one: its index along the sum is off by 1.
judge-pattern-products-start = Every sum is 1 too high: it must start at 0.
judge-pattern-products-padding = Beyond the edge both tiles are filled with 1, and these products count: fill with 0.
judge-pattern-first-tile = Only the first tile of each factor is multiplied: the loop over the tiles does not go on.
judge-pattern-last-tile = Only the products of the last tile are left: the sum is cleared or replaced with each tile. Set it to 0 once, before the loop.
judge-pattern-products-whole-tiles = Only whole tiles of { $size } are multiplied: the rest of the sum is left out. Round the number of tiles up, and fill the last one with 0.
judge-pattern-same-tile = It is always the first tile of `{ $input }` that is multiplied: its index lacks the number of the tile.
judge-pattern-same-tiles = It is always the first tile of both factors that is multiplied: the indices lack the number of the tile.
judge-pattern-every-tile-twice = Every second tile is left out, and the one before it multiplied twice: with two buffers, read from the one that was just filled.
judge-pattern-tiles-of-other-size = There are as many tiles in a sum as the result's rows or columns need: their number comes from the length of the sum.
judge-pattern-products-integer = The sum or its products go through an integer type, which cuts fractions off. Compute in float.
judge-pattern-precision-factors = The factors have only the digits of `{ $dtype }`: they are rounded to that 16-bit type before they are multiplied. Keep the type of the elements.
judge-pattern-precision-products = The products are rounded to `{ $dtype }` before they are added. Convert both factors to float first.
judge-pattern-precision-sums = The sum is kept in `{ $dtype }`: with each addition it is rounded to that 16-bit type. Keep it in float.
judge-pattern-precision-parts = The sum of each tile is kept in `{ $dtype }`: with each addition it is rounded to that 16-bit type. Keep it in float.

# Layer normalisation. what: one of the judge-norm-… below.
judge-norm-mean = the mean
judge-norm-variance = the variance
judge-norm-both = both mean and variance
judge-pattern-digits-cancel = The variance has lost its digits, where entries are large and close together: mean of squares minus square of the mean is a difference of two large numbers, and a float has seven digits. Subtract the mean first, then square.
judge-pattern-eps-missing = eps is missing: add it to the variance, under the root.
judge-pattern-eps-behind = eps is added to the root: it belongs under it, added to the variance.
judge-pattern-eps-other = It is another eps than the one that is wanted.
judge-pattern-root-missing = It is divided by the variance, not by its root.
judge-pattern-root-times = It is multiplied by the root of the variance, not divided.
judge-pattern-variance-times = It is multiplied by the variance, not divided by its root.
judge-pattern-norm-absolute = It is divided by the mean distance from the mean: what is wanted is the root of the mean of the squares of these distances.
judge-pattern-norm-no-mean = The mean is not subtracted from what is written.
judge-pattern-norm-rms = This is RMS normalisation: the mean is subtracted neither for the variance nor from what is written.
judge-pattern-norm-squares-of-entries = In the variance, the entries themselves are squared: subtract the mean first.
judge-pattern-norm-first-row = The variance is computed from the entries of row 0, for every row.
judge-pattern-gamma-missing = It is not multiplied by the column's scale (gamma).
judge-pattern-beta-missing = The column's shift (beta) is not added.
judge-pattern-parameters-missing = Neither scale (gamma) nor shift (beta) is used.
judge-pattern-only-beta = Each element is the column's shift (beta): nothing of the row arrives there.
judge-pattern-parameters-swapped = Scale and shift are exchanged: gamma is multiplied by, beta is added.
judge-pattern-beta-inside = The shift (beta) is added before it is multiplied by the scale (gamma): multiply first.
judge-pattern-parameters-first = All columns use the parameters of column 0.
judge-pattern-parameters-row = The parameters are those of the row's number, not of the column's.
judge-pattern-parameters-modulo = After the first { $size } columns the parameters begin again at column 0: their index is not the column's.
judge-pattern-precision-gamma = The scale (gamma) has only the digits of `{ $dtype }`. Keep it in float.
judge-pattern-norm-not-divided = A sum is not divided by the number of columns, for { $what }.
judge-pattern-norm-cols-minus-one = A sum is divided by cols - 1, for { $what }: what is wanted is cols.
judge-pattern-norm-whole-reciprocal = 1 / cols is computed with whole numbers and is 0, for { $what }. Divide the sum by cols.
judge-pattern-norm-divisor = A sum is divided by { $number }, for { $what }: what is wanted is the number of columns.
judge-pattern-norm-own-thread = Each thread has a sum of its own columns only, for { $what }: the threads' sums are never brought together.
judge-pattern-norm-thread-0 = Thread 0 has the whole sum, every other thread its own part, for { $what }: all threads must read the result.
judge-pattern-norm-first = Only the first { $count } columns count, for { $what }: the loop over the columns does not go on.
judge-pattern-norm-last-tile = Only the last tile of each row counts, for { $what }: each tile replaces the sum so far.
judge-pattern-norm-but-last-tile = The last tile of each row does not count, for { $what }: the loop ends one too early.
judge-pattern-norm-lanes = Of each warp only the lanes { $first } to { $last } count, for { $what }: a step of the shuffles is missing, or another lane than 0 is read after __shfl_down_sync.
judge-pattern-norm-own-tile = Each tile has a value of its own, for { $what }: what is wanted is that of the whole row.
judge-pattern-entry-shifted = `{ $buffer }[i]` is computed from `{ $input }[i { $sign } { $by }]`, with the right parameters: the index of `{ $input }` is off by { $by }.
judge-pattern-row-not-scaled = A tile of rows begins at its number, not at its number times its rows: two tiles share most of their rows.
judge-pattern-norm-of-columns = Mean and variance are those of each column, wanted are those of each row.
judge-pattern-norm-of-all = Mean and variance are those of the whole matrix, not of each row.

# What is so where no explanation fits.
judge-fact-nan = All wrong values of `{ $buffer }` are NaN.
judge-fact-nan-infinities = All wrong values of `{ $buffer }` are NaN, and each of their rows holds -inf in `{ $input }`: -inf - -inf is NaN.
judge-fact-infinite = All wrong values of `{ $buffer }` are infinite.
judge-fact-constant = All wrong elements of `{ $buffer }` hold { $value }.
judge-fact-row-sum = Row { $row } of `{ $buffer }` sums to { $sum }, wanted 1.
judge-fact-columns = Only columns { $first } to { $last } of { $columns } are wrong.
judge-fact-elements = Elements { $first } to { $last } of { $n } are wrong, all others are right.

# Which sizes are right. size: the name of a dimension.
judge-sizes-multiples = It is right where `{ $size }` is a multiple of { $number } and wrong everywhere else: look at what happens to the rest that fills no whole group of { $number }.
judge-sizes-square = It is right where `{ $first }` and `{ $second }` are equal or one of them is 1, and wrong everywhere else: look at where one stands in place of the other.
judge-sizes-small = It is right in all cases with `{ $size }` up to { $right }, and wrong in all from { $wrong } on.

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

# Measuring the virtual GPU.
judge-bench-failed = { $name } could not be measured: { $detail }
judge-bench-wrong = { $name } could not be measured: its result is wrong.
judge-bench-no-exercise = There is no exercise { $name } here, whose solution would be measured.
judge-bench-baseline-failed = { $what } is left out: { $detail }
judge-bench-no-gcc = gcc is left out, because it is not installed: `apt-get install gcc`.
judge-bench-no-pocl = PoCL is left out, because it is not installed: `apt-get install pocl-opencl-icd ocl-icd-opencl-dev`.

# A real GPU. name: the driver's word, CUDA_ERROR_ILLEGAL_ADDRESS; distance: bytes.
judge-gpu-none = This camp cannot drive a GPU.
judge-gpu-unused = The GPU of this machine was not used: { $why }
judge-gpu-wrong = The GPU computed something else than it should.
judge-gpu-unchecked = The GPU ran the kernel, but without the checks: this is a limit of camp's virtual device, not a bug in your kernel.
judge-gpu-address = the kernel touched memory that is not its own; the GPU stopped it ({ $name })
judge-gpu-misaligned = the kernel touched an address that is no multiple of the access's size; the GPU stopped it ({ $name })
judge-gpu-code = the kernel cannot be compiled for the GPU: { $detail }
judge-gpu-assert = an assert in the kernel did not hold; the GPU stopped it ({ $name })
judge-gpu-stopped = the GPU stopped the kernel ({ $name })
judge-gpu-hang = the kernel did not end on the GPU within { $seconds } s and was stopped
judge-gpu-refused = the GPU refuses the launch with grid { $grid }, block { $block } and { $shared } bytes of shared memory ({ $name })
judge-gpu-refused-help = A block has at most 1024 threads, and its threads share the registers of one multiprocessor. Look at launch.toml, and at how many variables and how much shared memory the kernel needs.
judge-gpu-before = the kernel wrote before the beginning of `{ $buffer }`, { $distance ->
    [one] one byte
   *[other] { $distance } bytes
} away
judge-gpu-behind = { $distance ->
    [0] the kernel wrote right behind the end of `{ $buffer }`
   *[other] the kernel wrote { $distance } bytes past the end of `{ $buffer }`
}
judge-gpu-beside-count = { $count ->
    [one] One byte there changed.
   *[other] { $count } bytes there changed.
}
judge-gpu-help = A GPU does not say which thread or line it was: `--device virtual` does.
judge-tile-unwritten-help = Every element needs a tile that holds it: check where the tile of block `bx` begins, the number of blocks in `T.Kernel(…)`, and the ranges of `T.Parallel` and `T.copy`. What lies outside of a tensor is left out without an error.
judge-tile-outside = TileLang leaves out what lies outside of a tensor, without an error: a read gives 0 there. Check where tiles begin and how far they reach.
judge-tile-uninitialized-help = A fragment or a shared tile holds anything at first. Fill all of it before it is read: `T.clear`, `T.fill`, `T.copy`, or a reduction with `clear=True`.
