//! Parses PTX files and says what the parser doesn't support: `cargo run -p ptx --example inspect -- FILE…`

#![allow(clippy::print_stdout, reason = "an example")]

use std::time::Instant;

fn main() {
    let mut failed = false;
    for path in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                println!("{path}: {error}");
                failed = true;
                continue;
            }
        };
        let start = Instant::now();
        let parsed = ptx::parse(&text);
        let took = start.elapsed();
        match parsed {
            Ok(module) => {
                let n_insts: usize = module.functions.iter().map(|f| f.code.len()).sum();
                println!(
                    "{path}: {} bytes, {} functions, {n_insts} instructions, {:.3} ms",
                    text.len(),
                    module.functions.len(),
                    took.as_secs_f64() * 1e3
                );
                for unsupported in module.functions.iter().flat_map(|f| &f.unsupported) {
                    println!("    {}: {}", unsupported.why, unsupported.text);
                    failed = true;
                }
            }
            Err(error) => {
                println!("{path}: {error}");
                failed = true;
            }
        }
    }
    std::process::exit(i32::from(failed));
}
