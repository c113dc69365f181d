# camp run：任何文件中的任何核函数。变量：arg 是所写的参数；form 是应有的写法。

run-header = { $entry } · { $device } · { $kernel }
run-header-seed = { $entry } · { $device } · 随机种子 { $seed } · { $kernel }

# 参数有什么不对。
run-arg-form = `{ $arg }` 不是参数。缓冲区写成 NAME=TYPE[COUNT]:FILL（out=f32[64]:uninit），数值写成 NAME=TYPE:VALUE（n=i32:64）。
run-arg-type = `{ $arg }`：没有类型 `{ $ty }`。类型有：{ $types }。
run-arg-count = `{ $arg }`：`{ $count }` 不是元素个数。请写一个数，或者乘积，例如 [4096x1024]。
run-arg-no-fill = `{ $arg }`：缓冲区里放什么？请在冒号后面写 { $fills } 之一，或者 @FILE。
run-arg-fill = `{ $arg }`：没有填充方式 `{ $fill }`。可以是：{ $fills }、@FILE。
run-arg-value = `{ $arg }`：`{ $value }` 不是类型 { $ty } 的值。缓冲区要在方括号里写元素个数：NAME={ $ty }[COUNT]:FILL。
run-arg-twice = 有两个参数都叫 `{ $name }`：请给每个参数不同的名称。
run-arg-file = { $arg }：无法读取 { $path }：{ $error }
run-arg-file-short = { $arg }：{ $path } 有 { $got } 字节，而 { $ty } 需要 { $wanted } 字节。
run-arg-number = 核函数有 { $wanted } 个参数，而 --arg 给了 { $got } 个。请按顺序为每个参数写一个 --arg：{ $form }
run-arg-parameter = 第 { $number } 个参数有 { $bytes } 字节（PTX 中是 { $ptx }），而 `{ $name }` 是{ $what }。请写：--arg { $form }
run-is-buffer = 缓冲区（{ $ty }），它的地址有 8 字节
run-is-value = 类型为 { $ty } 的数值（{ $bytes } 字节）
run-dump-form = `{ $dump }` 的写法不对。请写 NAME=FILE：缓冲区的名称，以及存到哪个文件。
run-dump-unknown = 没有可以导出的缓冲区 `{ $name }`；缓冲区有：{ $names }。
run-dims = `{ $text }` 不是大小。请写一到三个数：256 或 16,16 或 8,8,4。
run-arch = `{ $text }` 不是架构。请写 compute_80，或者别的编号。

# 启动有什么不对。
run-block = 大小为 { $block } 的线程块有 { $threads } 个线程；最多 { $max } 个，其中 z 方向最多 64 个。请用更小的线程块和更大的 --grid。
run-empty-launch = --grid { $grid } 和 --block { $block } 不会运行任何线程：每个数至少是 1。
run-too-large = 缓冲区一共占 { $gigabytes } GiB；camp run 最多支持 { $max } GiB。
run-timeout-note = 运行 { $seconds } 秒后被停止；--timeout 可以延长时间，更小的 --grid 可以减少工作。
run-refused = 启动被拒绝：{ $what }。

# 查找核函数。
run-no-kernel = { $path } 中没有核函数：没有可以启动的 `__global__` 函数。模板要写出它的参数：--entry 'scale<float>'。
run-no-kernel-named = { $path } 中没有核函数 `{ $name }`，也没有别的核函数。模板要写出它的参数：--entry 'scale<float>'。
run-which-kernel = { $path } 中有几个核函数；请用 --entry 选一个：{ $names }
run-unknown-kernel = { $path } 中没有核函数 `{ $name }`。它有：{ $names }。模板要写出它的参数：--entry 'scale<float>'。
run-ambiguous-kernel = `{ $name }` 可能是其中任何一个；请写出完整的名称：{ $names }
run-no-instance = 没有 `{ $name }`：{ $log }
run-nvrtc = NVRTC 不接受它的选项（{ $reason }）：{ $log }

# 报告的结尾。
run-printed = 核函数打印的内容：
run-buffer = { $name } { $ty }：{ $values }（{ $count } 个元素中写了 { $written } 个）
run-nothing-written = 核函数没有写任何缓冲区。
run-clean = 检查了 { $threads } 个线程，没有发现问题。
run-unchecked = 核函数运行到了结尾。GPU 不做任何检查：--device virtual 会检查。
run-lanes = { $threads } 个线程 · { $instructions } 条 lane 指令
run-timing = 运行 { $run } ms · 总计 { $total } ms
run-more = `--more` 会显示全部内容。
run-profile-more = 用 `--more` 全部列出。
