# 评测对核函数的结论。变量：buffer、input 是核函数签名中的名称。

judge-header = { $exercise } · { $backend } · { $device } · 随机种子 { $seed } · { $kernel }
judge-on-virtual = 虚拟设备
judge-on-some-gpu = GPU 设备
judge-on-gpu = { $gpu }
judge-verdict-passed = 通过
judge-verdict-failed = 未通过
judge-verdict-error = 未能评测
judge-launch-rules = 无法使用核函数旁边的 launch.toml。
judge-reference-unrecorded = tests/numpy.toml 中没有可用来核对参考核函数的记录。
judge-stopped = 核函数在结束之前被停止了
judge-launch-refused = 核函数无法启动：{ $detail }

# 关于数值的问题。
judge-unwritten = { $count ->
    [1] `{ $buffer }[{ $first }]` 从未被写入
   *[other] `{ $buffer }` 的 { $n } 个元素中有 { $count } 个从未被写入
 }
judge-unwritten-all = `{ $buffer }` 从未被写入：核函数没有在其中存放任何内容
judge-unwritten-range = 元素 { $first }..{ $last } 从未被写入。
judge-unwritten-ranges = 有 { $count } 段元素从未被写入，第一段是 { $first }..{ $last }。
judge-unwritten-stride = 元素 { $first }、{ $first } + { $step }、{ $first } + 2 × { $step } …… 从未被写入。
judge-unwritten-nothing = 没有一个用例得到任何结果：有线程执行到写入的那一行吗？那一行写的是输出吗？
judge-unwritten-grid = 每个线程只写了一个元素，而网格的线程数比元素少：每个线程要处理不止一个元素，以 i += gridDim.x * blockDim.x 继续（网格跨步循环）。
judge-unwritten-passes = 网格每隔一轮就漏掉一轮：循环的步长是网格的两倍，而网格有 gridDim.x * blockDim.x 个线程。
judge-unwritten-bytes = 写入的字节数等于元素的个数，而每个元素有 { $size } 个字节：memcpy 等函数要的是字节数。
judge-unwritten-columns = 每一行只写了前 { $kept } 列，每个线程一列：线程要以 blockDim.x 为步长继续处理后面的列。
judge-unwritten-first-row = 只写了第 0 行：行号应当取自 blockIdx.x。
judge-unwritten-first-block = 只写了前 { $block } 个元素，正好是一个线程块的线程数：下标里缺了 blockIdx.x * blockDim.x。
judge-unwritten-thread-0 = 每 { $step } 个元素只写了一个：每个线程块只有线程 0 在工作。
judge-unwritten-last-column = 每一行的最后一列从未被写入：循环少走了一步。
judge-unwritten-tile-columns = 每一行只写了前 { $kept } 列：只存入了这些列所需的分块。
judge-unwritten-rows = 从未被写入：{ $rows }。
judge-unwritten-rows-and-columns = 从未被写入：{ $columns }中的{ $rows }。
judge-rows-range = 第 { $first } 到 { $last } 行
judge-rows-each = 每 { $period } 行中的第 { $first } 到 { $last } 行
judge-columns-range = 第 { $first } 到 { $last } 列
judge-columns-each = 每 { $period } 列中的第 { $first } 到 { $last } 列
judge-unwritten-last = `{ $buffer }` 的最后一个元素从未被写入：循环少走了一步。n 是元素的个数，最后一个下标是 n - 1。
judge-unwritten-first = `{ $buffer }` 的第一个元素从未被写入：下标从 0 开始。
judge-unwritten-rest = 写入的是 { $size } 个一组的完整各组，末尾剩下的元素被漏掉了。
judge-unwritten-rest-bytes = 写入的是 16 字节一组的完整各组，末尾凑不满一组的元素被漏掉了。请逐个处理它们。
judge-unwritten-help = 每个元素都要有一个线程来写：请检查下标、边界判断和循环的步长。
judge-wrong = { $count ->
    [1] `{ $buffer }[{ $index }]` 是 { $got }，应为 { $want }
   *[other] `{ $buffer }` 的 { $n } 个元素中有 { $count } 个不对，第一个是 `{ $buffer }[{ $index }]`：得到 { $got }，应为 { $want }
 }
