# 命令行：camp 的帮助、提问和信息。

camp-help = 学习编写 GPU 核函数：camp 在任何 Linux 机器上评测核函数，指出哪里不对、为什么不对
camp-help-watch = 每次保存后重新编译并测试
camp-help-verify = 评测一次；退出状态 0：全部通过，1：有核函数不对，2：无法评测
camp-help-run = 运行任何 .cu 或 .ptx 文件中的任何核函数，并做全部检查；退出状态 0：没有发现问题，1：有问题，2：未能评测
camp-help-profile = 统计核函数的每一行做了什么，并说明该改什么：扇区、bank 冲突、原子操作、空闲的通道
camp-help-hint = 显示下一级提示
camp-help-list = 列出练习和你的进度
camp-help-reset = 恢复练习的原始核函数；你的版本会保留为备份
camp-help-init = 建立一个含有练习的目录
camp-help-book = 阅读手册：GPU 如何计算，每种诊断是什么意思
camp-help-report = 写出一个页面，内容是你的进度、评测历史和测量结果
camp-help-doctor = 说明在这台机器上找到了什么，缺少的怎么补上
camp-help-setup = 查找 CUDA 编译器，找不到就下载；加上 --tilelang 时也包括 TileLang
camp-help-new = 按照已有练习的形式，建立一个新算子的目录
camp-help-dev = 供练习的作者使用
camp-help-dev-check = 证明练习没有问题：骨架不通过、答案通过、对照核函数得到它们要求的结论；只检查一个练习时，说明接下来做什么
camp-help-dev-record = 按练习的 tests/numpy.py，记录 NumPy 对小输入的计算结果
camp-help-dev-bench-vgpu = 测量虚拟 GPU 的速度，并与同一台机器上的 gcc 和 PoCL 比较
camp-help-dev-diff = 用随机的核函数比较虚拟 GPU 和真实 GPU；没有 GPU 时，和关闭检查的虚拟 GPU 比较
camp-help-arg-color = 何时使用彩色输出
camp-help-arg-lang = 诊断、提示和提问所用的语言：en 或 zh
camp-help-arg-backend = 使用练习的哪一种核函数
camp-help-arg-device = 核函数在哪里运行
camp-help-arg-seed = 随机输入的种子；省略时每次都用新的
camp-help-arg-more = 显示每个问题的全部内容，不限长度
camp-help-arg-format = text 供人阅读，json 供程序使用：每行一个对象，concise 供编辑器使用：每条诊断一行
camp-help-arg-run-profile = 统计每一行做了什么，并说明该改什么，同 camp profile
camp-help-arg-case = 要运行的用例；不写时取最大的
camp-help-arg-every-line = 列出执行过的每一行
camp-help-arg-profile-format = text 供人阅读，json 供程序使用：一个对象
camp-help-arg-profile-kernel = 剖析这个文件，而不是练习自己的文件
camp-help-arg-profile-solution = 剖析参考答案
camp-help-arg-start = 从哪个练习开始
camp-help-arg-check-names = 要检查的练习；省略时检查全部
camp-help-arg-new-name = 算子的名称：小写字母，单词之间用下划线
camp-help-arg-like = 照哪个练习的签名、启动方式、用例和大小来建立
camp-help-arg-dry-run = 只列出文件，不写入
camp-help-arg-only = 只评测名称相符的对照核函数，并显示它们的报告：'no_bounds*'、'softmax/wrong/*'
camp-help-arg-bench-only = 只测量名称相符的启动：'softmax*'
camp-help-arg-rounds = 每个启动测量多少次；取中位数
camp-help-arg-threads = 每个启动使用多少个核心
camp-help-arg-checks = 打开所有检查、只检查边界，或者先后都测
camp-help-arg-no-baselines = 不运行 gcc 和 PoCL
camp-help-arg-name = 练习的名称
camp-help-arg-all = 所有练习
camp-help-arg-kernel = 评测这个文件，而不是练习自己的文件
camp-help-arg-advanced = 使用为速度而写的参考答案
camp-help-arg-solution = 评测参考答案
camp-help-arg-yes = 不再询问
camp-help-arg-dir = 要建立的目录
camp-help-arg-auto-advance = 通过后直接进入下一个练习，不等待按键
camp-help-arg-page = 页面名称，例如 race 或 grid-stride；省略时列出所有页面
camp-help-arg-open = 在浏览器中打开（手册已构建时）
camp-help-arg-out = 页面写到哪里；省略时为 .camp/report.html
camp-help-arg-report-open = 在浏览器中打开
camp-help-arg-edit-cmd = 用这个命令打开核函数文件，命令里可以写 {"{"}file{"}"} 和 {"{"}line{"}"}；在 VS Code 的终端里默认使用 code
camp-help-arg-problems = 在报告之后，把每条诊断再单独写成一行，供编辑器的问题列表使用
camp-help-arg-fetch = 即使已经找到编译器也下载；与 --tilelang 一起用时重新下载 TileLang
camp-help-arg-tilelang = 同时下载 `--backend tilelang` 所需的 TileLang（大约 100 MB）
camp-help-arg-cuda = 下载这个 CUDA 版本的编译器，并从此使用它；默认是 GPU 驱动程序能运行的最新版本
camp-help-arg-run-file = 含有核函数的文件：.ptx 直接使用，其他文件按 CUDA C++ 编译
camp-help-arg-entry = 哪个核函数；文件中有几个时必须写出。模板的实例：'scale<float>'
camp-help-arg-grid = x、y、z 方向的线程块个数
camp-help-arg-block = 一个线程块在 x、y、z 方向的线程数
camp-help-arg-shared = 一个线程块的动态共享内存
camp-help-arg-args = 按顺序，每个参数一个：out=f32[64]:uninit 是缓冲区，n=i32:64 是数值。类型：i8 到 u64、f16、bf16、f32、f64。填充方式：uninit、zero、one、ramp（0、1、2 …）、normal、@FILE
camp-help-arg-dump = 运行后把缓冲区的字节写到文件
camp-help-arg-arch = 编译的虚拟架构：compute_75 到 compute_90
camp-help-arg-include = 查找头文件的目录，在文件自己的目录之后
camp-help-arg-define = 定义一个宏
camp-help-arg-timeout = 核函数最多运行多久；超过之后就算没有结束
camp-help-arg-diff-device = gpu：和真实的 GPU 比较；virtual：和自己比较；auto：有 GPU 就和它比较
camp-help-arg-seeds = 核函数的随机种子：0..1000
camp-help-arg-jobs = 同时处理几个核函数；不写就和核心数一样多
camp-help-arg-record = 把另一个设备的结果写到文件，供没有 GPU 的机器使用

