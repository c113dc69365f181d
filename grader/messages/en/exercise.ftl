# Broken exercise.toml and launch.toml files.
exercise-error-path = the file is { $path }
exercise-error-unreadable = the file cannot be read: { $reason }
exercise-error-too-large = the file is larger than { $limit }
exercise-error-not-utf8 = the file is not UTF-8 text
exercise-error-toml = { $message }
exercise-error-version = format_version is { $version }, which this camp does not know
exercise-error-unknown = “{ $word }” is not known here
exercise-error-duplicate = the name “{ $name }” is used twice
exercise-error-empty = this must not be empty
exercise-error-identifier = “{ $word }” is not a C++ name
exercise-error-no-dims = the signature names no dimensions
exercise-error-no-buffer = the signature has no parameter of kind “{ $kind }”
exercise-error-param = the parameter “{ $name }” is incomplete or has too much
exercise-error-expression = this is not a valid expression: { $message }
exercise-error-variable = the expression uses “{ $name }”, which does not exist
exercise-error-evaluation = “{ $expression }” cannot be evaluated: { $message }
exercise-error-shape = “{ $expression }” gives a size that is negative or makes the buffer larger than { $limit } elements
exercise-error-scalar = { $value } does not fit into { $dtype }
exercise-error-launch-range = “{ $expression }” gives { $value }
exercise-error-default = the default “{ $expression }” depends on the sizes of a case
exercise-error-attribute = “{ $name }” is no attribute of the signature
exercise-error-keyword = “{ $name }” is a keyword, so that no argument can be called so
exercise-error-functor = camp has no kernel around the functor “{ $name }” for these parameters
exercise-error-case = in the case { $case }: { $values }
exercise-error-rule-key = rules for this kernel have no `{ $key }`
exercise-error-rule-argument = the kernel has no argument `{ $name }` that a rule can choose
exercise-error-rule-unreached = rule { $number } is never used: a rule before it always holds
exercise-error-kernel = “{ $kernel }” is not the name of a kernel
exercise-error-no-launch = the exercise “{ $exercise }” has no launch for { $backend }
exercise-error-tolerance = the tolerance must be either exact or a bound
exercise-error-tolerance-value = the tolerance cannot be evaluated: { $message }
exercise-error-no-magnitude = the tolerance uses a magnitude that the reference does not give; set `magnitude = true` under [reference]
exercise-error-bound = { $value } is out of range
exercise-error-size = a size here needs { $count ->
    [one] one number
   *[other] { $count } numbers
 }, none of them negative
exercise-error-no-cases = there are no cases
exercise-error-hints = { $count ->
    [0] there is no general hint
    [one] there is only one general hint
   *[other] there are only { $count } general hints
 }
exercise-error-overlay-count = { $key } has { $count ->
    [one] one entry
   *[other] { $count } entries
 }
exercise-error-overlay-hint = hint { $number } has { $found }
exercise-error-recorded = “{ $name }” has { $count } values, but the size asks for { $expected }
exercise-error-none = no exercise was found: no folder in exercises/ has an exercise.toml

exercise-expr-cel = { $message }
exercise-expr-zero = it divides by zero
exercise-expr-overflow = a number in it does not fit into 64 bits
exercise-expr-undeclared = it uses “{ $name }”, which does not exist
exercise-expr-operands = “{ $function }” does not go with { $types }
exercise-expr-arguments = a function is called with { $actual ->
    [one] one argument
   *[other] { $actual } arguments
 } and takes { $expected }
exercise-expr-argument = a function is given something other than a whole number
exercise-expr-cdiv = { $call }: cdiv(a, b) needs a >= 0 and b > 0
exercise-expr-ends = it ends too early
exercise-expr-token = “{ $token }” does not fit here
exercise-expr-long = longer than { $limit } characters
exercise-expr-type = it gives { $found }, not { $expected }
exercise-expr-whole = a whole number
exercise-expr-number = a number
exercise-expr-bool = true or false
exercise-expr-dim3 = a whole number or a list of up to three, like [x, y]

exercise-expected = expected { $what }
exercise-expected-version = expected format_version = { $version }
exercise-expected-one-of = expected one of: { $what }
exercise-expected-at-least = expected at least { $least }
exercise-expected-threads = expected at most { $most } threads in a block
exercise-expected-block-z = expected at most { $most } threads in z
exercise-expected-grid = expected at most { $x } blocks in x, and { $y } in y and in z
exercise-expected-shared = expected at most { $most } bytes, which is what this device gives a block
exercise-expected-when = give rule { $number } a condition with `when`, or put it last
exercise-expected-kernel = expected a name and perhaps template arguments, such as "copy_kernel<T, 4>"; between braces stands an expression: "copy_kernel<T, {"{"}16 / dtype_bytes{"}"}>"
exercise-expected-text = expected a text in quotation marks
exercise-expected-whole = expected a whole number that is not negative
exercise-expected-identifier = expected letters, digits and underscores, beginning with a letter
exercise-expected-param = a parameter of kind "in", "out" or "workspace" has a shape; one of kind "scalar" has either a value, which follows from the sizes, or a default, where whoever calls the operator may give another
exercise-expected-constant = expected a number, or an expression without variables, such as "1.0e-5"
exercise-expected-finite = expected a finite number
exercise-expected-default = attributes are scalars that have a `default` in the signature, and this one has none
exercise-expected-no-keyword = choose a name that means nothing to C, C++ or Python
exercise-expected-dim = expected a dimension of the first input: 0 to { $last }
exercise-expected-functor = expected a template over the type parameter: one output and at least one input of that type, all of the shape [n], then attributes, and last a scalar with dtype = "i64" and value = "n"
exercise-expected-cel = expected a CEL expression such as "min(cdiv(n, 256), cap)"
exercise-expected-tolerance = expected `exact = true` alone, or `relative` or `magnitude` or both
exercise-expected-size = expected one number for each of: { $dims }
exercise-expected-overlay-count = expected as many as exercise.toml has in { $key }: { $count }
exercise-expected-overlay-hint = expected the keys of hint { $number } in exercise.toml: { $keys }

# The learner's workspace.
exercise-no-root = no exercises here: neither a camp.toml nor an exercises folder in any of { $searched }
exercise-progress-unreadable = your progress in { $path } cannot be read: { $reason }
exercise-progress-unwritable = your progress cannot be saved to { $path }: { $reason }. What it held before is still there.
exercise-history-unreadable = the history of your kernels in { $path } cannot be read: { $reason }
exercise-history-unwritable = the history of your kernels cannot be saved to { $path }: { $reason }. What it held before is still there.
exercise-backup-failed = no backup could be made at { $path }: { $reason }. Your file was left as it is.
