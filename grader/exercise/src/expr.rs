//! Expressions in exercise files: CEL, with the few functions that launch shapes and costs need.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use diag::{Text, msg};

/// A value of a variable or an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A floating-point number.
    Double(f64),
    /// A text.
    Str(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(n) => write!(f, "{n}"),
            Self::Double(x) => write!(f, "{x}"),
            Self::Str(s) => write!(f, "'{s}'"),
        }
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Str(value.to_owned())
    }
}

/// The variables that an expression may use.
pub type Vars = BTreeMap<String, Value>;

/// Why an expression cannot be used.
#[derive(Debug, Clone, PartialEq)]
pub struct ExprError {
    /// What is wrong, in CEL's words where it is CEL that complains.
    pub text: Text,
    /// Where in the expression, as a byte offset, when it is a matter of syntax.
    pub offset: Option<usize>,
}

/// A parsed expression.
#[derive(Clone)]
pub struct Expr {
    source: String,
    program: Arc<cel::Program>,
}

impl std::fmt::Debug for Expr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Expr({:?})", self.source)
    }
}

impl Expr {
    /// Parses an expression.
    ///
    /// # Errors
    /// When it is not CEL.
    pub fn parse(source: &str) -> Result<Self, ExprError> {
        // The parser recurses; a bound on the length keeps any input from using up the stack.
        if source.len() > 1000 {
            return Err(ExprError { text: msg!("exercise-expr-long", limit = 1000), offset: None });
        }
        let program = env().compile(source).map_err(|errors| {
            let first = errors.errors.first();
            let offset = first
                .filter(|e| e.pos.0 == 1)
                .and_then(|e| usize::try_from(e.pos.1).ok())
                .map(|column| column.saturating_sub(1));
            // The list of all tokens that could follow helps nobody.
            let message = first.map_or_else(|| errors.to_string(), |e| e.msg.clone());
            ExprError { text: syntax_error(message.split(" expecting {").next().unwrap_or_default()), offset }
        })?;
        Ok(Self { source: source.to_owned(), program: Arc::new(program) })
    }

    /// The text it was parsed from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The variables it mentions, in order.
    pub fn variables(&self) -> Vec<String> {
        let mut names: Vec<String> = self.program.references().variables().iter().map(|s| (*s).to_owned()).collect();
        names.sort_unstable();
        names
    }

    /// Its value as a whole number.
    ///
    /// # Errors
    /// When evaluation fails or gives something else.
    pub fn int(&self, vars: &Vars) -> Result<i64, ExprError> {
        match self.eval(vars)? {
            cel::Value::Int(n) => Ok(n),
            cel::Value::UInt(n) => i64::try_from(n).map_err(|_| wrong_type(msg!("exercise-expr-whole"), "uint")),
            other => Err(wrong_type(msg!("exercise-expr-whole"), &other.type_of().to_string())),
        }
    }

    /// Its value as a number.
    ///
    /// # Errors
    /// When evaluation fails or gives something else.
    #[expect(clippy::cast_precision_loss, reason = "tolerances and costs need no more than 53 bits")]
    pub fn number(&self, vars: &Vars) -> Result<f64, ExprError> {
        match self.eval(vars)? {
            cel::Value::Int(n) => Ok(n as f64),
            cel::Value::UInt(n) => Ok(n as f64),
            cel::Value::Float(x) => Ok(x),
            other => Err(wrong_type(msg!("exercise-expr-number"), &other.type_of().to_string())),
        }
    }

    /// Its value as a number or a word.
    ///
    /// # Errors
    /// When evaluation fails or gives something else; what is not finite is something else, too.
    pub fn number_or_word(&self, vars: &Vars) -> Result<Value, ExprError> {
        match self.eval(vars)? {
            cel::Value::Float(x) if x.is_finite() => Ok(Value::Double(x)),
            cel::Value::Float(x) => Err(wrong_type(msg!("exercise-expr-number"), &x.to_string())),
            _ => self.int_or_word(vars),
        }
    }

    /// Its value as a whole number or a word.
    ///
    /// # Errors
    /// When evaluation fails or gives something else.
    pub fn int_or_word(&self, vars: &Vars) -> Result<Value, ExprError> {
        match self.eval(vars)? {
            cel::Value::String(word) => Ok(Value::Str(word.to_string())),
            _ => self.int(vars).map(Value::Int),
        }
    }

    /// Its value as a condition.
    ///
    /// # Errors
    /// When evaluation fails or gives something else.
    pub fn bool(&self, vars: &Vars) -> Result<bool, ExprError> {
        match self.eval(vars)? {
            cel::Value::Bool(b) => Ok(b),
            other => Err(wrong_type(msg!("exercise-expr-bool"), &other.type_of().to_string())),
        }
    }