# 命令行解析器 clap 只会用英文说的话。
camp-usage-usage = 用法：{ $usage }
camp-usage-commands = 命令：
camp-usage-arguments = 参数：
camp-usage-options = 选项：
camp-usage-help = 显示帮助
camp-usage-version = 显示版本
camp-usage-values-default = { $help } [{ $values }；省略时为 { $default }]
camp-usage-values = { $help } [{ $values }]
camp-usage-default = { $help } [省略时为 { $default }]
camp-usage-unknown = 没有 `{ $arg }`。
camp-usage-unknown-similar = 没有 `{ $arg }`。你是不是想写 `{ $similar }`？
camp-usage-no-command = 没有命令 `{ $name }`。可用的命令：{ $commands }。
camp-usage-no-command-similar = 没有命令 `{ $name }`。你是不是想写 `{ $similar }`？
camp-usage-which-command = { $name } 需要一个命令：{ $commands }。`camp --help` 有更多说明。
camp-usage-missing = 缺少 { $arg }。
camp-usage-conflict = { $arg } 不能和 { $other } 一起使用。
camp-usage-no-value = { $arg } 需要一个值。
camp-usage-bad-value = `{ $value }` 不是 { $arg } 的值。
camp-usage-other-value = `{ $value }` 不是 { $arg } 的值；可以是：{ $valid }
camp-usage-other = 命令行有误：{ $detail }
camp-usage-as = 写法：{ $usage }

