# camp 关于 TileLang 核函数所说的话。

# 为什么没有可用的 TileLang。
tilelang-not-installed = 尚未安装 TileLang。`camp setup --tilelang` 会为 camp 单独安装它：不需要 GPU、CUDA 工具包或 PyTorch。
tilelang-python-gone = TileLang 是为 Python { $version } 下载的，而 { $python } 已经不是这个版本：请再运行一次 `camp setup --tilelang`。
tilelang-damaged = { $site } 中的 TileLang 缺少一些文件：请再运行一次 `camp setup --tilelang`。

# 把核函数下降为 CUDA 的进程。
tilelang-cancelled = 运行已停止。
tilelang-worker-spawn = 无法启动 TileLang 的进程（{ $program }）：{ $reason }
tilelang-broken = 无法使用 { $site } 中的 TileLang：{ $reason }。`camp setup --tilelang --fetch` 会重新安装它。
tilelang-worker-ended = TileLang 的进程意外结束（{ $detail }）。请再试一次；如果再次发生，`camp setup --tilelang --fetch` 会重新安装 TileLang。
tilelang-python-error = { $kind }：{ $message }
tilelang-python-error-bare = Python 因 { $kind } 而停止

# 失败的说法。message 是 Python 或 TileLang 的英文原话，原样引用。
tilelang-says = TileLang 的原话：{ $message }
tilelang-python-says = Python 的原话：{ $kind }：{ $message }
tilelang-write = 写成 `{ $wanted }`
tilelang-missing = 这里少了 `{ $sign }`
tilelang-defined-here = `{ $name }` 在这里产生
tilelang-refused-title = TileLang 无法编译这个核函数：{ $message }
tilelang-refused-silent-title = TileLang 无法编译这个核函数：它自己的一项检查没有通过
tilelang-refused-help = 请去掉或简化标出的语句，看看是哪一条引起的；`camp reset` 会恢复原来的文件，并保留你的文件作为备份。
tilelang-maybe-bug-note = 这可能是 TileLang 的缺陷，而不是你的错误。
tilelang-known-bug-title = 这是 TileLang { $version } 的已知缺陷，不是你的错误
tilelang-known-bug-note = { $title }（{ $issue }）
tilelang-known-bug-help = { $workaround }

# 不会结束，或者自行结束的文件。
tilelang-hang-title = 这个文件一直没有运行完，已被停止
tilelang-hang-mark = 时间用完时正在执行这里
tilelang-hang-note = Python 把文件运行一遍，以构造核函数。无论张量多大，这都用不了一秒。
tilelang-hang-help = 循环的条件会变为假吗？核函数自己的循环写作 `for k in T.Serial(n)`，它们在这时并不执行。
tilelang-while-title = 这个 `while` 的条件永远为真
tilelang-while-note = 条件里只有 Python 的数，它们在构造核函数时就固定了。
tilelang-while-help = 请用 `for i in T.Serial(n)`，或者核函数的变量：`i = T.alloc_var(T.int32, init=0)`。
tilelang-memory-title = 这个文件需要的内存超出了限额
tilelang-memory-help = 核函数文件只负责构造核函数，张量由 camp 提供。请去掉你自己的大列表和大数组。
tilelang-killed-title = 这个文件用了太多内存，它的进程已被结束
tilelang-recursion-title = `{ $name }` 无休止地调用自己
tilelang-recursion-nameless-title = 有一个函数无休止地调用自己
tilelang-recursion-help = 让它在再次调用自己之前返回，或者改用循环。
tilelang-exit-title = 核函数还没有构造出来，文件就结束了程序
tilelang-exit-help = 请去掉这个调用。构造和运行核函数的是 camp，文件只需要定义它。
tilelang-ends-process-title = 这个文件结束了自己的进程
tilelang-interrupt-title = 这个文件被中断了
tilelang-interrupt-help = 请去掉引发 KeyboardInterrupt 的语句。
tilelang-crash-title = TileLang 的进程在处理这个核函数时结束了（{ $how }）
tilelang-crash-help = 请逐条去掉核函数里的语句，直到它能够编译：最后去掉的那一条就是原因。

