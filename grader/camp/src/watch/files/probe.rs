//! Finds out by trying whether file events arrive in a folder.

use notify::{RecursiveMode, Watcher as _};
use std::fs;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

/// The longest wait; where events work they arrive within a millisecond.
const PATIENCE: Duration = Duration::from_millis(200);

/// Writes a file into a hidden folder below `root` and waits for its event. `None` where it cannot be tried, for
/// example in a read-only folder. Leaves nothing behind.
pub(crate) fn events_arrive(root: &Path) -> Option<bool> {
    let hidden = root.join(".camp");
    let made = fs::create_dir(&hidden).is_ok();
    let arrived = try_in(&hidden);
    if made {
        let _ = fs::remove_dir(&hidden);
    }
    arrived
}

fn try_in(folder: &Path) -> Option<bool> {
    let file = folder.join(format!("probe-{}", std::process::id()));
    let (sender, receiver) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        if event.is_ok() {
            let _ = sender.send(());
        }
    })
    .ok()?;
    watcher.watch(folder, RecursiveMode::NonRecursive).ok()?;
    let written = fs::write(&file, "camp looks whether changes are announced here\n").is_ok();
    let arrived = written.then(|| receiver.recv_timeout(PATIENCE).is_ok());
    let _ = fs::remove_file(&file);
    arrived
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_nothing_behind() {
        let dir = tempfile::tempdir().unwrap();
        events_arrive(dir.path());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
        assert_eq!(events_arrive(&dir.path().join("absent")), None);
    }
}
