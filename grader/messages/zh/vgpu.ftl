# 虚拟设备发现的问题。变量：what 是某个变量的元素；thread、block 是 (x, y, z)。

vgpu-reads = 读取
vgpu-writes = 写入
vgpu-updates = 原子更新
vgpu-element = `{ $name }[{ $index }]`
vgpu-scalar = `{ $name }`
vgpu-space-shared = 共享内存
vgpu-space-global = 全局内存
vgpu-space-constant = 常量内存
vgpu-space-local = 本地内存
vgpu-space-parameter = 核函数的参数区
vgpu-line = 第 { $line } 行
vgpu-elsewhere = 发生在 { $path } 第 { $line } 行。
vgpu-label = 线程块 { $block } 的线程 { $thread } 在这里 { $does } { $what }

vgpu-bounds-title = 越界：核函数 { $does } { $what }，它在 { $variable } 之外
vgpu-bounds-title-unnamed = 越界：核函数 { $does } 的位置在 { $what } 之外
vgpu-typed = { $count } 个 { $elem } 类型的元素
vgpu-elements = { $count } 个 { $bytes } 字节的元素
vgpu-bounds-after = `{ $name }` 有 { $size }；这次访问从{ $bytes ->
    [0] 它的末尾处
   *[other] 它末尾之后 { $bytes } 字节处
}开始。
vgpu-bounds-across = `{ $name }` 有 { $size }；这次访问的最后 { $bytes } 个字节超出了它的末尾。
vgpu-bounds-before = `{ $name }` 有 { $size }；这次访问从它开头之前 { $bytes } 字节处开始。
vgpu-bounds-none-local = 那里存放的是线程自己的局部数组和变量；这个地址不属于其中任何一个。
vgpu-bounds-none = 那里没有 { $what } 的任何变量。
vgpu-bounds-help = 访问之前先检查下标，例如 `if (i < n)`：有效的下标是 0 到 { $last }。
vgpu-bounds-help-across = 向量访问一次涉及多个元素：只在这些元素全部有效的地方使用，剩下的逐个处理。
vgpu-bounds-help-array = 请对照线程算出的最小和最大下标，检查数组的大小是否足够。

vgpu-null-title = 核函数通过空指针 { $does }
vgpu-null-note = 地址是 { $address }。
vgpu-null-help = 这个指针在使用之前赋过值吗？
vgpu-wild-title = 核函数 { $does } 的地址不属于任何缓冲区
vgpu-wild-note = 地址是 { $address }，离所有缓冲区都很远。
vgpu-wild-help = 看看下标是怎么算的：可能是 32 位乘法溢出了，也可能是某个值从未赋过。

vgpu-misaligned-title = 对 { $what } 的访问没有按 { $align } 字节对齐
vgpu-misaligned-note = { $align } 字节的访问要求地址是 { $align } 的倍数。
vgpu-misaligned-help = float4 这样的向量类型要求地址对齐：开头或结尾的元素逐个处理，或者从 { $align } 字节的整数倍处开始。
vgpu-misaligned-note-matrix = 矩阵的起始地址，以及 `ldmatrix` 读取的每一行的起始地址，都必须是 { $align } 的倍数。
vgpu-misaligned-help-matrix = 声明分块（tile）时加上 `__align__({ $align })`，并让每一行（包括填充）的长度是 { $align } 字节的倍数。
vgpu-read-only-title = 核函数写入 { $what }，而它是只读的

vgpu-uninit-title = 读取了未初始化的 { $what }：从来没有线程写过它
vgpu-uninit-note = 读到的是内存里原有的内容，每次运行都可能不同（compute-sanitizer 的 initcheck 也会发现这个问题）。
vgpu-uninit-note-own = 读到的是内存里原有的内容，每次运行都可能不同（compute-sanitizer 的 initcheck 只检查全局内存，发现不了这个问题）。
vgpu-uninit-help = 在每条执行路径上都要先写后读：用 `+=` 累加之前要有初始值。
vgpu-uninit-help-shared = 共享内存一开始没有确定的内容：之后要读的每个元素都要先由线程写入，没有数据的地方也一样。在归约中写入中性元素：求和用 0，求最大值用 -INFINITY。

