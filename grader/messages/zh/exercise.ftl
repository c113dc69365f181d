# 有问题的 exercise.toml 和 launch.toml 文件。
exercise-error-path = 文件是 { $path }
exercise-error-unreadable = 无法读取文件：{ $reason }
exercise-error-too-large = 文件大于 { $limit }
exercise-error-not-utf8 = 文件不是 UTF-8 文本
exercise-error-toml = { $message }
exercise-error-version = format_version 是 { $version }，这个版本的 camp 不认识
exercise-error-unknown = 这里不认识“{ $word }”
exercise-error-duplicate = 名称“{ $name }”用了两次
exercise-error-empty = 这里不能为空
exercise-error-identifier = “{ $word }”不是 C++ 名称
exercise-error-no-dims = 签名没有写出任何维度
exercise-error-no-buffer = 签名中没有 kind 为“{ $kind }”的参数
exercise-error-param = 参数“{ $name }”的内容不完整，或者多了内容
exercise-error-expression = 这不是有效的表达式：{ $message }
exercise-error-variable = 表达式使用了“{ $name }”，而它不存在
exercise-error-evaluation = “{ $expression }”无法求值：{ $message }
exercise-error-shape = “{ $expression }”给出的大小为负，或者使缓冲区超过 { $limit } 个元素
exercise-error-scalar = { $value } 超出了 { $dtype } 的范围
exercise-error-launch-range = “{ $expression }”的结果是 { $value }
exercise-error-default = 默认值“{ $expression }”取决于用例的大小
exercise-error-attribute = “{ $name }”不是签名中的属性
exercise-error-keyword = “{ $name }”是关键字，参数不能这样命名
exercise-error-functor = 对于这些参数，camp 没有可以放在函数对象“{ $name }”外面的核函数
exercise-error-case = 用例 { $case }：{ $values }
exercise-error-rule-key = 这个核函数的规则没有 `{ $key }`
exercise-error-rule-argument = 核函数没有可由规则选择的参数 `{ $name }`
exercise-error-rule-unreached = 第 { $number } 条规则永远用不到：它前面有一条规则总是成立
exercise-error-kernel = “{ $kernel }”不是核函数的名称
exercise-error-no-launch = 练习“{ $exercise }”没有为 { $backend } 写明启动方式
exercise-error-tolerance = 容差必须是 exact，或者是一个界限
exercise-error-tolerance-value = 容差无法求值：{ $message }
exercise-error-no-magnitude = 容差使用了 magnitude，而参考核函数没有给出；请在 [reference] 下设置 `magnitude = true`
exercise-error-bound = { $value } 超出范围
exercise-error-size = 这里的每个大小需要 { $count } 个数，并且都不能为负
exercise-error-no-cases = 没有任何用例
exercise-error-hints = { $count ->
    [0] 没有通用提示
   *[other] 只有 { $count } 条通用提示
 }
exercise-error-overlay-count = { $key } 有 { $count } 项
exercise-error-overlay-hint = 第 { $number } 条提示写的是 { $found }
exercise-error-recorded = “{ $name }”有 { $count } 个值，而它的大小要求 { $expected } 个
exercise-error-none = 没有找到练习：exercises/ 中没有一个目录含有 exercise.toml

exercise-expr-cel = { $message }
exercise-expr-zero = 除数为零
exercise-expr-overflow = 其中有一个数超出了 64 位的范围
exercise-expr-undeclared = 它使用了“{ $name }”，而它不存在
exercise-expr-operands = “{ $function }”不能用于 { $types }
exercise-expr-arguments = 调用函数时给了 { $actual } 个参数，而它需要 { $expected } 个
exercise-expr-argument = 传给函数的不是整数
exercise-expr-cdiv = { $call }：cdiv(a, b) 要求 a >= 0 且 b > 0
exercise-expr-ends = 它还没有写完就结束了
exercise-expr-token = 这里不应有“{ $token }”
exercise-expr-long = 超过 { $limit } 个字符
exercise-expr-type = 它给出的是{ $found }，而不是{ $expected }
exercise-expr-whole = 整数
exercise-expr-number = 数
exercise-expr-bool = true 或 false
exercise-expr-dim3 = 一个整数，或者最多三个数的列表，例如 [x, y]

exercise-expected = 应为 { $what }
exercise-expected-version = 应为 format_version = { $version }
exercise-expected-one-of = 应为其中之一：{ $what }
exercise-expected-at-least = 至少应为 { $least }
exercise-expected-threads = 一个线程块最多 { $most } 个线程
exercise-expected-block-z = z 方向最多 { $most } 个线程
exercise-expected-grid = x 方向最多 { $x } 个线程块，y 方向和 z 方向各最多 { $y } 个
exercise-expected-shared = 最多 { $most } 字节，这是此设备能给一个线程块的数量
exercise-expected-when = 请用 `when` 给第 { $number } 条规则写上条件，或者把它放在最后
exercise-expected-kernel = 应为名称，可以带模板实参，例如 "copy_kernel<T, 4>"；花括号中可以写表达式："copy_kernel<T, {"{"}16 / dtype_bytes{"}"}>"
exercise-expected-text = 应为引号中的文本
exercise-expected-whole = 应为非负整数
exercise-expected-identifier = 应由字母、数字和下划线组成，并以字母开头
exercise-expected-param = kind 为 "in"、"out" 或 "workspace" 的参数有 shape；kind 为 "scalar" 的参数有 value（由各维大小得出）或 default（调用算子的人可以另给一个值），两者只写其一
exercise-expected-constant = 应为一个数，或者不含变量的表达式，例如 "1.0e-5"
exercise-expected-finite = 应为有限的数
exercise-expected-default = 属性是签名中写有 `default` 的标量，而这个签名中没有
exercise-expected-no-keyword = 请换一个在 C、C++ 和 Python 中都没有特殊含义的名称
exercise-expected-dim = 应为第一个输入的某一维：0 到 { $last }
exercise-expected-functor = 应为以类型参数为元素类型的模板：一个输出和至少一个输入，形状都是 [n]，然后是各个属性，最后是 dtype = "i64"、value = "n" 的标量
exercise-expected-cel = 应为 CEL 表达式，例如 "min(cdiv(n, 256), cap)"
exercise-expected-tolerance = 应当只写 `exact = true`，或者写 `relative`、`magnitude`，或者两者都写
exercise-expected-size = 每一项都应有一个数：{ $dims }
exercise-expected-overlay-count = 应与 exercise.toml 的 { $key } 一样多：{ $count } 项
exercise-expected-overlay-hint = 应与 exercise.toml 第 { $number } 条提示的键相同：{ $keys }

# 学习者的工作目录。
exercise-no-root = 这里没有练习：{ $searched } 中都没有 camp.toml，也没有 exercises 目录
exercise-progress-unreadable = 无法读取 { $path } 中的进度：{ $reason }
exercise-progress-unwritable = 无法把进度保存到 { $path }：{ $reason }。原有的内容还在。
exercise-history-unreadable = 无法读取核函数的历史记录 { $path }：{ $reason }
exercise-history-unwritable = 无法把核函数的历史记录保存到 { $path }：{ $reason }。原来的内容还在。
exercise-backup-failed = 无法在 { $path } 建立备份：{ $reason }。你的文件没有改动。
