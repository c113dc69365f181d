# The command line: help, prompts and messages of the binary.

camp-help = Learn to write GPU kernels: camp judges them on any Linux machine and says what is wrong, where and why
camp-help-watch = Recompile and test on every save
camp-help-verify = Judge kernels once; exit status 0: all passed, 1: one is wrong, 2: could not judge
camp-help-run = Run any kernel of any .cu or .ptx file with every check; exit status 0: nothing found, 1: a finding, 2: could not judge
camp-help-profile = Count what each line of a kernel does, and say what to change: sectors, bank conflicts, atomics, idle lanes
camp-help-hint = Show the next level of hint
camp-help-list = List the exercises and how far you are
camp-help-reset = Bring an exercise's original kernel back; yours is kept as a backup
camp-help-init = Make a folder with the exercises
camp-help-book = Read the book: how a GPU computes, and what each finding means
camp-help-report = Write a page with your progress, the history of your verdicts and your measurements
camp-help-doctor = Say what was found on this machine, and what to do about what is missing
camp-help-setup = Find the CUDA compiler, or fetch it; with --tilelang, TileLang too
camp-help-new = Make the folder of a new operator, in the form of an exercise that is there
camp-help-dev = For authors of exercises
camp-help-dev-check = Prove that exercises are sound: stubs fail, solutions pass, control kernels get what they ask for; of one exercise, say what to do next
camp-help-dev-record = Record what NumPy computes for small inputs, from the exercise's tests/numpy.py
camp-help-dev-bench-vgpu = Measure how fast the virtual GPU is, beside gcc and PoCL on the same machine
camp-help-dev-diff = Compare the virtual GPU with a real one on random kernels; without a GPU, with itself without its checks
camp-help-arg-color = When to colour the output
camp-help-arg-lang = Language of findings, hints and prompts: en or zh
camp-help-arg-backend = Which of the exercise's kernels
camp-help-arg-device = Where the kernel runs
camp-help-arg-seed = Seed of the random inputs; a fresh one when left out
camp-help-arg-more = Everything that is known about each finding, however long
camp-help-arg-format = text for people, json for programs: one object a line, concise for editors: one line for each finding
camp-help-arg-run-profile = Count what each line does, and say what to change, as camp profile does
camp-help-arg-case = The case to run; the largest when left out
camp-help-arg-every-line = Every line that ran
camp-help-arg-profile-format = text for people, json for programs: one object
camp-help-arg-profile-kernel = Profile this file in place of the exercise's own
camp-help-arg-profile-solution = Profile the solution
camp-help-arg-start = The exercise to start with
camp-help-arg-check-names = The exercises to check; all when none is named
camp-help-arg-new-name = The operator's name: lower case, words joined by underscores
camp-help-arg-like = The exercise whose signature, launch, cases and sizes are taken over
camp-help-arg-dry-run = List the files, and write none
camp-help-arg-only = Judge only the control kernels with such a name, and show their reports: 'no_bounds*', 'softmax/wrong/*'
camp-help-arg-bench-only = Measure only the launches with such a name: 'softmax*'
camp-help-arg-rounds = How many times each launch is measured; the median counts
camp-help-arg-threads = How many cores each launch uses
camp-help-arg-checks = With every check, with bounds alone, or both, one after the other
camp-help-arg-no-baselines = Leave out gcc and PoCL
camp-help-arg-name = The exercise's name
camp-help-arg-all = All exercises
camp-help-arg-kernel = Judge this file in place of the exercise's own
camp-help-arg-advanced = Take the solution that is written for speed
camp-help-arg-solution = Judge the solution
camp-help-arg-yes = Do not ask
camp-help-arg-dir = The folder to make
camp-help-arg-auto-advance = Go on to the next exercise after a pass, without waiting for a key
camp-help-arg-page = The page, such as race or grid-stride; the list of pages when left out
camp-help-arg-open = Open it in the browser, where the book has been built
camp-help-arg-out = Where to write the page; .camp/report.html when left out
camp-help-arg-report-open = Open it in the browser
camp-help-arg-edit-cmd = Open kernels by this command, which may hold {"{"}file{"}"} and {"{"}line{"}"}; in VS Code's terminal, code by itself
camp-help-arg-problems = After the report, write each finding on a line of its own, for an editor's list of problems
camp-help-arg-fetch = Fetch even when a compiler was found; with --tilelang, fetch TileLang again
camp-help-arg-tilelang = Also fetch TileLang, which `--backend tilelang` needs (about 100 MB)
camp-help-arg-cuda = Fetch the compiler of this CUDA, and use it from now on; by default the newest that the GPU's driver can run
camp-help-arg-run-file = The file with the kernel: .ptx as it is, anything else is compiled as CUDA C++
camp-help-arg-entry = The kernel; needed where the file has several. An instance of a template: 'scale<float>'
camp-help-arg-grid = Blocks in x, y, z
camp-help-arg-block = Threads of a block in x, y, z
camp-help-arg-shared = Dynamic shared memory of a block
camp-help-arg-args = One for each parameter, in order: out=f32[64]:uninit is a buffer, n=i32:64 a value. Types: i8 to u64, f16, bf16, f32, f64. Fills: uninit, zero, one, ramp (0, 1, 2 …), normal, @FILE
camp-help-arg-dump = Write the bytes of a buffer to a file after the launch
camp-help-arg-arch = The virtual architecture to compile for: compute_75 to compute_90
camp-help-arg-include = A folder to look for headers in, after the file's own
camp-help-arg-define = A macro to define
camp-help-arg-timeout = How long the kernel may run; after that it counts as one without end
camp-help-arg-diff-device = gpu: with a real GPU, virtual: with itself, auto: with a GPU where there is one
camp-help-arg-seeds = The seeds of the kernels: 0..1000
camp-help-arg-jobs = How many kernels at a time; as many as there are cores when left out
camp-help-arg-record = Write what the other device answered to a file, for machines without one

