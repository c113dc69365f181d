# 由 `cuda` 说出：编译器的信息，以及查找和下载编译器。
# `message` 是 NVRTC 的英文原文，照原样引用。

# 编译器的信息。
cuda-compile-error = { $message }
cuda-compile-warning = { $message }
cuda-compile-note = 编译器的原话：{ $message }
cuda-compile-during = 由此处引起
cuda-compile-elsewhere = 编译器停在 CUDA 自己的头文件 { $file } 第 { $line } 行。原因在使用它的代码里，几乎不会在头文件里。
cuda-compile-end-of-source = 编译器读到了文件末尾，却还在等别的内容：前面某处少了括号或分号。
cuda-folded = 另有 { $count } 个错误，可能都由它引起。
cuda-instance = 发生在 { $types } 时。

cuda-no-kernel = 找不到核函数 `{ $name }`
cuda-help-no-kernel = 请保持练习给出的命名空间、名称和参数：测试按它们来启动核函数。

# 缺少或多余的符号。`sign`、`after`、`before`、`found`、`wanted` 是程序里的文字。
cuda-write = 应写作 `{ $wanted }`
cuda-missing-title = `{ $after }` 后面少了 `{ $sign }`
cuda-missing-mark = 这里少了 `{ $sign }`
cuda-semicolon-help = 每条语句都以 `;` 结尾。
cuda-opened-mark = 用来闭合这个 `{ $sign }`
cuda-pair-help = 每个左括号都要有对应的右括号。
cuda-between-title = `{ $before }` 和 `{ $after }` 之间少了东西
cuda-between-help = 它们之间应当有运算符、逗号或 `{ $sign }`。
cuda-extra-title = 这个 `{ $sign }` 没有对应的左括号
cuda-extra-mark = 这个 `{ $sign }` 没有可闭合的括号
cuda-extra-help = 删去这个 `{ $sign }`，或者补上与它对应的括号。
cuda-brace-title = 第 { $line } 行的大括号没有闭合：少了 `{ $sign }`
cuda-brace-missing-title = 少了一个 `{ $sign }`
cuda-brace-seems = 从缩进看，这里少了 `{ $sign }`
cuda-brace-open = 在这里打开
cuda-brace-help = 在代码块结束处加上 `{"}"}`，与打开它的那一行左对齐。
cuda-quote-title = 这段文字没有右引号
cuda-quote-help = 在同一行的末尾写上 `{ $sign }`。
cuda-comment-title = 这个注释没有结束
cuda-comment-help = 在注释结束处写上 `*/`：现在直到文件末尾都属于注释。
cuda-condition-title = `{ $word }` 的条件要放在圆括号里
cuda-condition-help = 写成 `{ $word } (…)`，这与 Python 不同。
cuda-for-title = `for` 的三个部分用 `;` 分隔，而不是 `{ $found }`
cuda-for-help = 例如 `for (int i = 0; i < n; ++i)`：依次是初值、条件、步进。
cuda-colons-title = 命名空间之间用两个冒号连接
cuda-colons-help = 例如 `namespace oprt::copy`。
cuda-else-title = 这个 `else` 没有对应的 `if`
cuda-else-semicolon = 这个 `;` 结束了 `if`
cuda-else-semicolon-help = 删去条件后面的 `;`。
cuda-else-help = `else` 要紧跟在属于 `if` 的那一条语句或大括号代码块之后。
cuda-elif-title = C++ 没有 `elif`
cuda-hash-title = `{ $word }` 前面少了 `#`
cuda-hash-help = 应写作 `#{ $word }`。
cuda-template-help = 例如 `template <typename T>`。
cuda-macro-title = 宏 `{ $name }` 以 `;` 结尾
cuda-macro-mark = 这个 `;` 成了宏的一部分
cuda-macro-used = 这里现在变成 `{ $text }`
cuda-macro-help = 删去 `{ $name }` 的值后面的 `;`：`#define` 不需要分号。
cuda-outside-title = `{ $name }` 不是声明的开头
cuda-outside-help = 函数之外只能写声明。是不是拼错了单词，或者上面的大括号过早地结束了函数？
cuda-unexpected-title = `{ $found }` 不能出现在这里
cuda-unexpected-help = 看看它前面第 { $line } 行的 `{ $before }`：那里少了或多了东西。

