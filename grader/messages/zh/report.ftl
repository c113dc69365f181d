# `camp report` 写出的页面。
report-title = 你的学习进度
report-made = 由 camp { $version } 于 { $date } { $time } 生成。
report-summary-passed = 已通过 { $passed } 个练习，共 { $total } 个。
report-summary-versions = { $count ->
    [1] 自 { $since } 以来，camp 评测了你的核函数的一个版本。
   *[other] 自 { $since } 以来，camp 评测了你的核函数的 { $shown } 个版本。
 }
report-progress = 练习
report-exercise = 练习
report-state = 状态
report-state-passed = 已通过
report-state-open = 待完成
report-versions = 版本数
report-last-finding = 最近的诊断
report-last-judged = 最近评测

# 结论。
report-history = 结论
report-history-how = 每个标记是 camp 评测过的一个核函数版本，最早的在左边。标记所在的行是该版本中最严重的诊断；细竖线表示新的一天。
report-no-history = 还没有评测过核函数。`camp watch` 会打开第一个练习；之后你保存的每个版本都会出现在这里。
report-about = { $count ->
    [1] 一个版本
   *[other] { $shown } 个版本
 }
report-about-newest = 最新的 { $shown } 个版本，共 { $total } 个
report-finding = 诊断
report-marks = 从最早到最新
report-verdict-passed = 通过
report-verdict-failed = 有误
report-verdict-error = 未能评测
report-lane-said = { $name }：{ $count } 个，共 { $total } 个
report-newest-versions = 用表格列出最新的 { $count } 个版本
report-all-versions = { $count ->
    [1] 用表格列出这个版本
   *[other] 用表格列出全部 { $count } 个版本
 }
report-when = 评测时间
report-verdict = 结论
report-findings = 诊断
report-cases = 通过的用例

# 测量。
report-speed = 性能
report-no-bench = 还没有测量结果：核函数的耗时只能在真实的 GPU 上测量。在有 NVIDIA GPU 的机器上运行 `camp bench copy`，这里就会显示你的核函数离硬件的极限还有多远。
report-no-bench-where = 手边没有 GPU？学校的机器，或者租用一小时的机器都可以：把这个目录连同其中的 `.camp` 一起带过去，历史记录会接着写下去。
report-no-bench-meanwhile = 在此之前，`camp profile copy` 可以在任何机器上统计核函数每一行的代价。
report-roofline = 屋顶线（roofline）
report-roofline-title = { $gpu } 的屋顶线：{ $gb_s } GB/s
report-roofline-point = { $name }：每字节 { $intensity } FLOP 时为 { $performance } GFLOP/s。
report-roofline-how = 每个点是你最新的核函数测量过的一个形状。内存送来的字节不会比复制更多，所以没有点会高过斜线；落在线上，就是达到了内存允许的速度。
report-roofline-without = 没有浮点运算，因此不在图中：{ $names }。它们在下面的表格里。
report-roofline-elsewhere = 在另一块 GPU 上测量，因此不在图中：{ $names }。
report-axis-intensity = FLOP/字节
report-axis-performance = 性能（GFLOP/s）
report-roof = 复制：{ $gb_s } GB/s
report-measured = 于 { $when } 在 { $gpu } 上测量。在这块 GPU 上，大块复制达到 { $gb_s } GB/s，即 100%。
report-share = 相对复制的比例
report-share-how = 横条表示你的核函数达到了其中的多少；到达细竖线，就是达到了内存允许的速度。
report-shape = 形状
report-own = 你的
report-own-us = 你的（微秒）
report-solution = 参考答案
report-roof-key = 复制
report-percent = { $value }%
report-latency = 各版本的延迟
report-latency-how = 越低越快。横轴是测量过的版本；纵轴以微秒为单位，取对数刻度。
report-latency-said = 经过 { $count } 个版本，从 { $before } 微秒变为 { $now } 微秒。
report-change = { $before } → { $now } 微秒
report-measured-once = 目前只测量过一个版本。从第二个版本起，这里会画出每次修改对延迟的影响。
report-elsewhere = { $count ->
    [1] 在另一块 GPU 上的一次测量没有列入。
   *[other] 在其他 GPU 上的 { $shown } 次测量没有列入。
 }

# 结尾。
report-unreadable = { $count ->
    [1] `.camp/history.jsonl` 中有一行无法读取，没有列入。
   *[other] `.camp/history.jsonl` 中有 { $count } 行无法读取，没有列入。
 }
report-self-contained = 内容来自 `.camp/history.jsonl` 和 `.camp/progress.txt`。页面不需要其他文件，也不需要网络，可以直接发送或打印。再次运行 `camp report` 即可更新。
