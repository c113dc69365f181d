//! Answers that another program gave: they check the reference kernel.

use std::collections::BTreeMap;

use diag::msg;
use toml::Spanned;

use crate::cases::Cases;
use crate::error::Source;
use crate::load::{known_variables, unknown};
use crate::schema::{CaseTable, RecordedFile, RecordedTable};
use crate::{ArgSpec, Case, Error, Exercise};

/// Inputs, and the outputs that NumPy computed from them in double precision.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// The sizes and arguments. Its fills mean nothing: the inputs are in `values`.
    pub case: Case,
    /// The values of each buffer, inputs and outputs, by name. Inputs are exact in their element type.
    pub values: BTreeMap<String, Vec<f64>>,
}

impl Exercise {
    /// The recorded answers in the exercise's `tests/numpy.toml`; none when there is no such file.
    ///
    /// # Errors
    /// When the file cannot be understood, or a buffer is missing or of the wrong size.
    pub fn recorded(&self) -> Result<Vec<Recorded>, Error> {
        let path = self.dir.join("tests").join("numpy.toml");
        if !path.exists() {
            return Ok(Vec::new());
        }
        let source = Source::read(&path)?;
        let file: RecordedFile = source.parse()?;
        source.check_version(&file.format_version)?;
        let known = known_variables(&self.signature);
        let cases = Cases {
            source: &source,
            signature: &self.signature,
            known: &known,
            reference: &self.reference,
            tolerance: &self.tolerance,
            tolerance_range: self.tolerance_range.clone(),
        };
        file.recorded.into_iter().map(|table| load_one(&source, &cases, table)).collect()
    }
}

fn load_one(source: &Source, cases: &Cases<'_>, table: RecordedTable) -> Result<Recorded, Error> {
    let RecordedTable { name, size, dtype, attributes, values } = table;
    let case_table = CaseTable {
        sizes: Spanned::new(size.span(), vec![size.clone()]),
        dtypes: dtype.map(|d| vec![d]),
        fill: BTreeMap::new(),
        attributes,
        grid_cap: None,
        name: name.clone(),
    };
    let dtype = cases.dtypes(&case_table)?.first().copied().flatten();
    let case = cases.case(&cases.launch()?, &case_table, &size, dtype)?;
    let mut by_name = BTreeMap::new();
    for (buffer, values) in values {
        let spec = case.buffers().find(|b| b.name == *buffer.get_ref());
        let Some(spec) = spec else {
            let names: Vec<_> = case.buffers().map(|b| b.name.as_str()).collect();
            return Err(unknown(source, &buffer, &names.join(", ")));
        };
        let (count, expected) = (values.get_ref().len(), spec.n_elems());
        if count != expected {
            let text = msg!("exercise-error-recorded", name = buffer.get_ref(), count = count, expected = expected);
            return Err(source.error(values.span(), text));
        }
        by_name.insert(buffer.into_inner(), values.into_inner());
    }
    for arg in &case.args {
        if let ArgSpec::Buffer(b) = arg
            && !by_name.contains_key(&b.name)
        {
            let text = msg!("exercise-error-recorded", name = &b.name, count = 0, expected = b.n_elems());
            return Err(source.error(name.span(), text));
        }
    }
    Ok(Recorded { case, values: by_name })
}