vgpu-who-threads = 两个线程
vgpu-who-blocks = 两个线程块
vgpu-race-title = 数据竞争：{ $who } 访问 { $what }，先后顺序没有任何保证
vgpu-race-lockstep = 只有线程束的各通道（lane）步调一致时结果才对，而从 Volta 起没有 GPU 保证这一点。
vgpu-race-more = 第 { $lines } 行也缺少同样的同步（共 { $count } 行）。
vgpu-race-note = 线程的执行顺序不定，所以每次运行的结果都可能不同（compute-sanitizer 的 racecheck 称之为 hazard）。
vgpu-cure-syncwarp = 在 { $first } 和 { $second } 之间加上 `__syncwarp()`。
vgpu-cure-syncwarp-same = 同一线程束的各通道（lane）在 { $line } 交换数据：用 `__syncwarp()` 把读和写隔开。
vgpu-cure-syncthreads = 在 { $first } 和 { $second } 之间加上 `__syncthreads()`，放在线程块的每个线程都会到达的地方。
vgpu-cure-same = 两次访问都在 { $line }：在它之后、下一轮循环之前加上 `__syncthreads()`，放在线程块的每个线程都会到达的地方。
vgpu-cure-loop = { $second } 的访问属于后面的一轮循环：在 { $first } 和下一次执行 { $second } 之间加上 `__syncthreads()`，例如放在循环体的末尾。
vgpu-race-note-global = 线程的执行顺序不定，所以每次运行的结果都可能不同（compute-sanitizer 的 racecheck 只检查共享内存，发现不了这个问题）。
vgpu-cure-fence = 线程块之间没有先后顺序。如果一个线程块要等另一个的标志、序号或锁，双方都需要 `__threadfence()`：一方在写完数据之后、竖起标志之前，另一方在看到标志之后、读数据之前。否则就使用原子操作，给每个线程块各自的单元，或者把工作拆成两个核函数。
vgpu-cure-blocks = 线程块之间没有先后顺序，`__syncthreads()` 也只在一个线程块内有效：使用原子操作，给每个线程块各自的单元，或者把工作拆成两个核函数。
vgpu-cure-scope = 其中一方的作用域只覆盖它自己的线程块：去掉原子操作的 `_block` 后缀，或者使用范围更大的内存栅栏。
vgpu-cure-atomic = 多个线程更新同一个单元：使用 `atomicAdd` 这样的原子操作，或者给每个线程一个自己的单元，再用树形归约加起来。
vgpu-cure-one-writer = 多个线程算出了同一个下标：让每个元素只由一个线程写入。如果要把它们的值加起来，就使用 `atomicAdd` 这样的原子操作，或者给每个线程一个自己的单元，再用树形归约加起来。
vgpu-cure-async = { $line } 的拷贝是异步的：先等它完成（`__pipeline_wait_prior`、`cp.async.wait_group`），再用一次 `__syncthreads()`，然后别的线程才能读。
vgpu-cure-one-size = 原子操作只能防住对同一个单元的其他原子操作：双方要使用同样的类型和同样的地址。
vgpu-same-value-title = 多个线程向 { $what } 写入相同的值
vgpu-same-value-note = 这里没有害处；但只要写入的值有所不同，就是数据竞争。
vgpu-optimistic-title = { $what } 上有原子操作，同时又有普通读取
vgpu-optimistic-note = 读到的值在使用时可能已经过时；如果随后的原子操作会再检查一次，就没有问题。
vgpu-waits-title = 线程块在循环中等待 { $what }，而写它的是另一个线程块
vgpu-waits-note = 没有什么保证另一个线程块同时在运行，除非所有线程块都在运行（协作启动），或者只等待比自己先开始的线程块。

vgpu-range = { $first } 到 { $last }
vgpu-barrier-title = { $all } 个线程中有 { $arrived } 个在同步屏障处等待，其余的永远不会到达
vgpu-barrier-title-count = 全部 { $all } 个线程都在同步屏障处等待，而它要求更多线程到达
vgpu-barrier-help-count = 给同步屏障的线程数要与实际到达的一致：必须是整数个线程束，并且不超过线程块的大小。
vgpu-barrier-title-warps = 同步屏障要求 { $count } 个线程，但它按 32 个线程的整个线程束计数
vgpu-barrier-title-many = { $arrived } 个线程来到只要求 { $count } 个线程的同步屏障
vgpu-barrier-help-many = 哪些线程会合全凭运气。给每组线程一个自己的屏障编号，或者让屏障的线程数等于所有到来的线程数。
vgpu-barrier-help-spin = 在同步屏障处等待的线程等着循环中的线程；循环中的线程又等着别的线程在屏障之后才会修改的内存。请在屏障之前修改它，或者就让屏障来完成等待。
vgpu-barrier-places-title = 同一线程块的线程在不同的同步屏障处等待
vgpu-barrier-places-note = 一个 `__syncthreads()` 就是一个会合点：所有线程都必须来到同一个。
vgpu-wait-barrier = { $all } 个线程中有 { $count } 个在这里等待：{ $range }
vgpu-wait-calls = 经由不同调用到来的线程在这里相遇
vgpu-wait-call = { $all } 个线程中有 { $count } 个经由这次调用到来：{ $range }
vgpu-wait-spin = { $all } 个线程中有 { $count } 个在这个循环里打转：{ $range }
vgpu-wait-warp = { $count } 个通道（lane）在这里等待掩码 { $mask }：{ $range }
vgpu-parted = 线程在这里走上了不同的分支
vgpu-exited = 另有 { $count } 个线程在此之前已经结束。
vgpu-barrier-help = 把 `__syncthreads()` 移到只有部分线程会进入的分支或循环之外：让所有线程都留下，只用条件跳过它们的工作。
vgpu-warp-title = 掩码 { $mask } 中的一些通道（lane）永远不会到达
vgpu-warp-help = 让掩码中的每个通道（lane）都执行这条指令，或者只写会执行它的通道：掩码是一个承诺，不是过滤器。

