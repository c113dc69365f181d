# 核函数文件。
runtime-file-missing = { $path } 处没有核函数文件。
runtime-file-empty = { $path } 是空的：请把核函数写在里面，或者用 `camp reset` 恢复原始文件。
runtime-file-directory = { $path } 是一个目录；这里需要核函数文件。
runtime-file-special = { $path } 不是普通文件；这里需要核函数文件。
runtime-file-large = { $path } 有 { $size } MB；核函数文件最大 { $limit } MB。
runtime-file-not-text = { $path } 不是 UTF-8 文本（第 { $line } 行）：请用 UTF-8 编码保存。
runtime-file-permission = 没有读取 { $path } 的权限：请检查文件的权限。
runtime-file-unreadable = 无法读取 { $path }：{ $error }

# 核函数的名称和参数。
runtime-no-kernel = 找不到核函数 `{ $kernel }`
runtime-no-kernel-other = 找不到核函数 `{ $kernel }`；这里是 `{ $found }`
runtime-no-kernel-none = 文件在命名空间 `{ $namespace }` 中没有声明 `__global__` 函数。
runtime-signature-differs = `{ $kernel }` 的参数与练习要求的不同
runtime-signature-wanted = 要求：{ $signature }
runtime-signature-found = 现有：{ $signature }
runtime-other-name = 练习中的核函数叫做 `{ $name }`
runtime-other-namespace = 它必须在命名空间 `{ $namespace }` 里
runtime-not-global = `{ $kernel }` 不是核函数：少了 `__global__`
runtime-not-global-help = 写成 `__global__ void`：测试会启动这个函数。
runtime-template-missing = `{ $kernel }` 必须是模板：测试会以几种类型使用它
runtime-template-extra = `{ $kernel }` 不能是模板
runtime-parameter-other = 练习要求 `{ $wanted }`
runtime-parameter-missing = 这里少了 `{ $wanted }`
runtime-parameter-extra = 练习中没有这个参数
runtime-signature-help = 请保持练习给出的命名空间、名称和参数：测试按它们来启动核函数。

# 由 camp 提供核函数时，学习者写的函数对象。
runtime-functor-missing = 没有 { $functor }：练习要求有这个名称的结构体
runtime-functor-none = 文件在命名空间 `{ $namespace }` 中没有声明任何结构体。
runtime-functor-name = 练习的函数对象名为 `{ $functor }`
runtime-functor-kernel = 核函数 `{ $kernel }` 由 camp 提供：只需要写 { $functor }
runtime-functor-kernel-help = 去掉这个核函数，把它对一个元素所做的事写进 `{ $functor }::operator()`。
runtime-functor-no-call = { $functor } 需要一个 `operator()`，它说明一个元素变成什么
runtime-functor-hidden = { $functor } 的这个成员必须是 public 的：外面的核函数要用到它
runtime-functor-device = { $functor } 的 `operator()` 前面需要 `__device__`：调用它的是核函数
runtime-functor-const = { $functor } 的 `operator()` 的括号后面需要 `const`：核函数不会改变它的函数对象
runtime-functor-values = { $functor } 的 `operator()` 需要接受 { $wanted } 个值，与练习的输入个数相同；这里接受 { $found } 个
runtime-functor-template = { $functor } 的 `operator()` 必须是模板：测试会用几种类型调用它
runtime-functor-types = { $functor } 的 `operator()` 必须接受并返回 `{ $element }`，也就是元素的类型
runtime-functor-found = 这里是 `{ $signature }`
runtime-functor-members = { $functor } 需要的成员是 `{ $members }`，按这个顺序，不多也不少
runtime-functor-no-members = { $functor } 不需要成员：这个练习没有属性
runtime-functor-other = { $functor } 与 camp 放在它外面的核函数不相配
runtime-functor-message = 编译器说：{ $message }
runtime-functor-help = camp 的核函数 `{ $kernel }` 用各个属性构造一个 { $functor }，并对每个元素调用它。

