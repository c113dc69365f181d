# 渲染器自己的词。
diag-error = 错误
diag-warning = 警告
diag-note = 说明
diag-help = 建议
diag-also = 还有
diag-book = 手册
diag-both = { $first }，{ $second }
diag-more-times = 另外还有 { $count } 次
diag-in-cases = { $count } 个用例都有
diag-often = { $once }（{ $often }）
diag-where = 位置
diag-remark = { $word }：
diag-case = 用例 `{ $case }`
diag-place-thread = 线程 { $thread }
diag-place-block-thread = 线程块 { $block }，线程 { $thread }
diag-place-block = 线程块 { $block }
diag-no-source = （没有可显示的源代码）
