//! From the tables of `exercise.toml` to cases: each table gives one case per size and element type.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use diag::msg;
use toml::Spanned;

use crate::attributes::{attribute_value, in_range, number};
use crate::case::vars;
use crate::error::Source;
use crate::launch::{Located, block_dims, check_variables, eval, grid_dims, parse};
use crate::load::unknown;
use crate::schema::{CaseTable, ReferenceTable};
use crate::signature::ScalarValue;
use crate::{
    ArgSpec, BufferSpec, Case, DeviceProps, Direction, Dtype, Error, Fill, Launch, Param, ReferenceArg, ScalarParam,
    ScalarSpec, Signature, Tolerance, Value, Vars,
};

/// No buffer of an exercise comes near; a larger one is a slip of the pen that would only exhaust the memory.
const LARGEST_ELEMS: usize = 1 << 30;

/// What is needed to make cases of their tables.
pub(crate) struct Cases<'a> {
    pub source: &'a Source,
    pub signature: &'a Signature,
    /// The variables that expressions may use.
    pub known: &'a [String],
    pub reference: &'a ReferenceTable,
    pub tolerance: &'a Tolerance,
    pub tolerance_range: Range<usize>,
}

impl Cases<'_> {
    /// The correctness cases and the sizes for timing.
    pub fn load(
        &self,
        cases: &[Spanned<CaseTable>],
        bench: &[Spanned<CaseTable>],
    ) -> Result<(Vec<Case>, Vec<Case>), Error> {
        let launch = self.launch()?;
        let mut names = BTreeSet::new();
        let mut expand = |tables: &[Spanned<CaseTable>]| {
            let mut all = Vec::new();
            for table in tables {
                let table = table.get_ref();
                for size in table.sizes.get_ref() {
                    for dtype in self.dtypes(table)? {
                        let case = self.case(&launch, table, size, dtype)?;
                        if !names.insert(case.name.clone()) {
                            let text = msg!("exercise-error-duplicate", name = case.name);
                            return Err(self.source.error(size.span(), text));
                        }
                        all.push(case);
                    }
                }
            }
            Ok(all)
        };
        let cases = expand(cases)?;
        if cases.is_empty() {
            return Err(self.source.error(0..0, msg!("exercise-error-no-cases")));
        }
        Ok((cases, expand(bench)?))
    }

    /// How the reference is launched: grid and block.
    pub fn launch(&self) -> Result<(Located, Located), Error> {
        let expr = |text: &Spanned<String>| {
            let located = parse(self.source, text)?;
            check_variables(self.source, &located, self.known)?;
            Ok(located)
        };
        Ok((expr(&self.reference.grid)?, expr(&self.reference.block)?))
    }

    /// The type parameter's values in a case: those it names, else all.
    pub fn dtypes(&self, table: &CaseTable) -> Result<Vec<Option<Dtype>>, Error> {
        let Some(words) = &table.dtypes else { return Ok(self.signature.instantiations()) };
        let allowed = self.signature.type_parameter.as_ref().map_or(&[][..], |p| &p.dtypes);
        let list = || allowed.iter().map(|d| d.as_str()).collect::<Vec<_>>().join(", ");
        let read = |word: &Spanned<String>| {
            let dtype = Dtype::parse(word.get_ref()).filter(|d| allowed.contains(d));
            dtype.map(Some).ok_or_else(|| unknown(self.source, word, &list()))
        };
        words.iter().map(read).collect()
    }

    /// The case of one size and element type.
    pub fn case(
        &self,
        (grid, block): &(Located, Located),
        table: &CaseTable,
        size: &Spanned<Vec<i64>>,
        dtype: Option<Dtype>,
    ) -> Result<Case, Error> {
        let dims = self.dims(size)?;
        let grid_cap = table.grid_cap.as_ref().map(|cap| *cap.get_ref());
        if let Some(cap) = table.grid_cap.as_ref().filter(|cap| *cap.get_ref() == 0) {
            let expected = msg!("exercise-expected-at-least", least = 1);
            return Err(self.source.error_expected(cap.span(), msg!("exercise-error-bound", value = 0), expected));
        }
        let first = self.signature.buffers().next().map_or(Dtype::F32, |b| b.element.resolve(dtype));
        let attributes = self.attributes(table, &vars(&dims, &[], dtype.unwrap_or(first), grid_cap))?;
        let vars = vars(&dims, &attributes, dtype.unwrap_or(first), grid_cap);
        let args = self.signature.params.iter().map(|p| self.arg(p, dtype, &vars)).collect::<Result<Vec<_>, _>>()?;
        let outputs = args.iter().filter_map(|arg| match arg {
            ArgSpec::Buffer(b) if b.direction == Direction::Out => Some(b.n_elems()),
            _ => None,
        });
        let noop = outputs.sum::<usize>() == 0;
        // A case without elements launches nothing, so its grid of 0 blocks is no mistake.
        let reference_launch = Launch {
            kernel: "reference".to_owned(),
            grid: if noop { [1; 3] } else { grid_dims(self.source, grid, &vars)? },
            block: block_dims(self.source, block, &vars, DeviceProps::VIRTUAL.max_threads_per_block)?,
            shared_bytes: 0,
            dtype,
            named: None,
            args: None,
        };
        let allowance = self.tolerance.allowance(&vars).map_err(|e| {
            let text = msg!("exercise-error-tolerance-value", message = e.text);
            self.source.error(self.tolerance_range.clone(), text)
        })?;
        Ok(Case {
            name: case_name(table.name.get_ref(), size.get_ref(), dtype),
            dims,
            attributes,
            dtype,
            fills: self.fills(table)?,
            grid_cap,
            noop,
            reference_args: reference_args(&args, self.reference.magnitude),
            args,
            reference_launch,
            allowance,
        })
    }

    fn dims(&self, size: &Spanned<Vec<i64>>) -> Result<Vec<(String, i64)>, Error> {
        let names = &self.signature.dims;
        let sizes = size.get_ref();
        if sizes.len() != names.len() || sizes.iter().any(|&n| n < 0) {
            let text = msg!("exercise-error-size", count = names.len());
            let expected = msg!("exercise-expected-size", dims = names.join(", "));
            return Err(self.source.error_expected(size.span(), text, expected));
        }
        Ok(names.iter().cloned().zip(sizes.iter().copied()).collect())
    }

    /// The attributes of a case: those that its table gives, else their defaults.
    ///
    /// `sizes`: the case's other variables.
    fn attributes(&self, table: &CaseTable, sizes: &Vars) -> Result<Vec<(String, Value)>, Error> {
        let names = || self.signature.attributes().map(|a| a.name.as_str()).collect::<Vec<_>>().join(", ");
        if let Some(other) = table.attributes.keys().find(|key| !self.signature.is_attribute(key.get_ref())) {
            let text = msg!("exercise-error-attribute", name = other.get_ref());
            let names = names();
            return Err(match names.is_empty() {
                true => self.source.error_expected(other.span(), text, msg!("exercise-expected-default")),
                false => self.source.error_expected(other.span(), text, msg!("exercise-expected-one-of", what = names)),
            });
        }
        let known: Vec<String> = sizes.keys().cloned().collect();
        let value = |param: &ScalarParam, default: &Value| {
            let given = table.attributes.iter().find(|(name, _)| *name.get_ref() == param.name);
            let Some((_, given)) = given else { return Ok((param.name.clone(), default.clone())) };
            let located = number(self.source, given)?;
            check_variables(self.source, &located, &known)?;
            Ok((param.name.clone(), attribute_value(self.source, &located, param.dtype, sizes)?))
        };
        self.signature.attributes().filter_map(|param| Some(value(param, param.default()?))).collect()
    }

    fn fills(&self, table: &CaseTable) -> Result<BTreeMap<String, Fill>, Error> {
        let mut fills = BTreeMap::new();
        for (buffer, rule) in &table.fill {
            if !self.signature.inputs().any(|b| b.name == *buffer.get_ref()) {
                let names: Vec<_> = self.signature.inputs().map(|b| b.name.as_str()).collect();
                return Err(unknown(self.source, buffer, &names.join(", ")));
            }
            let fill = Fill::parse(rule.get_ref()).ok_or_else(|| unknown(self.source, rule, Fill::FORMS))?;
            fills.insert(buffer.get_ref().clone(), fill);
        }
        Ok(fills)
    }

    fn arg(&self, param: &Param, dtype: Option<Dtype>, vars: &Vars) -> Result<ArgSpec, Error> {
        let buffer = match param {
            Param::Buffer(buffer) => buffer,
            Param::Scalar(scalar) => return self.scalar(scalar, vars).map(ArgSpec::Scalar),
        };
        let mut shape = Vec::new();
        let mut n_elems: usize = 1;
        for located in &buffer.shape {
            let n = eval(self.source, located, |e| e.int(vars))?;
            let n = usize::try_from(n).ok();
            let product = n.and_then(|n| n_elems.checked_mul(n)).filter(|&product| product <= LARGEST_ELEMS);
            let (Some(n), Some(product)) = (n, product) else {
                let text = msg!("exercise-error-shape", expression = located.expr.source(), limit = LARGEST_ELEMS);
                return Err(self.source.error(located.range.clone(), text));
            };
            shape.push(n);
            n_elems = product;
        }
        let dtype = buffer.element.resolve(dtype);
        Ok(ArgSpec::Buffer(BufferSpec { name: buffer.name.clone(), direction: buffer.direction, dtype, shape }))
    }

    fn scalar(&self, scalar: &ScalarParam, vars: &Vars) -> Result<ScalarSpec, Error> {
        let value = match &scalar.value {
            // The case's variables hold what its table or the caller says.
            ScalarValue::Attribute(default) => vars.get(&scalar.name).unwrap_or(default).clone(),
            ScalarValue::Of(located) if scalar.dtype.is_float() => {
                Value::Double(eval(self.source, located, |e| e.number(vars))?)
            }
            ScalarValue::Of(located) => {
                let n = eval(self.source, located, |e| e.int(vars))?;
                in_range(Value::Int(n), scalar.dtype).ok_or_else(|| {
                    let text = msg!("exercise-error-scalar", value = n, dtype = scalar.dtype.as_str());
                    self.source.error(located.range.clone(), text)
                })?
            }
        };
        Ok(ScalarSpec { name: scalar.name.clone(), dtype: scalar.dtype, value })
    }
}