camp-error = 错误：{ $text }
camp-unknown-lang = camp 不会说 `{ $lang }`；可以选择 en 和 zh。
camp-interrupted = 已中断。

# 文件和目录。
camp-file-permission = { $path }：没有权限。
camp-file-read-only = { $path } 位于只读的文件系统上。
camp-file-full = 无法写入 { $path }：磁盘已满。
camp-file-missing = { $path } 不存在。
camp-file-error = { $path }：{ $error }

# 按名称选择练习。
camp-unknown-exercise = 没有名为 `{ $name }` 的练习。`camp list` 会列出全部练习。
camp-unknown-exercise-similar = 没有名为 `{ $name }` 的练习。你是不是想写 `{ $similar }`？
camp-which-exercise = 请写出一个练习的名称，或者使用 --all。练习有：{ $names }。
camp-kernel-needs-name = --kernel 评测一个文件：请写出它所解答的那一个练习。
camp-no-backend = { $exercise } 没有 { $backend } 核函数。


# 编译器。
camp-fetching = 这台机器上没有找到 CUDA 编译器：正在把 NVIDIA 的 NVRTC（65 MB，只需一次）下载到 { $dir }。
camp-fetching-tilelang = 正在把 TileLang 和它需要的 Python 软件包（大约 100 MB，解压后 300 MB）下载到 { $dir }。
camp-fetch-waiting = 正在等待另一个 camp 完成下载
camp-fetch-downloading = { $what }
camp-fetch-unpacking = 正在解压 { $what }
camp-no-cache = 没有可以存放编译器的目录：请设置 HOME 或 CAMP_CACHE_DIR。
camp-setup-found = NVRTC { $version } 已就绪：{ $path }
camp-setup-fetched = NVRTC { $version } 已下载：{ $path }
camp-setup-tilelang-found = TileLang { $version } 已就绪，用于 Python { $python }：{ $path }
camp-setup-tilelang-fetched = TileLang { $version } 已下载，用于 Python { $python }：{ $path }

# camp list。
camp-list-passed = 已通过
camp-list-open = 待完成
camp-list-stage = 第 { $number } 阶段
camp-list-summary = 已通过 { $passed } 个，共 { $total } 个。

# camp hint。
camp-hint-title = { $exercise } 的提示，第 { $level } 条，共 { $total } 条
camp-hint-about = { $exercise } 的提示，关于诊断 `{ $code }`
camp-hint-about-values = { $exercise } 的提示，针对数值的规律（`{ $pattern }`）
camp-hint-at-what = 上一次的诊断：`{ $what }`。
camp-hint-at-line = 上一次的诊断：{ $file }，第 { $line } 行。
camp-hint-at-line-what = 上一次的诊断：{ $file }，第 { $line } 行，`{ $what }`。
camp-hint-at-lines = 上一次的诊断：{ $file }，第 { $line } 行和第 { $other } 行。
camp-hint-at-lines-what = 上一次的诊断：{ $file }，第 { $line } 行和第 { $other } 行，`{ $what }`。
# 练习自己没有针对某个诊断的提示时使用。
camp-hint-any-compile-error = 从第一条消息看起：后面的常常由它引起。它指出的那一行是编译器读不下去的地方，疏漏可能就在前面一点，例如缺了分号或括号。
camp-hint-any-wrong-result = 取第一个错误的元素，用旁边列出的输入手工算一遍。怎样的计算会得到你的核函数写入的值？
camp-hint-any-unwritten-output = 缺的是哪些元素？看看本应写第一个缺失元素的线程的下标：它在哪里停下，或者写到了哪个别的元素？
camp-hint-any-out-of-bounds = 把下标和数组的长度比较：每次访问之前都要判断下标更小，最后一个不满的线程块也一样。
camp-hint-any-misaligned-access = 一次访问 8 或 16 个字节时，地址必须是它的整数倍。请检查地址，不满足的部分逐个元素处理。
camp-hint-any-uninitialized-read = 这个值本应由哪个线程写入，它有东西可写吗？没有元素的线程要写入不改变结果的值（中性元素）。
camp-hint-any-race = 找到那两行。是什么让第二个线程等待第一个？在线程块内，是放在两者之间、不在任何 `if` 之内的 __syncthreads()。
camp-hint-any-barrier-divergence = 线程块的每个线程都要到达同一个 __syncthreads()，掩码中的每个通道（lane）都要到达同一个线程束函数：把它移到 `if` 或循环之外。
camp-hint-any-hang = 循环在什么条件下结束，每一轮都更接近它吗？如果线程互相等待，由谁来设置标志？
camp-hint-any-input-modified = 输入是只读的。找一找左边是输入、或是由输入算出的指针的赋值。
camp-hint-any-assert = 对这个线程来说，assert 的条件不成立：要么核函数使它不成立，要么它要求的超出了练习的保证。
camp-hint-any-launch-failure = 启动要求的超出了一个线程块的上限，或者核函数自己中止了：看看 launch.toml 中的大小、共享内存和 trap。
camp-hint-any-unsupported-instruction = 这是 camp 的限制，不是你的错误。同样的功能可以用普通的读取、写入、束内交换（shuffle）和原子操作来写。
camp-hint-more = 再运行一次 `camp hint { $exercise }` 可以看到下一条。
camp-hint-last = 这是最后一条提示。
camp-hint-none = { $exercise } 没有提示。
camp-hint-solution = 参考答案在 { $path }。

