//! How programs call an exercise's operator: through descriptors, from C and from Python.

use std::collections::BTreeMap;

use diag::msg;

use crate::error::Source;
use crate::load::unknown;
use crate::schema::OperatorTable;
use crate::signature::check_identifier;
use crate::{Error, Signature};

/// Words that no parameter of a function can be called in C, C++ or Python.
const KEYWORDS: &str = "False None True alignas alignof and and_eq as asm assert async auto await bitand bitor bool break \
    case catch char class compl concept const const_cast consteval constexpr constinit continue co_await co_return co_yield \
    decltype def default del delete do double dynamic_cast elif else enum except explicit export extern false finally \
    float for friend from global goto if import in inline int is lambda long mutable namespace new noexcept nonlocal not \
    not_eq nullptr operator or or_eq pass private protected public raise register reinterpret_cast requires restrict \
    return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try \
    typedef typeid typename union unsigned using virtual void volatile wchar_t while with xor xor_eq yield";

/// How programs call an operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Operator {
    /// What programs call parameters of the kernel that they call otherwise.
    pub names: BTreeMap<String, String>,
    /// The one dimension that the operator works along, where it takes an argument `dim` that can only be this.
    pub dim: Option<i64>,
}

impl Operator {
    pub(crate) fn load(source: &Source, table: Option<&OperatorTable>, signature: &Signature) -> Result<Self, Error> {
        let Some(table) = table else { return Ok(Self::default()) };
        let mut operator = Self::default();
        // Sizes follow from the buffers: no caller gives them.
        let buffers = signature.buffers().map(|buffer| buffer.name.as_str());
        let public: Vec<&str> = buffers.chain(signature.attributes().map(|a| a.name.as_str())).collect();
        for (param, name) in &table.names {
            if !public.contains(&param.get_ref().as_str()) {
                return Err(unknown(source, param, &public.join(", ")));
            }
            check_identifier(source, name.get_ref(), name.span())?;
            if is_keyword(name.get_ref()) {
                let text = msg!("exercise-error-keyword", name = name.get_ref());
                return Err(source.error_expected(name.span(), text, msg!("exercise-expected-no-keyword")));
            }
            let is_own = |other: &str| other == name.get_ref() && other != param.get_ref();
            let others = public.iter().copied().filter(|other| !renames(other, table));
            let dim = table.dim.as_ref().map(|_| "dim");
            if others.chain(dim).any(is_own) || operator.names.values().any(|known| known == name.get_ref()) {
                let text = msg!("exercise-error-duplicate", name = name.get_ref());
                return Err(source.error(name.span(), text));
            }
            operator.names.insert(param.get_ref().clone(), name.get_ref().clone());
        }
        if let Some(dim) = &table.dim {
            let rank = signature.inputs().next().map_or(0, |input| input.shape().count());
            let last = i64::try_from(rank).unwrap_or(0) - 1;
            if !(0..=last).contains(dim.get_ref()) {
                let text = msg!("exercise-error-bound", value = *dim.get_ref());
                return Err(source.error_expected(dim.span(), text, msg!("exercise-expected-dim", last = last)));
            }
            operator.dim = Some(*dim.get_ref());
        }
        Ok(operator)
    }

    /// What programs call a parameter of the kernel.
    pub fn public_name<'a>(&'a self, param: &'a str) -> &'a str {
        self.names.get(param).map_or(param, String::as_str)
    }
}

/// Whether `table` gives the parameter another name.
fn renames(param: &str, table: &OperatorTable) -> bool {
    table.names.keys().any(|key| key.get_ref() == param)
}

/// Whether a word means something to C, C++ or Python, so that no parameter can be called so.
fn is_keyword(word: &str) -> bool {
    KEYWORDS.split_whitespace().any(|keyword| keyword == word)
}