# 文件里的核函数。
tilelang-no-function-title = 文件里没有核函数 `{ $name }`
tilelang-no-function-help = 请把它命名为 `{ $name }`，并在上一行写 `@tilelang.jit`：测试按这个名称调用它。
tilelang-no-function-note = 测试按名称调用核函数。
tilelang-no-function-other-help = 请把 `{ $other }` 改名为 `{ $name }`。
tilelang-empty-note = 文件是空的。
tilelang-reset-help = `camp reset` 会恢复原来的文件。
tilelang-not-jit-title = `{ $name }` 只是普通函数：少了 `@tilelang.jit`
tilelang-not-jit-note = 有了 `@tilelang.jit`，函数才成为核函数。
tilelang-not-jit-help = 请在 `def { $name }` 的上一行写 `@tilelang.jit`。
tilelang-not-a-function-title = `{ $name }` 不是函数
tilelang-not-a-function-help = 请写 `@tilelang.jit`，并在下一行写 `def { $name }(…):`；`camp reset` 会恢复原来的文件。
tilelang-prim-func-title = 应当写 `@tilelang.jit` 的地方写了 `@T.prim_func`
tilelang-prim-func-help = `@T.prim_func` 用于核函数内部的函数，这些练习并不需要它。

# Python 读不懂的文本。
tilelang-syntax-title = Python 读不懂这一行
tilelang-syntax-help = 请检查标出的位置及其前面：可能少了或多了括号、逗号、引号或 `:`。
tilelang-cuda-title = 这个文件是 CUDA C++，而这里需要用 Python 和 TileLang 写的核函数
tilelang-cuda-help = `camp reset` 会恢复原来的文件，并保留你的文件作为备份。CUDA 核函数应写在 `kernel.cuh` 里。
tilelang-block-title = 少了一个缩进的代码块
tilelang-block-of-title = 这个 `{ $word }` 少了代码块
tilelang-block-head = 代码块由这一行开始
tilelang-block-help = 属于它的语句要多缩进四个空格；什么都不做时写 `pass`，只有注释是不够的。
tilelang-indent-title = 这一行比上一行缩进得更多
tilelang-unindent-title = 这一行的缩进与上面任何一行都对不上
tilelang-indent-help = 同一个代码块的各行要从同一列开始：比引出它的那一行多四个空格。
tilelang-tabs-title = 缩进里混用了制表符和空格
tilelang-tabs-help = 请只用空格；多数编辑器可以转换制表符。
tilelang-elif-title = 在 Python 中，`else if` 写成一个词
tilelang-increment-title = Python 没有 `{ $sign }`
tilelang-operator-title = Python 没有 `{ $sign }`
tilelang-comment-title = Python 的注释以 `#` 开头
tilelang-braces-title = Python 的代码块不用花括号
tilelang-bracket-title = 这个 `{ $sign }` 没有闭合
tilelang-bracket-open = 从这里开始
tilelang-bracket-help = 请在它结束的地方写 `{ $sign }`。
tilelang-colon-title = 这个 `{ $word }` 行的末尾少了 `:`
tilelang-comma-title = 这两部分之间少了逗号或运算符
tilelang-comma-help = 参数之间、下标之间用逗号隔开。
tilelang-quote-title = 这段文本没有结束的引号
tilelang-quote-help = 请在同一行用相同的引号结束它。
tilelang-unmatched-title = 这个 `{ $sign }` 没有与之配对的左括号
tilelang-unmatched-help = 每个括号都要有同一种的另一半。
tilelang-mismatch-title = 这个 `{ $found }` 不能闭合前面的 `{ $opened }`
tilelang-compare-title = `=` 是赋值；比较要用 `==`
tilelang-return-outside-title = 这个 `return` 在函数之外
tilelang-return-outside-help = 请像核函数的其他行一样缩进它。
tilelang-assign-title = 不能给 `=` 左边的内容赋值
tilelang-assign-help = `=` 左边应当是名称或元素，例如 `out[i]`。
tilelang-fullwidth-title = `{ $found }`（{ $code }）不是 Python 的 `{ $wanted }`
tilelang-fullwidth-more = 这一行还有 { $count } 个这样的符号。
tilelang-fullwidth-help = 请切换到英文输入后重新输入：输入法和网页会产生看起来相像的符号。
tilelang-invisible-title = 代码里有一个看不见的字符（{ $code }）
tilelang-invisible-help = 请删去标出的位置并重新输入：从网页复制的文本常常带有这样的字符。
tilelang-stray-title = 代码里不能有 `{ $found }`
tilelang-stray-help = 写给人看的话前面要加 `#`，或者放在引号里。