# camp verify。
camp-passed-next = 下一个：{ $title }（{ $kernel }）
camp-passed-all = 这是最后一个练习：全部通过了。
camp-advanced-at = 为速度而写的版本：{ $path }（camp book fast）
camp-no-advanced = { $exercise } 没有为速度而写的参考答案。
camp-solution-at = 可以和参考答案对照：{ $path }
camp-hint-offer = 卡住了？试试 `camp hint { $exercise }`。
camp-verify-summary = { $passed } 个通过，{ $failed } 个未通过，{ $errors } 个未能评测。

# camp reset。
camp-reset-ask = 用原始文件替换 { $path } 吗？你的版本会保留为备份。[y/N]
camp-reset-done = { $path } 已恢复为原始文件；你的版本保存在 { $backup }。
camp-reset-same = { $path } 已经是原始文件。
camp-reset-language = { $path } 的注释已换成中文；其中没有你写的内容。
camp-reset-kept = { $path } 没有改动。
camp-reset-written = { $path } 已重新写入。
camp-reset-no-original = camp 没有 { $path } 的原始文件。

# camp init。
camp-init-done = 已把 { $written } 个文件写入 { $dir }。
camp-init-kept = { $kept } 个文件原来就有，没有改动。
camp-init-next = 接下来：cd { $dir } && camp watch
camp-init-not-a-directory = { $dir } 不是目录。

