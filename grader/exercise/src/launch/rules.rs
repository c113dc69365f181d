//! `launch.toml`: the learner's own rules.

use std::ops::Range;
use std::path::Path;

use diag::msg;
use toml::Spanned;

use super::kernel::RuleKernel;
use super::{Located, check_variables, eval, parse};
use crate::error::Source;
use crate::schema::{LaunchFile, RuleTable};
use crate::{DeviceProps, Error, Vars};

/// One rule: what it leaves out is as the contract says.
#[derive(Debug, Clone)]
pub(crate) struct LaunchRule {
    pub when: Option<Located>,
    pub kernel: Option<RuleKernel>,
    pub grid: Option<Located>,
    pub block: Option<Located>,
    pub shared_bytes: Option<Located>,
    /// Arguments of a TileLang kernel by name, with the name's place.
    pub arguments: Vec<(String, Range<usize>, Located)>,
    /// What only rules of CUDA kernels can say, where the rule says such a thing: its key and place.
    cuda_key: Option<(&'static str, Range<usize>)>,
}

/// The rules of a `launch.toml`. The first whose condition holds is used; where none does, the contract's launch.
#[derive(Debug, Clone)]
pub struct LaunchRules {
    rules: Vec<LaunchRule>,
    pub(super) source: Source,
}

impl LaunchRules {
    /// Reads a `launch.toml`. Variables are checked when the rules are used: they are the exercise's.
    ///
    /// # Errors
    /// When it cannot be read or understood, or has a rule that is never used.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let source = Source::read(path)?;
        let file: LaunchFile = source.parse()?;
        source.check_version(&file.format_version)?;
        let mut rules: Vec<LaunchRule> = Vec::new();
        for table in file.rule {
            let place = header(&source, table.span());
            if let Some(always) = rules.iter().position(LaunchRule::is_always) {
                let text = msg!("exercise-error-rule-unreached", number = rules.len() + 1);
                return Err(source.error_expected(place, text, msg!("exercise-expected-when", number = always + 1)));
            }
            rules.push(load_rule(&source, table.into_inner())?);
        }
        Ok(Self { rules, source })
    }

    /// Whether everything is as the contract says.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Checks every expression's variables, also those of rules that no case comes to.
    ///
    /// `known`: the variables of the exercise's cases.
    pub(crate) fn check_variables(&self, known: &[String]) -> Result<(), Error> {
        let known: Vec<String> = known.iter().cloned().chain(DeviceProps::NAMES.map(str::to_owned)).collect();
        let mut all = self.rules.iter().flat_map(LaunchRule::expressions);
        all.try_for_each(|located| check_variables(&self.source, located, &known))
    }

    /// Checks that no rule says what kernels of its backend have not.
    ///
    /// `arguments`: the arguments that rules may choose; `None` for CUDA kernels.
    pub(crate) fn check_keys(&self, arguments: Option<Vec<&str>>) -> Result<(), Error> {
        let expected = |words: String| msg!("exercise-expected-one-of", what = words);
        for rule in &self.rules {
            match (&arguments, &rule.cuda_key, rule.arguments.first()) {
                (Some(_), Some((key, place)), _) => {
                    let text = msg!("exercise-error-rule-key", key = *key);
                    return Err(self.source.error_expected(
                        place.clone(),
                        text,
                        expected("when, arguments".to_owned()),
                    ));
                }
                (None, _, Some((_, place, _))) => {
                    let text = msg!("exercise-error-rule-key", key = "arguments");
                    let keys = "when, kernel, grid, block, shared_bytes".to_owned();
                    return Err(self.source.error_expected(place.clone(), text, expected(keys)));
                }
                _ => {}
            }
            let Some(known) = &arguments else { continue };
            if let Some((name, place, _)) = rule.arguments.iter().find(|(name, _, _)| !known.contains(&name.as_str())) {
                let text = msg!("exercise-error-rule-argument", name = name);
                return Err(self.source.error_expected(place.clone(), text, expected(known.join(", "))));
            }
        }
        Ok(())
    }

    /// The rule for a case.
    pub(super) fn choose(&self, vars: &Vars) -> Result<Option<&LaunchRule>, Error> {
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

impl LaunchRule {
    /// Whether it holds in every case: without a condition, or with one that asks nothing.
    fn is_always(&self) -> bool {
        self.when.as_ref().is_none_or(|when| when.expr.bool(&Vars::new()) == Ok(true))
    }

    fn expressions(&self) -> impl Iterator<Item = &Located> {
        let own = [&self.when, &self.grid, &self.block, &self.shared_bytes].into_iter().flatten();
        let arguments = self.arguments.iter().map(|(_, _, located)| located);
        own.chain(self.kernel.iter().flat_map(RuleKernel::expressions)).chain(arguments)
    }
}

fn load_rule(source: &Source, rule: RuleTable) -> Result<LaunchRule, Error> {
    let keys = [("kernel", &rule.kernel), ("grid", &rule.grid), ("block", &rule.block)];
    let keys = keys.into_iter().chain([("shared_bytes", &rule.shared_bytes)]);
    let cuda_key = keys.filter_map(|(key, value)| Some((key, value.as_ref()?.span()))).next();
    let arguments = rule.arguments.unwrap_or_default().into_iter();
    let arguments = arguments.map(|(name, value)| Ok((name.get_ref().clone(), name.span(), parse(source, &value)?)));
    let arguments = arguments.collect::<Result<_, Error>>()?;
    let expr = |e: Option<Spanned<String>>| e.map(|e| parse(source, &e)).transpose();
    Ok(LaunchRule {
        when: expr(rule.when)?,
        kernel: rule.kernel.map(|kernel| RuleKernel::parse(source, &kernel)).transpose()?,
        grid: expr(rule.grid)?,
        block: expr(rule.block)?,
        shared_bytes: expr(rule.shared_bytes)?,
        arguments,
        cuda_key,
    })
}

/// The first line of a table: its `[[rule]]`.
fn header(source: &Source, table: Range<usize>) -> Range<usize> {
    let len =
        source.text.get(table.clone()).and_then(|text| text.lines().next()).map_or(0, |line| line.trim_end().len());
    table.start..table.start + len
}