# 不属于 C++ 的字符。
cuda-fullwidth-title = `{ $found }`（{ $code }）不是 C++ 的符号 `{ $wanted }`
cuda-fullwidth-help = 请切换到英文输入法，重新输入这个符号：中文输入法和网页会插入看起来相似的全角字符。
cuda-invisible-title = 代码里有一个看不见的字符（{ $code }）
cuda-invisible-help = 删去标出的位置再重新输入：从网页复制的文字常带有这样的字符。
cuda-stray-title = `{ $found }` 不能出现在代码里
cuda-stray-help = 说明文字前面要写 `//`，或者放在引号里。
cuda-stray-same-line = 这一行还有 { $count } 个这样的字符。
cuda-stray-more = 还有 { $count } 个这样的字符，另见第 { $lines } 行。
cuda-python-title = 这个文件是 Python，但这里需要 CUDA 核函数
cuda-python-help = 请用 CUDA C++ 编写核函数。`camp reset` 会恢复原来的文件，并保留你的备份。

# 名称。
cuda-undefined-title = `{ $name }` 没有声明
cuda-undefined-help = 在这一行之前声明它，例如 `float { $name } = …;`，或者改用已经声明过的名称。
cuda-undefined-similar-title = `{ $name }` 没有声明，而 `{ $similar }` 是已知的名称
cuda-help-similar = 你是不是想写 `{ $name }`？
cuda-include-title = 要先写 `#include <{ $header }>`，才能使用 `{ $name }`
cuda-include-help = 在文件开头加上 `#include <{ $header }>`。
cuda-cg-help = 在文件开头加上 `#include <cooperative_groups.h>`，并在其下写 `namespace cg = cooperative_groups;`。
cuda-host-call-title = `{ $name }` 是主机端的函数，核函数不能调用它
cuda-host-call-help = 请删去它。分配、拷贝和启动由测试负责；核函数只用给它的数组来计算。
cuda-old-warp-title = `{ $name }` 属于旧版 CUDA，现在是 `{ $new }`
cuda-old-warp-help = 写成 `{ $new }(0xffffffff, …)`：第一个参数说明哪些通道(lane)参与。
cuda-type-parameter-title = 类型 `{ $name }` 没有声明
cuda-type-parameter-help = 在函数的前一行写上 `template <typename { $name }>`。
cuda-below-title = 这里用到 `{ $name }`，但它在第 { $line } 行才声明
cuda-below-help = 把 `{ $name }` 的声明移到使用它的那一行之前。
cuda-scope-title = 在这里已经不能使用 `{ $name }`
cuda-scope-help = 变量只在它所在的大括号内有效，`for` 的变量只在循环内有效。请在外面声明 `{ $name }`。
cuda-declared-here = `{ $name }` 在这里声明
cuda-member-title = `{ $owner }` 没有成员 `{ $member }`
cuda-dim3-member-title = `{ $name }` 没有成员 `{ $member }`
cuda-dim3-member-help = 它的成员是小写的 `{ $name }.x`、`{ $name }.y` 和 `{ $name }.z`。
cuda-std-title = 核函数里没有 `std::{ $name }`
cuda-std-help = C++ 标准库属于主机端。核函数使用 CUDA 自己的函数、普通数组和循环。
cuda-std-print-help = 改用 `printf("%f\n", x);`：它可以在核函数里使用。
cuda-std-array-help = 改用固定大小的数组，例如 `float values[4];`，或者共享内存。
cuda-std-string-help = 核函数里没有字符串类型。`printf` 可以直接使用引号里的文字。
cuda-std-minmax-help = float 用 `fmaxf(a, b)` 或 `fminf(a, b)`，整数用 `max(a, b)` 或 `min(a, b)`；要用 `std::{ $name }`，请包含 <algorithm>。
cuda-namespace-title = 没有命名空间 `{ $name }`
cuda-namespace-help = 检查它的拼写，或者包含声明它的头文件。
cuda-header-title = 核函数没有头文件 <{ $header }> 可用
cuda-header-backslash-help = 路径要用 `/`：`{ $header }`。但请把所有内容都写在这一个核函数文件里：测试只编译这个文件。
cuda-torch-header-help = 请删去这一行：PyTorch 是主机端的库。测试交给核函数的是普通数组。
cuda-help-cuda-header = <{ $header }> 属于 CUDA，但这次安装的头文件里没有它。`camp setup` 会下载这些头文件。
cuda-help-host-header = <{ $header }> 用于主机端，请删去这一行。可以使用 CUDA 的头文件，以及 <stdint.h>、<float.h>、<math.h> 等。
cuda-help-own-header = 请把所有内容都写在这一个核函数文件里：测试只编译这个文件。

