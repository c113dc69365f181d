//! Prints a module with the kernels of some seeds (`kernel 5 8`: 5, 6 and 7), for other tools to read.

#![allow(clippy::print_stdout, reason = "that is what it is for")]

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let (Some(&from), last) = (numbers.first(), numbers.last()) else {
        println!("usage: kernel FROM [TO]");
        return;
    };
    let to = last.copied().unwrap_or(from).max(from + 1);
    let kernels: Vec<difftest::Kernel> = (from..to).map(difftest::Kernel::new).collect();
    print!("{}", difftest::module(&kernels));
}
