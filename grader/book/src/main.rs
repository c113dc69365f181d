//! `cargo run -p book` builds the book into `target/book` and says where it is.

use std::io::{Write, stdout};

use anyhow::Result;

fn main() -> Result<()> {
    let root = book::root();
    let out = root.join("target/book");
    book::build(&root, &out)?;
    writeln!(stdout(), "{}", out.join("index.html").display())?;
    Ok(())
}