judge-wrong-allowed = 这里允许的误差：{ $allowed }。最大误差：{ $abs }（相对误差：{ $rel }）。
judge-wrong-exact = 这个值必须完全一致，每一位都要相同。
judge-wrong-row-sum = `{ $buffer }` 的第 { $row } 行之和是 { $sum }，应为 1，允许的误差是 { $allowed }
judge-wrong-row = `{ $buffer }[{ $index }]` 在第 { $row } 行、第 { $column } 列（从 0 数起）。
judge-input-modified = 输入 `{ $buffer }` 被改动了：{ $buffer }[{ $index }] 原来是 { $old }，现在是 { $new }
judge-input-modified-count = `{ $buffer }` 的 { $n } 个元素中有 { $count } 个被改动了。
judge-input-modified-help = 输入是只读的：请把结果写到 `{ $output }`。
judge-written-here = 线程块 { $block } 的线程 { $thread } 在这里写入了 `{ $buffer }[{ $index }]`
judge-also-kin = 第 { $lines } 行有 { $count } 处同类问题
judge-also-wrong = 其中 { $count } 个用例的结果有错或有元素没有写入
judge-also-more = 还有 { $count } 个与此相关的问题
judge-short-line = { $title }（第 { $line } 行）
judge-short-cases = { $title }（{ $count } 个用例）
judge-short-line-cases = { $title }（第 { $line } 行，{ $count } 个用例）

# 错误数值的规律说明了什么，每一条都逐个数值核对过。它们针对所有用例，所以不含某一个用例的数值。
judge-pattern-all-cases = { $text }（全部 { $count } 个失败的用例中，每个数值都与此相符。）
judge-pattern-some-cases = { $text }（在足以判断的 { $count } 个失败的用例中，每个数值都与此相符。）
judge-pattern-either = 有两种解释与这些数值同样相符。一种是：{ $first }另一种是：{ $second }
judge-pattern-several = 有几种解释与这些数值同样相符，其中两种是：{ $first }或者：{ $second }
judge-pattern-zero = `{ $buffer }` 的每个元素都是 0：计算的结果没有写到那里。
judge-pattern-first-element = `{ $buffer }` 的每个元素都是 `{ $input }[0]`：读取一侧的下标与线程无关。
judge-pattern-input = `{ $buffer }` 里就是 `{ $input }` 的元素，没有变化：没有对它们做任何计算。
judge-pattern-old-content = `{ $buffer }` 里是原有内容加上正确结果：核函数累加到了旧的内存内容上。请用 `=` 写入结果，或者先清零。
judge-pattern-first-row = `{ $buffer }` 的每一行都是第 0 行的结果：行号没有用到 blockIdx。
judge-pattern-transposed-output = `{ $buffer }` 的行和列对调了：应放在第 r 行、第 c 列的元素按行列互换的位置写入了。
judge-pattern-transposed-input = 每一行的元素是沿着列读取的：下标写成了按列存放的矩阵。元素（row, col）在 row * cols + col 处。
judge-pattern-first-block = 每个线程块里都是属于前 { $block } 个元素的值：下标只有 threadIdx.x。请加上 blockIdx.x * blockDim.x。
judge-pattern-reversed = `{ $buffer }` 的元素顺序完全颠倒：最后一个排在最前面。
judge-pattern-reversed-in-block = 在每 { $size } 个元素（线程块的每个线程一个）之内，顺序是颠倒的：线程 t 处理的是线程 { $size } - 1 - t 的元素。
judge-pattern-reversed-in-warp = 在每个线程束的 32 个元素之内，顺序是颠倒的：通道（lane）l 处理的是通道 31 - l 的元素。
judge-pattern-permuted = 每个线程块把正确的值写到了自己的元素上，但顺序变了：在线程块内，读和写的下标不同。
judge-pattern-shifted = `{ $buffer }[i]` 里是应该放在 `{ $buffer }[i { $sign } { $by }]` 的值：有一个下标差了 { $by }。
judge-pattern-shifted-column = 在每一行中，第 c 列里是应该放在第 c { $sign } { $by } 列的值：有一个列下标差了 { $by }。
judge-pattern-neighbour-row = `{ $buffer }` 的第 r 行是第 r { $sign } { $by } 行的结果：有一个行下标差了 { $by }。
judge-pattern-factor = `{ $buffer }` 的每个元素都是正确值的 { $factor } 倍。

