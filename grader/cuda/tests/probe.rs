//! What `camp doctor` asks.

mod common;

use cuda::{CompileError, NoDriver, WorkerCommand, probe};

#[test]
fn the_driver_is_asked_without_harm_whether_there_is_one_or_not() {
    match probe::driver(&common::worker()).unwrap() {
        Ok(driver) => {
            assert!(driver.cuda_version.0 >= 11, "{driver:?}");
            assert!(driver.devices.iter().all(|d| !d.name.is_empty() && d.memory_bytes > 1 << 20), "{driver:?}");
        }
        Err(NoDriver::NoLibrary | NoDriver::Start(_)) => {}
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn a_driver_that_crashes_its_process_is_reported() {
    let worker = WorkerCommand { program: "/bin/sh".into(), args: vec!["-c".into(), "kill -BUS $$".into()] };
    assert!(matches!(probe::driver(&worker), Err(CompileError::Crashed { .. })));
}

#[test]
fn pythons_have_versions() {
    for python in probe::pythons() {
        let is_version = |text: &String| text.starts_with(|c: char| c.is_ascii_digit());
        assert!(python.version.iter().all(is_version) && python.pip.iter().all(is_version), "{python:?}");
    }
}
