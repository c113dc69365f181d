//! Fetching when things go wrong: `python3` is a script that plays pip.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use diag::{Lang, msg};
use messages::catalogue;
use wheels::{CacheDir, Failure, Fetch, FetchError, FetchStep, Present, Product, Progress, Set, Wheel, fetch};

/// SHA-256 of an empty file.
const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// A set of two packages as large as NVRTC, whose wheels no fake `pip` has.
#[derive(Debug, Clone, Copy)]
struct Pair;

impl Set for Pair {
    type Whole = String;

    fn product(&self) -> Product {
        let otherwise = Some(msg!("cuda-product-otherwise"));
        Product { name: msg!("cuda-product").into(), command: "camp setup", otherwise }
    }

    fn folder(&self, cache: &CacheDir) -> PathBuf {
        cache.path().join("sets/pair-1.2")
    }

    fn wheels(&self) -> Vec<Wheel> {
        let wheel =
            |package, sha256| Wheel { package, version: "1.2", sha256, bytes: 58_000_000, unpacked_bytes: 140_000_000 };
        vec![wheel("first-package", EMPTY), wheel("second-package", "00")]
    }

    fn keeps(&self) -> &'static str {
        "."
    }

    fn finish(&self, _: &Path) -> std::io::Result<()> {
        Ok(())
    }

    fn whole(&self, dir: &Path) -> Option<String> {
        fs::read_to_string(dir.join("whole")).ok()
    }
}

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

    fn request(&self) -> Fetch<Pair> {
        Fetch {
            set: Pair,
            cache: CacheDir::at(self.cache()),
            pythons: vec![self.dir.path().join("python3")],
            present: Present::Use,
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
    assert_eq!(error.failure, Failure::NoPython);
    assert!(english(&error).contains("apt install python3") && english(&error).ends_with("CUDA toolkit."));
    request.pythons = vec!["/bin/false".into()];
    let error = fetch(&request, &mut |_| ()).unwrap_err();
    assert!(matches!(&error.failure, Failure::NoPip { pythons } if pythons.len() == 1));
    assert!(english(&error).contains("/bin/false has no pip"));
}

#[test]
fn pip_that_dies_half_way_leaves_nothing() {
    let fake = Fake::new("head -c 300000 /dev/zero > $DIR/tmp/half.whl; echo 'ERROR: it broke' >&2; exit 1");
    let error = fake.error();
    assert_eq!(error.failure, Failure::Pip { status: "exit status 1".into(), detail: "ERROR: it broke".into() });
    assert!(english(&error).contains("it broke"));
    assert_eq!(fake.remains(), Vec::<PathBuf>::new());
}

#[test]
fn pip_is_given_pinned_hashes_and_a_place_of_our_own() {
    let fake = Fake::new("cat $REQ >&2; echo $TMPDIR >&2; exit 1");
    let Failure::Pip { detail, .. } = fake.error().failure else { panic!("another error") };
    assert!(detail.contains("first-package==1.2 --hash=sha256:e3b0c442"), "{detail}");
    assert!(detail.contains(fake.cache().to_str().unwrap()), "{detail}");
}

#[test]
fn a_wrong_wheel_is_refused_by_pip_and_by_camp() {
    let said = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE";
    let fake = Fake::new(&format!("echo '{said}' >&2; exit 1"));
    assert!(matches!(fake.error().failure, Failure::HashMismatch { package: "first-package", .. }));
    // Even a pip that does not check cannot slip in another file.
    let fake = Fake::new("echo forged > $DIR/first_package.whl; exit 0");
    assert!(matches!(fake.error().failure, Failure::HashMismatch { .. }));
    assert_eq!(fake.remains(), Vec::<PathBuf>::new());
}

#[test]
fn what_pip_says_becomes_a_kind_of_error() {
    let said = |words: &str| Fake::new(&format!("echo \"{words}\" >&2; exit 1")).error();
    let offline = said("WARNING: Retrying: NewConnectionError: Temporary failure in name resolution");
    assert!(matches!(offline.failure, Failure::Offline { .. }) && english(&offline).contains("mirror"));
    let none = said("ERROR: No matching distribution found for first-package==1.2");
    assert!(matches!(none.failure, Failure::NoWheel { version: "1.2", .. }));
    let full = said("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device");
    let Failure::DiskFull { needed_bytes, available_bytes: Some(_), dir } = &full.failure else { panic!("{full:?}") };
    assert!(*needed_bytes > 100_000_000 && dir.ends_with("cache/sets"), "{}", dir.display());
    assert!(english(&full).contains("CAMP_CACHE_DIR"));
}

#[test]
fn progress_follows_what_pip_writes() {
    let fake = Fake::new("for i in 1 2 3 4 5 6; do head -c 1000000 /dev/zero >> $DIR/tmp/x; sleep 0.15; done; exit 1");
    let mut seen: Vec<Progress> = Vec::new();
    fetch(&fake.request(), &mut |progress| seen.push(progress)).unwrap_err();
    assert!(seen.iter().all(|p| p.step == FetchStep::Downloading && p.total_bytes == Pair.download_bytes()));
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
    let Failure::NotWritable { path, .. } = &error.failure else { panic!("{error:?}") };
    assert!(english(&error).contains(path.to_str().unwrap()));
}

#[test]
fn leftovers_of_a_killed_fetch_are_removed() {
    let fake = Fake::new("exit 1");
    let sets = fake.cache().join("sets");
    for leftover in ["pair-1.2.partial/nvidia/x", "pair-1.2.download/attempt-1/tmp/y", "pair-1.2/z"] {
        let path = sets.join(leftover);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "half").unwrap();
    }
    let start = Instant::now();
    fake.error();
    assert_eq!(fake.remains(), Vec::<PathBuf>::new());
    assert!(start.elapsed() < Duration::from_secs(5), "the lock of a dead process holds nobody up");
}

#[test]
fn wheels_that_arrived_whole_are_kept_for_the_next_time() {
    // The first wheel is an empty file; the second never comes.
    let fake = Fake::new("grep -q first $REQ || { echo no >&2; exit 1; }; echo >> $0.log; : > $DIR/first_package.whl");
    for _ in 0..2 {
        assert!(matches!(fake.error().failure, Failure::Pip { .. }));
        let kept = fake.cache().join(format!("sets/pair-1.2.download/{EMPTY}.whl"));
        assert_eq!(fake.remains(), [kept]);
    }
    assert_eq!(fs::read_to_string(fake.dir.path().join("python3.log")).unwrap(), "\n", "pip was asked for it once");
}

#[test]
fn what_is_there_is_used_and_when_asked_fetched_again() {
    let fake = Fake::new("exit 1");
    let whole = fake.cache().join("sets/pair-1.2/whole");
    fs::create_dir_all(whole.parent().unwrap()).unwrap();
    fs::write(&whole, "content").unwrap();
    let mut request = fake.request();
    assert_eq!(fetch(&request, &mut |_| ()).unwrap(), "content");
    request.present = Present::Replace;
    fetch(&request, &mut |_| ()).unwrap_err();
    assert!(whole.exists(), "a fetch that fails takes nothing away");
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
    let Failure::DiskFull { available_bytes: Some(available), .. } = error.failure else { panic!("{error:?}") };
    assert!(available <= 31_457_280 && !fake.dir.path().join("python3.log").exists());
    assert!(unmounted.is_ok_and(|status| status.success()));
}
