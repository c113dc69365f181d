//! The launch of an exercise's case.

use diag::msg;

use super::{Launch, LaunchRules, TileContract};
use crate::load::known_variables;
use crate::{Backend, Case, DeviceProps, Error, Exercise, Value};

impl Exercise {
    /// How to launch the kernel for a case; no block where there is nothing to do.
    ///
    /// `rules`: the learner's; without them, the contract's launch. `device`: where the kernel will run, which rules may ask.
    ///
    /// # Errors
    /// When a rule cannot be evaluated or gives no launch. The contract's launch cannot fail: loading tried it.
    pub fn launch(&self, case: &Case, rules: Option<&LaunchRules>, device: &DeviceProps) -> Result<Launch, Error> {
        let backend = Backend::Nvidia;
        // A rule such as cdiv(n, 256) gives no valid grid where there is nothing to do, and none is needed.
        if case.noop {
            return Ok(Launch::nothing(self.signature.name_expression(backend, case.dtype), case.dtype));
        }
        let mut vars = case.vars();
        device.add_to(&mut vars);
        let launch =
            self.contract.launch(rules, &vars, device, case.dtype, |kernel| self.rule_kernel(backend, case, kernel));
        let mut launch = launch.map_err(|error| error.with_note(case.note()))?;
        if let Some(named) = &mut launch.named {
            named.name = self.without_namespace(backend, &named.name).to_owned();
        }
        Ok(launch)
    }

    /// The arguments of the TileLang kernel for a case, by name, with the learner's own where `rules` give them.
    ///
    /// # Errors
    /// When a rule cannot be evaluated, or the exercise has no such kernel.
    pub fn tile_arguments(&self, case: &Case, rules: Option<&LaunchRules>) -> Result<Vec<(String, Value)>, Error> {
        self.tile()?.arguments(rules, case).map_err(|error| error.with_note(case.note()))
    }

    /// The name of the TileLang kernel's function.
    ///
    /// # Errors
    /// When the exercise has no such kernel.
    pub fn tile_kernel(&self) -> Result<&str, Error> {
        self.tile().map(|tile| tile.kernel.as_str())
    }

    fn tile(&self) -> Result<&TileContract, Error> {
        self.tile.as_ref().ok_or_else(|| {
            let backend = Backend::Tilelang.as_str();
            let text = msg!("exercise-error-no-launch", exercise = &self.name, backend = backend);
            Error::without_place(&self.dir.join("exercise.toml"), text)
        })
    }

    /// Checks what can be known of launch rules without a case: that every variable exists, and that they say what rules
    /// of this backend can say.
    ///
    /// # Errors
    /// The first that does not.
    pub fn check_rules(&self, rules: &LaunchRules) -> Result<(), Error> {
        let tile = self.tile.as_ref().filter(|_| self.backend == Backend::Tilelang);
        rules.check_keys(tile.map(TileContract::names))?;
        rules.check_variables(&known_variables(&self.signature))
    }

    /// A rule's kernel as a name expression: in the exercise's namespace, the type parameter's name replaced.
    fn rule_kernel(&self, backend: Backend, case: &Case, kernel: Option<&str>) -> String {
        let Some(kernel) = kernel else { return self.signature.name_expression(backend, case.dtype) };
        let mut name = format!("{}::", self.signature.backend_namespace(backend));
        let parameter = self.signature.type_parameter.as_ref().map(|p| p.name.as_str());
        // Words are replaced whole: the T of `copy_vec<T, 4>`, not that of `TILE`.
        for piece in self.without_namespace(backend, kernel).split_inclusive(|c: char| !c.is_alphanumeric() && c != '_')
        {
            let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
            match case.dtype {
                Some(dtype) if Some(word) == parameter => {
                    name.push_str(dtype.cpp());
                    name.push_str(&piece[word.len()..]);
                }
                _ => name.push_str(piece),
            }
        }
        name
    }

    /// A rule may name a kernel with the exercise's namespace or without it.
    fn without_namespace<'a>(&self, backend: Backend, kernel: &'a str) -> &'a str {
        let behind = kernel.strip_prefix(&self.signature.backend_namespace(backend));
        behind.and_then(|behind| behind.strip_prefix("::")).unwrap_or(kernel)
    }
}