judge-pattern-one-operand = `{ $buffer }` 就是 `{ $used }`，没有变化：`{ $unused }` 没有加上。
judge-pattern-operand-twice = `{ $buffer }` 是 `{ $used } + { $used }`：其中一个应为 `{ $unused }`。
judge-pattern-operation = `{ $buffer }` 里是 `{ $operation }`：这不是所要的运算。
judge-pattern-index-in-block = `{ $input }` 的元素只按 threadIdx.x 选取：过了前 { $block } 个元素，又从 `{ $input }[0]` 开始。请对所有数组使用同一个下标。
judge-pattern-index-zero = `{ $input }` 总是取 `{ $input }[0]`。请对所有数组使用同一个下标。
judge-pattern-index-reversed = `{ $input }` 从末尾读起，另一个数组从开头读起。请对所有数组使用同一个下标。
judge-pattern-index-shifted = `{ $buffer }[i]` 是用 `{ $input }[i { $sign } { $by }]` 算出的：`{ $input }` 的下标差了 { $by }。
judge-pattern-integer = 小数部分没有了：数值在某处经过了整数类型，小数被截去。
judge-pattern-integer-terms = 这是把各个值的小数截去之后的和：数值在某处经过了整数类型。
judge-pattern-integer-average = 这是把两个值的小数截去之后的平均值：`__hadd` 对整数就是这样计算的。请用 `+`。
judge-pattern-flushed = 只有小于 1.2e-38 的数不对，它们变成了 0：这种运算会把次正规数清零（`.ftz` 指令、近似函数，或者全局内存中的原子加法）。
judge-pattern-saturated = 数值被限制在 0 到 1 之间：饱和函数（`…_sat`）会这样做。
judge-pattern-cut = 每个错误的值只差最后一位，它被截去而不是舍入：带 `_rz` 的函数向零舍入。请用 `+`，或者带 `_rn` 的函数。
judge-pattern-precision = 这些值只有 `{ $dtype }` 的精度：数值在某处经过了这种 16 位类型。请用 float 计算。
judge-pattern-precision-exp = 指数函数的值只有 `{ $dtype }` 的精度：它们在某处经过了这种 16 位类型。请用 float 计算。

# 一行的一部分。what：下面的 judge-reduction-… 之一。
judge-reduction-sum = 和
judge-reduction-mean = 平均值
judge-reduction-max = 最大值
judge-reduction-min = 最小值
judge-reduction-abs = 绝对值之和
judge-reduction-squares = 平方和
judge-reduction-product = 乘积
judge-pattern-first-columns = { $count ->
    [1] 每一行只有第一列的值：其他线程的部分没有合到一起。
   *[other] 每一行只有前 { $count } 列的{ $what }。行可能更长：每个线程要以 blockDim.x 为步长循环处理各列，再把所有线程的部分合到一起。
 }
judge-pattern-partial-tile = 每一行只有凑满 { $size } 列一组的各列的{ $what }：末尾剩下的列被漏掉了。
judge-pattern-vector-tail = 起点是 16 字节整数倍的各行只有凑满 4 列一组的各列的{ $what }：末尾剩下的列被漏掉了。
judge-pattern-last-column = 每一行的{ $what }缺了最后一列：循环少走了一步。
judge-pattern-first-column-missing = 每一行的{ $what }缺了第一列：列从 0 数起。
judge-pattern-one-thread = 每一行只有线程 0 自己算出的部分（第 0、{ $block }、2 × { $block } …… 列）：各线程的部分没有合到一起。
judge-pattern-one-warp = 每一行只有第一个线程束（线程 0 到 31）算出的部分：其他线程束的部分没有合到一起。
judge-pattern-lanes = { $last ->
    [0] 每个线程束只算了通道（lane）0：线程束内各通道没有合到一起。
   *[other] 每个线程束只算了通道（lane）{ $first } 到 { $last }：束内交换（shuffle）的循环少了一步。偏移要从 16 开始。
 }