# What clap, the parser of the command line, would say in English only.
camp-usage-usage = Usage: { $usage }
camp-usage-commands = Commands:
camp-usage-arguments = Arguments:
camp-usage-options = Options:
camp-usage-help = Print help
camp-usage-version = Print the version
camp-usage-values-default = { $help } [{ $values }; { $default } when left out]
camp-usage-values = { $help } [{ $values }]
camp-usage-default = { $help } [{ $default } when left out]
camp-usage-unknown = There is no `{ $arg }`.
camp-usage-unknown-similar = There is no `{ $arg }`. Did you mean `{ $similar }`?
camp-usage-no-command = There is no command `{ $name }`. The commands are: { $commands }.
camp-usage-no-command-similar = There is no command `{ $name }`. Did you mean `{ $similar }`?
camp-usage-which-command = { $name } needs a command: { $commands }. `camp --help` says more.
camp-usage-missing = { $arg } is missing.
camp-usage-conflict = { $arg } and { $other } do not go together.
camp-usage-no-value = { $arg } needs a value.
camp-usage-bad-value = `{ $value }` is no value of { $arg }.
camp-usage-other-value = `{ $value }` is no value of { $arg }; it takes: { $valid }
camp-usage-other = The command line is wrong: { $detail }
camp-usage-as = Write: { $usage }

camp-error = error: { $text }
camp-unknown-lang = camp does not speak `{ $lang }`; it knows en and zh.
camp-interrupted = Interrupted.

# Files and folders.
camp-file-permission = { $path }: permission denied.
camp-file-read-only = { $path } is on a read-only file system.
camp-file-full = { $path } could not be written: the disk is full.
camp-file-missing = { $path } is not there.
camp-file-error = { $path }: { $error }

# Exercises by name.
camp-unknown-exercise = There is no exercise `{ $name }`. `camp list` shows them all.
camp-unknown-exercise-similar = There is no exercise `{ $name }`. Did you mean `{ $similar }`?
camp-which-exercise = Name an exercise, or give --all. The exercises are: { $names }.
camp-kernel-needs-name = --kernel judges one file: name the one exercise that it solves.
camp-no-backend = { $exercise } has no { $backend } kernel.


