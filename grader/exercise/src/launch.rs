//! How a kernel is launched: by the contract, or by the learner's own rules.

use std::ops::Range;
use std::path::Path;

use diag::msg;
use toml::Spanned;

use crate::error::Source;
use crate::schema::{LaunchFile, LaunchTable, RuleTable};
use crate::{Error, Expr, ExprError, Vars};

/// A launch, ready to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// The kernel as a name expression for NVRTC.
    pub kernel: String,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Dynamic shared memory.
    pub shared_bytes: u32,
}

/// An expression and where it is written.
#[derive(Debug, Clone)]
pub(crate) struct Located {
    pub expr: Expr,
    pub range: Range<usize>,
}

/// The contract's launch.
#[derive(Debug, Clone)]
pub(crate) struct Contract {
    grid: Located,
    block: Located,
    shared_bytes: Option<Located>,
    source: Source,
}

/// One rule of a `launch.toml`: what it leaves out is as the contract says.
#[derive(Debug, Clone)]
pub struct LaunchRule {
    when: Option<Located>,
    kernel: Option<String>,
    grid: Option<Located>,
    block: Option<Located>,
    shared_bytes: Option<Located>,
}

/// The rules of a `launch.toml`. The first whose condition holds is used; where none does, the contract's launch.
#[derive(Debug, Clone)]
pub struct LaunchRules {
    rules: Vec<LaunchRule>,
    source: Source,
}

impl LaunchRules {
    /// Reads a `launch.toml`. Variables are checked when the rules are used.
    ///
    /// # Errors
    /// When it cannot be read or understood.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let source = Source::read(path)?;
        let file: LaunchFile = source.parse()?;
        source.check_version(&file.format_version)?;
        let rules = file.rule.into_iter().map(|rule| load_rule(&source, rule)).collect::<Result<_, _>>()?;
        Ok(Self { rules, source })
    }

    /// Whether everything is as the contract says.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The kernels that rules name, in order and once each, for compiling them all.
    pub fn kernels(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for name in self.rules.iter().filter_map(|rule| rule.kernel.as_deref()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The rule for a case.
    fn choose(&self, vars: &Vars) -> Result<Option<&LaunchRule>, Error> {
        for rule in &self.rules {
            let holds = match &rule.when {
                Some(when) => eval(&self.source, when, |e| e.bool(vars))?,
                None => true,
            };
            if holds {
                return Ok(Some(rule));
            }
        }
        Ok(None)
    }
}

fn load_rule(source: &Source, rule: RuleTable) -> Result<LaunchRule, Error> {
    let expr = |e: Option<Spanned<String>>| e.map(|e| parse(source, &e)).transpose();
    Ok(LaunchRule {
        when: expr(rule.when)?,
        kernel: rule.kernel.map(Spanned::into_inner),
        grid: expr(rule.grid)?,
        block: expr(rule.block)?,
        shared_bytes: expr(rule.shared_bytes)?,
    })
}

impl Contract {
    pub fn new(source: &Source, table: &LaunchTable) -> Result<Self, Error> {
        Ok(Self {
            grid: parse(source, &table.grid)?,
            block: parse(source, &table.block)?,
            shared_bytes: table.shared_bytes.as_ref().map(|e| parse(source, e)).transpose()?,
            source: source.clone(),
        })
    }

    pub fn check_variables(&self, known: &[String]) -> Result<(), Error> {
        for located in [Some(&self.grid), Some(&self.block), self.shared_bytes.as_ref()].into_iter().flatten() {
            check_variables(&self.source, located, known)?;
        }
        Ok(())
    }

    /// The launch for a case.
    ///
    /// `kernel`: makes a name expression of a rule's kernel, or of the contract's when given nothing.
    pub fn launch(
        &self,
        rules: Option<&LaunchRules>,
        vars: &Vars,
        kernel: impl Fn(Option<&str>) -> String,
    ) -> Result<Launch, Error> {
        let rule = match rules {
            Some(rules) => rules.choose(vars)?.map(|rule| (rule, &rules.source)),
            None => None,
        };
        // The rule's expression with the rule's file, else the contract's with the exercise's.
        let pick = |field: fn(&LaunchRule) -> Option<&Located>| {
            rule.and_then(|(rule, source)| field(rule).map(|located| (source, located)))
        };
        let (source, grid) = pick(|r| r.grid.as_ref()).unwrap_or((&self.source, &self.grid));
        let grid = dim3(source, grid, vars)?;
        let (source, block) = pick(|r| r.block.as_ref()).unwrap_or((&self.source, &self.block));
        let block = dim3(source, block, vars)?;
        let shared = pick(|r| r.shared_bytes.as_ref()).or(self.shared_bytes.as_ref().map(|e| (&self.source, e)));
        let shared_bytes = match shared {
            Some((source, located)) => in_range(source, located, eval(source, located, |e| e.int(vars))?, 0)?,
            None => 0,
        };
        Ok(Launch { kernel: kernel(rule.and_then(|(rule, _)| rule.kernel.as_deref())), grid, block, shared_bytes })
    }
}

pub(crate) fn dim3(source: &Source, located: &Located, vars: &Vars) -> Result<[u32; 3], Error> {
    let [x, y, z] = eval(source, located, |e| e.dim3(vars))?;
    Ok([in_range(source, located, x, 1)?, in_range(source, located, y, 1)?, in_range(source, located, z, 1)?])
}

fn in_range(source: &Source, located: &Located, value: i64, least: u32) -> Result<u32, Error> {
    u32::try_from(value).ok().filter(|&v| v >= least).ok_or_else(|| {
        let text = msg!("exercise-error-launch-range", expression = located.expr.source(), value = value);
        source.error_expected(located.range.clone(), text, msg!("exercise-expected-at-least", least = least))
    })
}

pub(crate) fn parse(source: &Source, text: &Spanned<String>) -> Result<Located, Error> {
    let expr = Expr::parse(text.get_ref()).map_err(|e| {
        // The value's range includes its quote; an offset is trusted only where the text has no escapes before it.
        let range = match e.offset {
            Some(offset) if offset < text.get_ref().len() => {
                let start = text.span().start + 1 + offset;
                start..start + 1
            }
            _ => text.span(),
        };
        source.error_expected(range, msg!("exercise-error-expression", message = e.text), msg!("exercise-expected-cel"))
    })?;
    Ok(Located { expr, range: text.span() })
}

pub(crate) fn eval<T>(
    source: &Source,
    located: &Located,
    value: impl FnOnce(&Expr) -> Result<T, ExprError>,
) -> Result<T, Error> {
    value(&located.expr).map_err(|e| {
        let text = msg!("exercise-error-evaluation", expression = located.expr.source(), message = e.text);
        source.error(located.range.clone(), text)
    })
}

/// Fails when an expression uses a variable that does not exist.
pub(crate) fn check_variables(source: &Source, located: &Located, known: &[String]) -> Result<(), Error> {
    let Some(unknown) = located.expr.variables().into_iter().find(|v| !known.contains(v)) else { return Ok(()) };
    Err(source.error_expected(
        located.range.clone(),
        msg!("exercise-error-variable", name = unknown),
        msg!("exercise-expected-one-of", what = known.join(", ")),
    ))
}