judge-pattern-lane-31 = 每个线程束只算了通道（lane）31。__shfl_down_sync 之后，结果在通道 0。
judge-pattern-lane-31-doubled = 每一行是通道（lane）31 的值之和乘以 32：__shfl_down_sync 之后结果在通道 0；通道 31 只是一再把自己的值加给自己。
judge-pattern-every-other = 每一行只有每隔一列（从第 { $first } 列开始）的{ $what }：树形归约少了最后一步，或者每隔一个线程被漏掉了。
judge-pattern-partial-warp = 每一行只有满员线程束的{ $what }：线程束的个数向下取整，最后一个不满的没有算上。请向上取整：(n + 31) / 32。
judge-pattern-tree = 树形归约漏掉了一些格子：奇数减半会向下取整，中间那一格没有加上。请从 2 的幂（例如 blockDim.x）开始，用不到的格子放 0。
judge-pattern-tail-twice = 最后几列算了两次：处理整组的循环和处理末尾的部分都处理了它们。
judge-pattern-other-reduction = 每一行里是{ $what }，应为{ $wanted }。
judge-pattern-whole-matrix = 每一行都是整个矩阵的和：下标里没有用到行号。
judge-pattern-sum-stuck = 这正是把各个值逐个加到同一个 float 上的结果：和变大以后，小的值不再使它改变（从 2^24 = 16777216 起，加 1 没有作用）。请分段相加：每个线程先求自己的和，再做树形归约。
judge-pattern-row-start-rows = 各行的起点相距 `rows` 个元素，应为 `cols` 个：第 r 行从 r * cols 开始。
judge-pattern-row-start = 各行的起点相距 { $distance } 个元素，应为 `cols` 个：第 r 行从 r * cols 开始。
judge-pattern-first-some = 每一行只有前面若干列的和，其余的列被漏掉了。
judge-pattern-last-some = 每一行只有后面若干列的和，前面的列被漏掉了。

# Softmax。
judge-pattern-no-max = 这是 exp(x) / Σ exp(x)，没有先减去这一行的最大值：在 float 中，x 超过 88 时 exp(x) 是无穷大，低于 -104 时是 0，而 inf / inf 和 0 / 0 是 NaN。请先减去最大值。
judge-pattern-max-zero = 最大值的初值是 0 或 FLT_MIN（最小的正数）：一行全是负数时，它就停在初值上。请从 -INFINITY 开始。
judge-pattern-max-of-first = { $count ->
    [1] 减去的是第一列的值，而不是这一行的最大值。
   *[other] 减去的是前 { $count } 列的最大值，而不是整行的最大值。
 }
judge-pattern-max-of-thread = 每个线程减去的是自己那些列的最大值：各线程的最大值没有合到一起。
judge-pattern-max-of-lane = 这个最大值是每个线程束最后一个通道（lane）的。__shfl_down_sync 之后，结果在通道 0，其他通道只有一部分。
judge-pattern-other-than-max = 减去的是{ $what }，而不是这一行的最大值。
judge-value-min = 这一行的最小值
judge-value-magnitude = 最大的绝对值
judge-value-mean = 这一行的平均值
judge-value-last = 最后一列的值
judge-pattern-not-divided = `{ $buffer }` 里是 exp(x - max)：没有除以这一行的和。
judge-pattern-only-exp = `{ $buffer }` 里是 exp(x)：既没有减去最大值，也没有除以这一行的和。
judge-pattern-divided-by-cols = 除以的是列数，而不是这一行指数函数值之和。
judge-pattern-divided-by-max = 除以的是这一行的最大值，而不是指数函数值之和。
judge-pattern-sum-of-first = { $count ->
    [1] 除以的是第一列的指数函数值，而不是整行的和。
   *[other] 除以的是前 { $count } 列的和，而不是整行的和：求和的循环没有继续下去。
 }
judge-pattern-sum-of-thread = 每个线程除以的是自己那些列的和：各线程的和没有合到一起。
judge-pattern-sum-of-thread-0 = 除以的是线程 0 那些列的和：各线程的和没有合到一起。
judge-pattern-sum-in-thread-0 = 线程 0 除以的是总和，其他线程除以的是自己那一部分：树形归约之后，所有线程都要从共享内存读取结果。
judge-pattern-sum-of-first-row = 每一行除以的都是第 0 行的和。
judge-pattern-sum-too-high = { $more ->
    [1] 和多了 1：它要从 0 开始。
   *[other] 和多了 { $more }，线程块的每个线程多 1：每个线程的和都要从 0 开始。
 }