# 名称。
tilelang-undefined-title = `{ $name }` 没有定义
tilelang-undefined-similar-title = `{ $name }` 没有定义，但有 `{ $similar }`
tilelang-similar-help = 你是不是想写 `{ $name }`？
tilelang-undefined-help = 请在这一行之前给 `{ $name }` 赋值，或者改用已有的名称。
tilelang-import-help = 请在文件开头写上 `{ $line }`。
tilelang-const-help = 请在核函数里、张量之前写上 `{ $name } = T.const("{ $name }")`：它是由测试选定的大小。
tilelang-parameter-help = 测试会把 `{ $name }` 传给核函数：请把它写进参数里。
tilelang-parameters-mark = 参数在这里
tilelang-dtype-help = 元素类型要用 TileLang 的：`T.float32`、`T.float16`、`T.bfloat16`、`T.int32`，或者参数 `dtype`。
tilelang-thread-note = TileLang 核函数描述的是整个线程块的工作，每个线程做什么由此而定。
tilelang-thread-help = 线程块用 `with T.Kernel(…) as bx` 的 `bx`，由各线程分担的元素用 `for i in T.Parallel(n)`。
tilelang-triton-note = Triton 是另一种编写核函数的语言，只是看起来相像。
tilelang-language-help = TileLang 的写法：网格用 `T.Kernel`，读写用 `T.copy`，分块的各元素用 `T.Parallel`。
tilelang-host-library-help = 请去掉它。核函数文件只需要 `tilelang` 和 `tilelang.language`：张量由测试产生，核函数由测试调用。
tilelang-below-title = `{ $name }` 在有值之前就被使用
tilelang-below-help = 请把给 `{ $name }` 赋值的那一行移到这一行上面。
tilelang-torch-title = 没有 `{ $name }`：camp 编译核函数时不使用 PyTorch
tilelang-torch-note = camp 编译核函数时不使用 PyTorch，并且自己运行核函数。
tilelang-torch-empty-help = 核函数的输出用 `T.empty((N,), dtype)` 产生。
tilelang-torch-load-note = 这一行不属于核函数：加载文件时它就会运行。
tilelang-torch-load-help = 请去掉它，或者放到 `if __name__ == "__main__":` 下面，那里只有你自己会运行。张量由测试产生，核函数由测试调用。
tilelang-attribute-title = 没有 `{ $name }`
tilelang-attribute-similar-title = 没有 `{ $name }`，但有 `{ $similar }`
tilelang-attribute-help = 请检查拼写，或者查阅 TileLang 的文档。
tilelang-counterpart-help = 在 TileLang 中，这要写作 `{ $wanted }`。
tilelang-compose-help = TileLang 没有现成的这种操作：请用 `T.reduce_max`、`T.reduce_sum`、`T.exp2` 和 `T.Parallel` 循环组成它。
tilelang-method-title = TileLang 的张量和分块没有 `.{ $name }`
tilelang-method-help = 在 `T.Parallel` 循环里可以使用元素 `tile[i, j]`，而 `T.copy`、`T.reduce_sum` 等操作使用整个分块。
tilelang-module-title = 这里没有模块 `{ $module }`
tilelang-module-note = camp 在单独的环境中运行核函数文件，其中有 TileLang、NumPy 和 Python 自带的模块。
tilelang-own-module-help = 请把所有内容放在这一个核函数文件里：测试只取这个文件。
tilelang-import-name-title = `{ $module }` 没有 `{ $name }`

