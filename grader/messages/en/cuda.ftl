# What the crate `cuda` says: the compiler's messages, and finding or fetching the compiler.
# `message` is NVRTC's own English sentence, quoted as it is.

# Compiler messages.
cuda-compile-error = { $message }
cuda-compile-warning = { $message }
cuda-compile-note = The compiler says: { $message }
cuda-compile-during = needed here
cuda-compile-elsewhere = The compiler stopped in CUDA's own header { $file }, line { $line }. The cause is in the code that uses it, hardly ever in the header.
cuda-compile-end-of-source = The compiler reached the end of the file while it still expected something: a bracket or a semicolon is missing further up.
cuda-folded = { $count ->
    [one] One more error may come from this one.
   *[other] { $count } more errors may come from this one.
 }
cuda-instance = This happens for { $types }.

cuda-no-kernel = the kernel `{ $name }` is not there
cuda-help-no-kernel = Keep the namespace, the name and the parameters as the exercise gives them: the tests launch the kernel by them.

# Signs that are missing or too many. `sign`, `after`, `before`, `found`, `wanted` are text of the program.
cuda-write = write `{ $wanted }`
cuda-missing-title = a `{ $sign }` is missing after `{ $after }`
cuda-missing-mark = `{ $sign }` is missing here
cuda-semicolon-help = Every statement ends with `;`.
cuda-opened-mark = to close this `{ $sign }`
cuda-pair-help = Each opening bracket needs its closing one.
cuda-between-title = something is missing between `{ $before }` and `{ $after }`
cuda-between-help = An operator, a comma or a `{ $sign }` belongs between them.
cuda-extra-title = this `{ $sign }` has no opening partner
cuda-extra-mark = this `{ $sign }` closes nothing
cuda-extra-help = Remove this `{ $sign }`, or add the bracket that it should close.
cuda-brace-title = the brace opened in line { $line } is never closed: a `{ $sign }` is missing
cuda-brace-missing-title = a `{ $sign }` is missing
cuda-brace-seems = by the indentation, `{ $sign }` is missing here
cuda-brace-open = opened here
cuda-brace-help = Add the `{"}"}` where the block ends, below the first letter of the line that opens it.
cuda-quote-title = this text has no closing quote
cuda-quote-help = Write `{ $sign }` at its end, on the same line.
cuda-comment-title = this comment is never closed
cuda-comment-help = Write `*/` where it ends: everything up to the end of the file belongs to it now.
cuda-condition-title = the condition of `{ $word }` needs parentheses
cuda-condition-help = Write `{ $word } (…)`, unlike in Python.
cuda-for-title = the three parts of a `for` are separated by `;`, not by `{ $found }`
cuda-for-help = For example `for (int i = 0; i < n; ++i)`: start, condition, step.
cuda-colons-title = names of namespaces are joined by two colons
cuda-colons-help = For example `namespace oprt::copy`.
cuda-else-title = this `else` has no `if`
cuda-else-semicolon = this `;` ends the `if`
cuda-else-semicolon-help = Remove the `;` behind the condition.
cuda-else-help = An `else` follows the one statement or the block in braces that belongs to the `if`.
cuda-elif-title = C++ has no `elif`
cuda-hash-title = `#` is missing before `{ $word }`
cuda-hash-help = Write `#{ $word }`.
cuda-template-help = For example `template <typename T>`.
cuda-macro-title = the macro `{ $name }` ends with a `;`
cuda-macro-mark = this `;` is part of the macro
cuda-macro-used = here stands `{ $text }` now
cuda-macro-help = Remove the `;` after the value of `{ $name }`: a `#define` needs none.
cuda-outside-title = `{ $name }` begins no declaration
cuda-outside-help = Outside of functions only declarations can stand. Is a word misspelt, or does a brace above close the function too early?
cuda-unexpected-title = `{ $found }` cannot stand here
cuda-unexpected-help = Look at `{ $before }` in line { $line }, just before it: something is missing or too much there.

# Characters that are not C++.
cuda-fullwidth-title = `{ $found }` ({ $code }) is not the sign `{ $wanted }` of C++
cuda-fullwidth-help = Type the sign anew with an English keyboard: input methods and web pages insert signs that only look alike.
cuda-invisible-title = an invisible character ({ $code }) stands in the code
cuda-invisible-help = Delete the marked place and type it anew: text copied from web pages often holds such characters.
cuda-stray-title = `{ $found }` cannot stand in the code
cuda-stray-help = Write `//` before words for people, or put them in quotes.
cuda-stray-same-line = { $count ->
    [one] There is one more such character in this line.
   *[other] There are { $count } more such characters in this line.
 }
