//! Which file system a folder lies on, from `/proc/self/mountinfo`.

use std::path::{Path, PathBuf};

/// File systems that do not, or not always, tell about changes made on the other side of the mount:
/// network shares, WSL's and virtual machines' views of the host, FUSE.
const REMOTE: &[&str] = &[
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "9p",
    "drvfs",
    "virtiofs",
    "vboxsf",
    "vmhgfs",
    "prl_fs",
    "fakeowner",
    "afs",
    "ceph",
    "lustre",
    "gpfs",
    "beegfs",
    "wekafs",
    "glusterfs",
    "sshfs",
    "fuse",
    "fuseblk",
    "grpcfuse",
    "osxfs",
];

/// The type of the file system that holds `folder` if changes there may go unannounced.
pub(crate) fn unreliable(folder: &Path) -> Option<String> {
    let table = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
    let folder = folder.canonicalize().ok()?;
    let kind = kind_of(&table, &folder)?;
    is_remote(&kind).then_some(kind)
}

fn is_remote(kind: &str) -> bool {
    REMOTE.contains(&kind) || kind.starts_with("fuse.")
}

/// The type of the innermost mount above `folder`; of mounts at the same place the last one counts.
fn kind_of(mountinfo: &str, folder: &Path) -> Option<String> {
    let mut best: Option<(usize, &str)> = None;
    for line in mountinfo.lines() {
        // 36 35 98:0 /root /mount/point rw,noatime shared:1 - ext3 /dev/root rw
        let Some((left, right)) = line.split_once(" - ") else { continue };
        let (Some(point), Some(kind)) = (left.split(' ').nth(4), right.split(' ').next()) else { continue };
        let point = PathBuf::from(unescape(point));
        let depth = point.components().count();
        if folder.starts_with(&point) && best.is_none_or(|(known, _)| depth >= known) {
            best = Some((depth, kind));
        }
    }
    best.map(|(_, kind)| kind.to_string())
}

/// Undoes the octal escapes (`\040` for a blank) of mountinfo.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let code = rest.get(at + 1..at + 4).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code {
            Some(code) if code.is_ascii() => {
                out.push(char::from(code));
                rest = &rest[at + 4..];
            }
            _ => {
                out.push('\\');
                rest = &rest[at + 1..];
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/root rw
30 22 0:30 / /mnt/c rw,noatime - 9p C:\\134 rw
31 22 0:31 / /home/ann/My\\040Share rw - nfs4 server:/x rw
32 22 0:32 / /work rw - fuse.sshfs a@b:/ rw
33 22 0:33 / /over rw - ext4 /dev/x rw
34 33 0:34 / /over rw - overlay overlay rw
";

    #[track_caller]
    fn check(folder: &str, kind: &str, remote: bool) {
        let found = kind_of(TABLE, Path::new(folder)).unwrap();
        assert_eq!(found, kind);
        assert_eq!(is_remote(&found), remote);
    }

    #[test]
    fn the_innermost_mount_counts() {
        check("/home/ann/camp", "ext4", false);
        check("/mnt/c/Users/ann", "9p", true);
        check("/mnt/cloud", "ext4", false);
        check("/home/ann/My Share/camp", "nfs4", true);
        check("/work/camp", "fuse.sshfs", true);
        check("/over/camp", "overlay", false);
    }
}