# 输入和输出。
tilelang-missing-argument-title = 没有人给核函数的参数 `{ $name }` 传值
tilelang-parameters-help = 测试传入的是张量和 { $names }。请给你自己的参数写上默认值，或者直接写数字。
tilelang-annotation-title = 核函数没有说明 `{ $name }` 是张量
tilelang-annotation-assigned-title = `{ $name }` 的注解误写成了 `=`
tilelang-write-colon = 写成 `{ $name }: T.Tensor(…)`
tilelang-annotation-note = 只有注解了形状和元素类型，TileLang 才把参数当作张量。
tilelang-annotation-help = 请在 `T.const` 下面单独写一行，例如 `{ $name }: T.Tensor((N,), T.float32)`。
tilelang-not-returned-title = 输出 `{ $name }` 没有返回
tilelang-return-mark = 这里返回的是它
tilelang-return-help = 请以 `return { $name }` 结束核函数，缩进与 `with T.Kernel` 相同。
tilelang-all-returned-note = `T.empty` 产生的都是输出，所有输出都要返回。
tilelang-spare-help = 请一并返回 `{ $name }`，或者去掉它。核函数自用的内存由 `T.alloc_fragment` 或 `T.alloc_shared` 产生。
tilelang-returned-title = `{ $name }` 不是输出，不能返回
tilelang-returned-help = 请返回由 `T.empty` 产生的 `{ $name }`。
tilelang-no-output-help = 用 `out = T.empty((N,), dtype)` 产生输出，在核函数里写入它，最后 `return out`。
tilelang-const-title = 测试没有给出大小 `{ $name }`
tilelang-const-names-help = 这个练习的大小是 { $names }：`T.const` 和张量都要用这些名称。
tilelang-const-unused-title = 没有张量的大小是 `{ $name }`
tilelang-const-unused-help = 请把 `{ $name }` 本身用作张量的大小，而不只是由它算出的值；或者去掉它。
tilelang-const-count-title = `T.const` 的文本里有几个名称，就给出几个大小
tilelang-const-count-help = `=` 左边有几个名称，文本里就要有几个：`N, M = T.const("N, M")`。
tilelang-lazy-title = 核函数所在的函数没有返回任何东西
tilelang-lazy-help = 里面有函数 `{ $name }` 时，要以 `return { $name }` 结束。
tilelang-out-idx-title = `out_idx` 和 `T.empty` 都在说明哪些是输出
tilelang-out-idx-help = 请写不带 `out_idx` 的 `@tilelang.jit`：核函数返回的就是它的输出。
tilelang-torch-dtype-title = 这是 PyTorch 的元素类型，不是 TileLang 的
tilelang-dtype-title = 没有元素类型 `{ $name }`

