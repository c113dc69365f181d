# The kernel file.
runtime-file-missing = There is no kernel file at { $path }.
runtime-file-empty = { $path } is empty: write the kernel there, or bring the original back with `camp reset`.
runtime-file-directory = { $path } is a directory; a kernel file is needed.
runtime-file-special = { $path } is not a regular file; a kernel file is needed.
runtime-file-large = { $path } has { $size } MB; a kernel file may have { $limit } MB.
runtime-file-not-text = { $path } is not UTF-8 text (line { $line }): save it as UTF-8.
runtime-file-permission = { $path } may not be read: check the file's permissions.
runtime-file-unreadable = { $path } could not be read: { $error }

# The kernel's name and parameters.
runtime-no-kernel = the kernel `{ $kernel }` is not there
runtime-no-kernel-other = the kernel `{ $kernel }` is not there; this is `{ $found }`
runtime-no-kernel-none = The file declares no `__global__` function in the namespace `{ $namespace }`.
runtime-other-name = the exercise's kernel is called `{ $name }`
runtime-other-namespace = this must stand in the namespace `{ $namespace }`
runtime-not-global = `{ $kernel }` is no kernel: it lacks `__global__`
runtime-not-global-help = Write `__global__ void`: the tests launch this function.
runtime-template-missing = `{ $kernel }` must be a template: the tests use it with several types
runtime-template-extra = `{ $kernel }` must be no template
runtime-signature-differs = `{ $kernel }` takes other parameters than the exercise says
runtime-parameter-other = the exercise says `{ $wanted }`
runtime-parameter-missing = `{ $wanted }` is missing here
runtime-parameter-extra = the exercise has no such parameter
runtime-signature-wanted = wanted: { $signature }
runtime-signature-found = found:  { $signature }
runtime-signature-help = Keep the namespace, the name and the parameters as the exercise gives them: the tests launch the kernel by them.

# The functor, where camp supplies the kernel around it.
runtime-functor-missing = { $functor } is not there: the exercise asks for a struct of this name
runtime-functor-none = The file declares no struct in the namespace `{ $namespace }`.
runtime-functor-name = the exercise's functor is called `{ $functor }`
runtime-functor-kernel = camp brings the kernel `{ $kernel }`: { $functor } is all that is to be written
runtime-functor-kernel-help = Leave this kernel out, and put what it does with one element into `{ $functor }::operator()`.
runtime-functor-no-call = { $functor } needs an `operator()`, which says what becomes of one element
runtime-functor-hidden = { $functor } needs this to be public: the kernel around it uses it
runtime-functor-device = { $functor } needs `__device__` before its `operator()`: a kernel calls it
runtime-functor-const = { $functor } needs `const` behind the parentheses of its `operator()`: the kernel does not change its functor
runtime-functor-values = { $functor } needs an `operator()` that takes { $wanted ->
    [one] one value
   *[other] { $wanted } values
 }, as the exercise has inputs; this one takes { $found ->
    [0] none
    [one] one
   *[other] { $found }
 }
runtime-functor-template = { $functor } needs an `operator()` that is a template: the tests use it with several types
runtime-functor-types = { $functor } needs an `operator()` that takes and returns `{ $element }`, the type of the elements
runtime-functor-found = this is `{ $signature }`
runtime-functor-members = { $functor } needs the members `{ $members }`, in this order, and no others
runtime-functor-no-members = { $functor } needs no members: the exercise has no attributes
runtime-functor-other = { $functor } does not fit the kernel that camp puts around it
runtime-functor-message = The compiler says: { $message }
runtime-functor-help = camp's kernel `{ $kernel }` makes one { $functor } of the attributes and calls it for each element.

# Compiling and running.
runtime-compile-timeout = The compiler had not finished after { $seconds } s and was stopped. Very deep templates or constant expressions can cause this.
runtime-compile-crashed = The compiler process ended unexpectedly: { $detail }
runtime-compile-toolchain = The compiler could not be used: { $detail }
runtime-compile-log = { $log }
runtime-rule-no-kernel = the kernel file has no kernel `{ $kernel }` in the namespace { $namespace }
runtime-rule-kernels = there are: { $kernels }
runtime-rule-template = `{ $kernel }` is a template, and the rule gives it no template arguments
runtime-rule-arguments = write for example "{ $kernel }<{ $parameter }>"
runtime-rule-no-template = `{ $kernel }` is no template, and the rule gives it template arguments
runtime-rule-plain = write "{ $kernel }"
runtime-compile-other = the compiler refused the kernel without naming a line
runtime-reference-failed = The exercise's own reference does not work: { $detail } This is not a mistake in your kernel.
runtime-unsupported = camp's virtual device cannot run this kernel yet. This is a limit of camp, not a bug in your kernel.
runtime-unsupported-title = the virtual device does not support this: { $detail }
runtime-cancelled = Stopped.
runtime-internal = This is a bug in camp, not in your kernel. Please report it with the kernel file: { $detail }

runtime-tile-kernels = TileLang made { $count ->
    [0] no kernel of the file
   *[other] { $count } kernels of the file
 }; camp judges a function with one `with T.Kernel(…)`
