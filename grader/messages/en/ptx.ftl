# What the crate `ptx` says: compiler output that camp cannot read or run. All of it is about camp, not about the
# learner's kernel. `inst`, `modifier`, `operand` and `text` are PTX, the compiler's output.

ptx-unsupported = The virtual GPU cannot run the instruction `{ $text }`
ptx-why-instruction = It does not know the instruction `{ $inst }`.
ptx-why-modifier = It knows `{ $inst }`, but not with `.{ $modifier }`.
ptx-why-missing-modifier = It expects `{ $inst }` to name its { $what }.
ptx-why-operand = It does not understand the operand `{ $operand }`.
ptx-why-operand-count = It expects another number of operands.
ptx-why-name = It does not know the name `{ $name }`.
ptx-why-register-argument = It passes arguments of calls in memory only, not in registers.
ptx-not-your-bug = This is a limit of camp, not a bug in your kernel.
ptx-help-other-way = Write this statement in another way, or run the kernel on a real GPU.

ptx-unreadable = camp cannot read the compiler's output: line { $line } of the PTX
ptx-unreadable-why = { $why }, in `{ $text }`
ptx-help-report = Please report it with the kernel that led to it.

ptx-error = PTX line { $line }: { $why }, in `{ $text }`
ptx-error-syntax = expected { $expected }, found { $found }
ptx-error-directive = unknown directive `{ $name }`
ptx-error-undeclared = `{ $name }` is not declared
ptx-error-redeclared = `{ $name }` is declared twice
ptx-error-range = a number is out of range
ptx-error-size = too large or nested too deeply