/// `rowwise` + 16, 128 → `rowwise_16x128`; with an element type, `capped_1000_f16`.
fn case_name(name: &str, size: &[i64], dtype: Option<Dtype>) -> String {
    let size = size.iter().map(i64::to_string).collect::<Vec<_>>().join("x");
    let dtype = dtype.map(|d| format!("_{d}")).unwrap_or_default();
    format!("{name}_{size}{dtype}")
}

/// The outputs, the magnitude, the inputs, the scalars.
fn reference_args(args: &[ArgSpec], magnitude: bool) -> Vec<ReferenceArg> {
    let buffers = |direction: Direction| {
        args.iter().filter_map(move |arg| match arg {
            ArgSpec::Buffer(b) if b.direction == direction => Some(b),
            _ => None,
        })
    };
    let mut all: Vec<_> = buffers(Direction::Out)
        .map(|b| ReferenceArg::Output { buffer: b.name.clone(), n_elems: b.n_elems() })
        .collect();
    let n_elems = buffers(Direction::Out).next().map_or(0, BufferSpec::n_elems);
    all.extend(magnitude.then_some(ReferenceArg::Magnitude { n_elems }));
    all.extend(buffers(Direction::In).cloned().map(ReferenceArg::Input));
    all.extend(args.iter().filter_map(|arg| match arg {
        ArgSpec::Scalar(s) => Some(ReferenceArg::Scalar(s.clone())),
        ArgSpec::Buffer(_) => None,
    }));
    all
}