    /// Its value as grid or block dimensions: a whole number, or a list of one to three. Missing dimensions are 1.
    ///
    /// # Errors
    /// When evaluation fails or gives something else.
    pub fn dim3(&self, vars: &Vars) -> Result<[i64; 3], ExprError> {
        let expected = || msg!("exercise-expr-dim3");
        match self.eval(vars)? {
            cel::Value::Int(n) => Ok([n, 1, 1]),
            cel::Value::List(items) if (1..=3).contains(&items.len()) => {
                let mut dims = [1; 3];
                for (dim, item) in dims.iter_mut().zip(items.iter()) {
                    let cel::Value::Int(n) = item else {
                        return Err(wrong_type(expected(), &format!("[{}]", item.type_of())));
                    };
                    *dim = *n;
                }
                Ok(dims)
            }
            other => Err(wrong_type(expected(), &other.type_of().to_string())),
        }
    }

    fn eval(&self, vars: &Vars) -> Result<cel::Value, ExprError> {
        let error = |message: String| ExprError { text: msg!("exercise-expr-cel", message = message), offset: None };
        let mut context = cel::Context::with_env(env());
        add_functions(&mut context).map_err(|e| error(format!("{e:?}")))?;
        for (name, value) in vars {
            let value = match value {
                Value::Int(n) => cel::Value::Int(*n),
                Value::Double(x) => cel::Value::Float(*x),
                Value::Str(s) => cel::Value::String(Arc::new(s.clone())),
            };
            context.add_variable_from_value(name.clone(), value);
        }
        self.program.execute(&context).map_err(|e| ExprError { text: execution_error(&e), offset: None })
    }
}

/// What CEL's parser complains of.
fn syntax_error(message: &str) -> Text {
    let mut quoted = message.rsplit('\'');
    // Behind the last quote is nothing; before it the last token that is named.
    let token = quoted.nth(1);
    let is_about = |what: &str| message.contains(what);
    match token {
        Some("<EOF>") => msg!("exercise-expr-ends"),
        Some(token) if is_about("input") || is_about("token recognition") => msg!("exercise-expr-token", token = token),
        _ => msg!("exercise-expr-cel", message = message),
    }
}

/// Why evaluation failed.
fn execution_error(error: &cel::ExecutionError) -> Text {
    use cel::ExecutionError as E;
    match error {
        E::DivisionByZero(_) | E::RemainderByZero(_) => msg!("exercise-expr-zero"),
        E::Overflow(..) => msg!("exercise-expr-overflow"),
        E::UndeclaredReference(name) => msg!("exercise-expr-undeclared", name = name.as_str()),
        E::NoSuchOverload(call) => {
            // Operators are called `_+_`.
            let function = call.function().trim_matches('_');
            msg!("exercise-expr-operands", function = function, types = call.argument_types().join(", "))
        }
        E::UnsupportedBinaryOperator(name, a, b) => {
            let signs = [("add", "+"), ("sub", "-"), ("mul", "*"), ("div", "/"), ("rem", "%")];
            let sign = signs.iter().find(|(known, _)| known == name).map_or(*name, |(_, sign)| sign);
            let types = format!("{}, {}", a.type_of(), b.type_of());
            msg!("exercise-expr-operands", function = sign, types = types)
        }
        E::InvalidArgumentCount { expected, actual } => {
            msg!("exercise-expr-arguments", expected = *expected, actual = *actual)
        }
        // Ours take whole numbers.
        E::UnexpectedType { want, .. } if want == "i64" => msg!("exercise-expr-argument"),
        E::FunctionError { function, message } if function == "cdiv" => msg!("exercise-expr-cdiv", call = message),
        other => msg!("exercise-expr-cel", message = other.to_string()),
    }
}

/// `found`: CEL's name of the type.
fn wrong_type(expected: Text, found: &str) -> ExprError {
    ExprError { text: msg!("exercise-expr-type", found = found, expected = expected), offset: None }
}

fn env() -> Arc<cel::Env> {
    static ENV: OnceLock<Arc<cel::Env>> = OnceLock::new();
    ENV.get_or_init(|| Arc::new(cel::Env::stdlib())).clone()
}