# 编译和运行。
runtime-compile-timeout = 编译器过了 { $seconds } 秒还没有完成，已被停止。很深的模板或常量表达式可能造成这种情况。
runtime-compile-crashed = 编译器进程意外结束：{ $detail }
runtime-compile-toolchain = 无法使用编译器：{ $detail }
runtime-compile-log = { $log }
runtime-rule-no-kernel = 核函数文件的命名空间 { $namespace } 中没有核函数 `{ $kernel }`
runtime-rule-kernels = 其中有：{ $kernels }
runtime-rule-template = `{ $kernel }` 是模板，而规则没有写模板实参
runtime-rule-arguments = 例如写成 "{ $kernel }<{ $parameter }>"
runtime-rule-no-template = `{ $kernel }` 不是模板，而规则写了模板实参
runtime-rule-plain = 请写成 "{ $kernel }"
runtime-compile-other = 编译器没有接受这个核函数，也没有指出是哪一行
runtime-reference-failed = 练习自带的参考核函数不能正常工作：{ $detail }这不是你的核函数的错。
runtime-unsupported = camp 的虚拟设备还不能运行这个核函数。这是 camp 的局限，不是你的核函数有错。
runtime-unsupported-title = 虚拟设备不支持：{ $detail }
runtime-cancelled = 已停止。
runtime-internal = 这是 camp 的错误，不是你的核函数的错。请连同核函数文件一起报告：{ $detail }

runtime-tile-kernels = TileLang 从这个文件得到了 { $count } 个核函数；camp 评判只含一个 `with T.Kernel(…)` 的函数
runtime-tile-parameters = 核函数用到了不是函数张量的东西：{ $names }
runtime-tile-dynamic = 网格或线程块的大小取决于运行时才知道的值
runtime-tile-threads = 线程块有 { $threads } 个线程：GPU 最多允许 { $most } 个
runtime-tile-threads-help = 在 `T.Kernel(…)` 里把 `threads=` 设为不超过 1024 的 32 的倍数；128 和 256 都是好选择
runtime-tile-outputs = 核函数返回了 { $count } 个张量，应当返回 { $wanted } 个：用 `T.empty(…)` 创建并返回它
runtime-tile-inputs = 核函数有 { $count } 个输入，而练习给出 { $wanted } 个（{ $names }）：把每个参数声明为张量，如 `src: T.Tensor((N,), dtype)`
runtime-tile-inputs-twice = 无法区分核函数的输入和输出：只返回 `T.empty(…)` 创建的张量
runtime-tile-shape = `{ $name }` 的形状是 ({ $got })；练习给出的是 ({ $want })
runtime-tile-dtype = `{ $name }` 的元素类型是 { $got }；练习的是 { $want }
runtime-tile-refused = CUDA 编译器拒绝了 TileLang 由这个核函数生成的代码：{ $detail }
runtime-tile-refused-help = 往往是两个大小或元素类型不相符；如果你的代码看起来没错，可能是 TileLang 的缺陷
runtime-tile-printed = 文件打印了：{ $text }
runtime-tile-known-wrong = 这可能不是你的错。TileLang 有一个已知缺陷（{ $issue }）：{ $title }。{ $workaround }
runtime-gpu-too-old = { $gpu }（计算能力 { $capability }）比 NVRTC { $nvrtc } 支持的最低版本（{ $oldest }）更旧。
runtime-gpu-old-driver = NVIDIA 驱动程序最高支持 CUDA { $driver }，而 NVRTC { $nvrtc } 更新：请更新驱动程序，或用 `camp setup --cuda 12` 下载较旧的 NVRTC。

