//! Runs a fixture (`FILE.cu` with `FILE.ptx` beside it) and prints what came of it.

#![allow(clippy::print_stdout, reason = "that is what it is for")]

#[path = "../tests/support/mod.rs"]
mod support;

fn main() {
    for file in std::env::args().skip(1) {
        let source = std::fs::read_to_string(&file).expect("a fixture");
        let ptx = std::fs::read_to_string(std::path::Path::new(&file).with_extension("ptx")).expect("its PTX");
        let fixture = support::Fixture::parse(&source);
        let start = std::time::Instant::now();
        let (run, buffers) = fixture.run(&ptx);
        let took = start.elapsed();
        let mut sources = diag::SourceMap::new();
        let name = std::path::Path::new(&file).file_name().expect("a name").to_owned();
        sources.add(&name, source.as_str());
        sources.add(&file, source.as_str());
        for f in &run.findings {
            let d = f.to_diagnostic(&sources);
            let style = diag::render::Style::plain(100);
            diag::render::terminal(&d, &sources, messages::catalogue(diag::Lang::En), &style, &mut std::io::stdout())
                .expect("stdout");
        }
        print!("{}", run.printed);
        println!(
            "{file}: {:?} {:?} {:.3} ms {:.2} G lane instructions/s",
            run.stopped,
            run.counters,
            took.as_secs_f64() * 1e3,
            run.counters.lane_instructions as f64 / took.as_secs_f64() / 1e9
        );
        for (name, bytes) in buffers {
            let head: Vec<f32> =
                bytes.chunks_exact(4).take(4).map(|c| f32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect();
            println!("  {name}: {head:?}");
        }
    }
}
