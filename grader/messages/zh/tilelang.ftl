# camp 关于 TileLang 核函数所说的话。

# 为什么没有可用的 TileLang。
tilelang-not-installed = 尚未安装 TileLang。`camp setup --tilelang` 会为 camp 单独安装它：不需要 GPU、CUDA 工具包或 PyTorch。
tilelang-python-gone = TileLang 是为 Python { $version } 下载的，而 { $python } 已经不是这个版本：请再运行一次 `camp setup --tilelang`。
tilelang-damaged = { $site } 中的 TileLang 缺少一些文件：请再运行一次 `camp setup --tilelang`。

# 把核函数下降为 CUDA 的进程。
tilelang-cancelled = 运行已停止。
tilelang-worker-spawn = 无法启动 TileLang 的进程（{ $program }）：{ $reason }
tilelang-broken = 无法使用 { $site } 中的 TileLang：{ $reason }。`camp setup --tilelang --fetch` 会重新安装它。
tilelang-worker-ended = TileLang 的进程意外结束（{ $detail }）。请再试一次；如果再次发生，`camp setup --tilelang --fetch` 会重新安装 TileLang。
tilelang-python-error = { $kind }：{ $message }
