//! The TOML as it is written; `load` gives it meaning.
//!
//! Fields whose mistakes are found only later are `Spanned`, so that the message can show their place.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExerciseFile {
    /// Read and checked before the rest.
    #[serde(rename = "format_version")]
    pub _format_version: serde::de::IgnoredAny,
    pub title: String,
    pub order: u32,
    pub stage: Option<Spanned<u32>>,
    pub difficulty: Spanned<String>,
    #[serde(default)]
    pub concepts: Vec<String>,
    pub signature: SignatureTable,
    pub operator: Option<OperatorTable>,
    pub launch: LaunchTables,
    pub reference: ReferenceTable,
    pub tolerance: Spanned<ToleranceTable>,
    pub cost: CostTable,
    pub cases: Vec<Spanned<CaseTable>>,
    #[serde(default)]
    pub api_errors: Vec<ApiErrorTable>,
    #[serde(default)]
    pub bench: Vec<Spanned<CaseTable>>,
    pub hints: Vec<HintTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignatureTable {
    pub namespace: Spanned<String>,
    pub kernel: Spanned<String>,
    pub functor: Option<Spanned<String>>,
    pub type_parameter: Option<TypeParameterTable>,
    pub dims: Vec<Spanned<String>>,
    pub params: Spanned<Vec<ParamTable>>,
    #[serde(default)]
    pub helpers: Vec<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TypeParameterTable {
    pub name: Spanned<String>,
    pub dtypes: Spanned<Vec<Spanned<String>>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ParamTable {
    pub name: Spanned<String>,
    pub kind: ParamKind,
    pub dtype: Spanned<String>,
    pub shape: Option<Vec<Spanned<String>>>,
    pub value: Option<Spanned<String>>,
    pub default: Option<Spanned<Number>>,
}

/// An expression, or a number as TOML writes it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged, expecting = "this is no number, expected a number or a text with an expression")]
pub(crate) enum Number {
    Int(i64),
    Float(f64),
    Expression(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ParamKind {
    In,
    Out,
    Workspace,
    Scalar,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OperatorTable {
    #[serde(default)]
    pub names: BTreeMap<Spanned<String>, Spanned<String>>,
    pub dim: Option<Spanned<i64>>,
}

/// One table for each backend that the exercise has.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LaunchTables {
    pub nvidia: LaunchTable,
    pub tilelang: Option<TileTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TileTable {
    pub kernel: Spanned<String>,
    pub cases: Option<Spanned<String>>,
    pub arguments: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    pub names: BTreeMap<Spanned<String>, Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LaunchTable {
    pub grid: Spanned<String>,
    pub block: Spanned<String>,
    pub shared_bytes: Option<Spanned<String>>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReferenceTable {
    pub grid: Spanned<String>,
    pub block: Spanned<String>,
    #[serde(default)]
    pub magnitude: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToleranceTable {
    #[serde(default)]
    pub exact: bool,
    pub relative: Option<Spanned<String>>,
    pub magnitude: Option<Spanned<String>>,
    pub absolute: Option<f64>,
    pub row_sum: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CostTable {
    pub bytes: Spanned<String>,
    pub flops: Spanned<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseTable {
    pub name: Spanned<String>,
    pub sizes: Spanned<Vec<Spanned<Vec<i64>>>>,
    pub dtypes: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    pub fill: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    pub attributes: BTreeMap<Spanned<String>, Spanned<Number>>,
    pub grid_cap: Option<Spanned<u32>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApiErrorTable {
    pub name: Spanned<String>,
    pub buffer: Spanned<String>,
    pub mistake: Spanned<String>,
}

/// `exercise.zh.toml`: the texts in another language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OverlayFile {
    pub title: Spanned<String>,
    pub concepts: Spanned<Vec<String>>,
    pub hints: Vec<HintTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HintTable {
    pub backend: Option<Spanned<String>>,
    #[serde(default)]
    pub codes: Vec<Spanned<String>>,
    #[serde(default)]
    pub patterns: Vec<Spanned<String>>,
    pub text: Spanned<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LaunchFile {
    pub format_version: Spanned<i64>,
    #[serde(default)]
    pub rule: Vec<Spanned<RuleTable>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleTable {
    pub when: Option<Spanned<String>>,
    pub kernel: Option<Spanned<String>>,
    pub grid: Option<Spanned<String>>,
    pub block: Option<Spanned<String>>,
    pub shared_bytes: Option<Spanned<String>>,
    pub arguments: Option<BTreeMap<Spanned<String>, Spanned<String>>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordedFile {
    pub format_version: Spanned<i64>,
    pub recorded: Vec<RecordedTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordedTable {
    pub name: Spanned<String>,
    pub size: Spanned<Vec<i64>>,
    pub dtype: Option<Spanned<String>>,
    #[serde(default)]
    pub attributes: BTreeMap<Spanned<String>, Spanned<Number>>,
    pub values: BTreeMap<Spanned<String>, Spanned<Vec<f64>>>,
}
