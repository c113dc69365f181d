//! Fetches a toolchain into a cache: `cargo run -p cuda --example fetch -- 13 DIR`. Shows progress as lines.
#![allow(clippy::print_stdout, reason = "an example speaks to its user")]

use cuda::{CacheDir, Fetch, WheelSet, fetch};
use diag::Lang;
use messages::catalogue;

fn main() {
    let mut args = std::env::args().skip(1);
    let set = if args.next().as_deref() == Some("12") { WheelSet::Cuda12 } else { WheelSet::Cuda13 };
    let cache = args.next().map(CacheDir::at).or_else(|| CacheDir::from_env().ok()).expect("a cache folder");
    let mut last = 0;
    let outcome = fetch(&Fetch::new(set, cache), &mut |progress| {
        let percent = progress.done_bytes * 100 / progress.total_bytes.max(1);
        if percent != last {
            println!("{:?} {percent} % {}", progress.step, progress.what);
            last = percent;
        }
    });
    match outcome {
        Ok(toolchain) => println!("{toolchain:#?}"),
        Err(error) => println!("{}", catalogue(Lang::En).get(&error.text())),
    }
}
