# What the crate `cuda` says: the compiler's messages, and finding or fetching the compiler.
# `message` and `step` are NVRTC's own English words, quoted as they are.

# Compiler messages.
cuda-compile-error = { $message }
cuda-compile-warning = { $message }
cuda-compile-note = { $message }
cuda-compile-during = needed here: { $step }
cuda-compile-elsewhere = The compiler stopped in CUDA's own header { $file }, line { $line }. The cause is in the code that uses it, hardly ever in the header.
cuda-compile-unit = The compiler stopped in { $file }, line { $line }: the lines that camp puts around the kernel. They fit a kernel that is declared as the exercise says.
cuda-compile-end-of-source = The compiler reached the end of the file while it still expected something: a bracket or a semicolon is missing further up.
cuda-compile-more-notes = { $count ->
    [one] The compiler lists one more candidate.
   *[other] The compiler lists { $count } more candidates.
 }

cuda-no-kernel = the kernel `{ $name }` is not there

# Advice.
cuda-help-no-kernel = Keep the namespace, the name and the parameters as the exercise gives them: the tests launch the kernel by them.
cuda-help-device-function = Write `__device__` before the function so that kernels can call it. A file that camp compiles holds device code only.
cuda-help-device-variable = Write `__device__` or `__constant__` before the variable, or make it `constexpr`. A file that camp compiles holds device code only.
cuda-help-cuda-header = <{ $header }> belongs to CUDA and is not among the headers of this installation. `camp setup` fetches them.
cuda-help-host-header = <{ $header }> is a header for the host: device code cannot use it. CUDA's own headers and the C headers such as <stdint.h>, <float.h> and <math.h> work.
cuda-help-own-header = Keep everything in the one kernel file: the tests compile that file alone.
cuda-help-launch = Remove the launch: the tests launch the kernel themselves.
cuda-help-half-operands = Convert one side so that both have the same type: `__half2float(x)` for arithmetic in float, `__float2half(1.0f)` for a constant.
cuda-help-similar = Did you mean `{ $name }`?
cuda-help-semicolon = Look at the end of the line above: the `;` is missing there.

# Fetching the compiler. `detail` and `reason` are the words of pip or of the system.
cuda-fetch-no-python = There is no `python3` on the PATH, which camp needs to fetch the CUDA compiler. Install it (on Debian and Ubuntu: `sudo apt install python3 python3-pip`), or set CAMP_CUDA_HOME to an existing CUDA toolkit.
cuda-fetch-no-pip = { $python } has no pip, which camp needs to fetch the CUDA compiler. Install it (on Debian and Ubuntu: `sudo apt install python3-pip`), or set CAMP_CUDA_HOME to an existing CUDA toolkit.
cuda-fetch-offline = The package index cannot be reached, so the CUDA compiler was not fetched. Check the network connection and pip's proxy or mirror settings (`python3 -m pip config list`), then run `camp setup` again; what has arrived is kept. pip says: { $detail }
cuda-fetch-hash = The package { $package } that arrived is not the one that camp expects, and was thrown away. Run `camp setup` again; if it happens again, the mirror that pip uses has another file. pip says: { $detail }
cuda-fetch-no-wheel = The package index that pip uses has no { $package } { $version } for this machine. If pip uses a mirror, ask for that package there or use another index; camp runs on Linux with x86-64 or 64-bit ARM. pip says: { $detail }
cuda-fetch-disk-full = There is not enough space in { $dir }: fetching the CUDA compiler takes { $needed } MB, { $available } MB are free. Free some space, or set CAMP_CACHE_DIR to a folder on another disk, then run `camp setup` again.
cuda-fetch-disk-full-unknown = There is not enough space in { $dir }: fetching the CUDA compiler takes { $needed } MB. Free some space, or set CAMP_CACHE_DIR to a folder on another disk, then run `camp setup` again.
cuda-fetch-not-writable = The cache cannot be written: { $path }: { $reason }. Set CAMP_CACHE_DIR to a folder that you may write, then run `camp setup` again.
cuda-fetch-pip = pip could not download the CUDA compiler ({ $status }). Run `camp setup` again; what has arrived is kept. pip says: { $detail }
cuda-fetch-unpack = The CUDA compiler could not be unpacked into { $dir }: { $reason }. Run `camp setup` again.

# The compiler could not be used. `log`, `reason` and `status` are the words of NVRTC or of the system.
cuda-compiler-rejected = NVRTC found errors: { $log }
cuda-compiler-failed = NVRTC failed: { $reason } { $log }
cuda-compiler-timeout = NVRTC did not finish within { $seconds } s
cuda-compiler-cancelled = the compilation was cancelled
cuda-compiler-crashed = the compiler's process ended ({ $status })
cuda-compiler-spawn = { $program } cannot be started: { $reason }
cuda-load-open = { $path } cannot be loaded: { $reason }
cuda-load-shadowed = { $path } was loaded, but the system finds another library under NVRTC's plain name
cuda-load-symbol = { $path } has no function { $symbol }: not a CUDA 12 or 13 NVRTC