vgpu-absent-title = 线程 { $thread } 使用了从通道（lane）{ $lane } 交换来的值，而这个通道并没有参与
vgpu-absent-exited = 通道（lane）{ $lane } 在此之前已经结束。
vgpu-absent-never = 通道（lane）{ $lane } 在这个线程块中不存在，或者不在掩码中。
vgpu-absent-help = 束内交换（shuffle）只能读取以相同掩码执行它的通道（lane）：让线程束的所有通道都参与，没有数据的通道提供中性元素。
vgpu-matrix-title = 线程束（warp）中的一部分永远不会到达这条矩阵指令
vgpu-matrix-wait = { $count } 个通道（lane）在这里等待同一线程束的其他通道：{ $range }
vgpu-matrix-absent-title = 矩阵指令执行时，线程束（warp）缺少一些通道（lane）
vgpu-matrix-exited = 通道（lane）{ $lane } 在此之前已经结束：其他通道得到的结果是未定义的。
vgpu-matrix-never = 通道（lane）{ $lane } 在这个线程块中不存在：其他通道得到的结果是未定义的。
vgpu-matrix-help = 矩阵指令（`wmma`、`mma`、`ldmatrix`）由整个线程束完成：32 个通道（lane）必须一起执行。不要把它放在只有部分通道进入的分支里，线程块的大小也应是 32 的倍数。
vgpu-not-in-mask-title = 线程 { $thread } 不在它自己的掩码 { $mask } 中
vgpu-not-in-mask-help = 执行 `…_sync` 指令的通道（lane）必须写在它的掩码里。

vgpu-hang-title = 步数用完时核函数还没有结束
vgpu-hang-label = 这个循环一直在打转
vgpu-hang-start = 循环从这里开始
vgpu-hang-note = 步数上限远远超过处理这些数据所需的步数：这个循环永远不会结束，或者它的轮数远远多于要做的工作。
vgpu-hang-note-blocks = 网格的线程块比 GPU 同时容纳的多：这样大小的线程块，大型 GPU 大约同时容纳 { $held } 个。等待的线程块使其余的无法开始。
vgpu-hang-help-polls = 这个循环等待别的线程修改内存。有没有线程会去修改它，而且自己不必等待这个循环（例如在同步屏障处）？
vgpu-hang-help = 循环变量每一轮都在变化吗？循环条件最终会变为假吗？

vgpu-assert-title = 断言失败：线程 { $thread } 中的 `{ $text }`
vgpu-trap-title = 核函数在线程 { $thread } 中因陷阱（trap）而终止
vgpu-trap-note = 陷阱来自 `__trap()`、库中失败的检查，或者错误的 `free`。
vgpu-stack-title = 线程 { $thread } 的栈溢出了
vgpu-stack-help = 递归有终点吗？
vgpu-unsupported-title = camp 的虚拟设备不认识 `{ $text }`
vgpu-unsupported-note = 这是 camp 的局限，不是你的核函数有错。

vgpu-no-kernel-title = 没有名为 `{ $name }` 的核函数
vgpu-bad-block-title = 大小为 { $block } = { $threads } 个线程的线程块无法启动：最多 { $max } 个线程
vgpu-bad-block-help = 核函数没有启动，所以输出没有变化。请用更小的线程块，并增加线程块的数量。
vgpu-bad-grid-title = 大小为 { $grid } 个线程块的网格无法启动
vgpu-shared-title = 核函数要求 { $asked } 字节共享内存；一个线程块最多可用 { $limit } 字节
vgpu-shared-help = 核函数没有启动，所以输出没有变化。请减小存放在共享内存里的数据块（tile）。
vgpu-argument-count = 核函数有 { $wanted } 个参数，却传入了 { $got } 个
vgpu-argument-size = 第 { $index } 个参数传入了 { $got } 字节，而核函数的参数是 { $wanted } 字节

# 虚拟设备放不下的模块。
vgpu-load-undefined = `{ $name }` 有声明，却没有定义
vgpu-load-large = 模块的变量占 { $bytes } 字节，超过了虚拟设备的容量（{ $max }）
vgpu-load-many = { $count } 个变量超过了虚拟设备的上限（{ $max }）