judge-pattern-not-rescaled = 出现更大的最大值时，没有重新缩放已有的和：相加之前先把它乘以 exp(旧最大值 - 新最大值)。
judge-pattern-parts-not-rescaled = 各线程的和直接相加了，可是它们各自对应不同的最大值：请先把每一个乘以 exp(自己的最大值 - 整行的最大值)。
judge-pattern-nan-infinities = 只见过 -inf 的线程算出 exp(-inf - -inf)，结果是 NaN，并扩散到整行：最大值还是 -inf 时，请跳过这次更新。
judge-pattern-log = `{ $buffer }` 里是正确值的对数（log-softmax）：请写入 exp(x - max) / sum。
judge-pattern-exp-twice = exp 取了两次。
judge-pattern-exp2 = 这是以 2 为底的幂，而不是以 e 为底：请用 expf；若用 exp2f，先把自变量乘以 log2(e) = 1.442695。
judge-pattern-no-exp = 每个值直接除以这一行的和：没有取 exp。
judge-pattern-uniform = 每个元素都是 1 / cols：写入 `{ $buffer }` 的值与输入无关。
judge-pattern-softmax-of-all = 最大值与和是整个矩阵的，而不是每一行的。
judge-pattern-softmax-of-columns = 这是每一列的 softmax，应为每一行的。

# 带泄漏的 ReLU。
judge-pattern-slope-ignored = 不为正的值都变成了 0：没有用到斜率。请乘以斜率。
judge-pattern-slope-integer = 斜率的小数部分没有了：它在某处是整数。请用浮点类型保存它。
judge-pattern-sides-exchanged = 两侧对调了：正的元素乘了斜率，其余的原样保留。
judge-pattern-slope-everywhere = 每个元素都乘了斜率，正的也乘了：正的元素应保持不变。
judge-pattern-nan-lost = NaN 变成了 0：比较或取最大值时选了另一侧。NaN 应保持为 NaN。
judge-pattern-other-slope = 不为正的值乘的是核函数自带的数 { $slope }，而不是传入的斜率。

# 转置。
judge-pattern-square-view = 矩阵被当成有 `cols` 行、`rows` 列来读：行的长度取自另一个矩阵。输入的一行有 `cols` 个元素，输出的一行有 `rows` 个。方阵看不出这个差别。
judge-pattern-rotated = `{ $buffer }` 里是旋转后的矩阵，而不是转置：两个下标之一从错误的一端数起。
judge-pattern-tile-not-turned = 每个分块到了它的位置，但其中的元素没有转过来：在分块之内，行和列也要对调。
judge-pattern-tile-not-moved = 每个分块都转过来了，但没有到它的位置：分块左上角的行和列也要对调。
judge-pattern-rows-repeated = 输入的每 32 行中只用到前 { $count } 行，一再重复：遍历分块各行的循环在载入时没有用到循环变量。

# 矩阵乘积。
judge-pattern-factor-by-columns = `{ $input }` 被当成按列存放来读：参与相乘的是它的转置。各行依次存放，所以元素在 行 * 行长 + 列 处。
judge-pattern-factors-by-columns = 两个因子都被当成按列存放来读。各行依次存放，所以元素在 行 * 行长 + 列 处。
judge-pattern-factor-tile-turned = 在 `{ $input }` 的每个分块之内，行和列对调了：存入和读出时，两个下标的顺序不同。
judge-pattern-factor-tiles-turned = 在两个因子的分块之内，行和列都对调了：存入和读出时，两个下标的顺序不同。
judge-pattern-products-plus = `{ $a }` 和 `{ $b }` 的元素是两两相加的，而不是相乘。
judge-pattern-products-last = 只剩下最后一个乘积：每个乘积都取代了和。请用 `+=` 累加。
judge-pattern-products-first = 只有第一个乘积算数：后面的都没有加上。
judge-pattern-products-from-one = 漏掉了第一个乘积（整个和的，或每个分块的）：循环从 0 开始。
judge-pattern-products-less-one = 漏掉了最后一个乘积（整个和的，或每个分块的）：循环少走了一步。
judge-pattern-products-every-other = 只加了每隔一个的乘积。
judge-pattern-products-by-row = 偶数行只有偶数号乘积之和，奇数行只有奇数号乘积之和：各部分没有合到一起。
judge-pattern-products-next = 每个乘积里用的都是 `{ $input }` 的下一个元素：它沿求和方向的下标差了 1。
judge-pattern-products-start = 每个和都大了 1：应当从 0 开始。
judge-pattern-products-padding = 超出边缘之处，两个分块都填了 1，这些乘积也算进去了：请填 0。
judge-pattern-first-tile = 只乘了每个因子的第一个分块：遍历分块的循环没有继续。
judge-pattern-last-tile = 只剩下最后一个分块的乘积：和在每个分块处都被清零或取代。请在循环之前清零一次。
judge-pattern-products-whole-tiles = 只乘了 { $size } 个一组的完整分块：和的其余部分被漏掉了。分块的个数请向上取整，最后一个分块用 0 填满。
judge-pattern-same-tile = 参与相乘的总是 `{ $input }` 的第一个分块：下标里缺了分块的编号。
judge-pattern-same-tiles = 参与相乘的总是两个因子的第一个分块：下标里缺了分块的编号。
judge-pattern-every-tile-twice = 每隔一个分块就漏掉一个，前一个则乘了两次：使用两个缓冲区时，请读刚刚填好的那个。
judge-pattern-tiles-of-other-size = 一个和里的分块数是按结果的行数或列数来的：它应取决于求和的长度。
judge-pattern-products-integer = 和或其中的乘积经过了整数类型，小数被截去。请用 float 计算。
judge-pattern-precision-factors = 因子只有 `{ $dtype }` 的精度：相乘之前被舍入成了这种 16 位类型。请保持元素的类型。
judge-pattern-precision-products = 乘积在相加之前被舍入成了 `{ $dtype }`。请先把两个因子转换成 float。
judge-pattern-precision-sums = 和保存在 `{ $dtype }` 里：每次相加都被舍入成这种 16 位类型。请用 float 保存。
judge-pattern-precision-parts = 每个分块的和保存在 `{ $dtype }` 里：每次相加都被舍入成这种 16 位类型。请用 float 保存。