# 调用。
tilelang-missing-arguments-title = { $name } 还需要 { $names }
tilelang-keyword-title = { $name } 没有参数 `{ $keyword }`
tilelang-too-many-title = { $name } 接受 { $count } 个不带名称的参数，这里给了 { $given } 个
tilelang-example-help = 例如：`{ $example }`
tilelang-gpu-value-note = Python 只把核函数的文本运行一遍，以构造核函数。这时张量的元素和下标还没有值，它们由 GPU 计算。
tilelang-host-function-title = `{ $name }` 不能计算核函数里的值
tilelang-convert-title = `{ $name }(…)` 不能转换核函数里的值
tilelang-condition-title = Python 无法根据只有 GPU 才知道的值作判断
tilelang-condition-help = 请写 `T.if_then_else(condition, a, b)`，或者条件为简单比较的 `if`；多个条件用 `T.And` 和 `T.Or` 连接。
tilelang-runtime-shape-title = 有一个大小取决于只有 GPU 才知道的值
tilelang-runtime-shape-help = 分块的形状在构造核函数时就固定了：请用数字和 BLOCK_N 之类的参数，而不是 `bx` 或循环变量。
tilelang-iterate-title = Python 无法逐个取出它的元素
tilelang-iterate-help = 请用 `for i in T.Parallel(n)` 和 `tile[i]`，或者 `T.reduce_sum` 之类对整个分块的操作。
tilelang-whole-title = `{ $sign }` 不能用于整个张量或分块
tilelang-whole-note = 运算符作用于元素，而不是整个张量、分块或切片。
tilelang-whole-help = 请逐个处理元素：`for i in T.Parallel(BLOCK_N):`，其中 `out[start + i] = a[start + i] + b[start + i]`。
tilelang-store-whole-title = 把整个张量赋给了一个元素
tilelang-none-title = `{ $sign }` 的一边什么也没有
tilelang-none-help = `T.copy`、`T.reduce_sum` 等操作把结果写到给定的分块里，并不返回任何东西。
tilelang-macro-title = `{ $name }` 是普通函数，不能包含核函数的循环
tilelang-macro-mark = 这里少了 `@T.macro`
tilelang-macro-note = TileLang 只读取核函数和宏的文本。
tilelang-macro-help = 请在 `def { $name }` 的上一行写 `@T.macro`。
tilelang-outside-title = 这应当写在核函数里
tilelang-outside-help = 请把它移到 `@tilelang.jit` 下的函数里，放在 `with T.Kernel(…)` 之内。
tilelang-parallel-tuple-title = `T.Parallel` 的各个范围要分开写，不能写成元组
tilelang-parallel-names-title = 这个循环有两个范围，却只有一个变量 `{ $name }`