# The compiler.
camp-fetching = No CUDA compiler was found on this machine: fetching NVIDIA's NVRTC once (65 MB) into { $dir }.
camp-fetching-tilelang = Fetching TileLang and the Python packages that it needs (about 100 MB, 300 MB on disk) into { $dir }.
camp-fetch-waiting = waiting for another camp that is fetching
camp-fetch-downloading = { $what }
camp-fetch-unpacking = unpacking { $what }
camp-no-cache = There is no folder to keep the compiler in: set HOME or CAMP_CACHE_DIR.
camp-setup-found = NVRTC { $version } is ready: { $path }
camp-setup-fetched = NVRTC { $version } was fetched: { $path }
camp-setup-tilelang-found = TileLang { $version } is ready, for Python { $python }: { $path }
camp-setup-tilelang-fetched = TileLang { $version } was fetched, for Python { $python }: { $path }

# camp list.
camp-list-passed = passed
camp-list-open = open
camp-list-stage = Stage { $number }
camp-list-summary = { $passed } of { $total } passed.

# camp hint.
camp-hint-title = Hint { $level } of { $total } for { $exercise }
camp-hint-about = Hint for { $exercise }, about the finding `{ $code }`
camp-hint-about-values = Hint for { $exercise }, about what the values look like (`{ $pattern }`)
camp-hint-at-what = Last finding: `{ $what }`.
camp-hint-at-line = Last finding: { $file }, line { $line }.
camp-hint-at-line-what = Last finding: { $file }, line { $line }, `{ $what }`.
camp-hint-at-lines = Last finding: { $file }, lines { $line } and { $other }.
camp-hint-at-lines-what = Last finding: { $file }, lines { $line } and { $other }, `{ $what }`.
# For exercises without a hint of their own about a finding.
camp-hint-any-compile-error = Begin with the first message: later ones often follow from it. The line it names is where the compiler gave up; the slip may be just before it, such as a missing semicolon or brace.
camp-hint-any-wrong-result = Take the first wrong element and compute it by hand from the inputs shown beside it. Which other computation would give the value that your kernel wrote?
camp-hint-any-unwritten-output = Which elements are missing? Follow the index of the thread that should write the first of them: where does it stop, or which other element does it write?
camp-hint-any-out-of-bounds = Compare the index with the length of the array: every access needs a test that the index is smaller, also for the last, partly filled block.
camp-hint-any-misaligned-access = An access of 8 or 16 bytes at once needs an address that is a multiple of that. Test the address, and handle what does not fit element by element.
camp-hint-any-uninitialized-read = Which thread should have written this value, and did it have anything to write? Threads without an element must store the value that changes nothing.
camp-hint-any-race = Find the two lines. What makes the second thread wait for the first? Within a block that is __syncthreads(), between the two, outside any `if`.
camp-hint-any-barrier-divergence = Every thread of the block must reach the same __syncthreads(), and every lane named in a mask the same warp function: move it out of the `if` or of the loop.
camp-hint-any-hang = Which condition ends the loop, and does each pass come nearer to it? If threads wait for one another, who raises the flag?
camp-hint-any-input-modified = Inputs are only read. Look for an assignment whose left side is an input, or a pointer computed from one.
camp-hint-any-assert = The condition of the assert did not hold for this thread: either the kernel makes it false, or it asks for more than the exercise promises.
camp-hint-any-launch-failure = The launch asks for more than a block may have, or the kernel ended itself: look at the sizes in launch.toml, at shared memory, at traps.
camp-hint-any-unsupported-instruction = This is a limit of camp, not a mistake of yours. The same can be written with ordinary loads, stores, shuffles and atomics.
camp-hint-more = `camp hint { $exercise }` again gives the next one.
camp-hint-last = That was the last hint.
camp-hint-none = { $exercise } has no hints.
camp-hint-solution = The solution lies in { $path }.

# camp verify.
camp-passed-next = Next: { $title } ({ $kernel })
camp-passed-all = That was the last exercise: all have passed.
camp-advanced-at = The same, written for speed: { $path } (camp book fast)
camp-no-advanced = { $exercise } has no solution that is written for speed.
camp-solution-at = Compare with the solution: { $path }
camp-hint-offer = Stuck? `camp hint { $exercise }` helps.
camp-verify-summary = { $passed } passed, { $failed } failed, { $errors } not judged.

