//! The arguments of a TileLang kernel: sizes, block sizes, the element type.

use std::collections::BTreeMap;

use diag::msg;

use super::{LaunchRules, Located, check_variables, eval, parse};
use crate::error::Source;
use crate::load::unknown;
use crate::schema::TileTable;
use crate::{ArgSpec, Case, DeviceProps, Error, ReferenceArg, Signature, Value};

/// The contract of an exercise's TileLang kernel.
#[derive(Debug, Clone)]
pub(crate) struct TileContract {
    /// The function's name.
    pub kernel: String,
    /// Which of the correctness cases it is judged on; all without a condition.
    cases: Option<Located>,
    arguments: Vec<(String, Located)>,
    /// How the kernel calls buffers of the signature, where it calls them otherwise.
    names: BTreeMap<String, String>,
    source: Source,
}

impl TileContract {
    pub fn new(source: &Source, table: &TileTable, signature: &Signature, known: &[String]) -> Result<Self, Error> {
        for buffer in table.names.keys() {
            if !signature.buffers().any(|known| known.name == *buffer.get_ref()) {
                let names: Vec<_> = signature.buffers().map(|b| b.name.as_str()).collect();
                return Err(unknown(source, buffer, &names.join(", ")));
            }
        }
        let names = table.names.iter().map(|(buffer, name)| (buffer.get_ref().clone(), name.get_ref().clone()));
        let located = |text| {
            let located = parse(source, text)?;
            check_variables(source, &located, known)?;
            Ok(located)
        };
        let arguments = table.arguments.iter().map(|(name, value)| Ok((name.get_ref().clone(), located(value)?)));
        Ok(Self {
            kernel: table.kernel.get_ref().clone(),
            cases: table.cases.as_ref().map(located).transpose()?,
            arguments: arguments.collect::<Result<_, Error>>()?,
            names: names.collect(),
            source: source.clone(),
        })
    }

    /// The case with its buffers under the kernel's names. They are filled as under the signature's.
    pub fn rename(&self, case: &Case) -> Case {
        let mut case = case.clone();
        let new = |name: &str| self.names.get(name).cloned().unwrap_or_else(|| name.to_owned());
        for arg in &mut case.args {
            if let ArgSpec::Buffer(spec) = arg {
                spec.name = new(&spec.name);
            }
        }
        for arg in &mut case.reference_args {
            match arg {
                ReferenceArg::Output { buffer, .. } => *buffer = new(buffer),
                ReferenceArg::Input(spec) => spec.name = new(&spec.name),
                ReferenceArg::Magnitude { .. } | ReferenceArg::Scalar(_) => {}
            }
        }
        case.fills = case.fills.into_iter().map(|(buffer, fill)| (new(&buffer), fill)).collect();
        case
    }

    /// Whether the kernel is judged on `case`.
    pub fn is_judged_on(&self, case: &Case) -> Result<bool, Error> {
        self.cases.as_ref().map_or(Ok(true), |cases| eval(&self.source, cases, |e| e.bool(&case.vars())))
    }

    /// The names of the arguments that rules may choose: the block sizes, which depend on no size.
    pub fn names(&self) -> Vec<&str> {
        let is_free = |located: &Located| located.expr.variables().is_empty();
        self.arguments.iter().filter(|(_, located)| is_free(located)).map(|(name, _)| name.as_str()).collect()
    }

    /// The arguments for a case: numbers, or the name of an element type.
    pub fn arguments(&self, rules: Option<&LaunchRules>, case: &Case) -> Result<Vec<(String, Value)>, Error> {
        let mut vars = case.vars();
        DeviceProps::VIRTUAL.add_to(&mut vars);
        let rule = match rules {
            Some(rules) => rules.choose(&vars)?.map(|rule| (rule, &rules.source)),
            None => None,
        };
        let value = |(name, contract): &(String, Located)| {
            let own = rule.and_then(|(rule, source)| {
                let (_, _, located) = rule.arguments.iter().find(|(own, _, _)| own == name)?;
                Some((source, located))
            });
            let (source, located) = own.unwrap_or((&self.source, contract));
            // Sizes of blocks are whole; a scalar of the contract's may be any number.
            let number = if own.is_some() { crate::Expr::int_or_word } else { crate::Expr::number_or_word };
            let value = eval(source, located, |e| number(e, &vars))?;
            if let (Value::Int(n @ ..1), Some(_)) = (&value, own) {
                let expected = msg!("exercise-expected-at-least", least = 1);
                return Err(super::out_of_range(source, located, &[*n], expected));
            }
            Ok((name.clone(), value))
        };
        self.arguments.iter().map(value).collect()
    }
}
