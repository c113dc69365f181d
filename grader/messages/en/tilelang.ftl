# What camp says about TileLang kernels.

tilelang-cancelled = The run was stopped.
tilelang-worker-spawn = TileLang's process could not be started ({ $program }): { $reason }
tilelang-broken = TileLang in { $site } cannot be used: { $reason }. `camp setup --tilelang --fetch` installs it anew.
tilelang-worker-ended = TileLang's process ended unexpectedly ({ $detail }). Try again; if it happens once more, `camp setup --tilelang --fetch` installs TileLang anew.
tilelang-python-error = { $kind }: { $message }
tilelang-not-installed = TileLang is not installed. `camp setup --tilelang` installs it for camp alone: no GPU, CUDA toolkit or PyTorch is needed.