fn add_functions(context: &mut cel::Context<'_, '_>) -> Result<(), cel::DeclarationError> {
    /// Rounds up, which is what a grid of blocks needs.
    fn cdiv(a: i64, b: i64) -> Result<i64, cel::ExecutionError> {
        if b <= 0 || a < 0 {
            return Err(cel::ExecutionError::function_error("cdiv", format!("cdiv({a}, {b})")));
        }
        Ok(a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0))
    }
    #[expect(clippy::cast_precision_loss, reason = "used in tolerances")]
    fn sqrt(a: i64) -> f64 {
        (a as f64).sqrt()
    }
    #[expect(clippy::cast_precision_loss, reason = "used in tolerances")]
    fn log2(a: i64) -> f64 {
        (a as f64).log2()
    }
    context.add_function("cdiv", cdiv)?;
    context.add_function("min", |a: i64, b: i64| a.min(b))?;
    context.add_function("max", |a: i64, b: i64| a.max(b))?;
    context.add_function("sqrt", sqrt)?;
    context.add_function("log2", log2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vars() -> Vars {
        Vars::from([("n".to_owned(), 1000.into()), ("cap".to_owned(), 3.into()), ("dtype".to_owned(), "f16".into())])
    }

    #[test]
    fn values() {
        let int = |source: &str, expected: i64| {
            assert_eq!(Expr::parse(source).unwrap().int(&vars()), Ok(expected), "{source}");
        };
        int("n", 1000);
        int("cdiv(n, 256)", 4);
        int("cdiv(0, 256)", 0);
        int("cdiv(512, 256)", 2);
        int("min(cdiv(n, 256), cap)", 3);
        int("max(n, cap) * 4 - 1", 3999);
        int("dtype == 'f16' ? n / 2 : n", 500);
        assert_eq!(Expr::parse("4.0 * sqrt(n) + log2(1024)").unwrap().number(&vars()).unwrap().round(), 136.0);
        assert_eq!(Expr::parse("n % 4 == 0 && cap > 2").unwrap().bool(&vars()), Ok(true));
        assert_eq!(Expr::parse("[n, cap]").unwrap().dim3(&vars()), Ok([1000, 3, 1]));
        assert_eq!(Expr::parse("n").unwrap().dim3(&vars()), Ok([1000, 1, 1]));
        assert_eq!(Expr::parse("min(n, cap) + foo(n)").unwrap().variables(), ["cap", "n"]);
    }

    fn say(error: &ExprError) -> String {
        messages::catalogue(diag::Lang::En).get(&error.text)
    }

    #[test]
    fn mistakes() {
        let parse = |source: &str| Expr::parse(source).unwrap_err();
        assert_eq!(say(&parse("n +")), "it ends too early");
        assert_eq!(parse("n ) 2").offset, Some(2));
        assert_eq!(say(&parse("n ) 2")), "“)” does not fit here");
        assert_eq!(say(&parse("n $ 2")), "“$” does not fit here");
        assert_eq!(say(&parse("")), "it ends too early");
        assert_eq!(say(&parse(&"(".repeat(2000))), "longer than 1000 characters");
        let int = |source: &str| say(&Expr::parse(source).unwrap().int(&vars()).unwrap_err());
        assert_eq!(int("m + 1"), "it uses “m”, which does not exist");
        assert_eq!(int("n / 0"), "it divides by zero");
        assert_eq!(int("'x'"), "it gives string, not a whole number");
        assert_eq!(int("n % (cap - 3)"), "it divides by zero");
        assert_eq!(int("cdiv(n, 0)"), "cdiv(1000, 0): cdiv(a, b) needs a >= 0 and b > 0");
        assert_eq!(int("9223372036854775807 + n"), "a number in it does not fit into 64 bits");
        assert_eq!(int("n + 'x'"), "“+” does not go with int, string");
        assert_eq!(int("n * 1.5"), "“*” does not go with int, float");
        assert_eq!(int("min(n)"), "a function is called with one argument and takes 2");
        assert_eq!(int("min(n, 'x')"), "a function is given something other than a whole number");
        assert_eq!(int("ceil(n)"), "it uses “ceil”, which does not exist");
        let dim3 = |source: &str| say(&Expr::parse(source).unwrap().dim3(&vars()).unwrap_err());
        assert_eq!(dim3("[1, 2, 3, 4]"), "it gives list, not a whole number or a list of up to three, like [x, y]");
        assert!(dim3("[1, 'x']").contains("it gives [string], not"));
    }

    #[test]
    fn deep_nesting_is_refused_or_read() {
        for depth in [10, 100, 490] {
            let source = format!("{}n{}", "(".repeat(depth), ")".repeat(depth));
            let _ = Expr::parse(&source).map(|e| e.int(&vars()));
        }
    }
}
