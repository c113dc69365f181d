//! The search for NVRTC on folder trees made for each test.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use cuda::{CacheDir, HeaderSet, NotFound, Origin, Outcome, Search, Toolchain, find, prefer};

/// A file system of its own with environment variables.
struct Machine {
    dir: tempfile::TempDir,
    vars: BTreeMap<&'static str, String>,
}

impl Machine {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a folder");
        let home = dir.path().join("home").display().to_string();
        Self { dir, vars: BTreeMap::from([("HOME", home)]) }
    }

    fn path(&self, path: &str) -> PathBuf {
        // Resolved, so that the system's own links in the temporary folder's path do not show.
        fs::canonicalize(self.dir.path()).expect("it is there").join(path)
    }

    fn set(&mut self, name: &'static str, path: &str) {
        let path = self.path(path).display().to_string();
        self.vars.insert(name, path);
    }

    fn file(&self, path: &str, bytes: &[u8]) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    /// A library for this machine, as far as its header tells.
    fn library(&self, path: &str) {
        let machine: u16 = if cfg!(target_arch = "aarch64") { 183 } else { 62 };
        let mut header = b"\x7fELF\x02\x01\x01".to_vec();
        header.resize(18, 0);
        header.extend(machine.to_le_bytes());
        self.file(path, &header);
    }

    /// A wheel as pip unpacks it: NVRTC of CUDA 13 with all headers.
    fn wheels13(&self, site: &str) {
        self.library(&format!("{site}/nvidia/cu13/lib/libnvrtc.so.13"));
        self.library(&format!("{site}/nvidia/cu13/lib/libnvrtc-builtins.so.13.5"));
        for header in ["cuda_fp16.h", "crt/mma.h", "cccl/cub/version.cuh"] {
            self.file(&format!("{site}/nvidia/cu13/include/{header}"), b"");
        }
    }

    fn find(&self) -> Result<Toolchain, NotFound> {
        let var = |name: &str| self.vars.get(name).map(|value| value.into());
        find(&Search::from_vars(&var, &self.path("")))
    }
}

#[test]
fn an_empty_machine_lists_every_place() {
    let mut machine = Machine::new();
    machine.set("CAMP_CUDA_HOME", "nowhere");
    let tried = machine.find().unwrap_err().tried;
    assert_eq!((tried[0].origin, tried[0].outcome), (Origin::CampCudaHome, Outcome::NoFolder));
    assert!(tried.iter().any(|t| t.origin == Origin::Toolkit && t.path.ends_with("usr/local/cuda")));
    assert_eq!(tried.last().map(|t| t.origin), Some(Origin::Cache));
}

#[test]
fn the_order_is_override_home_loader_toolkit_python_cache() {
    let mut machine = Machine::new();
    machine.set("CAMP_CUDA_HOME", "override");
    machine.set("CUDA_HOME", "home13");
    machine.set("LD_LIBRARY_PATH", "ld");
    machine.set("VIRTUAL_ENV", "venv");
    for (dir, origin) in [
        ("override/lib64", Origin::CampCudaHome),
        ("home13/lib64", Origin::CudaHome),
        ("ld", Origin::LoaderPath),
        ("usr/local/cuda/lib64", Origin::Toolkit),
        ("venv/lib/python3.12/site-packages/nvidia/cu13/lib", Origin::SitePackages),
        ("home/.cache/camp/toolchain/cuda13-13.5.37/nvidia/cu13/lib", Origin::Cache),
    ]
    .into_iter()
    .rev()
    {
        machine.library(&format!("{dir}/libnvrtc.so.13"));
        machine.library(&format!("{dir}/libnvrtc-builtins.so.13.5"));
        let toolchain = machine.find().unwrap();
        assert_eq!(toolchain.origin, origin, "{:#?}", toolchain.tried);
        assert_eq!(toolchain.nvrtc, machine.path(dir).join("libnvrtc.so.13"));
        assert_eq!(toolchain.version, (13, 5));
    }
}

