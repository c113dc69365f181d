//! How a kernel is launched: by the contract, or by the learner's own rules.

mod case;
mod kernel;
mod rules;
mod tile;

use std::ops::Range;

use diag::{Text, msg};
use toml::Spanned;

use crate::error::Source;
use crate::schema::LaunchTable;
use crate::{ArgSpec, Case, DeviceProps, Dtype, Error, Expr, ExprError, Vars};
pub(crate) use rules::LaunchRule;
pub use rules::LaunchRules;
pub(crate) use tile::TileContract;

/// The most that a grid may have in x, and in y and z.
const GRID: [i64; 3] = [i32::MAX as i64, 65_535, 65_535];
/// The most threads that a block may have in z.
const BLOCK_Z: i64 = 64;

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
    /// The type parameter's value in the case, which says what the kernel's parameters must be.
    pub dtype: Option<Dtype>,
    /// Where a rule names the kernel; nothing where it is the contract's.
    pub named: Option<Named>,
    /// Which of the case's arguments the kernel takes, in its own order; nothing where it takes all, in the signature's.
    pub args: Option<Vec<usize>>,
}

impl Launch {
    /// A launch of a kernel that belongs to no case.
    pub fn new(kernel: String, grid: [u32; 3], block: [u32; 3], shared_bytes: u32) -> Self {
        Self { kernel, grid, block, shared_bytes, dtype: None, named: None, args: None }
    }

    /// Whether TileLang chose it.
    pub fn is_tiled(&self) -> bool {
        self.args.is_some()
    }

    /// The positions of the case's arguments in the order in which the kernel takes them; behind them the buffers that it
    /// does not take.
    pub fn order(&self, case: &Case) -> Vec<usize> {
        let all = 0..case.args.len();
        let Some(taken) = &self.args else { return all.collect() };
        let is_left = |at: &usize| !taken.contains(at) && matches!(case.args[*at], ArgSpec::Buffer(_));
        taken.iter().copied().chain(all.filter(is_left)).collect()
    }

    /// The launch of a case where there is nothing to do: of no block.
    pub fn nothing(kernel: String, dtype: Option<Dtype>) -> Self {
        Self { dtype, ..Self::new(kernel, [0; 3], [0; 3], 0) }
    }
}

/// A kernel as a rule names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Without template arguments.
    pub name: String,
    /// Whether template arguments are given.
    pub has_arguments: bool,
    source: Source,
    range: Range<usize>,
}

impl Named {
    /// An error at this place of the `launch.toml`.
    pub fn error(&self, text: Text, expected: Text) -> Error {
        self.source.error_expected(self.range.clone(), text, expected)
    }
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

impl Contract {
    pub fn new(source: &Source, table: &LaunchTable) -> Result<Self, Error> {
        Ok(Self {
            grid: parse(source, &table.grid)?,
            block: parse(source, &table.block)?,
            shared_bytes: table.shared_bytes.as_ref().map(|e| parse(source, e)).transpose()?,
            source: source.clone(),
        })
    }

    /// The exercise's file.
    pub fn source(&self) -> &Source {
        &self.source
    }

    pub fn check_variables(&self, known: &[String]) -> Result<(), Error> {
        for located in [Some(&self.grid), Some(&self.block), self.shared_bytes.as_ref()].into_iter().flatten() {
            check_variables(&self.source, located, known)?;
        }
        Ok(())
    }