cuda-stray-more = { $count ->
    [one] There is one more such character, in line { $lines }.
   *[other] There are { $count } more such characters, also in line { $lines }.
 }
cuda-python-title = this file holds Python, but a CUDA kernel is needed
cuda-python-help = Write the kernel in CUDA C++. `camp reset` brings the original file back and keeps yours as a backup.

# Names.
cuda-undefined-title = `{ $name }` is not declared
cuda-undefined-help = Declare it before this line, for example `float { $name } = …;`, or use the name of what you declared.
cuda-undefined-similar-title = `{ $name }` is not declared; `{ $similar }` is
cuda-help-similar = Did you mean `{ $name }`?
cuda-include-title = `{ $name }` is known only after `#include <{ $header }>`
cuda-include-help = Add `#include <{ $header }>` at the top of the file.
cuda-cg-help = Add `#include <cooperative_groups.h>` at the top and `namespace cg = cooperative_groups;` below it.
cuda-host-call-title = `{ $name }` is a function of the host: a kernel cannot call it
cuda-host-call-help = Remove it. The tests allocate, copy and launch; a kernel only computes with the arrays that it is given.
cuda-old-warp-title = `{ $name }` is from old versions of CUDA; today it is `{ $new }`
cuda-old-warp-help = Write `{ $new }(0xffffffff, …)`: the first argument says which lanes take part.
cuda-type-parameter-title = the type `{ $name }` is not declared
cuda-type-parameter-help = Write `template <typename { $name }>` on the line before the function.
cuda-below-title = `{ $name }` is used here, but declared only in line { $line }
cuda-below-help = Move the declaration of `{ $name }` above the line that uses it.
cuda-scope-title = `{ $name }` is not known here any more
cuda-scope-help = A variable is known up to the closing brace of its block, that of a `for` only in its loop. Declare `{ $name }` outside.
cuda-declared-here = `{ $name }` is declared here
cuda-member-title = `{ $owner }` has no part `{ $member }`
cuda-dim3-member-title = `{ $name }` has no part `{ $member }`
cuda-dim3-member-help = The parts are `{ $name }.x`, `{ $name }.y` and `{ $name }.z`, in small letters.
cuda-std-title = `std::{ $name }` does not exist in a kernel
cuda-std-help = The C++ library belongs to the host. Kernels use CUDA's own functions, plain arrays and loops.
cuda-std-print-help = Use `printf("%f\n", x);` instead: it works in kernels.
cuda-std-array-help = Use an array of fixed size, as in `float values[4];`, or shared memory.
cuda-std-string-help = A kernel has no strings. `printf` takes a text in quotes directly.
cuda-std-minmax-help = Use `fmaxf(a, b)` or `fminf(a, b)` for float, `max(a, b)` or `min(a, b)` for integers; or include <algorithm> for `std::{ $name }`.
cuda-namespace-title = there is no namespace `{ $name }`
cuda-namespace-help = Check its spelling, or include the header that declares it.
cuda-header-title = there is no header <{ $header }> for kernels
cuda-header-backslash-help = Write paths with `/`: `{ $header }`. But keep everything in the one kernel file: the tests compile that file alone.
cuda-torch-header-help = Remove the line: PyTorch is a library of the host. The tests give the kernel plain arrays.
cuda-help-cuda-header = <{ $header }> belongs to CUDA and is not among the headers of this installation. `camp setup` fetches them.
cuda-help-host-header = <{ $header }> is for the host: remove the line. CUDA's headers work, and <stdint.h>, <float.h>, <math.h> and their like.
cuda-help-own-header = Keep everything in the one kernel file: the tests compile that file alone.