#[test]
fn a_toolkit_keeps_its_libraries_and_headers_in_targets() {
    let machine = Machine::new();
    let target = if cfg!(target_arch = "aarch64") { "sbsa-linux" } else { "x86_64-linux" };
    let root = format!("usr/local/cuda-12.4/targets/{target}");
    machine.library(&format!("{root}/lib/libnvrtc.so.12.4.127"));
    machine.library(&format!("{root}/lib/libnvrtc-builtins.so.12.4.127"));
    symlink("libnvrtc.so.12.4.127", machine.path(&format!("{root}/lib/libnvrtc.so.12"))).unwrap();
    symlink("libnvrtc.so.12", machine.path(&format!("{root}/lib/libnvrtc.so"))).unwrap();
    for header in ["cuda_fp16.h", "crt/mma.h", "cub/version.cuh"] {
        machine.file(&format!("{root}/include/{header}"), b"");
    }
    symlink(format!("targets/{target}/lib"), machine.path("usr/local/cuda-12.4/lib64")).unwrap();
    symlink("cuda-12.4", machine.path("usr/local/cuda")).unwrap();
    let toolchain = machine.find().unwrap();
    assert_eq!((toolchain.origin, toolchain.version), (Origin::Toolkit, (12, 4)));
    assert_eq!(toolchain.missing, []);
    let include = fs::canonicalize(&toolchain.include_dirs[0]).unwrap();
    assert_eq!(include, machine.path(&format!("{root}/include")));
    assert_eq!(toolchain.include_dirs.len(), 1);
}

#[test]
fn cuda_12_wheels_have_a_folder_for_each_package() {
    let mut machine = Machine::new();
    machine.set("VIRTUAL_ENV", "venv");
    let site = "venv/lib/python3.11/site-packages";
    machine.library(&format!("{site}/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"));
    machine.library(&format!("{site}/nvidia/cuda_nvrtc/lib/libnvrtc-builtins.so.12.9"));
    machine.file(&format!("{site}/nvidia/cuda_nvrtc/lib/libnvrtc.alt.so.12"), b"");
    machine.file(&format!("{site}/nvidia/cuda_runtime/include/cuda_fp16.h"), b"");
    machine.file(&format!("{site}/nvidia/cuda_cccl/include/cub/version.cuh"), b"");
    let toolchain = machine.find().unwrap();
    assert_eq!((toolchain.origin, toolchain.version), (Origin::SitePackages, (12, 9)));
    assert_eq!(toolchain.missing, [HeaderSet::Crt]);
    assert_eq!(toolchain.include_dirs.len(), 2);
}

#[test]
fn python_on_the_path_is_followed_to_its_packages() {
    // A virtual environment that is not active but first on PATH, linking to an interpreter elsewhere.
    let mut machine = Machine::new();
    machine.file("opt/py/bin/python3.12", b"");
    machine.file("env/bin/other", b"");
    symlink(machine.path("opt/py/bin/python3.12"), machine.path("env/bin/python3")).unwrap();
    machine.set("PATH", "env/bin");
    machine.wheels13("opt/py/lib/python3.12/site-packages");
    assert!(machine.find().unwrap().nvrtc.starts_with(machine.path("opt/py")));
    machine.wheels13("env/lib/python3.12/site-packages");
    assert!(machine.find().unwrap().nvrtc.starts_with(machine.path("env")));
}

#[test]
fn pyenv_user_and_system_packages_are_searched() {
    for site in [
        "home/.pyenv/versions/3.12.1/lib/python3.12/site-packages",
        "home/.local/lib/python3.11/site-packages",
        "usr/local/lib/python3.11/dist-packages",
        "usr/lib/python3/dist-packages",
    ] {
        let mut machine = Machine::new();
        machine.file("home/.pyenv/shims/python3", b"#!/bin/sh");
        machine.set("PATH", "home/.pyenv/shims");
        machine.wheels13(site);
        let toolchain = machine.find().unwrap();
        assert_eq!(toolchain.nvrtc, machine.path(&format!("{site}/nvidia/cu13/lib/libnvrtc.so.13")));
        assert_eq!(toolchain.missing, []);
        assert!(toolchain.include_dirs.iter().any(|dir| dir.ends_with("include/cccl")));
    }
}