# 张量和分块。形状按 Python 的写法：(16, 128)。
tilelang-rank-title = `{ $name }` 有 { $rank } 维，却给了 { $given } 个下标
tilelang-shape-note = `{ $name }` 的形状是 { $shape }。
tilelang-rank-help = 每一维给一个下标；`:` 表示整个一维。
tilelang-division-title = `/` 得到小数，而下标是整数
tilelang-division-help = `//` 相除后向下取整，`T.ceildiv(a, b)` 向上取整。
tilelang-step-title = 不能使用带步长的切片
tilelang-step-help = 请逐个处理元素：`for i in T.Parallel(n):`，下标写作 `2 * i` 之类。
tilelang-copy-shapes-title = 复制的两边形状不同
tilelang-two-shapes-note = 一边是 { $first }，另一边是 { $second }。
tilelang-copy-shapes-help = 两边的范围要相同。只复制一部分时，写出它的第一个元素，如 `src[bx * BLOCK_N, k * BLOCK_M]`，范围就取分块的。求和或求最大值请用 `T.reduce_sum` 或 `T.reduce_max`。
tilelang-copy-rank-help = 两边的维数要相同：形状为 (BLOCK_N, 1) 的分块与 (BLOCK_N,) 的不是一回事。
tilelang-not-a-tile-title = 这里需要张量或分块
tilelang-not-a-tile-note = 数没有存放的位置，不能从它复制，也不能复制到它。
tilelang-number-help = 把所有元素设为一个数，请用 `T.fill(tile, 0)`；只设一个元素，写 `tile[i] = 0`。
tilelang-augmented-title = `{ $name }` 是整个分块，不能用 `+=` 之类改变
tilelang-dim-title = 没有第 { $dim } 维：分块有 { $rank } 维
tilelang-dim-help = 维从 0 数起：最后一维是 { $last }。
tilelang-reduce-shape-title = 归约结果的形状不对
tilelang-reduce-shape-note = 形状为 { $source } 的分块沿第 { $dim } 维归约，结果的形状是 { $wanted }，而给定的结果是 { $found }。
tilelang-reduce-shape-help = 对于“行 × 列”的分块，`dim=1` 每行得到一个值，`dim=0` 每列得到一个值。结果是单独的片段(fragment)，再由 `T.copy` 写到张量。
tilelang-reduce-scope-title = 不能从{ $source }归约到{ $destination }
tilelang-reduce-scope-help = 请从片段归约到片段：两者都用 `T.alloc_fragment`，与张量之间用 `T.copy`。
tilelang-scope-global = 全局内存
tilelang-scope-shared = 共享内存
tilelang-scope-fragment = 片段(fragment)
tilelang-scope-local = 线程的局部内存
tilelang-reduce-threads-title = { $threads } 个线程无法分担一次归约
tilelang-butterfly-note = 线程两两交换各自的部分结果，然后一对与另一对交换，如此继续：这要求线程数是 2 的幂。
tilelang-threads-mark = 线程数
tilelang-threads-help = 请选用 128 或 256 个线程：`T.Kernel(…, threads=128)`。
tilelang-threads-number-title = 线程块不能有 { $count } 个线程
tilelang-threads-kind-title = 线程数必须是整数
tilelang-batch-title = `batch={ $batch }` 超过了每个线程所持有的 { $count } 个值
tilelang-batch-help = 请去掉 `batch`。
tilelang-gemm-title = `T.gemm` 不能把这些分块相乘
tilelang-gemm-help = 它接受的形状是 `(M, K)`、`(K, N)` 和 `(M, N)`。
tilelang-gemm-shape-title = 分块彼此不合：{ $first } 和 { $second }
tilelang-gemm-shape-note = 这是 { $first } 和 { $second }：M 是行，N 是列，K 是求和的那一维。
tilelang-gemm-shape-help = `T.gemm(a, b, c)` 的形状是 (M, K)、(K, N) 和 (M, N)。分块转置存放时，写上 `transpose_B=True`。
tilelang-gemm-dtype-title = `T.gemm` 不能把 { $first } 和 { $second } 相乘
tilelang-gemm-dtype-help = 两个因子的元素类型要相同；只有结果可以更宽，例如 float16 相乘得到 float32。
tilelang-gemm-scope-title = `T.gemm` 的结果 `{ $name }` 在{ $scope }里，而它应当是片段(fragment)
tilelang-gemm-scope-help = 请用 `T.alloc_fragment` 产生它，在循环之后用 `T.copy` 写出。
tilelang-gemm-multiple-title = 分块的 { $name } 是 { $found }：张量核心要求 { $unit } 的倍数
tilelang-gemm-names-note = M 是结果的行数，N 是列数，K 是求和的那一维。
tilelang-gemm-multiple-help = 请把分块加大；超出张量的部分按 0 计算。
tilelang-gemm-warps-title = { $rows } × { $columns } 的分块不能由 { $warps } 个线程束(warp)平分
tilelang-gemm-warps-help = 请选用 128 个线程，即 4 个线程束，或者换一种分块形状。
tilelang-float-count-title = 线程块数或循环次数必须是整数
tilelang-float-count-help = `T.ceildiv(a, b)` 相除后向上取整，不会漏掉元素；`//` 向下取整。
tilelang-kernel-names-title = `as` 后面的名称与网格的维数不符
tilelang-kernel-names-note = `T.Kernel(…)` 中网格的每个范围给出一个线程块下标。
tilelang-kernel-names-help = 一维写作 `with T.Kernel(blocks, threads=128) as bx:`，二维写作 `with T.Kernel(columns, rows, threads=128) as (bx, by):`。
tilelang-kernel-mark = 核函数从这里开始
tilelang-on-host-title = 这条语句不在 GPU 上执行
tilelang-after-kernel-help = 请缩进它，使它属于 `with T.Kernel` 的代码块。
tilelang-no-kernel-note = 没有说明线程块和线程的数目：少了 `T.Kernel`。
tilelang-no-kernel-help = 请把核函数的语句放在 `with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:` 之内。
tilelang-two-kernels-title = 一个核函数只有一个 `T.Kernel`
tilelang-two-kernels-help = 请只用一个 `with T.Kernel(…)`；需要二维时，给它两个范围。
tilelang-region-title = 这里已经没有 `{ $name }` 了
tilelang-region-mark = `{ $name }` 属于这个代码块
tilelang-region-note = 在核函数的代码块里产生的名称，只在那个代码块里有效。
tilelang-region-help = 请在它的代码块之内使用 `{ $name }`。
tilelang-branch-help = 请在 `if` 之前产生变量 `{ $name } = T.alloc_var(T.float32)`，并在两个分支里给它赋值；或者用 `T.if_then_else(condition, a, b)`。
tilelang-return-tile-help = 分块随核函数结束。请把它复制到输出，`T.copy(tile, out[…])`，再返回输出。
tilelang-for-else-title = 核函数的循环不能带 `else`
tilelang-for-else-help = 请把其中的语句写在循环之后。