# What a kernel file may hold.
cuda-host-function-title = `{ $name }` is a function of the host
cuda-help-device-function = Write `__device__` before the function, so that kernels can call it.
cuda-help-not-host = Write `__device__` in place of `__host__`, so that kernels can call it.
cuda-main-title = a kernel file needs no `main`
cuda-main-help = Remove `main`: the tests allocate the arrays and launch the kernel themselves.
cuda-launch-title = a kernel file launches no kernel
cuda-launch-mark = a launch
cuda-help-launch = Remove the launch `<<<…>>>`: the tests launch the kernel themselves.
cuda-host-launch-help = Remove `{ $name }`: the tests launch the kernel themselves.
cuda-device-only = A kernel file holds device code only.
cuda-global-missing-title = `{ $name }` is no kernel: `__global__` is missing
cuda-global-missing-help = Write `__global__` before `void` if this is the kernel; write `__device__` if kernels call it.
cuda-host-variable-title = the variable `{ $name }` stands outside every function
cuda-help-device-variable = Move it into the kernel, make it `constexpr`, or write `__device__` or `__constant__` before it.
cuda-kernel-returns-title = a kernel returns nothing: its type is `void`
cuda-kernel-void-help = Write `__global__ void`. A kernel stores its results in the arrays that it is given.
cuda-type-missing-title = the type before `{ $name }` is missing
cuda-type-missing-help = Write the type of what the function returns, or `void`.
cuda-parameter-type-help = Every parameter and variable needs a type, as in `const float *in`.
cuda-return-title = this value does not fit what the function returns
cuda-return-help = A kernel is `void`: write `return;` without a value and store the result in an array.
cuda-shared-init-title = shared memory such as `{ $name }` cannot be given a value where it is declared
cuda-shared-init-help = Declare `{ $name }` without a value, let the threads write it, then call `__syncthreads()`.
cuda-shared-size-title = the array `{ $name }` has no size
cuda-shared-size-mark = write a size here, or …
cuda-shared-extern-mark = … `extern` before this
cuda-shared-size-help = `extern __shared__` without a size is the memory that the launch gives; without `extern` the size must be a constant.
cuda-array-size-title = the size of `{ $name }` must be known when the kernel is compiled
cuda-array-size-note = Arguments, variables and blockDim have their values only when the kernel runs.
cuda-array-size-help = Use a constant, as in `constexpr int N = 256; float { $name }[N];`.
cuda-shared-dynamic-help = Write `extern __shared__ float { $name }[];` and let the launch give the size, or use a constant such as 256.
cuda-constexpr-title = a `constexpr` must be known when the kernel is compiled
cuda-constexpr-help = Write `const` for values that are known only when the kernel runs.
cuda-constant-title = a constant is needed here
cuda-redeclared-title = `{ $name }` is declared a second time, differently
cuda-redeclared-note = The first is { $known }.
cuda-shared-twice-note = All `extern __shared__` arrays of one name are the same memory, also in different kernels.
cuda-shared-twice-help = Give one of them another name.