# 核函数文件可以包含什么。
cuda-host-function-title = `{ $name }` 是主机端的函数
cuda-help-device-function = 在函数前面写上 `__device__`，核函数才能调用它。
cuda-help-not-host = 把 `__host__` 改为 `__device__`，核函数才能调用它。
cuda-main-title = 核函数文件不需要 `main`
cuda-main-help = 请删去 `main`：数组的分配和核函数的启动都由测试完成。
cuda-launch-title = 核函数文件里不启动核函数
cuda-launch-mark = 启动语句
cuda-help-launch = 请去掉启动语句 `<<<…>>>`：核函数由测试来启动。
cuda-host-launch-help = 请删去 `{ $name }`：核函数由测试来启动。
cuda-device-only = 核函数文件只含设备端代码。
cuda-global-missing-title = `{ $name }` 不是核函数：少了 `__global__`
cuda-global-missing-help = 如果这是核函数，在 `void` 前面写上 `__global__`；如果由核函数调用，写上 `__device__`。
cuda-host-variable-title = 变量 `{ $name }` 不在任何函数里
cuda-help-device-variable = 把它移到核函数里，改为 `constexpr`，或者在前面写上 `__device__` 或 `__constant__`。
cuda-kernel-returns-title = 核函数没有返回值，类型应为 `void`
cuda-kernel-void-help = 写成 `__global__ void`。核函数把结果存放在给它的数组里。
cuda-type-missing-title = `{ $name }` 前面少了类型
cuda-type-missing-help = 写上函数返回值的类型，或者 `void`。
cuda-parameter-type-help = 每个参数和变量都要有类型，例如 `const float *in`。
cuda-return-title = 这个值与函数的返回类型不符
cuda-return-help = 核函数是 `void`：写不带值的 `return;`，并把结果存到数组里。
cuda-shared-init-title = `{ $name }` 这样的共享内存不能在声明时赋初值
cuda-shared-init-help = 声明 `{ $name }` 时不赋值，让各线程写入，然后调用 `__syncthreads()`。
cuda-shared-size-title = 数组 `{ $name }` 没有大小
cuda-shared-size-mark = 在这里写上大小，或者……
cuda-shared-extern-mark = ……在这前面写上 `extern`
cuda-shared-size-help = 不带大小的 `extern __shared__` 是启动时给出的共享内存；没有 `extern` 时，大小必须是常量。
cuda-array-size-title = `{ $name }` 的大小必须在编译时已知
cuda-array-size-note = 参数、变量和 blockDim 在核函数运行时才有值。
cuda-array-size-help = 使用常量，例如 `constexpr int N = 256; float { $name }[N];`。
cuda-shared-dynamic-help = 写成 `extern __shared__ float { $name }[];`，由启动给出大小，或者使用 256 这样的常量。
cuda-constexpr-title = `constexpr` 的值必须在编译时已知
cuda-constexpr-help = 运行时才知道的值，请用 `const`。
cuda-constant-title = 这里需要常量
cuda-redeclared-title = `{ $name }` 又声明了一次，而且与前一次不同
cuda-redeclared-note = 前一个是 { $known }。
cuda-shared-twice-note = 同名的 `extern __shared__` 数组是同一块内存，即使在不同的核函数里。
cuda-shared-twice-help = 给其中一个换个名称。

