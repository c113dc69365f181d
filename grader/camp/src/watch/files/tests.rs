//! Real files, saved the ways that editors save.

use super::*;
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;

/// A folder under watch and what was reported about it.
struct Desk {
    dir: tempfile::TempDir,
    kernel: PathBuf,
    files: Files,
    events: mpsc::Receiver<FileEvent>,
    targets: Targets,
}

impl Desk {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("nvidia");
        fs::create_dir(&folder).unwrap();
        let kernel = folder.join("kernel.cuh");
        fs::write(&kernel, "old\n").unwrap();
        let (sender, events) = mpsc::channel();
        let files = Files::start(dir.path().to_path_buf(), move |event| {
            let _ = sender.send(event);
        })
        .unwrap();
        let targets = Targets { kernel: kernel.clone(), others: vec![folder.join("launch.toml")] };
        files.watch(1, targets.clone(), targets.snapshot());
        let desk = Self { dir, kernel, files, events, targets };
        // One report shows that the watch stands, so that the test below sees events and not the first comparison.
        fs::write(&desk.kernel, "start\n").unwrap();
        desk.expect_state();
        desk
    }

    fn folder(&self) -> &Path {
        self.kernel.parent().unwrap()
    }

    /// Waits for reports until the last one equals the files as they are now; returns how many there were.
    #[track_caller]
    fn expect_state(&self) -> usize {
        for count in 1.. {
            match self.events.recv_timeout(Duration::from_secs(20)) {
                Ok(FileEvent::Saved { snapshot, .. }) if snapshot == self.targets.snapshot() => return count,
                Ok(_) => {}
                Err(_) => panic!("no report of the newest state"),
            }
        }
        unreachable!()
    }

    /// Fails if anything but the newest state is, or was, reported.
    #[track_caller]
    fn expect_one_report(&self) {
        assert_eq!(self.expect_state(), 1, "one save, one report");
        self.expect_silence();
    }

    #[track_caller]
    fn expect_silence(&self) {
        // Longer than the safety look, so that it is part of what stays silent.
        let event = self.events.recv_timeout(SAFETY + POLL);
        assert!(event.is_err(), "unexpected {event:?}");
    }
}

#[test]
fn plain_write() {
    let desk = Desk::new();
    fs::write(&desk.kernel, "new\n").unwrap();
    desk.expect_one_report();
}

#[test]
fn touch_and_same_text_and_reads_are_silent() {
    let desk = Desk::new();
    File::options().append(true).open(&desk.kernel).unwrap().set_modified(std::time::SystemTime::now()).unwrap();
    fs::write(&desk.kernel, "start\n").unwrap();
    fs::read(&desk.kernel).unwrap();
    fs::write(desk.folder().join("notes.txt"), "mine").unwrap();
    desk.expect_silence();
}

#[test]
fn vim_with_backup_renames_the_old_file_aside() {
    let desk = Desk::new();
    for round in 0..3 {
        fs::write(desk.folder().join("4913"), "").unwrap();
        fs::remove_file(desk.folder().join("4913")).unwrap();
        let backup = desk.folder().join("kernel.cuh~");
        fs::rename(&desk.kernel, &backup).unwrap();
        fs::write(&desk.kernel, format!("vim {round}\n")).unwrap();
        fs::remove_file(backup).unwrap();
        desk.expect_one_report();
    }
}

#[test]
fn vim_without_backup_truncates_and_writes() {
    let desk = Desk::new();
    let mut file = File::options().write(true).truncate(true).open(&desk.kernel).unwrap();
    file.write_all(b"in place\n").unwrap();
    file.sync_all().unwrap();
    drop(file);
    desk.expect_one_report();
}

#[test]
fn move_over_works_again_and_again() {
    let desk = Desk::new();
    for round in 0..3 {
        let other = desk.dir.path().join("elsewhere.cuh");
        fs::write(&other, format!("moved {round}\n")).unwrap();
        fs::rename(&other, &desk.kernel).unwrap();
        desk.expect_one_report();
    }
}

#[test]
fn atomic_save_through_a_temporary_name_in_the_folder() {
    let desk = Desk::new();
    for round in 0..3 {
        let temporary = desk.folder().join(format!(".kernel.cuh.{round}.tmp"));
        let mut file = File::options().write(true).create_new(true).mode(0o600).open(&temporary).unwrap();
        file.write_all(format!("atomic {round}\n").as_bytes()).unwrap();
        drop(file);
        fs::rename(&temporary, &desk.kernel).unwrap();
        desk.expect_one_report();
    }
}

#[test]
fn truncate_and_slow_write_reports_the_whole_text_only() {
    let desk = Desk::new();
    let mut file = File::create(&desk.kernel).unwrap();
    for part in ["first\n", "second", " half\n", "end\n"] {
        std::thread::sleep(Duration::from_millis(60));
        file.write_all(part.as_bytes()).unwrap();
        file.flush().unwrap();
    }
    drop(file);
    desk.expect_one_report();
}

#[test]
fn delete_and_recreate() {
    let desk = Desk::new();
    fs::remove_file(&desk.kernel).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    fs::write(&desk.kernel, "again\n").unwrap();
    desk.expect_one_report();
}

#[test]
fn a_deleted_kernel_is_reported_and_so_is_its_return() {
    let desk = Desk::new();
    fs::remove_file(&desk.kernel).unwrap();
    desk.expect_one_report();
    fs::write(&desk.kernel, "back\n").unwrap();
    desk.expect_one_report();
}

#[test]
fn a_deleted_folder_is_reported_and_watched_again_once_back() {
    let desk = Desk::new();
    let folder = desk.folder().to_path_buf();
    fs::remove_dir_all(&folder).unwrap();
    desk.expect_state();
    fs::create_dir(&folder).unwrap();
    fs::write(&desk.kernel, "new folder\n").unwrap();
    desk.expect_state();
    fs::write(&desk.kernel, "and on\n").unwrap();
    desk.expect_state();
}

#[test]
fn a_replaced_folder_is_noticed() {
    let desk = Desk::new();
    let folder = desk.folder().to_path_buf();
    fs::rename(&folder, desk.dir.path().join("aside")).unwrap();
    fs::create_dir(&folder).unwrap();
    fs::write(&desk.kernel, "other branch\n").unwrap();
    desk.expect_state();
    fs::write(&desk.kernel, "edited there\n").unwrap();
    desk.expect_state();
}

#[test]
fn a_new_launch_file_counts_as_a_save() {
    let desk = Desk::new();
    fs::write(desk.folder().join("launch.toml"), "block = 128\n").unwrap();
    desk.expect_one_report();
}

#[test]
fn five_hundred_quick_saves_are_few_reports() {
    let desk = Desk::new();
    for save in 0..500 {
        fs::write(&desk.kernel, format!("save {save}\n")).unwrap();
    }
    let reports = desk.expect_state();
    assert!(reports < 50, "{reports} reports");
}

#[test]
fn a_change_between_judging_and_watching_is_not_lost() {
    let desk = Desk::new();
    let known = desk.targets.snapshot();
    fs::write(&desk.kernel, "meanwhile\n").unwrap();
    desk.files.watch(2, desk.targets.clone(), known);
    while !matches!(
        desk.events.recv_timeout(Duration::from_secs(20)).expect("the change is reported"),
        FileEvent::Saved { generation: 2, .. }
    ) {}
}