# camp reset.
camp-reset-ask = Replace { $path } by the original? Yours is kept as a backup. [y/N]
camp-reset-done = { $path } is the original again; yours is kept in { $backup }.
camp-reset-same = { $path } is the original already.
camp-reset-language = The comments of { $path } are in English now; nothing of yours was in it.
camp-reset-kept = { $path } was left as it is.
camp-reset-written = { $path } is there again.
camp-reset-no-original = camp has no original of { $path }.

# camp init.
camp-init-done = { $written ->
    [one] 1 file
   *[other] { $written } files
 } written to { $dir }.
camp-init-kept = { $kept ->
    [one] 1 file was
   *[other] { $kept } files were
 } there already and stayed as they are.
camp-init-next = Now: cd { $dir } && camp watch
camp-init-not-a-directory = { $dir } is not a directory.

# camp doctor.
camp-doctor-ok = ok
camp-doctor-missing = missing
camp-doctor-note = note
camp-doctor-version = camp { $version }
camp-doctor-root = exercises: { $count } in { $root }
camp-doctor-no-root = exercises: none here or above; `camp init` makes a folder with them
camp-doctor-nvrtc = NVRTC { $version }, { $origin }: { $path }
camp-doctor-no-nvrtc = NVRTC (the CUDA compiler): not found in the { $count } places looked at; `camp setup` fetches it
camp-doctor-tried = looked at { $path }: { $outcome }
camp-tried-no-folder = no such folder
camp-tried-no-library = no libnvrtc in it
camp-tried-wrong-machine = not for this machine
camp-tried-wrong-version = version { $version }, which camp does not use
camp-tried-no-builtins = libnvrtc-builtins is missing beside it
camp-tried-usable = usable, version { $version }
camp-origin-camp-cuda-home = from CAMP_CUDA_HOME
camp-origin-cuda-home = from CUDA_HOME
camp-origin-loader = from the system's libraries
camp-origin-toolkit = from an installed CUDA toolkit
camp-origin-python = from a Python environment
camp-origin-cache = fetched by camp
camp-doctor-headers = headers missing: { $names }; `camp setup --fetch` gets them
camp-doctor-python = { $version }
camp-doctor-no-python = python3: not found; only needed to fetch NVRTC and for TileLang (Debian, Ubuntu: sudo apt install python3-pip)
camp-doctor-no-pip = python3 has no pip; only needed to fetch NVRTC and TileLang (Debian, Ubuntu: sudo apt install python3-pip)
camp-doctor-tilelang = TileLang { $version }, { $python }: { $path }
camp-doctor-no-tilelang = TileLang: not there; only needed for `--backend tilelang`; `camp setup --tilelang` fetches it
camp-doctor-no-driver = GPU: no NVIDIA driver here, and none is needed: kernels run on the virtual device
camp-doctor-driver-fails = GPU: not used, because { $why }; kernels run on the virtual device
camp-doctor-no-gpu = GPU: the NVIDIA driver ({ $driver }) sees none; kernels run on the virtual device
camp-doctor-gpu = GPU: { $gpu }, compute capability { $capability }, { $memory } GB; driver { $driver }, CUDA { $cuda }
camp-doctor-gpu-works = a test kernel ran on the GPU in { $ms } ms
camp-doctor-gpu-unused = the GPU is not used: { $why }
camp-doctor-editor = editors: clangd reads the kernels as CUDA, and VS Code has tasks for camp
camp-doctor-editor-settings = editors: { $name } is missing; `camp init { $root }` writes it and overwrites nothing
camp-doctor-editor-headers = editors: clangd lacks its headers, because { $dir } could not be written
camp-doctor-compile = a test kernel compiled in { $ms } ms
camp-doctor-compile-failed = a test kernel did not compile: { $detail }
camp-doctor-ready = Ready.
camp-doctor-not-ready = Not ready: see the lines marked `missing`.

# camp watch.
camp-doing-cases = { $done } of { $total } cases
camp-watch-failed = Watching failed: { $detail }

