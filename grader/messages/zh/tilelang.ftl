# 为什么没有可用的 TileLang。
tilelang-not-installed = 还没有 TileLang：请运行一次 `camp setup --tilelang`。它会下载大约 100 MB，不需要 GPU，也不需要 PyTorch。
tilelang-python-gone = TileLang 是为 Python { $version } 下载的，而 { $python } 已经不是这个版本：请再运行一次 `camp setup --tilelang`。
tilelang-damaged = { $site } 中的 TileLang 缺少一些文件：请再运行一次 `camp setup --tilelang`。