runtime-tile-parameters = the kernel takes something that is no tensor of the function: { $names }
runtime-tile-dynamic = the grid or the block depends on something that is known only at run time
runtime-tile-threads = a block of { $threads } threads: a GPU takes { $most } at most
runtime-tile-threads-help = choose `threads=` in `T.Kernel(…)` as a multiple of 32 up to 1024; 128 and 256 are good choices
runtime-tile-outputs = the kernel returns { $count ->
    [0] nothing
    [one] one tensor
   *[other] { $count } tensors
 }; { $wanted ->
    [one] one is wanted
   *[other] { $wanted } are wanted
 }: make it with `T.empty(…)` and return it
runtime-tile-inputs = the kernel has { $count ->
    [one] one input
   *[other] { $count } inputs
 }; the exercise gives { $wanted } ({ $names }): declare each parameter as a tensor, as in `src: T.Tensor((N,), dtype)`
runtime-tile-inputs-twice = the kernel's inputs and outputs cannot be told apart: return what `T.empty(…)` made, and nothing else
runtime-tile-shape = `{ $name }` has the shape ({ $got }); the exercise gives it ({ $want })
runtime-tile-dtype = `{ $name }` has elements of type { $got }; the exercise's are { $want }
runtime-tile-refused = the CUDA compiler refuses the code that TileLang made of this kernel: { $detail }
runtime-tile-refused-help = often two sizes or element types do not fit together; if your code looks right, it may be a bug of TileLang
runtime-tile-printed = The file printed: { $text }
runtime-tile-known-wrong = This may not be a mistake of yours. TileLang has a known bug ({ $issue }): { $title }. { $workaround }
runtime-gpu-too-old = { $gpu } (compute capability { $capability }) is older than what NVRTC { $nvrtc } compiles for ({ $oldest }).
runtime-gpu-old-driver = The NVIDIA driver supports CUDA up to { $driver }, and NVRTC { $nvrtc } is newer: update the driver, or fetch an older NVRTC with `camp setup --cuda 12`.

# Calls of operators, from programs. Names are those of arguments; shapes and strides are written as Python does.
runtime-metax = MetaX is a stub: camp has no MetaX backend yet. It would take MetaX's compiler (mxcc) for the kernels, its runtime library for launches, and a machine with a MetaX GPU to record what it answers. Use nvidia or tilelang.
runtime-no-operator = there is no operator `{ $name }` in { $root }; there are: { $known }
runtime-broken-operator = the files of the operator `{ $name }` are broken
runtime-no-backend = `{ $name }` has no kernel for { $backend }
runtime-call-count = { $name } takes { $wanted } tensors ({ $names }), and got { $got }
runtime-call-sizes = { $name } cannot be called with tensors of these sizes
runtime-dtype = `{ $name }` is { $got }; { $operator } takes { $wanted }
runtime-dtype-mixed = `{ $name }` is { $got }, and `{ $other }` is { $wanted }: matching dtypes were expected
runtime-attribute = { $operator } takes no attribute `{ $name }`; it takes { $count ->
    [0] none
   *[other] { $known }
 }
runtime-attribute-value = `{ $name }` is { $value }; a finite { $wanted } was expected
runtime-null = `{ $name }` is a null pointer; the address of the tensor's first element was expected
runtime-negative-size = `{ $name }` has a negative size ({ $size })
runtime-rank-rowwise = `{ $name }` has { $got ->
    [one] 1 dimension
   *[other] { $got } dimensions
 } { $shape }; { $operator } takes a matrix: 2D row-wise dim={ $dim }{ $kind ->
    [reduction] {" "}(a 2D row-wise reduction)
   *[map] {""}
 }
runtime-rank = `{ $name }` has { $got ->
    [one] 1 dimension
   *[other] { $got } dimensions
 } { $shape }; { $operator } takes one of { $wanted }
runtime-dim = dim is { $got }; { $operator } is row-wise dim={ $wanted } alone
runtime-strided = `{ $name }` must be contiguous: its strides are { $strides }, and { $wanted } were expected
runtime-shape = `{ $name }` has the shape { $got }; { $wanted } was expected: tensors with matching shapes
runtime-output-shape = output shape: `{ $name }` has the shape { $got }, and { $wanted } was expected: tensors with matching shapes
runtime-unknown-dim = { $operator } cannot be called from programs: no tensor's shape names its dimension `{ $dim }` alone
runtime-workspace = the workspace has { $got } bytes; { $wanted } are needed
runtime-bytes = `{ $name }` has { $got } bytes; { $wanted } were expected
runtime-misaligned = `{ $name }` must begin at a multiple of { $bytes } bytes, as this kernel's loads do; a part of a larger tensor may have to be copied first
runtime-address-count = the operator takes { $wanted } tensors, and got { $got } addresses
runtime-is-for-gpu = this descriptor is for a GPU: give it a stream and addresses in the GPU's memory
runtime-is-for-virtual = this descriptor is for the virtual device: give it tensors in the program's own memory
runtime-kernel-refused = { $kernel } does not compile
runtime-rules-refused = the launch.toml beside { $kernel } cannot be used
runtime-kernel-failed = { $kernel } is wrong: the virtual GPU stopped it
runtime-no-toolchain = NVRTC, which compiles kernels, is not on this machine: `camp setup` fetches it (65 MB), or set CUDA_HOME to a CUDA toolkit.
runtime-stale = there is no { $what } { $handle }: it is null, or was given back
runtime-other-operator = this descriptor is one of { $operator }, not of { $wanted }
runtime-option = the option `{ $name }` cannot be { $value }
runtime-ndim = `{ $name }` has { $got } dimensions; 0 to { $most } are possible
runtime-overlap = `{ $name }` and `{ $other }` lie on each other: outputs need memory of their own