# camp dev check.
camp-check-no-tilelang = TileLang is not installed: only CUDA kernels are checked. `camp setup --tilelang` installs it.
camp-check-exercise = exercise
camp-check-cases = cases
camp-check-stub = stub fails
camp-check-solution = solution passes
camp-check-null = null kernels fail
camp-check-reference = reference is right
camp-check-hints = hints
camp-check-ok = ok
camp-check-bad = BAD
camp-check-stub-compile = { $exercise }: the stub does not compile
camp-check-stub-passes = { $exercise }: the stub passes
camp-check-stub-error = { $exercise }: the stub was not judged: { $detail }
camp-check-solution-fails = { $exercise }: the solution does not pass: { $detail }
camp-check-advanced-fails = { $exercise }: the advanced solution does not pass: { $detail }
camp-check-null-passes = { $exercise }: case { $case } lets the null kernel “{ $kernel }” through
camp-check-null-error = { $exercise }: the null kernel “{ $kernel }” was not judged: { $detail }
camp-check-reference-off = { $exercise }: { $detail }
camp-check-hints-few = { $exercise }: { $count } levels of hints, at least 3 are needed
camp-check-hints-missing = { $exercise }: no hint answers these findings: { $codes }
camp-check-controls = control kernels
camp-check-controls-of = { $exercise }: wrong kernels: { $caught } of { $wrong } caught; right twins: { $accepted } of { $right } accepted
camp-check-control = { $place }: { $what }
camp-check-controls-ok = All of these control kernels get what they ask for.
camp-check-no-match = No control kernel matches `{ $pattern }`. A pattern is a name as in 'no_bounds*', or a path as in 'softmax/wrong/*'.
camp-check-all-ok = All { $count } exercises are sound.
camp-check-problems = { $count ->
    [one] 1 problem.
   *[other] { $count } problems.
 }

# camp new.
camp-new-name = `{ $name }` cannot be an operator's name. Take lower-case letters, digits and underscores, a letter first, { $longest } at most: `layer_norm`.
camp-new-name-like = `{ $name }` cannot be an operator's name. Take lower-case letters, digits and underscores, a letter first, { $longest } at most: `{ $suggestion }`.
camp-new-reserved = `{ $name }` means something else in C++, in Python or in kernel files. Take another name, such as `{ $name }_op`.
camp-new-exists = { $path } is there already, and nothing of it was changed. Take another name, or move it away first.
camp-new-failed = { $model } cannot be taken as a model. That is a fault of camp's: { $detail }
camp-new-done = { $name } has the form of { $model } now: { $count } files, those to begin with in { $dir }.
camp-new-no-tile = The TileLang kernel of { $model } has a form of its own, so none was made: add [launch.tilelang] and tilelang/kernel.py by hand.
camp-new-next = Now: camp dev check { $name }
camp-new-dry = { $count } files; none was written.

# camp dev record.
camp-record-no-twin = { $path } is not there: it has to hold a function `run` that computes the operator with NumPy.
camp-record-no-numpy = Python has no NumPy here. `python3 -m pip install numpy` gets it; `camp setup --tilelang` brings one, too.
camp-record-failed = NumPy's numbers were not recorded: { $detail }
camp-record-done = { $path } holds what NumPy computes.

# camp dev check NAME: the points of an exercise.
camp-check-open = { $exercise }: { $count ->
    [one] 1 point is
   *[other] { $count } points are
 } open; `camp dev check { $name }` says what to do.
