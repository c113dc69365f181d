# 由 `ptx` 说出：camp 读不懂或不能运行的编译器输出。说的都是 camp，而不是学习者的核函数。
# `inst`、`modifier`、`operand` 和 `text` 是 PTX，即编译器的输出。

ptx-unsupported = 虚拟 GPU 不能运行指令 `{ $text }`
ptx-why-instruction = 它不认识指令 `{ $inst }`。
ptx-why-modifier = 它认识 `{ $inst }`，但不认识带 `.{ $modifier }` 的形式。
ptx-why-missing-modifier = 它要求 `{ $inst }` 写明这一项：{ $what }。
ptx-why-operand = 它不理解操作数 `{ $operand }`。
ptx-why-operand-count = 操作数的个数与它预期的不同。
ptx-why-name = 它不认识名称 `{ $name }`。
ptx-why-register-argument = 它只支持通过内存传递调用参数，不支持通过寄存器传递。
ptx-not-your-bug = 这是 camp 的局限，不是你的核函数有错。
ptx-help-other-way = 请换一种方式写这条语句，或者在真实的 GPU 上运行这个核函数。

ptx-unreadable = camp 无法读懂编译器的输出：PTX 第 { $line } 行
ptx-unreadable-why = { $why }，位于 `{ $text }`
ptx-help-report = 请连同引发问题的核函数一起报告给我们。

ptx-error = PTX 第 { $line } 行：{ $why }，位于 `{ $text }`
ptx-error-syntax = 应为 { $expected }，却是 { $found }
ptx-error-directive = 未知的指示语句 `{ $name }`
ptx-error-undeclared = `{ $name }` 没有声明
ptx-error-redeclared = `{ $name }` 声明了两次
ptx-error-range = 数超出了范围
ptx-error-size = 太大，或者嵌套太深