# camp doctor。
camp-doctor-ok = 正常
camp-doctor-missing = 缺少
camp-doctor-note = 说明
camp-doctor-version = camp 版本 { $version }
camp-doctor-root = 练习：{ $count } 个，位于 { $root }
camp-doctor-no-root = 练习：这里和上级目录中都没有；`camp init` 可以建立一个含有练习的目录
camp-doctor-nvrtc = NVRTC { $version }，{ $origin }：{ $path }
camp-doctor-no-nvrtc = NVRTC（CUDA 编译器）：查找了 { $count } 处，都没有找到；`camp setup` 会下载它
camp-doctor-tried = 查找过 { $path }：{ $outcome }
camp-tried-no-folder = 没有这个目录
camp-tried-no-library = 其中没有 libnvrtc
camp-tried-wrong-machine = 不适用于这台机器
camp-tried-wrong-version = 版本是 { $version }，camp 不使用这个版本
camp-tried-no-builtins = 旁边缺少 libnvrtc-builtins
camp-tried-usable = 可用，版本 { $version }
camp-origin-camp-cuda-home = 来自 CAMP_CUDA_HOME
camp-origin-cuda-home = 来自 CUDA_HOME
camp-origin-loader = 来自系统的库
camp-origin-toolkit = 来自已安装的 CUDA 工具包
camp-origin-python = 来自 Python 环境
camp-origin-cache = 由 camp 下载
camp-doctor-headers = 缺少头文件：{ $names }；`camp setup --fetch` 会下载它们
camp-doctor-python = 已安装 { $version }
camp-doctor-no-python = python3：没有找到；只在下载 NVRTC 和使用 TileLang 时需要（Debian、Ubuntu：sudo apt install python3-pip）
camp-doctor-no-pip = python3 没有 pip；只在下载 NVRTC 和 TileLang 时需要（Debian、Ubuntu：sudo apt install python3-pip）
camp-doctor-tilelang = TileLang { $version }，使用 { $python }：{ $path }
camp-doctor-no-tilelang = TileLang：没有安装；只有 `--backend tilelang` 需要它；`camp setup --tilelang` 会下载它
camp-doctor-no-driver = GPU：这里没有 NVIDIA 驱动程序，也不需要：核函数在虚拟设备上运行
camp-doctor-driver-fails = GPU：没有使用，原因是 { $why }；核函数在虚拟设备上运行
camp-doctor-no-gpu = GPU：NVIDIA 驱动程序（{ $driver }）没有看到 GPU；核函数在虚拟设备上运行
camp-doctor-gpu = GPU：{ $gpu }，计算能力 { $capability }，{ $memory } GB；驱动程序 { $driver }，CUDA { $cuda }
camp-doctor-gpu-works = 测试核函数已在 GPU 上运行，用时 { $ms } ms
camp-doctor-gpu-unused = 没有使用 GPU：{ $why }
camp-doctor-editor = 编辑器：clangd 会把核函数当作 CUDA 来读，VS Code 有 camp 的任务
camp-doctor-editor-settings = 编辑器：缺少 { $name }；`camp init { $root }` 会写入它，并且不覆盖任何文件
camp-doctor-editor-headers = 编辑器：clangd 缺少头文件，因为无法写入 { $dir }
camp-doctor-compile = 测试核函数已编译，用时 { $ms } ms
camp-doctor-compile-failed = 测试核函数无法编译：{ $detail }
camp-doctor-ready = 一切就绪。
camp-doctor-not-ready = 尚未就绪：请看标有“缺少”的行。

# camp watch。
camp-doing-cases = { $total } 个用例中已完成 { $done } 个
camp-watch-failed = 无法继续监视：{ $detail }

# camp dev check。
camp-check-no-tilelang = 尚未安装 TileLang：只检查 CUDA 核函数。`camp setup --tilelang` 会安装它。
camp-check-exercise = 练习
camp-check-cases = 用例
camp-check-stub = 骨架不通过
camp-check-solution = 答案通过
camp-check-null = 空核函数不通过
camp-check-reference = 参考核函数正确
camp-check-hints = 提示
camp-check-ok = 正常
camp-check-bad = 有误
camp-check-stub-compile = { $exercise }：骨架无法编译
camp-check-stub-passes = { $exercise }：骨架通过了
camp-check-stub-error = { $exercise }：骨架未能评测：{ $detail }
camp-check-solution-fails = { $exercise }：参考答案没有通过：{ $detail }
camp-check-advanced-fails = { $exercise }：为速度而写的参考答案没有通过：{ $detail }
camp-check-null-passes = { $exercise }：用例 { $case } 放过了空核函数“{ $kernel }”
camp-check-null-error = { $exercise }：空核函数“{ $kernel }”未能评测：{ $detail }
camp-check-reference-off = { $exercise }：{ $detail }
camp-check-hints-few = { $exercise }：只有 { $count } 级提示，至少需要 3 级
camp-check-hints-missing = { $exercise }：以下诊断没有对应的提示：{ $codes }
camp-check-controls = 对照核函数
camp-check-controls-of = { $exercise }：错误的核函数：{ $wrong } 个中发现了 { $caught } 个；正确的对照：{ $right } 个中接受了 { $accepted } 个
camp-check-control = { $place }：{ $what }
camp-check-controls-ok = 这些对照核函数都得到了它们要求的结论。
camp-check-no-match = 没有与 `{ $pattern }` 相符的对照核函数。可以写名称，例如 'no_bounds*'，也可以写路径，例如 'softmax/wrong/*'。
camp-check-all-ok = 全部 { $count } 个练习都没有问题。
camp-check-problems = { $count } 个问题。