# 布局：哪个线程持有片段的哪些元素。
tilelang-fragment-note = 片段(fragment) `{ $name }` 的元素分散在线程块的各线程里：每个线程只能访问自己的那些。
tilelang-layout-note = 片段(fragment)的元素分散在线程块的各线程里。同一个片段的所有用法，要由同一种布局(layout)，即同一种分散方式来满足。
tilelang-layout-title = 没有一种布局能满足所有这些语句
tilelang-layout-of-title = 片段 `{ $name }` 没有一种布局能满足所有这些语句
tilelang-layout-threads-title = 片段无法分散到 { $threads } 个线程里
tilelang-layout-help = 请让形状相同的片段用在范围相同、下标相同的循环里；否则经由共享内存：`T.copy(fragment, shared)`，再 `T.copy(shared, other)`。
tilelang-loops-note = 这些循环的范围不同：{ $first } 和 { $second }。
tilelang-together-mark = 与这里一起
tilelang-index-order-title = 在 `{ $loops }` 的循环里，`{ $access }` 由别的线程持有
tilelang-loop-mark = 这个循环
tilelang-two-indices-title = 同一个循环里，`{ $name }` 既用在 { $first }，又用在 { $second }
tilelang-through-shared-help = 共享内存是每个线程都能访问的：`shared = T.alloc_shared(shape, dtype)`，`T.copy({ $name }, shared)`，然后 `shared[…]` 可用任意下标。
tilelang-serial-title = 由每个线程各自执行的循环，不能遍历片段 `{ $name }`
tilelang-serial-help = 求和请用 `T.reduce_sum(tile, total, dim=1)`；逐个处理元素请用 `for i, j in T.Parallel(…)`。
tilelang-element-title = 不能这样使用片段的单个元素
tilelang-element-of-title = 在 `T.Parallel` 之外使用了片段 `{ $name }` 的单个元素
tilelang-element-help = 请遍历所有元素，`for i in T.Parallel(n): out[start + i] = tile[i]`，或者复制整个片段，`T.copy(tile, out[start])`。

# Python 的异常。
tilelang-zero-title = 这里除以了零
tilelang-zero-help = 它在 Python 构造核函数时计算：请检查各个大小。
tilelang-index-error-title = Python 的列表或元组没有这个下标的元素
tilelang-index-error-help = 下标从 0 开始，到长度减 1 为止。
tilelang-key-title = 字典没有键 `{ $key }`
tilelang-key-help = 元素类型是 TileLang 自己的值：要用 "float32" 这样的键，请写 `str(dtype)`。
tilelang-assert-bare-title = 文件中的 `assert` 不成立
tilelang-assert-title = 文件中的 `assert` 不成立：{ $message }
tilelang-assert-help = 大小由测试选定，也有很小的和不整齐的：核函数对所有这些都要正确。
tilelang-todo-title = 这一部分还没有写
tilelang-todo-help = 请在 `raise NotImplementedError` 的位置写出核函数；`camp hint` 会给出提示。
tilelang-raised-title = 文件自己引发了 { $kind }：{ $message }
tilelang-raised-help = 大小由测试选定，也有很小的和不整齐的：核函数对所有这些都要正确。

