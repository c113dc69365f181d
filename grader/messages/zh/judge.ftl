# 评测对核函数的结论。变量：buffer、input 是核函数签名中的名称。

judge-header = { $exercise } · { $backend } · { $device ->
    [virtual] 虚拟
   *[other] { $device }
 }设备 · 随机种子 { $seed } · { $kernel }
judge-verdict-passed = 通过
judge-verdict-failed = 未通过
judge-verdict-error = 未能评测

# 核函数文件。
judge-file-missing = { $path } 处没有核函数文件。
judge-file-empty = { $path } 是空的：请把核函数写在里面，或者用 `camp reset` 恢复原始文件。
judge-file-directory = { $path } 是一个目录；这里需要核函数文件。
judge-file-special = { $path } 不是普通文件；这里需要核函数文件。
judge-file-large = { $path } 有 { $size } MB；核函数文件最大 { $limit } MB。
judge-file-not-text = { $path } 不是 UTF-8 文本（第 { $line } 行）：请用 UTF-8 编码保存。
judge-file-permission = 没有读取 { $path } 的权限：请检查文件的权限。
judge-file-unreadable = 无法读取 { $path }：{ $error }

# 核函数的名称和参数。
judge-no-kernel = 找不到核函数 `{ $kernel }`
judge-no-kernel-other = 找不到核函数 `{ $kernel }`；这里是 `{ $found }`
judge-no-kernel-none = 文件在命名空间 `{ $namespace }` 中没有声明 `__global__` 函数。
judge-signature-differs = `{ $kernel }` 的参数与练习要求的不同
judge-signature-wanted = 要求：{ $signature }
judge-signature-found = 现有：{ $signature }
judge-other-name = 练习中的核函数叫做 `{ $name }`
judge-other-namespace = 它必须在命名空间 `{ $namespace }` 里
judge-not-global = `{ $kernel }` 不是核函数：少了 `__global__`
judge-not-global-help = 写成 `__global__ void`：测试会启动这个函数。
judge-template-missing = `{ $kernel }` 必须是模板：测试会以几种类型使用它
judge-template-extra = `{ $kernel }` 不能是模板
judge-parameter-other = 练习要求 `{ $wanted }`
judge-parameter-missing = 这里少了 `{ $wanted }`
judge-parameter-extra = 练习中没有这个参数
judge-signature-help = 请保持练习给出的命名空间、名称和参数：测试按它们来启动核函数。

# 编译和运行。
judge-compile-timeout = 编译器过了 { $seconds } 秒还没有完成，已被停止。很深的模板或常量表达式可能造成这种情况。
judge-compile-crashed = 编译器进程意外结束：{ $detail }
judge-compile-toolchain = 无法使用编译器：{ $detail }
judge-compile-log = { $log }
judge-launch-rules = 无法使用核函数旁边的 launch.toml。
judge-compile-other = 编译器没有接受这个核函数，也没有指出是哪一行
judge-reference-failed = 练习自带的参考核函数不能正常工作：{ $detail }这不是你的核函数的错。
judge-reference-unrecorded = tests/numpy.toml 中没有可用来核对参考核函数的记录。
judge-unsupported = camp 的虚拟设备还不能运行这个核函数。这是 camp 的局限，不是你的核函数有错。
judge-unsupported-title = 虚拟设备不支持：{ $detail }
judge-cancelled = 已停止。
judge-internal = 这是 camp 的错误，不是你的核函数的错。请连同核函数文件一起报告：{ $detail }
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
judge-unwritten-grid = 网格有 { $blocks } 个线程块 × { $threads } 个线程，只能覆盖 { $n } 个元素中的 { $covered } 个：每个线程要处理不止一个元素。
judge-unwritten-help = 每个元素都要有一个线程来写：请检查下标、边界判断和循环的步长。
judge-unwritten-help-loop = 让每个线程以 i += gridDim.x * blockDim.x 继续，直到所有元素都处理完（网格跨步循环）。
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

# 根据错误数值的规律作出的推测。
judge-guess-overflow = 错误的值全是无穷大或 NaN，而 `{ $input }` 中有大到 { $largest } 的值：x 超过 88 时 exp(x) 会超出 float 的范围。请先减去这一行的最大值。
judge-guess-nan = `{ $buffer }` 中错误的值全是 NaN。
judge-guess-first-columns = { $count ->
    [1] 每一行只有 `{ $input }` 第一列的值。
   *[other] 每一行只有前 { $count } 列（共 { $columns } 列）的和。
 }
judge-guess-without-first = 每一行的和都缺了第一列。
judge-guess-one-thread = 每一行只有一个线程求出的和（第 0、{ $block }……列）：各线程的部分和没有加到一起。
judge-guess-one-warp = 每一行只有第一个线程束求出的和：其他线程束的部分和没有加进来。
judge-guess-constant = `{ $buffer }` 中所有错误的元素都是 { $value }。
judge-guess-shifted = { $buffer }[{ $index }] 里是应该放在 { $buffer }[{ $from }] 的值，其余也是如此：下标差了一个常数。
judge-guess-is-input = `{ $buffer }` 中错误的元素就是 `{ $input }` 的元素，没有变化。
judge-guess-factor = 每个错误的元素都是正确值的 { $factor } 倍。
judge-guess-row-sum = 第 { $row } 行之和是 { $sum }，应为 1。
judge-range-columns = 只有第 { $first } 到 { $last } 列（共 { $columns } 列）不对。
judge-range-elements = 元素 { $first } 到 { $last }（共 { $n } 个）不对，其余都正确。

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
