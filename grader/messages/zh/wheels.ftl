# 下载 Python 的软件包。`product` 是这些包组成的东西，`command` 是下载它的 camp 命令；`detail` 和 `reason` 是 pip 或系统的原话。
wheels-no-python = PATH 中没有 `python3`，而 camp 需要用它来下载 { $product }。请安装它（Debian 和 Ubuntu：`sudo apt install python3 python3-pip`）。
wheels-no-pip = { $python } 没有 pip，而 camp 需要用它来下载 { $product }。请安装它（Debian 和 Ubuntu：`sudo apt install python3-pip`）。
wheels-no-fitting-python = 要使用 { $product }，camp 需要带有 pip 的普通 Python（CPython），版本为 { $oldest } 到 { $newest }，但只找到 { $found }。请安装一个（Debian 和 Ubuntu：`sudo apt install python3 python3-pip`），或者激活含有它的环境（venv、conda、pyenv），然后再运行 `{ $command }`。
wheels-or-otherwise = { $text }{ $otherwise }
wheels-offline = 连接不上软件包索引，所以没有下载 { $product }。请检查网络连接，以及 pip 的代理或镜像设置（`python3 -m pip config list`），然后再运行 `{ $command }`；已经下载的部分会保留。pip 的原话：{ $detail }
wheels-hash = 收到的软件包 { $package } 与 camp 预期的不一致，已经丢弃。请再运行一次 `{ $command }`；如果仍然如此，说明 pip 使用的镜像上是另一个文件。pip 的原话：{ $detail }
wheels-no-wheel = pip 使用的软件包索引没有适合这台机器的 { $package } { $version }。如果 pip 使用镜像，请让镜像提供这个包，或者换一个索引；camp 可在 x86-64 或 64 位 ARM 的 Linux 上运行，glibc 不能太旧（用 `ldd --version` 查看版本；2.34 或更新的总是够用）。pip 的原话：{ $detail }
wheels-disk-full = { $dir } 的空间不够：下载 { $product } 需要 { $needed } MB，可用 { $available } MB。请腾出一些空间，或者把 CAMP_CACHE_DIR 设为另一块磁盘上的目录，然后再运行 `{ $command }`。
wheels-disk-full-unknown = { $dir } 的空间不够：下载 { $product } 需要 { $needed } MB。请腾出一些空间，或者把 CAMP_CACHE_DIR 设为另一块磁盘上的目录，然后再运行 `{ $command }`。
wheels-not-writable = 无法写入缓存：{ $path }：{ $reason }。请把 CAMP_CACHE_DIR 设为你有权写入的目录，然后再运行 `{ $command }`。
wheels-pip = pip 未能下载 { $product }（{ $status }）。请再运行一次 `{ $command }`；已经下载的部分会保留。pip 的原话：{ $detail }
wheels-unpack = { $product } 无法解压到 { $dir }：{ $reason }。请再运行一次 `{ $command }`。