# Types and calls.
cuda-dim3-title = `{ $name }` is not one number: it has the parts x, y and z
cuda-dim3-help = Write `{ $name }.x`.
cuda-const-title = `{ $name }` is const: it cannot be changed
cuda-const-mark = `{ $name }` is declared const here
cuda-const-help = Write the result to an output, or to a variable of your own, instead of `{ $name }`.
cuda-built-in-const-help = It says which thread or block this is. Compute with it, and store the result in a variable.
cuda-not-writable-title = nothing can be assigned to this
cuda-not-writable-help = On the left of `=` stands a variable or an element. An array as a whole cannot be assigned: use a loop.
cuda-void-title = this function returns nothing, so its result cannot be used
cuda-void-help = Give the function a type such as `float` in place of `void`, and end it with `return …;`.
cuda-type-title = a `{ $from }` cannot be used as a `{ $to }`
cuda-drops-const-note = Through the second the data could be changed, through the first it may not.
cuda-drops-const-help = Declare the pointer as `{ $from }`.
cuda-pointer-help = A pointer is an address. `p[i]` is the value of an element.
cuda-address-help = A pointer is needed here: the address of an element is `&p[i]` or `p + i`.
cuda-cast-help = Pointers to other types need a conversion: `reinterpret_cast<{ $to }>(p)`.
cuda-star-mark = the `*` belongs to the first name only: `{ $name }` is no pointer
cuda-operator-title = the compiler finds no clear meaning of `{ $sign }` for { $operands }
cuda-half-note = half can become float and float can become half: the compiler does not choose.
cuda-help-half-operands = Give both sides the same type: `__half2float(x)` to compute in float, `__float2half(1.0f)` for a constant.
cuda-half-operator-help = Convert with `__half2float(x)`, compute in float, and convert back with `__float2half(y)`.
cuda-vector-help = Compute with the parts, as in `a.x + b.x`.
cuda-ambiguous-title = `{ $name }` gets values of different types: { $types }
cuda-ambiguous-help = Give both the same type, for example with `static_cast<int64_t>(x)`, or `1.0f` in place of `1.0`.
cuda-call-title = `{ $name }` cannot be called with ({ $types })
cuda-call-help = Compare the number and the types of the arguments with the declaration.
cuda-candidates = There is: { $list }.
cuda-candidates-more = There is: { $list } and { $count } more.
cuda-same-type-note = Both arguments must have the same type.
cuda-shfl-help = The first argument is the mask of the lanes that take part: `{ $name }(0xffffffff, value, …)`.
cuda-atomic-const-help = `{ $name }` changes the element, but the array is const. Use the output array.
cuda-atomic-max-help = There is no `{ $name }` for float. Reduce in shared memory first, and let one thread write the result.
cuda-twice-title = `{ $name }` is declared twice
cuda-twice-help = Remove the type to assign to the first `{ $name }`, or choose another name.
cuda-too-few-title = `{ $name }` gets too few arguments
cuda-too-many-title = `{ $name }` gets too many arguments
cuda-arguments-help = Compare the call with the parameters of `{ $name }`.
cuda-index-title = an index must be an integer
cuda-index-help = Declare the index as `int` or `int64_t`.
cuda-integral-title = an integer is needed here
cuda-integer-sign-title = `{ $sign }` works with integers only
cuda-power-help = In C++ `^` is exclusive or. Write `x * x`, or `powf(x, y)`.
cuda-remainder-help = For float use `fmodf(x, y)`.
cuda-bits-help = `&` and `|` work on the bits of integers. Conditions are joined by `&&` and `||`.
cuda-no-array-title = `{ $name }` is a { $kind }, not an array
cuda-no-array-help = Only pointers and arrays have elements: declare `float *{ $name }`, or leave the brackets out.
cuda-no-function-title = `{ $name }` is not a function
cuda-no-function-help = Remove the parentheses behind it; a product needs `*`.
cuda-break-title = `{ $word }` stands outside of a loop
cuda-break-help = To leave the kernel write `return;`, but not before a barrier that the other threads wait at.

# Warnings.
cuda-unused-title = `{ $name }` is never used
cuda-set-unused-title = `{ $name }` gets a value that is never used
cuda-unset-title = `{ $name }` is used before it has a value
cuda-unset-help = Give it a first value, as in `float { $name } = 0.0f;`.
cuda-no-return-title = `{ $name }` should return a value, but can end without `return`
cuda-no-return-help = Add `return …;` as the last line of the function.
cuda-no-call-title = `{ $name }` without `()` does nothing
cuda-no-call-help = Write `{ $name }();`.
cuda-no-effect-title = this line does nothing
cuda-unsigned-title = an unsigned number is never negative, so this comparison has always the same result
cuda-unsigned-help = Count down with `int`, or write the condition so that it ends at 0.
cuda-assignment-title = `=` assigns here; `==` compares
cuda-assignment-help = Write `==` to compare.
cuda-pragma-title = the compiler does not know this `#pragma` and ignores it
cuda-pragma-help = Did you mean `#pragma unroll`?
cuda-unreachable-title = this line is never reached

# What is fetched, within a sentence, and another way to get it.
cuda-product = the CUDA compiler
cuda-product-otherwise = Or set CAMP_CUDA_HOME to an existing CUDA toolkit.

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

# A real GPU. name: the driver's word, CUDA_ERROR_ILLEGAL_ADDRESS; text: the driver's own explanation.
cuda-gpu-none = There is no NVIDIA driver on this machine, so no GPU can run the kernel. `--device virtual` needs none.
cuda-gpu-no-driver = The GPU cannot be used: { $detail }.
cuda-gpu-open = The GPU could not be opened: { $name } ({ $text }).
cuda-gpu-load = The driver does not load the kernel's module ({ $name }): { $log }
cuda-gpu-find = The driver does not find the kernel in its module ({ $name }).
cuda-gpu-memory = The GPU has no memory for the buffers ({ $name }).
cuda-gpu-gone = The GPU does not answer as it should: { $name } ({ $text }). `nvidia-smi` and the system's log may say more.
cuda-gpu-launch = the GPU refuses the launch: { $name } ({ $text })
cuda-gpu-run = the GPU stopped the kernel: { $name } ({ $text })
cuda-gpu-timeout = the kernel did not end on the GPU within { $seconds } s and was stopped
cuda-gpu-crashed = The process that drives the GPU ended ({ $status }).
