# 由 `cuda` 说出：编译器的信息，以及查找和下载编译器。
# `message` 和 `step` 是 NVRTC 的英文原文，照原样引用。

# 编译器的信息。
cuda-compile-error = { $message }
cuda-compile-warning = { $message }
cuda-compile-note = { $message }
cuda-compile-during = 由此处引起：{ $step }
cuda-compile-elsewhere = 编译器停在 CUDA 自己的头文件 { $file } 第 { $line } 行。原因在使用它的代码里，几乎不会在头文件里。
cuda-compile-unit = 编译器停在 { $file } 第 { $line } 行，那是 camp 加在核函数前后的代码。只要核函数按练习的要求声明，它们就能配合。
cuda-compile-end-of-source = 编译器读到了文件末尾，却还在等别的内容：前面某处少了括号或分号。
cuda-compile-more-notes = 编译器还列出了 { $count } 个候选。

cuda-no-kernel = 找不到核函数 `{ $name }`

# 建议。
cuda-help-no-kernel = 请保持练习给出的命名空间、名称和参数：测试按它们来启动核函数。
cuda-help-device-function = 在函数前面写上 `__device__`，核函数才能调用它。camp 编译的文件只含设备端代码。
cuda-help-device-variable = 在变量前面写上 `__device__` 或 `__constant__`，或者把它改为 `constexpr`。camp 编译的文件只含设备端代码。
cuda-help-cuda-header = <{ $header }> 属于 CUDA，但这次安装的头文件里没有它。`camp setup` 会下载这些头文件。
cuda-help-host-header = <{ $header }> 是主机端的头文件，设备端代码不能使用。可以使用 CUDA 自己的头文件，以及 <stdint.h>、<float.h>、<math.h> 等 C 头文件。
cuda-help-own-header = 请把所有内容都写在这一个核函数文件里：测试只编译这个文件。
cuda-help-launch = 请去掉启动语句：核函数由测试来启动。
cuda-help-half-operands = 把其中一边转换成相同的类型：用 float 计算时写 `__half2float(x)`，常量写成 `__float2half(1.0f)`。
cuda-help-similar = 你是不是想写 `{ $name }`？
cuda-help-semicolon = 看看上一行的末尾：那里少了 `;`。

# 下载编译器。`detail` 和 `reason` 是 pip 或系统的原文。
cuda-fetch-no-python = PATH 中没有 `python3`，而 camp 需要用它来下载 CUDA 编译器。请安装它（Debian 和 Ubuntu：`sudo apt install python3 python3-pip`），或者把 CAMP_CUDA_HOME 设为已有的 CUDA 工具包。
cuda-fetch-no-pip = { $python } 没有 pip，而 camp 需要用它来下载 CUDA 编译器。请安装它（Debian 和 Ubuntu：`sudo apt install python3-pip`），或者把 CAMP_CUDA_HOME 设为已有的 CUDA 工具包。
cuda-fetch-offline = 连接不上软件包索引，所以没有下载 CUDA 编译器。请检查网络连接，以及 pip 的代理或镜像设置（`python3 -m pip config list`），然后再运行 `camp setup`；已经下载的部分会保留。pip 的原话：{ $detail }
cuda-fetch-hash = 收到的软件包 { $package } 与 camp 预期的不一致，已经丢弃。请再运行一次 `camp setup`；如果仍然如此，说明 pip 使用的镜像上是另一个文件。pip 的原话：{ $detail }
cuda-fetch-no-wheel = pip 使用的软件包索引没有适合这台机器的 { $package } { $version }。如果 pip 使用镜像，请让镜像提供这个包，或者换一个索引；camp 可在 x86-64 或 64 位 ARM 的 Linux 上运行。pip 的原话：{ $detail }
cuda-fetch-disk-full = { $dir } 的空间不够：下载 CUDA 编译器需要 { $needed } MB，可用 { $available } MB。请腾出一些空间，或者把 CAMP_CACHE_DIR 设为另一块磁盘上的目录，然后再运行 `camp setup`。
cuda-fetch-disk-full-unknown = { $dir } 的空间不够：下载 CUDA 编译器需要 { $needed } MB。请腾出一些空间，或者把 CAMP_CACHE_DIR 设为另一块磁盘上的目录，然后再运行 `camp setup`。
cuda-fetch-not-writable = 无法写入缓存：{ $path }：{ $reason }。请把 CAMP_CACHE_DIR 设为你有权写入的目录，然后再运行 `camp setup`。
cuda-fetch-pip = pip 未能下载 CUDA 编译器（{ $status }）。请再运行一次 `camp setup`；已经下载的部分会保留。pip 的原话：{ $detail }
cuda-fetch-unpack = CUDA 编译器无法解压到 { $dir }：{ $reason }。请再运行一次 `camp setup`。

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