camp-points-title = { $exercise }: { $done } of { $total } points are done.
camp-points-done = done
camp-points-open = open
camp-points-not-needed = not needed
camp-points-again = Then: { $command }
camp-point-of-backend = { $point } ({ $backend })
camp-point-exercise = exercise.toml: title, concepts, cost
camp-point-exercise-how = Write exercise.toml, and take the mark away with its line: title and concepts are what learners see in `camp list`; the cost is what `camp bench` measures by.
camp-point-tolerance = the tolerance, and why
camp-point-tolerance-how = Write a comment right above [tolerance]: why right kernels pass with it, whatever the order of their arithmetic, and which mistakes it still rejects.
camp-point-tolerance-why = Nothing above [tolerance] says why it is what it is.
camp-point-reference = reference.cuh: the oracle
camp-point-reference-how = Write the plain formula in double precision, the way a textbook has it. It need not be fast; it must be right.
camp-point-numpy = tests/numpy.toml: NumPy agrees with the reference
camp-point-numpy-how = Write `run` in tests/numpy.py, then record its numbers with `camp dev record`: a second author's arithmetic checks the reference.
camp-point-numpy-unrecorded = Nothing is recorded yet: camp dev record { $name }
camp-point-stub = the stub: compiles, and fails
camp-point-stub-how = Write what the learner starts from: the task in a formula, and a numbered TODO for each step. Every line of code in it is one of the solution's.
camp-point-solution = the solution passes
camp-point-solution-how = Write the kernel that a good learner would write, with comments on what is new in it.
camp-point-null-kernels = kernels that do nothing useful fail every case
camp-point-null-kernels-how = Zeros, a constant or a copy of the input are right in some case. Change its fill or size in exercise.toml, so that every right answer shows work.
camp-point-hints = hints: three levels, and an answer to every finding
camp-point-hints-how = Write three hints without keys, from a nudge to near-code, and for each finding one that has its code.
camp-point-control-kernels = control kernels: wrong ones are caught, right ones accepted
camp-point-control-kernels-how = Write at least { $wrong } kernels with a learner's mistake into wrong/ and { $right } in other styles into right/; what a wrong one must get stands at its top.
camp-point-control-kernels-few = { $wrong } wrong and { $right } right kernels are there; { $wrong_least } and { $right_least } are needed.
camp-point-api-errors = [[api_errors]]: calls that must be refused
camp-point-api-errors-how = Write which calls the operator refuses, at least one: a null pointer, another type, a shape that does not fit, strides.
camp-point-api-errors-none = There is no [[api_errors]] yet.
camp-point-api-errors-accepted = The call `{ $name }` of [[api_errors]] is not refused: its mistake is none for this operator.
camp-point-bench = [[bench]] and baseline.py: sizes for timing, and PyTorch beside it
camp-point-bench-how = Write large sizes into [[bench]], and into baseline.py what PyTorch does in the kernel's place.
camp-point-bench-none = There is no [[bench]] yet.
camp-point-chinese = the texts in Chinese
camp-point-chinese-how = Translate titles, concepts and hints in exercise.zh.toml and the comments of the kernels; the code stays the same.
camp-point-book = the book's page
camp-point-book-how = Write the page in both languages, with the same headings and links, and link it in SUMMARY.md.
camp-point-book-unlinked = SUMMARY.md does not link { $page }.
camp-point-book-none = No page of the book names it.

# camp dev bench-vgpu.
camp-bench-no-match = No launch has such a name. There are: { $names }
camp-bench-debug = This is a debug build of camp, which is several times slower. Measure with `cargo run --release -- dev bench-vgpu`.
camp-bench-launch = launch
camp-bench-elements = elements
camp-bench-checks = checks
camp-bench-time = time
camp-bench-rate = lane instr.
camp-bench-memory = peak / buffers
camp-bench-beside = beside
camp-bench-on = on
camp-bench-off = off

# The book.
camp-book-how = `camp book NAME` shows a page, for example `camp book race`.
camp-book-more = More, with `camp book`: { $names }
camp-book-picture = [Picture: { $text }]
camp-book-unknown = The book has no page { $page }. `camp book` lists them.
camp-book-unknown-similar = The book has no page { $page }. Did you mean `camp book { $similar }`?
camp-book-not-built = The book for the browser has not been built here: `cargo run -p book` in camp's source folder builds it. `camp book` shows the pages in the terminal.
camp-book-not-opened = No browser could be started ({ $error }). The page is { $path }
camp-report-not-ours = { $path } exists and is no report of camp's; it was left as it is. Name another file.
camp-report-failed = The page could not be made. That is a fault of camp's: { $detail }
camp-profile-more = All of them: `camp profile { $exercise } --more`
camp-more = More is known: `camp verify { $exercise } --more`

# camp dev diff-vgpu.
camp-diff-seeds = `{ $text }` names no seeds. Write FROM..TO, such as 0..1000.
camp-diff-against-gpu = { $gpu }
camp-diff-against-itself = the virtual GPU without its checks
camp-diff-differs = seed { $seed }: { $what }
camp-diff-summary = { $kernels } kernels, { $threads } threads, { $bytes } bytes compared with { $other }: { $differences ->
    [0] no difference
    [one] 1 kernel differs
   *[other] { $differences } kernels differ
 } ({ $seconds } s).