# camp new。
camp-new-name = `{ $name }` 不能作为算子的名称。请用小写字母、数字和下划线，以字母开头，最多 { $longest } 个字符，例如 `layer_norm`。
camp-new-name-like = `{ $name }` 不能作为算子的名称。请用小写字母、数字和下划线，以字母开头，最多 { $longest } 个字符，例如 `{ $suggestion }`。
camp-new-reserved = `{ $name }` 在 C++、Python 或核函数文件中另有含义。请换一个名称，例如 `{ $name }_op`。
camp-new-exists = { $path } 已经存在，没有改动。请换一个名称，或者先把它移走。
camp-new-failed = 不能以 { $model } 为样板。这是 camp 的错误：{ $detail }
camp-new-done = { $name } 已按 { $model } 的形式建立：{ $count } 个文件，从 { $dir } 里的开始写。
camp-new-no-tile = { $model } 的 TileLang 核函数形式特殊，所以没有生成：请自己添加 [launch.tilelang] 和 tilelang/kernel.py。
camp-new-next = 接下来：camp dev check { $name }
camp-new-dry = { $count } 个文件；没有写入。

# camp dev record。
camp-record-no-twin = { $path } 不存在：其中要有一个函数 `run`，用 NumPy 计算这个算子。
camp-record-no-numpy = 这里的 Python 没有 NumPy。`python3 -m pip install numpy` 会安装它；`camp setup --tilelang` 也会带来一个。
camp-record-failed = 没有记录 NumPy 的结果：{ $detail }
camp-record-done = { $path } 记录了 NumPy 的计算结果。

# camp dev check NAME：一个练习要完成的各点。
camp-check-open = { $exercise }：还有 { $count } 点没有完成；`camp dev check { $name }` 会说明该做什么。
camp-points-title = { $exercise }：{ $total } 点中完成了 { $done } 点。
camp-points-done = 完成
camp-points-open = 未完成
camp-points-not-needed = 不需要
camp-points-again = 然后：{ $command }
camp-point-of-backend = { $point }（{ $backend }）
camp-point-exercise = exercise.toml：标题、概念、开销
camp-point-exercise-how = 写好 exercise.toml，并去掉这一行的标记：标题和概念是学习者在 `camp list` 里看到的；开销是 `camp bench` 衡量的依据。
camp-point-tolerance = 容差及其理由
camp-point-tolerance-how = 在 [tolerance] 的正上方写一段注释：为什么无论运算顺序如何，正确的核函数都能通过，又有哪些错误仍然会被拒绝。
camp-point-tolerance-why = [tolerance] 上方没有说明容差的理由。
camp-point-reference = reference.cuh：判断对错的依据
camp-point-reference-how = 用双精度写出教科书上的公式。它不必快，但必须正确。
camp-point-numpy = tests/numpy.toml：NumPy 与参考核函数一致
camp-point-numpy-how = 在 tests/numpy.py 里写好 `run`，再用 `camp dev record` 记录结果：用另一份独立的算术检验参考核函数。
camp-point-numpy-unrecorded = 还没有记录：camp dev record { $name }
camp-point-stub = 骨架：能编译，不通过
camp-point-stub-how = 写出学习者的起点：用一个公式说明任务，每一步一个带编号的 TODO。其中的每一行代码都来自参考答案。
camp-point-solution = 参考答案通过
camp-point-solution-how = 写出一个优秀的学习者会写的核函数，并用注释说明其中的新内容。
camp-point-null-kernels = 不做有用工作的核函数在每个用例中都不通过
camp-point-null-kernels-how = 全零、常数或照抄输入在某个用例中就是正确的。请在 exercise.toml 里改变它的填充或大小，让每个正确答案都体现计算。
camp-point-hints = 提示：三级，并且回答每一种诊断
camp-point-hints-how = 写三条不带键的提示，从点拨到接近代码；再为每一种诊断写一条带有其代码的提示。
camp-point-control-kernels = 对照核函数：发现错误的，接受正确的
camp-point-control-kernels-how = 在 wrong/ 中写至少 { $wrong } 个带有学习者错误的核函数，在 right/ 中写 { $right } 个其他风格的；错误的核函数必须得到什么，写在它的开头。
camp-point-control-kernels-few = 有 { $wrong } 个错误的和 { $right } 个正确的核函数；需要 { $wrong_least } 个和 { $right_least } 个。
camp-point-api-errors = [[api_errors]]：必须拒绝的调用
camp-point-api-errors-how = 写出算子拒绝哪些调用，至少一种：空指针、别的类型、不合适的形状、步长。
camp-point-api-errors-none = 还没有 [[api_errors]]。
camp-point-api-errors-accepted = [[api_errors]] 中的调用 `{ $name }` 没有被拒绝：对这个算子来说，它的 mistake 不是错误。
camp-point-bench = [[bench]] 和 baseline.py：计时的大小，以及作为比较的 PyTorch
camp-point-bench-how = 在 [[bench]] 里写较大的大小，在 baseline.py 里写 PyTorch 怎样完成核函数的工作。
camp-point-bench-none = 还没有 [[bench]]。
camp-point-chinese = 中文文本
camp-point-chinese-how = 翻译 exercise.zh.toml 里的标题、概念和提示，以及核函数的注释；代码保持不变。
camp-point-book = 手册的页面
camp-point-book-how = 用两种语言写这一页，标题层次和链接相同，并在 SUMMARY.md 里加上链接。
camp-point-book-unlinked = SUMMARY.md 没有链接 { $page }。
camp-point-book-none = 手册中没有一页提到它。

