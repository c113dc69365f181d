# 剖析：核函数的每一行做了什么，该改什么。

profile-word = 剖析
profile-header = { $exercise } · { $backend } · { $device ->
    [virtual] 虚拟
   *[other] { $device }
 }设备 · 用例 { $case } · 随机种子 { $seed } · { $kernel }
profile-total = { $blocks } 个线程块，各 { $threads } 个线程 · 线程束指令 { $instructions } 条，32 个通道中平均有 { $lanes } 个在工作 · 扇区 { $sectors } 个 · bank 冲突多花 { $conflicts } 步
profile-line = 行
profile-share = 指令
profile-lanes = 通道
profile-sectors = 扇区
profile-steps = 步
profile-legend = 指令：占全部指令的比例。通道：32 个中有几个在工作。扇区：线程束的一次访问碰到多少个 32 字节的全局内存扇区 / 最少要多少。步：在共享内存的各个 bank 上花几步，写法相同。这些是次数，不是时间。
profile-more = 另有 { $count } 行也执行过。{ $more }
profile-nothing = 这里没有浪费：相邻的线程访问相邻的元素，也没有线程等待 bank。
profile-no-case = 没有用例 `{ $name }`。现有的用例：{ $names }。
profile-not-right = 核函数在这个用例中不正确：{ $finding }。请先改正它（`camp verify { $exercise }`）；上面统计的是它实际做的事。
profile-not-right-values = 核函数在这个用例中不正确。请先改正它（`camp verify { $exercise }`）；上面统计的是它实际做的事。

profile-sectors-read = 每个线程束的读取碰到 { $sectors } 个扇区，其实 { $least } 个就够。
profile-sectors-read-of = 读 `{ $name }` 时，每个线程束碰到 { $sectors } 个扇区，其实 { $least } 个就够。
profile-sectors-write = 每个线程束的写入碰到 { $sectors } 个扇区，其实 { $least } 个就够。
profile-sectors-write-of = 写 `{ $name }` 时，每个线程束碰到 { $sectors } 个扇区，其实 { $least } 个就够。
profile-sectors-atomic = 每个线程束的原子操作碰到 { $sectors } 个扇区，其实 { $least } 个就够。
profile-sectors-atomic-of = 每个线程束对 `{ $name }` 的原子操作碰到 { $sectors } 个扇区，其实 { $least } 个就够。
profile-uncoalesced-cure = 让相邻的线程读相邻的元素：threadIdx.x 加一时，下标也应当加一。
profile-uncoalesced-write-cure = 让相邻的线程写相邻的元素：threadIdx.x 加一时，下标也应当加一。
profile-misaligned-cure = 线程束的第一个元素不在扇区的开头。可以的话，让线程束的第一个下标是 32 字节所含元素数的倍数；不过代价不大。
profile-bank-conflict = { $way } 个通道要同一个 bank 中不同的字，只能轮流：花了 { $steps } 步，其实 { $least } 步就够。
profile-bank-conflict-of = { $way } 个通道要 `{ $name }` 在同一个 bank 中不同的字，只能轮流：花了 { $steps } 步，其实 { $least } 步就够。
profile-bank-conflict-cure = 让相邻的线程访问相邻的元素，或者把每一行加长一个元素，如 `float tile[32][33]`。
profile-atomic = 每个线程束有 { $lanes } 个通道修改同一个地址，只能一个接一个。
profile-atomic-of = 每个线程束有 { $lanes } 个通道修改 `{ $name }` 的同一个地址，只能一个接一个。
profile-atomic-cure = 先在线程块内归约（用共享内存或束内交换），再由线程块中的一个线程做原子操作。
profile-atomic-shared-cure = 先在线程束内用束内交换归约，再由一个通道做原子操作。
profile-idle = 32 个通道中只有 { $lanes } 个在这里工作，其余的在等它们。
profile-idle-cure = 让整个线程束走同一条路：按线程的范围来选择，如 `threadIdx.x < n`，而不是按 `threadIdx.x % 2`。