# 层归一化。what：下面 judge-norm-… 之一。
judge-norm-mean = 均值
judge-norm-variance = 方差
judge-norm-both = 均值和方差
judge-pattern-digits-cancel = 在数值很大又很接近的行里，方差丢失了精度：平方的均值减去均值的平方，是两个大数之差，而 float 只有七位有效数字。请先减去均值，再平方。
judge-pattern-eps-missing = 缺了 eps：请在根号下把它加到方差上。
judge-pattern-eps-behind = eps 加在了平方根之外：它应在根号下，加到方差上。
judge-pattern-eps-other = 用的 eps 不是所要的那个。
judge-pattern-root-missing = 除以的是方差，而不是它的平方根。
judge-pattern-root-times = 乘了方差的平方根，而应当除以它。
judge-pattern-variance-times = 乘了方差，而应当除以它的平方根。
judge-pattern-norm-absolute = 除以的是与均值之差的绝对值的平均：应为这些差的平方的平均的平方根。
judge-pattern-norm-no-mean = 写入的值没有减去均值。
judge-pattern-norm-rms = 这是 RMS 归一化：计算方差时和写入时都没有减去均值。
judge-pattern-norm-squares-of-entries = 计算方差时平方的是元素本身：请先减去均值。
judge-pattern-norm-first-row = 每一行的方差都是用第 0 行的元素算的。
judge-pattern-gamma-missing = 没有乘以这一列的缩放系数（gamma）。
judge-pattern-beta-missing = 没有加上这一列的偏移（beta）。
judge-pattern-parameters-missing = 缩放系数（gamma）和偏移（beta）都没有用到。
judge-pattern-only-beta = 每个元素都是这一列的偏移（beta）：这一行的内容没有写到那里。
judge-pattern-parameters-swapped = 缩放系数和偏移对调了：应当乘以 gamma，加上 beta。
judge-pattern-beta-inside = 先加了偏移（beta），再乘以缩放系数（gamma）：应当先乘。
judge-pattern-parameters-first = 所有列用的都是第 0 列的参数。
judge-pattern-parameters-row = 参数是按行号取的，而应当按列号取。
judge-pattern-parameters-modulo = 过了前 { $size } 列，参数又从第 0 列开始：参数的下标不是列号。
judge-pattern-precision-gamma = 缩放系数（gamma）只有 `{ $dtype }` 的精度。请用 float 保存。
judge-pattern-norm-not-divided = 计算{ $what }时，和没有除以列数。
judge-pattern-norm-cols-minus-one = 计算{ $what }时，和除以了 cols - 1：应当除以 cols。
judge-pattern-norm-whole-reciprocal = 计算{ $what }时，1 / cols 是整数除法，结果为 0。请用和除以 cols。
judge-pattern-norm-divisor = 计算{ $what }时，和除以了 { $number }：应当除以列数。
judge-pattern-norm-own-thread = 计算{ $what }时，每个线程只有自己那些列的和：各线程的和没有合到一起。
judge-pattern-norm-thread-0 = 计算{ $what }时，线程 0 有总和，其他线程只有自己的那部分：所有线程都要读取结果。
judge-pattern-norm-first = 计算{ $what }时，只算了前 { $count } 列：遍历各列的循环没有继续。
judge-pattern-norm-last-tile = 计算{ $what }时，只算了每一行的最后一个分块：每个分块都取代了已有的和。
judge-pattern-norm-but-last-tile = 计算{ $what }时，没有算每一行的最后一个分块：循环少走了一步。
judge-pattern-norm-lanes = 计算{ $what }时，每个线程束只算了通道（lane）{ $first } 到 { $last }：少了一步 shuffle，或者在 __shfl_down_sync 之后读的不是通道 0。
judge-pattern-norm-own-tile = 计算{ $what }时，每个分块各算各的：应为整行的。
judge-pattern-entry-shifted = `{ $buffer }[i]` 是用 `{ $input }[i { $sign } { $by }]` 算出的，参数没错：`{ $input }` 的下标差了 { $by }。
judge-pattern-row-not-scaled = 各个行分块从它的编号开始，而不是编号乘以行数：相邻两个分块的行大多相同。
judge-pattern-norm-of-columns = 均值和方差是每一列的，应为每一行的。
judge-pattern-norm-of-all = 均值和方差是整个矩阵的，而不是每一行的。

