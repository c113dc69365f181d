//! Fetching when things go wrong: `python3` is a script that plays pip.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use cuda::{CacheDir, Fetch, FetchError, FetchStep, Progress, WheelSet, fetch};
use diag::Lang;
use messages::catalogue;

/// A folder with a cache and a `python3` whose `pip download` runs this shell text, with `$DIR` as its target.
struct Fake {
    dir: tempfile::TempDir,
}

impl Fake {
    fn new(download: &str) -> Self {
        let dir = tempfile::tempdir().expect("a folder");
        let script = format!(
            "#!/bin/sh\n[ \"$4\" = --version ] || [ \"$3\" = --version ] && exit 0\n\
             while [ $# -gt 0 ]; do [ \"$1\" = -d ] && DIR=$2; [ \"$1\" = -r ] && REQ=$2; shift; done\n{download}\n"
        );
        let python = dir.path().join("python3");
        fs::write(&python, script).expect("a script");
        fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).expect("it may run");
        Self { dir }
    }

    fn request(&self) -> Fetch {
        Fetch {
            set: WheelSet::Cuda13,
            cache: CacheDir::at(self.cache()),
            pythons: vec![self.dir.path().join("python3")],
        }
    }

    fn cache(&self) -> PathBuf {
        self.dir.path().join("cache")
    }

    fn error(&self) -> FetchError {
        fetch(&self.request(), &mut |_| ()).expect_err("the fetch fails")
    }

    /// Files that a failed fetch left behind, but for the lock.
    fn remains(&self) -> Vec<PathBuf> {
        files(&self.cache()).into_iter().filter(|path| path.extension().is_none_or(|ext| ext != "lock")).collect()
    }
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn english(error: &FetchError) -> String {
    catalogue(Lang::En).get(&error.text())
}

#[test]
fn no_python_and_no_pip() {
    let fake = Fake::new("exit 1");
    let mut request = fake.request();
    request.pythons.clear();
    let error = fetch(&request, &mut |_| ()).unwrap_err();
    assert_eq!(error, FetchError::NoPython);
    assert!(english(&error).contains("apt install python3"));
    request.pythons = vec!["/bin/false".into()];
    let error = fetch(&request, &mut |_| ()).unwrap_err();
    assert!(matches!(&error, FetchError::NoPip { pythons } if pythons.len() == 1));
    assert!(english(&error).contains("/bin/false has no pip"));
}

#[test]
fn pip_that_dies_half_way_leaves_nothing() {
    let fake = Fake::new("head -c 300000 /dev/zero > $DIR/tmp/half.whl; echo 'ERROR: it broke' >&2; exit 1");
    let error = fake.error();
    assert_eq!(error, FetchError::Pip { status: "exit status 1".into(), detail: "ERROR: it broke".into() });
    assert!(english(&error).contains("it broke"));
    assert_eq!(fake.remains(), Vec::<PathBuf>::new());
}

#[test]
fn pip_is_given_pinned_hashes_and_a_place_of_our_own() {
    let fake = Fake::new("cat $REQ >&2; echo $TMPDIR >&2; exit 1");
    let FetchError::Pip { detail, .. } = fake.error() else { panic!("another error") };
    assert!(detail.contains("nvidia-cuda-nvrtc==13.5.37 --hash=sha256:"), "{detail}");
    assert!(detail.contains(fake.cache().to_str().unwrap()), "{detail}");
}

#[test]
fn a_wrong_wheel_is_refused_by_pip_and_by_camp() {
    let said = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE";
    let fake = Fake::new(&format!("echo '{said}' >&2; exit 1"));
    assert!(matches!(fake.error(), FetchError::HashMismatch { package: "nvidia-cuda-nvrtc", .. }));
    // Even a pip that does not check cannot slip in another file.
    let fake = Fake::new("echo forged > $DIR/nvidia_cuda_nvrtc.whl; exit 0");
    assert!(matches!(fake.error(), FetchError::HashMismatch { .. }));
    assert_eq!(fake.remains(), Vec::<PathBuf>::new());
}

