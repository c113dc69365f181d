//! Runs a kernel that lacks a barrier, and the corrected one, and prints what was found in words.

#![allow(clippy::print_stdout, reason = "that is what it is for")]

use std::path::Path;

use diag::render::{Style, terminal};
use vgpu::{Arg, Elem, Gpu, Launch, Program, Run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    for kernel in ["race/reverse", "pass/reverse"] {
        let source = std::fs::read_to_string(kernels.join(kernel).with_extension("cu"))?;
        let ptx = std::fs::read_to_string(kernels.join(kernel).with_extension("ptx"))?;
        let program = Program::load(ptx::parse(&ptx)?)?;
        let run = reverse(&program)?;
        println!("{kernel}: {} finding(s)", run.findings.len());

        // The text that findings point into, under the name that the compiler gave the file.
        let mut sources = diag::SourceMap::new();
        let name = program.module().files.iter().find(|file| !file.is_empty());
        sources.add(name.ok_or("compiled without -lineinfo")?, source);
        for finding in &run.findings {
            let diagnostic = finding.to_diagnostic(&sources);
            let english = messages::catalogue(diag::Lang::En);
            terminal(&diagnostic, &sources, english, &Style::plain(100), &mut std::io::stdout())?;
        }
    }
    Ok(())
}

/// Launches the only kernel of `program` on 64 floats.
fn reverse(program: &Program) -> Result<Run, Box<dyn std::error::Error>> {
    let entry = program.entries().next().ok_or("no kernel")?.to_owned();
    let mut gpu = Gpu::new();
    let out = gpu.alloc("out", Elem::F32, 64)?;
    let input = gpu.alloc("in", Elem::F32, 64)?;
    let ramp: Vec<u8> = (0..64_u8).flat_map(|i| f32::from(i).to_le_bytes()).collect();
    gpu.write(input, &ramp);
    let args = vec![Arg::Buffer(out), Arg::Buffer(input)];
    Ok(gpu.launch(program, &entry, &Launch::new([1, 1, 1], [64, 1, 1], args)))
}