# 没有解释与数值相符时的事实。
judge-fact-nan = `{ $buffer }` 中错误的值全是 NaN。
judge-fact-nan-infinities = `{ $buffer }` 中错误的值全是 NaN，而且它们所在的每一行在 `{ $input }` 中都有 -inf：-inf - -inf 是 NaN。
judge-fact-infinite = `{ $buffer }` 中错误的值全是无穷大。
judge-fact-constant = `{ $buffer }` 中所有错误的元素都是 { $value }。
judge-fact-row-sum = `{ $buffer }` 的第 { $row } 行之和是 { $sum }，应为 1。
judge-fact-columns = 只有第 { $first } 到 { $last } 列（共 { $columns } 列）不对。
judge-fact-elements = { $n } 个元素中，第 { $first } 到 { $last } 个不对，其余都对。

# 哪些大小是对的。size：一个维度的名字。
judge-sizes-multiples = `{ $size }` 是 { $number } 的倍数时都对，其他时候都不对：请看看凑不满 { $number } 个一组的剩余部分是怎样处理的。
judge-sizes-square = 只有当 `{ $first }` 和 `{ $second }` 相等或其中之一为 1 时才对，其余都不对：看看哪里把一个写成了另一个。
judge-sizes-small = `{ $size }` 不超过 { $right } 的用例都对，从 { $wrong } 起都不对。

# 错误元素的邻近区域。
judge-around = { $buffer }[{ $start }] 到 { $buffer }[{ $end }]：
judge-around-row = { $buffer } 第 { $row } 行，第 { $start } 到 { $end } 列：
judge-input-window = { $buffer }[{ $start }] 到 { $buffer }[{ $end }]：{ $values }
judge-wanted = 应为
judge-got = 得到

# 报告的结尾。
judge-printed = 核函数在用例 `{ $case }` 中的打印输出：
judge-printed-more = …… 还有 { $count } 行
judge-all-passed = 全部 { $cases } 个用例通过，比较了 { $elements } 个元素。
judge-cases = { $total } 个用例中 { $passed } 个通过，{ $failed } 个未通过{ $notrun ->
    [0] 。
   *[other] ，{ $notrun } 个没有运行。
 }
judge-failed-cases = 未通过：{ $names }
judge-timing = 编译 { $compile } ms · 运行 { $run } ms · 总计 { $total } ms
judge-timing-nvrtc = 编译 { $compile } ms · 运行 { $run } ms · 总计 { $total } ms · NVRTC { $nvrtc }