# camp dev bench-vgpu。
camp-bench-no-match = 没有这个名称的启动。有这些：{ $names }
camp-bench-debug = 这是 camp 的调试构建，会慢好几倍。请用 `cargo run --release -- dev bench-vgpu` 测量。
camp-bench-launch = 启动
camp-bench-elements = 元素
camp-bench-checks = 检查
camp-bench-time = 时间
camp-bench-rate = 通道指令
camp-bench-memory = 峰值 / 缓冲区
camp-bench-beside = 对比
camp-bench-on = 开
camp-bench-off = 关

# 手册。
camp-book-how = `camp book 名称` 显示一页，例如 `camp book race`。
camp-book-more = 另见（`camp book`）：{ $names }
camp-book-picture = [图：{ $text }]
camp-book-unknown = 手册中没有 { $page } 这一页。`camp book` 会列出所有页面。
camp-book-unknown-similar = 手册中没有 { $page } 这一页。你是不是想看 `camp book { $similar }`？
camp-book-not-built = 这里还没有构建浏览器版手册：请在 camp 的源码目录中运行 `cargo run -p book`。`camp book` 可以在终端中显示各页。
camp-book-not-opened = 无法启动浏览器（{ $error }）。页面在 { $path }
camp-report-not-ours = { $path } 已经存在，而且不是 camp 的报告；没有改动它。请换一个文件名。
camp-report-failed = 无法生成页面。这是 camp 的错误：{ $detail }
camp-profile-more = 全部列出：`camp profile { $exercise } --more`
camp-more = 还有更多内容：`camp verify { $exercise } --more`

# camp dev diff-vgpu。
camp-diff-seeds = `{ $text }` 不是随机种子的范围。请写 FROM..TO，例如 0..1000。
camp-diff-against-gpu = { $gpu }
camp-diff-against-itself = 关闭检查的虚拟 GPU
camp-diff-differs = 随机种子 { $seed }：{ $what }
camp-diff-summary = { $kernels } 个核函数、{ $threads } 个线程、{ $bytes } 字节，和{ $other }比较：{ $differences ->
    [0] 没有不同
   *[other] { $differences } 个核函数不同
 }（{ $seconds } 秒）。