    /// The launch for a case on a device, whose variables `vars` holds.
    ///
    /// `kernel`: makes a name expression of a rule's kernel, or of the contract's when given nothing.
    pub fn launch(
        &self,
        rules: Option<&LaunchRules>,
        vars: &Vars,
        device: &DeviceProps,
        dtype: Option<Dtype>,
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
        let grid = grid_dims(source, grid, vars)?;
        let (source, block) = pick(|r| r.block.as_ref()).unwrap_or((&self.source, &self.block));
        let block = block_dims(source, block, vars, device.max_threads_per_block)?;
        let shared = pick(|r| r.shared_bytes.as_ref()).or(self.shared_bytes.as_ref().map(|e| (&self.source, e)));
        let shared_bytes = match shared {
            Some((source, located)) => shared_bytes(source, located, vars, device.max_shared_bytes)?,
            None => 0,
        };
        let own = rule.and_then(|(rule, source)| rule.kernel.as_ref().map(|kernel| (kernel, source)));
        let named = own.map(|(kernel, source)| Named {
            name: kernel.name().to_owned(),
            has_arguments: kernel.has_arguments(),
            source: source.clone(),
            range: kernel.range.clone(),
        });
        let kernel = kernel(own.map(|(kernel, source)| kernel.cpp(source, vars)).transpose()?.as_deref());
        Ok(Launch { kernel, grid, block, shared_bytes, dtype, named, args: None })
    }
}

/// The blocks of a grid in x, y, z.
pub(crate) fn grid_dims(source: &Source, located: &Located, vars: &Vars) -> Result<[u32; 3], Error> {
    let dims = eval(source, located, |e| e.dim3(vars))?;
    if dims.iter().zip(GRID).any(|(n, most)| *n > most) {
        let expected = msg!("exercise-expected-grid", x = GRID[0], y = GRID[1]);
        return Err(out_of_range(source, located, &dims, expected));
    }
    positive(source, located, dims)
}

/// The threads of a block in x, y, z: `most` in all.
pub(crate) fn block_dims(source: &Source, located: &Located, vars: &Vars, most: u32) -> Result<[u32; 3], Error> {
    let dims = eval(source, located, |e| e.dim3(vars))?;
    let threads = dims.iter().try_fold(1, |product: i64, n| product.checked_mul((*n).max(1)));
    if threads.is_none_or(|n| n > i64::from(most)) {
        return Err(out_of_range(source, located, &dims, msg!("exercise-expected-threads", most = most)));
    }
    if dims[2] > BLOCK_Z {
        return Err(out_of_range(source, located, &dims, msg!("exercise-expected-block-z", most = BLOCK_Z)));
    }
    positive(source, located, dims)
}

fn shared_bytes(source: &Source, located: &Located, vars: &Vars, most: u32) -> Result<u32, Error> {
    let n = eval(source, located, |e| e.int(vars))?;
    if n > i64::from(most) {
        return Err(out_of_range(source, located, &[n], msg!("exercise-expected-shared", most = most)));
    }
    u32::try_from(n).map_err(|_| out_of_range(source, located, &[n], msg!("exercise-expected-at-least", least = 0)))
}

fn positive(source: &Source, located: &Located, dims: [i64; 3]) -> Result<[u32; 3], Error> {
    let dim = |n: i64| {
        u32::try_from(n)
            .ok()
            .filter(|&n| n > 0)
            .ok_or_else(|| out_of_range(source, located, &dims, msg!("exercise-expected-at-least", least = 1)))
    };
    Ok([dim(dims[0])?, dim(dims[1])?, dim(dims[2])?])
}

/// The error that an expression gives `values`, of which trailing ones are not worth saying.
fn out_of_range(source: &Source, located: &Located, values: &[i64], expected: Text) -> Error {
    let n_said = values.iter().rposition(|&n| n != 1).map_or(1, |last| last + 1);
    let said: Vec<String> = values.iter().take(n_said).map(i64::to_string).collect();
    let value = if n_said == 1 { said.concat() } else { format!("[{}]", said.join(", ")) };
    let text = msg!("exercise-error-launch-range", expression = located.expr.source(), value = value);
    source.error_expected(located.range.clone(), text, expected)
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
    let place = word(source, located, &unknown);
    let expected = msg!("exercise-expected-one-of", what = known.join(", "));
    Err(source.error_expected(place, msg!("exercise-error-variable", name = unknown), expected))
}

/// Where a word stands in an expression, whose whole place is the answer when it cannot be found.
fn word(source: &Source, located: &Located, word: &str) -> Range<usize> {
    let text = source.text.get(located.range.clone()).unwrap_or_default();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let is_whole = |at: &usize| !text[..*at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part);
    let found = text.match_indices(word).map(|(at, _)| at).find(is_whole).map(|at| located.range.start + at);
    found.map_or(located.range.clone(), |start| start..start + word.len())
}