#[test]
fn what_is_unusable_is_passed_over_and_named() {
    let mut machine = Machine::new();
    machine.set("CUDA_HOME", "old");
    machine.library("old/lib64/libnvrtc.so.11.2");
    machine.set("CUDA_PATH", "foreign");
    machine.file("foreign/lib64/libnvrtc.so.13", b"\x7fELF\x01 a library for another machine");
    machine.set("LD_LIBRARY_PATH", "bare");
    machine.library("bare/libnvrtc.so.13");
    machine.wheels13("usr/lib/python3/dist-packages");
    let toolchain = machine.find().unwrap();
    assert_eq!(toolchain.origin, Origin::SitePackages);
    let outcome = |origin| toolchain.tried.iter().find(|t| t.origin == origin).map(|t| t.outcome);
    assert_eq!(outcome(Origin::CudaHome), Some(Outcome::WrongVersion(11, 2)));
    assert_eq!(outcome(Origin::LoaderPath), Some(Outcome::NoBuiltins));
    assert!(toolchain.tried.iter().any(|t| t.outcome == Outcome::WrongMachine));
}

#[test]
fn the_newest_of_one_place_wins_and_a_major_version_can_be_asked_for() {
    let mut machine = Machine::new();
    machine.set("VIRTUAL_ENV", "venv");
    let site = "venv/lib/python3.11/site-packages";
    machine.wheels13(site);
    machine.library(&format!("{site}/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"));
    machine.library(&format!("{site}/nvidia/cuda_nvrtc/lib/libnvrtc-builtins.so.12.9"));
    assert_eq!(machine.find().unwrap().version, (13, 5));
    let var = |name: &str| machine.vars.get(name).map(|value| value.into());
    let search = Search { major: Some(12), ..Search::from_vars(&var, &machine.path("")) };
    assert_eq!(find(&search).unwrap().version, (12, 9));
}

#[test]
fn missing_headers_come_from_a_fetched_toolchain_of_the_same_version() {
    let mut machine = Machine::new();
    machine.set("CUDA_HOME", "toolkit");
    machine.library("toolkit/lib64/libnvrtc.so.13");
    machine.library("toolkit/lib64/libnvrtc-builtins.so.13.0");
    machine.file("toolkit/include/cuda_fp16.h", b"");
    let alone = machine.find().unwrap();
    assert_eq!(alone.missing, [HeaderSet::Crt, HeaderSet::Cccl]);
    machine.wheels13("home/.cache/camp/toolchain/cuda13-13.5.37");
    let helped = machine.find().unwrap();
    assert_eq!((helped.origin, helped.version), (Origin::CudaHome, (13, 0)));
    assert_eq!(helped.missing, []);
    assert_eq!(helped.complemented, [HeaderSet::Crt, HeaderSet::Cccl]);
    // Its own headers come first, so that the fetched ones do not shadow them.
    assert_eq!(helped.include_dirs[0], Path::new(&machine.path("toolkit/include")));
}

#[test]
fn a_fetch_in_progress_is_not_a_toolchain() {
    let machine = Machine::new();
    machine.wheels13("home/.cache/camp/toolchain/cuda13-13.5.37.partial");
    assert!(machine.find().is_err());
    machine.wheels13("home/.cache/camp/toolchain/cuda13-13.5.37");
    assert_eq!(machine.find().unwrap().origin, Origin::Cache);
}

#[test]
fn of_fetched_toolchains_the_newest_counts_unless_another_was_asked_for() {
    let machine = Machine::new();
    let cache = "home/.cache/camp/toolchain";
    for (set, package, major, version) in
        [("cuda12-12.9.86", "cuda_nvrtc", 12, "12.9"), ("cuda13-13.5.37", "cu13", 13, "13.5")]
    {
        machine.library(&format!("{cache}/{set}/nvidia/{package}/lib/libnvrtc.so.{major}"));
        machine.library(&format!("{cache}/{set}/nvidia/{package}/lib/libnvrtc-builtins.so.{version}"));
    }
    let cache = CacheDir::at(machine.path("home/.cache/camp"));
    assert_eq!(machine.find().unwrap().version, (13, 5));
    prefer(&cache, 12).unwrap();
    assert_eq!(machine.find().unwrap().version, (12, 9));
    prefer(&cache, 13).unwrap();
    assert_eq!(machine.find().unwrap().version, (13, 5));
}