# 类型和调用。
cuda-dim3-title = `{ $name }` 不是一个数：它有 x、y、z 三个成员
cuda-dim3-help = 应写作 `{ $name }.x`。
cuda-const-title = `{ $name }` 是 const，不能修改
cuda-const-mark = `{ $name }` 在这里声明为 const
cuda-const-help = 把结果写到输出数组或自己的变量里，而不是 `{ $name }`。
cuda-built-in-const-help = 它说明当前是哪个线程或线程块。请用它计算，再把结果存到变量里。
cuda-not-writable-title = 不能给它赋值
cuda-not-writable-help = `=` 左边应当是变量或元素。数组不能整体赋值，请用循环。
cuda-void-title = 这个函数没有返回值，所以不能使用它的结果
cuda-void-help = 把函数的 `void` 改为 `float` 之类的类型，并以 `return …;` 结束。
cuda-type-title = `{ $from }` 不能当作 `{ $to }` 使用
cuda-drops-const-note = 前者不允许修改数据，后者却可以。
cuda-drops-const-help = 把指针声明为 `{ $from }`。
cuda-pointer-help = 指针是地址，`p[i]` 才是元素的值。
cuda-address-help = 这里需要指针：元素的地址是 `&p[i]` 或 `p + i`。
cuda-cast-help = 指向其他类型的指针需要转换：`reinterpret_cast<{ $to }>(p)`。
cuda-star-mark = `*` 只属于第一个名称：`{ $name }` 不是指针
cuda-operator-title = 对于 { $operands }，编译器无法确定 `{ $sign }` 的含义
cuda-half-note = half 可以转换为 float，float 也可以转换为 half：编译器不会替你选择。
cuda-help-half-operands = 让两边类型相同：用 float 计算时写 `__half2float(x)`，常量写成 `__float2half(1.0f)`。
cuda-half-operator-help = 用 `__half2float(x)` 转换，以 float 计算，再用 `__float2half(y)` 转换回来。
cuda-vector-help = 请用各个成员计算，例如 `a.x + b.x`。
cuda-ambiguous-title = 传给 `{ $name }` 的值类型不同：{ $types }
cuda-ambiguous-help = 让两者类型相同，例如 `static_cast<int64_t>(x)`，或者用 `1.0f` 代替 `1.0`。
cuda-call-title = `{ $name }` 不能以 ({ $types }) 调用
cuda-call-help = 请对照声明，检查参数的个数和类型。
cuda-candidates = 现有的是：{ $list }。
cuda-candidates-more = 现有的是：{ $list }，以及另外 { $count } 个。
cuda-same-type-note = 两个参数的类型必须相同。
cuda-shfl-help = 第一个参数是参与的通道(lane)的掩码：`{ $name }(0xffffffff, value, …)`。
cuda-atomic-const-help = `{ $name }` 会修改元素，但这个数组是 const。请用输出数组。
cuda-atomic-max-help = float 没有 `{ $name }`。请先在共享内存中归约，再由一个线程写出结果。
cuda-twice-title = `{ $name }` 声明了两次
cuda-twice-help = 去掉类型，就是给前一个 `{ $name }` 赋值；或者换一个名称。
cuda-too-few-title = 传给 `{ $name }` 的参数太少
cuda-too-many-title = 传给 `{ $name }` 的参数太多
cuda-arguments-help = 请对照 `{ $name }` 的参数检查这次调用。
cuda-index-title = 下标必须是整数
cuda-index-help = 把下标声明为 `int` 或 `int64_t`。
cuda-integral-title = 这里需要整数
cuda-integer-sign-title = `{ $sign }` 只能用于整数
cuda-power-help = 在 C++ 中 `^` 是按位异或。请写 `x * x` 或 `powf(x, y)`。
cuda-remainder-help = float 请用 `fmodf(x, y)`。
cuda-bits-help = `&` 和 `|` 对整数按位运算。条件之间用 `&&` 和 `||` 连接。
cuda-no-array-title = `{ $name }` 是 { $kind }，不是数组
cuda-no-array-help = 只有指针和数组才有元素：声明为 `float *{ $name }`，或者去掉方括号。
cuda-no-function-title = `{ $name }` 不是函数
cuda-no-function-help = 去掉它后面的圆括号；相乘要写 `*`。
cuda-break-title = `{ $word }` 不在循环里
cuda-break-help = 要结束核函数请写 `return;`，但不要在其他线程等待的同步屏障之前。

