//! An exercise as its file has it, for whoever writes another one in its form.

use crate::error::Source;
use crate::{Error, Exercise};

impl Exercise {
    /// The `exercise.toml` as a table: what the author wrote, keys that only later formats give a meaning among it.
    ///
    /// # Errors
    /// When the file has gone, or was changed since the exercise was loaded and is no TOML any more.
    pub fn outline(&self) -> Result<toml::Table, Error> {
        Source::read(&self.dir.join("exercise.toml"))?.parse()
    }
}
