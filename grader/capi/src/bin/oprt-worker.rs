//! The child processes of `liboperator_runtime.so`: one in which compilers may crash, one that confines TileLang.

use std::path::Path;

fn main() {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    if let [mode, python, scratch] = args.as_slice()
        && mode == "sandbox"
    {
        let error = tilelang::sandbox::enter(Path::new(python), Path::new(scratch));
        eprintln!("{error}");
        std::process::exit(1);
    }
    cuda::worker_main();
}
