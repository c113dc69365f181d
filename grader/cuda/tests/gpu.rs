//! The door to a GPU, on machines with and without one.

mod common;

use std::time::Duration;

use cuda::{DEFAULT_TIMEOUT, Gpu, GpuArg, GpuError, GpuLaunch, NoDriver, Overrun, Stage, WorkerCommand};

const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn a_real_architecture_gives_machine_code_and_a_virtual_one_none() {
    let mut compiler = common::compiler();
    let mut request = common::kernel();
    assert_eq!(compiler.compile(&request, DEFAULT_TIMEOUT).unwrap().cubin, None);
    request.arch = "sm_90".into();
    let compiled = compiler.compile(&request, DEFAULT_TIMEOUT).unwrap();
    assert!(compiled.cubin.unwrap().starts_with(b"\x7fELF"));
    assert!(compiled.ptx.contains(".target sm_90"));
}

#[test]
fn a_process_that_dies_is_reported() {
    let worker =
        WorkerCommand { program: "/bin/sh".into(), args: vec!["-c".into(), "echo bus >&2; kill -BUS $$".into()] };
    match Gpu::open(&worker) {
        Err(GpuError::Crashed { status, stderr }) => {
            assert_eq!((status.as_str(), stderr.as_str()), ("signal 7", "bus\n"))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_gpu_runs_kernels_and_survives_wrong_ones_or_says_that_there_is_none() {
    let open = || Gpu::open(&common::worker());
    let mut gpu = match open() {
        Ok(gpu) => gpu,
        Err(GpuError::NoDriver(NoDriver::NoLibrary | NoDriver::Start(_))) => return,
        Err(other) => panic!("{other:?}"),
    };
    let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n\
               .visible .entry add(.param .u64 p, .param .u32 by) { .reg .b64 a; .reg .b32 x, y;\n\
               ld.param.u64 a, [p]; ld.param.u32 y, [by]; ld.global.u32 x, [a]; add.u32 x, x, y; st.global.u32 [a], x; ret; }\n";
    let launch = |gpu: &mut Gpu, entry: &str, address: Option<u64>| {
        let address = address.map(u64::to_le_bytes);
        let place = match &address {
            Some(address) => GpuArg::Value(address),
            None => GpuArg::Buffer(&[3, 0, 0, 0, 9]),
        };
        let args = vec![place, GpuArg::Value(&[4, 0, 0, 0])];
        gpu.launch(&GpuLaunch { entry, grid: [1; 3], block: [1; 3], shared_bytes: 0, args }, LIMIT)
    };
    gpu.load(ptx.as_bytes(), LIMIT).unwrap();
    let ran = launch(&mut gpu, "add", None).unwrap();
    assert_eq!((ran.buffers, ran.overruns), (vec![vec![7, 0, 0, 0, 9]], vec![]));
    let args = vec![GpuArg::Buffer(&[1, 2]), GpuArg::Value(&[1, 1, 1, 1])];
    let order = GpuLaunch { entry: "add", grid: [1; 3], block: [1; 3], shared_bytes: 0, args };
    let overruns = gpu.launch(&order, LIMIT).unwrap().overruns;
    assert_eq!(overruns, [Overrun { buffer: 0, offset: 2, n_bytes: 2 }]);
    assert!(matches!(launch(&mut gpu, "sub", None), Err(GpuError::Driver { stage: Stage::Find, .. })));
    match gpu.load(b".version 8.0\n.target sm_80\nnonsense", LIMIT) {
        Err(GpuError::Driver { stage: Stage::Load, log, .. }) => assert!(!log.is_empty()),
        other => panic!("{other:?}"),
    }
    gpu.load(ptx.as_bytes(), LIMIT).unwrap();
    assert!(matches!(launch(&mut gpu, "add", Some(1 << 46)), Err(GpuError::Driver { stage: Stage::Run, .. })));
    assert!(gpu.is_dead());
    let mut gpu = open().unwrap();
    gpu.load(ptx.as_bytes(), LIMIT).unwrap();
    assert_eq!(launch(&mut gpu, "add", None).unwrap().buffers, [vec![7, 0, 0, 0, 9]]);
}