# 对照核函数，面向练习的作者。标注：//@ expect:、//@ says:、//@ line:、//@ note:、//~
judge-control-folder = 无法读取这个目录：{ $error }
judge-control-unreadable = 无法读取这个文件：{ $error }
judge-control-not-judged = camp 未能评测这个核函数：{ $detail }
judge-control-passed = 这个错误的核函数通过了：camp 没有发现它的错误。
judge-control-other = camp 首先给出的是另一条诊断。
judge-control-phrase = 报告里没有“{ $phrase }”这句话。
judge-control-false-alarm = 这个正确的核函数得到了一条诊断。
judge-control-wanted = 期望：{ $finding }
judge-control-got = 实际：{ $finding }：{ $title }
judge-control-said = 报告：{ $text }
judge-control-at = { $code }，第 { $line } 行
judge-control-nowhere = { $code }，没有行号
judge-control-no-code = 这个核函数没有说明 camp 必须发现什么。请在开头写上 `//@ expect: CODE`。
judge-control-unknown-code = 没有 `{ $code }` 这种诊断。可用的代码有：{ $codes }。
judge-control-no-line = 没有标出行。请在报告必须指向的那一行后面写上 `//~ { $code }`；如果报告无法指向任何行，就在开头写上 `//@ line: none`。
judge-control-mark-code = 这个标记写的代码与 `//@ expect: { $code }` 不同。
judge-control-marks = 标记多了：只标一行；写了 `//@ line: none` 就不要标。
judge-control-no-phrase = 没有要求任何语句。请在开头写上 `//@ says: 语句`，写出学习者需要读到的话（英文）。
judge-control-directive-wrong = 看不懂 `{ $line }`。错误的核函数可以写 `//@ expect: CODE`（一次）、`//@ says: 语句` 和 `//@ line: none`。
judge-control-directive-right = 看不懂 `{ $line }`。正确的核函数只可以写 `//@ note: CODE`（一次）。
judge-control-mark-right = 正确的核函数没有诊断，所以不能标出它的任何行。

# 测量虚拟 GPU。
judge-bench-failed = 无法测量 { $name }：{ $detail }
judge-bench-wrong = 无法测量 { $name }：它的结果不对。
judge-bench-no-exercise = 这里没有练习 { $name }，因此无法测量它的答案。
judge-bench-baseline-failed = 跳过 { $what }：{ $detail }
judge-bench-no-gcc = 跳过 gcc，因为没有安装：`apt-get install gcc`。
judge-bench-no-pocl = 跳过 PoCL，因为没有安装：`apt-get install pocl-opencl-icd ocl-icd-opencl-dev`。

# 真实的 GPU。name：驱动程序的用词 CUDA_ERROR_ILLEGAL_ADDRESS；distance：字节数。
judge-gpu-none = 这个 camp 无法驱动 GPU。
judge-gpu-unused = 没有使用这台机器的 GPU：{ $why }
judge-gpu-wrong = GPU 算出的结果不对。
judge-gpu-unchecked = GPU 运行了核函数，但没有做检查：这是 camp 虚拟设备的限制，不是核函数的错误。
judge-gpu-address = 核函数访问了不属于它的内存，被 GPU 停止（{ $name }）
judge-gpu-misaligned = 核函数访问的地址不是访问宽度的倍数，被 GPU 停止（{ $name }）
judge-gpu-code = 无法为 GPU 编译核函数：{ $detail }
judge-gpu-assert = 核函数里的一个 assert 不成立，被 GPU 停止（{ $name }）
judge-gpu-stopped = GPU 停止了核函数（{ $name }）
judge-gpu-hang = 核函数在 GPU 上过了 { $seconds } 秒还没有结束，已被停止
judge-gpu-refused = GPU 拒绝以网格 { $grid }、线程块 { $block } 和 { $shared } 字节共享内存启动（{ $name }）
judge-gpu-refused-help = 一个线程块最多有 1024 个线程，它们共用一个多处理器的寄存器。请看看 launch.toml，以及核函数用了多少变量和共享内存。
judge-gpu-before = 核函数写到了 `{ $buffer }` 开头之前 { $distance } 字节处
judge-gpu-behind = { $distance ->
    [0] 核函数写到了紧接 `{ $buffer }` 末尾之后的地方
   *[other] 核函数写到了 `{ $buffer }` 末尾之后 { $distance } 字节处
}
judge-gpu-beside-count = 那里有 { $count } 个字节被改变。
judge-gpu-help = GPU 不会说明是哪个线程、哪一行：`--device virtual` 会。
judge-tile-unwritten-help = 每个元素都要有一个分块包含它：检查线程块 `bx` 的分块从哪里开始、`T.Kernel(…)` 里的线程块数，以及 `T.Parallel` 和 `T.copy` 的范围。张量之外的部分会被略过，不会报错。
judge-tile-outside = 张量之外的访问会被 TileLang 略过，不会报错：读到的是 0。检查分块从哪里开始、延伸到哪里。
judge-tile-uninitialized-help = 片段和共享内存里的分块一开始的内容是任意的。读之前先填满它：用 `T.clear`、`T.fill`、`T.copy`，或带 `clear=True` 的归约。