# 警告。
cuda-unused-title = `{ $name }` 从未使用
cuda-set-unused-title = `{ $name }` 的值从未使用
cuda-unset-title = `{ $name }` 在有值之前就被使用
cuda-unset-help = 给它一个初值，例如 `float { $name } = 0.0f;`。
cuda-no-return-title = `{ $name }` 应当返回一个值，却可能没有 `return` 就结束
cuda-no-return-help = 在函数最后一行加上 `return …;`。
cuda-no-call-title = `{ $name }` 没有 `()`，什么也不做
cuda-no-call-help = 应写作 `{ $name }();`。
cuda-no-effect-title = 这一行什么也不做
cuda-unsigned-title = 无符号数不会是负数，所以这个比较的结果总是一样
cuda-unsigned-help = 递减时请用 `int`，或者让条件在 0 时结束。
cuda-assignment-title = 这里的 `=` 是赋值，`==` 才是比较
cuda-assignment-help = 要比较请写 `==`。
cuda-pragma-title = 编译器不认识这个 `#pragma`，已忽略
cuda-pragma-help = 你是不是想写 `#pragma unroll`？
cuda-unreachable-title = 这一行永远不会执行

# 下载的东西在句子中的名称，以及另一种得到它的办法。
cuda-product = CUDA 编译器
cuda-product-otherwise = 也可以把 CAMP_CUDA_HOME 设为已有的 CUDA 工具包。

# 无法使用编译器。`log`、`reason` 和 `status` 是 NVRTC 或系统的原文。
cuda-compiler-rejected = NVRTC 发现了错误：{ $log }
cuda-compiler-failed = NVRTC 失败：{ $reason } { $log }
cuda-compiler-timeout = NVRTC 没有在 { $seconds } 秒内完成
cuda-compiler-cancelled = 编译已取消
cuda-compiler-crashed = 编译器进程已结束（{ $status }）
cuda-compiler-spawn = 无法启动 { $program }：{ $reason }
cuda-load-open = 无法加载 { $path }：{ $reason }
cuda-load-shadowed = 已加载 { $path }，但系统按 NVRTC 的名称找到的是另一个库
cuda-load-symbol = { $path } 没有函数 { $symbol }：不是 CUDA 12 或 13 的 NVRTC

# 真实的 GPU。name 是驱动程序的错误名，CUDA_ERROR_ILLEGAL_ADDRESS；text 是驱动程序自己的说明。
cuda-gpu-none = 这台机器上没有 NVIDIA 驱动程序，所以没有 GPU 可以运行核函数。`--device virtual` 不需要它。
cuda-gpu-no-driver = 无法使用 GPU：{ $detail }。
cuda-gpu-open = 无法打开 GPU：{ $name }（{ $text }）。
cuda-gpu-load = 驱动程序无法加载核函数的模块（{ $name }）：{ $log }
cuda-gpu-find = 驱动程序在模块中找不到核函数（{ $name }）。
cuda-gpu-memory = GPU 没有足够的内存放缓冲区（{ $name }）。
cuda-gpu-gone = GPU 没有正常响应：{ $name }（{ $text }）。`nvidia-smi` 和系统日志可能会说明更多。
cuda-gpu-launch = GPU 拒绝启动：{ $name }（{ $text }）
cuda-gpu-run = GPU 停止了核函数：{ $name }（{ $text }）
cuda-gpu-timeout = 核函数在 GPU 上过了 { $seconds } 秒还没有结束，已被停止
cuda-gpu-crashed = 驱动 GPU 的进程结束了（{ $status }）。