#[test]
fn what_pip_says_becomes_a_kind_of_error() {
    let said = |words: &str| Fake::new(&format!("echo \"{words}\" >&2; exit 1")).error();
    let offline = said("WARNING: Retrying: NewConnectionError: Temporary failure in name resolution");
    assert!(matches!(offline, FetchError::Offline { .. }) && english(&offline).contains("mirror"));
    let none = said("ERROR: No matching distribution found for nvidia-cuda-nvrtc==13.5.37");
    assert!(matches!(none, FetchError::NoWheel { version: "13.5.37", .. }));
    let full = said("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device");
    let FetchError::DiskFull { needed_bytes, available_bytes: Some(_), dir } = &full else { panic!("{full:?}") };
    assert!(*needed_bytes > 100_000_000 && dir.ends_with("cache/toolchain"), "{}", dir.display());
    assert!(english(&full).contains("CAMP_CACHE_DIR"));
}

#[test]
fn progress_follows_what_pip_writes() {
    let fake = Fake::new("for i in 1 2 3 4 5 6; do head -c 1000000 /dev/zero >> $DIR/tmp/x; sleep 0.15; done; exit 1");
    let mut seen: Vec<Progress> = Vec::new();
    fetch(&fake.request(), &mut |progress| seen.push(progress)).unwrap_err();
    assert!(
        seen.iter().all(|p| p.step == FetchStep::Downloading && p.total_bytes == WheelSet::Cuda13.download_bytes())
    );
    assert!(seen.windows(2).all(|pair| pair[0].done_bytes <= pair[1].done_bytes));
    let mut steps: Vec<u64> = seen.iter().map(|p| p.done_bytes / 1_000_000).collect();
    steps.dedup();
    assert!(steps.len() >= 4, "{steps:?}");
}

#[test]
fn two_fetches_do_not_meet() {
    // Each run of pip notes its beginning and its end; overlapping runs would interleave.
    let fake = Fake::new("echo begin >> $0.log; sleep 0.4; echo end >> $0.log; echo ERROR >&2; exit 1");
    let (sender, waits) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            let (request, sender) = (fake.request(), sender.clone());
            scope.spawn(move || {
                let mut waited = false;
                fetch(&request, &mut |p| waited |= p.step == FetchStep::Waiting).unwrap_err();
                sender.send(waited).unwrap();
            });
        }
    });
    drop(sender);
    assert_eq!(waits.iter().filter(|waited| *waited).count(), 2);
    let log = fs::read_to_string(fake.dir.path().join("python3.log")).unwrap();
    assert_eq!(log, "begin\nend\n".repeat(3));
}

#[test]
fn a_cache_that_cannot_be_written_is_named() {
    let fake = Fake::new("exit 1");
    fs::write(fake.cache(), "a file where the folder should be").unwrap();
    let error = fake.error();
    let FetchError::NotWritable { path, .. } = &error else { panic!("{error:?}") };
    assert!(english(&error).contains(path.to_str().unwrap()));
}

#[test]
fn leftovers_of_a_killed_fetch_are_removed() {
    let fake = Fake::new("exit 1");
    let toolchains = fake.cache().join("toolchain");
    for leftover in ["cuda13-13.5.37.partial/nvidia/x", "cuda13-13.5.37.download/attempt-1/tmp/y", "cuda13-13.5.37/z"] {
        let path = toolchains.join(leftover);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "half").unwrap();
    }
    let start = Instant::now();
    fake.error();
    assert_eq!(fake.remains(), Vec::<PathBuf>::new());
    assert!(start.elapsed() < Duration::from_secs(5), "the lock of a dead process holds nobody up");
}

/// A file system of 30 MB, where this user may mount one: `None` elsewhere.
fn small_disk() -> Option<tempfile::TempDir> {
    let dir = tempfile::tempdir().ok()?;
    let mounted = std::process::Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=30m", "camp-test"])
        .arg(dir.path())
        .stderr(std::process::Stdio::null())
        .status();
    mounted.is_ok_and(|status| status.success()).then_some(dir)
}

#[test]
fn a_disk_too_small_is_noticed_before_the_download() {
    let Some(disk) = small_disk() else { return };
    let fake = Fake::new("echo started > $0.log; exit 1");
    let mut request = fake.request();
    request.cache = CacheDir::at(disk.path().join("cache"));
    let error = fetch(&request, &mut |_| ()).unwrap_err();
    let unmounted = std::process::Command::new("umount").arg(disk.path()).status();
    let FetchError::DiskFull { available_bytes: Some(available), .. } = error else { panic!("{error:?}") };
    assert!(available <= 31_457_280 && !fake.dir.path().join("python3.log").exists());
    assert!(unmounted.is_ok_and(|status| status.success()));
}
