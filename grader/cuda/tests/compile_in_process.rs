//! NVRTC of this machine compiles a kernel to PTX in process.

mod common;

use cuda::Nvrtc;

#[test]
fn a_kernel_becomes_ptx() {
    let toolchain = common::toolchain();
    let nvrtc = Nvrtc::load(&toolchain.nvrtc, toolchain.builtins.as_deref()).expect("it loads");
    assert_eq!(nvrtc.version(), toolchain.version);
    let source = "template <typename T> __global__ void k(T *a) { a[threadIdx.x] = T(1); }\n";
    let mut program = nvrtc.program("kernel.cu", source, &[]).expect("a program");
    program.add_name_expression("k<float>").expect("a name");
    let options = ["--gpu-architecture=compute_80", "--generate-line-info"].map(String::from);
    assert!(program.compile(&options).expect("NVRTC runs"), "{}", program.log());
    let names = program.lowered_names().expect("names");
    assert!(program.ptx().expect("PTX").contains(&format!(".entry {}", names[0])));
}
