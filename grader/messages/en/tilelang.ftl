# What camp says about TileLang kernels.

# Why there is no TileLang that can be used.
tilelang-not-installed = TileLang is not installed. `camp setup --tilelang` installs it for camp alone: no GPU, CUDA toolkit or PyTorch is needed.
tilelang-python-gone = TileLang was fetched for Python { $version }, and { $python } is no longer that: run `camp setup --tilelang` again.
tilelang-damaged = TileLang in { $site } lacks some of its files: run `camp setup --tilelang` again.

# The process that lowers kernels.
tilelang-cancelled = The run was stopped.
tilelang-worker-spawn = TileLang's process could not be started ({ $program }): { $reason }
tilelang-broken = TileLang in { $site } cannot be used: { $reason }. `camp setup --tilelang --fetch` installs it anew.
tilelang-worker-ended = TileLang's process ended unexpectedly ({ $detail }). Try again; if it happens once more, `camp setup --tilelang --fetch` installs TileLang anew.
tilelang-python-error = { $kind }: { $message }