# 程序对算子的调用。名称是参数的名称；形状和步幅按 Python 的写法。
runtime-metax = MetaX 目前只是占位：camp 还没有 MetaX 后端。要支持它，需要 MetaX 的编译器（mxcc）来编译核函数、它的运行时库来启动核函数，以及一台带 MetaX GPU 的机器来记录它的结果。请使用 nvidia 或 tilelang。
runtime-no-operator = { $root } 中没有算子 `{ $name }`；现有：{ $known }
runtime-broken-operator = 算子 `{ $name }` 的文件有误
runtime-no-backend = `{ $name }` 没有 { $backend } 的核函数
runtime-call-count = { $name } 需要 { $wanted } 个张量（{ $names }），得到 { $got } 个
runtime-call-sizes = { $name } 不能用这些大小的张量调用
runtime-dtype = `{ $name }` 是 { $got }；{ $operator } 接受 { $wanted }
runtime-dtype-mixed = `{ $name }` 是 { $got }，而 `{ $other }` 是 { $wanted }：类型应当一致（matching dtypes）
runtime-attribute = { $operator } 没有属性 `{ $name }`；{ $count ->
    [0] 它不接受任何属性
   *[other] 它接受 { $known }
 }
runtime-attribute-value = `{ $name }` 是 { $value }；应为有限的 { $wanted }
runtime-null = `{ $name }` 是空指针；这里需要张量第一个元素的地址
runtime-negative-size = `{ $name }` 有一个负的大小（{ $size }）
runtime-rank-rowwise = `{ $name }` 有 { $got } 维 { $shape }；{ $operator } 接受矩阵：2D row-wise dim={ $dim }{ $kind ->
    [reduction] （2D row-wise reduction）
   *[map] {""}
 }
runtime-rank = `{ $name }` 有 { $got } 维 { $shape }；{ $operator } 接受 { $wanted } 维
runtime-dim = dim 是 { $got }；{ $operator } 只能 row-wise dim={ $wanted }
runtime-strided = `{ $name }` 必须是连续的（contiguous）：它的步幅是 { $strides }，应为 { $wanted }
runtime-shape = `{ $name }` 的形状是 { $got }；要与其他参数相符（matching shapes），应为 { $wanted }
runtime-output-shape = 输出形状（output shape）：`{ $name }` 的形状是 { $got }，要与其他参数相符（matching shapes），应为 { $wanted }
runtime-unknown-dim = { $operator } 不能从程序中调用：没有哪个张量的形状单独写出它的维 `{ $dim }`
runtime-workspace = 工作区有 { $got } 字节；需要 { $wanted } 字节
runtime-bytes = `{ $name }` 有 { $got } 字节；应为 { $wanted } 字节
runtime-misaligned = `{ $name }` 的起始地址必须是 { $bytes } 字节的倍数，因为这个核函数这样读取；较大张量的一部分可能需要先复制
runtime-address-count = 这个算子需要 { $wanted } 个张量，得到 { $got } 个地址
runtime-is-for-gpu = 这个描述符用于 GPU：请给出流和 GPU 内存中的地址
runtime-is-for-virtual = 这个描述符用于虚拟设备：请给出程序自己内存中的张量
runtime-kernel-refused = { $kernel } 不能编译
runtime-rules-refused = { $kernel } 旁边的 launch.toml 不能使用
runtime-kernel-failed = { $kernel } 有误：虚拟 GPU 停止了它
runtime-no-toolchain = 这台机器上没有编译核函数的 NVRTC：`camp setup` 会下载它（65 MB），也可以把 CUDA_HOME 设为 CUDA 工具包的目录。
runtime-stale = 没有 { $what } { $handle }：它为空，或者已经归还
runtime-other-operator = 这是 { $operator } 的描述符，不是 { $wanted } 的
runtime-option = 选项 `{ $name }` 不能是 { $value }
runtime-ndim = `{ $name }` 有 { $got } 维；可以有 0 到 { $most } 维
runtime-overlap = `{ $name }` 与 `{ $other }` 的内存重叠：每个输出需要自己的内存
