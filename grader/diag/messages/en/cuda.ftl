# What the crate `cuda` says: the compiler's messages, and finding or fetching the compiler.
# `message` and `step` are NVRTC's own English words, quoted as they are.

# Compiler messages.
cuda-compile-error = { $message }
cuda-compile-warning = { $message }
cuda-compile-note = { $message }
cuda-compile-during = needed here: { $step }
cuda-compile-elsewhere = The compiler stopped in CUDA's own header { $file }, line { $line }. The cause is in the code that uses it, hardly ever in the header.
cuda-compile-end-of-source = The compiler reached the end of the file while it still expected something: a bracket or a semicolon is missing further up.
cuda-compile-more-notes = { $count ->
    [one] The compiler lists one more candidate.
   *[other] The compiler lists { $count } more candidates.
 }

# Advice.
cuda-help-device-function = Write `__device__` before the function so that kernels can call it. A file that camp compiles holds device code only.
cuda-help-device-variable = Write `__device__` or `__constant__` before the variable, or make it `constexpr`. A file that camp compiles holds device code only.
cuda-help-cuda-header = <{ $header }> belongs to CUDA and is not among the headers of this installation. `camp setup` fetches them.
cuda-help-host-header = <{ $header }> is a header for the host: device code cannot use it. CUDA's own headers and the C headers such as <stdint.h>, <float.h> and <math.h> work.
cuda-help-own-header = Keep everything in the one kernel file: the tests compile that file alone.
cuda-help-launch = Remove the launch: the tests launch the kernel themselves.
cuda-help-half-operands = Convert one side so that both have the same type: `__half2float(x)` for arithmetic in float, `__float2half(1.0f)` for a constant.
cuda-help-similar = Did you mean `{ $name }`?
cuda-help-semicolon = Look at the end of the line above: the `;` is missing there.
