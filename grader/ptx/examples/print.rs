//! Parses a PTX file and prints it again: `cargo run -p ptx --example print -- FILE`

#![allow(clippy::print_stdout, reason = "an example")]

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name a PTX file")?;
    print!("{}", ptx::parse(&std::fs::read_to_string(path)?)?);
    Ok(())
}
