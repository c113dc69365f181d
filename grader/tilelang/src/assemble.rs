//! One translation unit of several lowered kernels.

use std::collections::BTreeSet;

use crate::Lowered;

/// Stands in for TileLang's headers where a kernel needs little of them: those take a second to compile.
const PRELUDE: &str = include_str!("prelude.cuh");

/// What TileLang's headers take from the standard library, which NVRTC has not.
const STANDARD: &str = "#include <tl_templates/cuda/nvrtc_std.h>\n";

/// A translation unit in two forms that mean the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assembled {
    /// With camp's short prelude. A kernel that needs more than it holds does not compile.
    pub light: String,
    /// With TileLang's headers.
    pub full: String,
}

/// What a fragment becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fragments {
    /// Registers, as TileLang means it. What reads an element that nothing filled reads what the compiler likes.
    Registers,
    /// Local memory, so that the virtual GPU sees such a read.
    Memory,
}

/// Puts lowered kernels into one translation unit, each in a namespace of its own: they bear the same names.
pub fn assemble(lowered: &[Lowered], fragments: Fragments) -> Assembled {
    let mut includes = BTreeSet::new();
    let mut kernels = String::new();
    for (job, lowered) in lowered.iter().enumerate() {
        let (own, body) = split(&lowered.source, fragments);
        includes.extend(own);
        kernels += &format!("namespace {} {{\n{body}\n}}\n", namespace(job));
    }
    let includes: String = includes.iter().map(|line| format!("{line}\n")).collect();
    Assembled { light: format!("{PRELUDE}\n{kernels}"), full: format!("{STANDARD}{includes}\n{kernels}") }
}

/// The name of a lowered kernel in the translation unit, `job` being its position.
pub fn qualified(job: usize, kernel: &str) -> String {
    format!("{}::{kernel}", namespace(job))
}

fn namespace(job: usize) -> String {
    format!("camp_{job}")
}

/// The lines that include TileLang's headers, and the code behind them with its kernels under C++ names.
fn split(source: &str, fragments: Fragments) -> (Vec<&str>, String) {
    let n_head = source.lines().take_while(|line| !line.starts_with("extern") && !is_code(line)).count();
    let includes =
        source.lines().take(n_head).filter(|line| line.starts_with("#include <tl_") || line.contains("math_constants"));
    let mut body = String::new();
    let mut place = "";
    for line in source.lines().skip(n_head) {
        if line.starts_with("#line ") {
            place = line;
            continue;
        }
        // TileLang names the place once for all lines that it made of a statement; the compiler would count on.
        if !place.is_empty() {
            body += place;
            body.push('\n');
        }
        body += &line.replace("extern \"C\" ", "");
        if let Some(name) = local_array(line).filter(|_| fragments == Fragments::Memory) {
            // The compiler has to think that somebody else reads the array.
            body += &format!(" asm volatile(\"\" :: \"l\"((void*){name}) : \"memory\");");
        }
        body.push('\n');
    }
    (includes.collect(), body)
}

/// The name of the array that a line declares: `  float total[4];`.
fn local_array(line: &str) -> Option<&str> {
    let (dtype, rest) = line.trim().strip_suffix("];")?.split_once(' ')?;
    let (name, extent) = rest.split_once('[')?;
    let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_word(dtype) && is_word(name) && extent.parse::<u32>().is_ok()).then_some(name)
}

/// Whether a line is more than preprocessing: what comes before is the same in every lowered source.
fn is_code(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#') && !line.starts_with("//")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_of_one_name_live_side_by_side() {
        let source = "#if defined(_MSC_VER)\n#include <cuda.h>\n#endif\n#include <tl_templates/cuda/reduce.h>\n\n\
                      extern \"C\" __global__ void k(float* a);\nextern \"C\" __global__ void k(float* a) {\n\
                      #line 3 \"kernel.py\"\n  a[0] = 1;\n}\n";
        let lowered = Lowered {
            source: source.to_owned(),
            kernels: Vec::new(),
            buffers: Vec::new(),
            outputs: Vec::new(),
            places: crate::Places::default(),
            printed: String::new(),
        };
        let assembled = assemble(&[lowered.clone(), lowered], Fragments::Registers);
        let head =
            "#include <tl_templates/cuda/nvrtc_std.h>\n#include <tl_templates/cuda/reduce.h>\n\nnamespace camp_0 {\n";
        assert!(assembled.full.starts_with(head), "{}", assembled.full);
        assert_eq!(assembled.full.matches("#include").count(), 2);
        assert_eq!(assembled.light.matches("#line 3 \"kernel.py\"").count(), 4, "{}", assembled.light);
        assert!(!assembled.light.contains("tl_templates"));
        assert_eq!(qualified(1, "k"), "camp_1::k");
    }

    #[test]
    fn arrays_are_declared_by_a_type_a_name_and_a_number() {
        let check = |line: &str, expected: Option<&str>| assert_eq!(local_array(line), expected, "{line}");
        check("  float total[4];", Some("total"));
        check("    half_t tile_1[16];", Some("tile_1"));
        check("  extern __shared__ __align__(1024) float workspace[];", None);
        check("  __shared__ float tile[64];", None);
        check("  total[0] = tile[1];", None);
        check("  float x = tile[3];", None);
    }
}
