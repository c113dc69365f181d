# `camp watch`：状态行、提问，以及两次报告之间的话。
# 提问中的按键（n、h、l、c、x、r、q、y）是固定的，只翻译它们的含义。

watch-all-title = 检查所有练习

watch-passed = { $name } 通过
watch-failed = { $name } 还没有通过
watch-not-judged = camp 未能评测 { $name }
watch-result-summary = { $result }：{ $summary }
watch-solution = 可以和参考答案对照：
watch-next = 按 n 进入 { $name }。
watch-next-plain = 下一个：camp watch { $name }
watch-all-done = 全部 { $n } 个练习都完成了。按 l 可以重新打开其中任何一个。
watch-all-done-plain = 全部 { $n } 个练习都完成了。`camp watch NAME` 可以重新打开其中任何一个。
watch-only-this-left = 只剩下 { $name } 了。
watch-checked = { $n } 个练习中 { $passed } 个通过。
watch-bye = 已完成 { $done }/{ $n }。下次运行 `camp watch` 会从这里继续。

watch-progress = 已完成 { $done }/{ $n }
watch-progress-short = { $done }/{ $n }
watch-state-waiting = 保存文件即可评测
watch-state-judging = 正在评测
watch-state-doing = 正在评测，{ $what }
watch-state-checking = 正在检查全部
watch-state-passed = 通过
watch-state-failed = 未通过
watch-state-not-judged = 未能评测

watch-key-next = 下一个
watch-key-hint = 提示
watch-key-list = 列表
watch-key-check = 检查全部
watch-key-reset = 重置
watch-key-run = 运行
watch-key-quit = 退出

watch-confirm-reset = 把 { $name } 重置为原始内容吗？你的版本会保留为备份。(y/N)
watch-confirm-skip = { $name } 还没有通过。仍然进入 { $next } 吗？(y/N)
watch-list-help = 输入编号或用 ↑ ↓ 选择，Enter 打开，Esc 返回
watch-word-passed = 通过
watch-word-failed = 未通过
watch-word-not-judged = 未能评测

watch-polling-mount = 这个目录位于 { $kind } 挂载点，那里的保存不一定会有通知：camp 改为每半秒查看一次。放在本地磁盘上反应更快；按 r 可以立即评测。
watch-polling-silent = 这个目录中的保存没有通知：camp 改为每半秒查看一次。按 r 可以立即评测。
watch-polling-limit = 系统可监视的文件数（inotify）已达上限：camp 改为每半秒查看一次。按 r 可以立即评测。
watch-polling-failed = 无法在这里监视保存（{ $why }）：camp 改为每半秒查看一次。按 r 可以立即评测。

watch-key-edit = 编辑
watch-edit-none = camp 在这里不知道用哪个编辑器。用 `camp watch --edit-cmd '命令'` 指定一个，命令里可以写 {"{"}file{"}"} 和 {"{"}line{"}"}。
watch-edit-missing = 编辑器 `{ $program }` 没有安装，或者不在 PATH 中。用 `camp watch --edit-cmd '命令'` 指定另一个；写 '' 则不打开编辑器。
watch-edit-failed = 无法启动编辑器 `{ $program }`：{ $why }
watch-edit-ended = 编辑器 `{ $program }` 出错：{ $why }
watch-panic-report = camp 出现故障，请报告：{ $what }
watch-more = 按 m 查看全部内容。
