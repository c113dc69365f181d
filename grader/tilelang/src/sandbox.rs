//! What a learner's Python may do: read, compute, and write below one folder.
//!
//! camp starts itself again ([`enter`]); that process gives up its rights and becomes the interpreter. **Landlock** (Linux
//! 5.13) leaves writing to the scratch folder only. **seccomp** leaves no way to the network, to other processes and to the
//! kernel's rarer doors; where there is no Landlock, it leaves no way to change any file either. Both hold for whatever the
//! process starts.

use std::collections::BTreeMap;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetStatus, Scope,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};

/// The interpreter's program.
const WORKER: &str = include_str!("worker.py");

/// Set, camp does as where the kernel has no Landlock: the process can then write nothing at all.
pub const WITHOUT_LANDLOCK: &str = "CAMP_WITHOUT_LANDLOCK";

/// Gives up this process's rights but for writing below `scratch`, and becomes `python` running the worker.
///
/// # Errors
/// Returns only when the process could not be confined or the interpreter not started.
pub fn enter(python: &Path, scratch: &Path) -> io::Error {
    if let Err(error) = confine(scratch) {
        return error;
    }
    // Isolated: neither the user's site folder nor variables for Python change what is imported.
    Command::new(python).args(["-I", "-c", WORKER]).current_dir(scratch).exec()
}

/// Confines this process for good.
///
/// # Errors
/// When the kernel refuses.
fn confine(scratch: &Path) -> io::Result<()> {
    let is_landlocked = std::env::var_os(WITHOUT_LANDLOCK).is_none() && restrict_files(scratch)?;
    let program = filter(!is_landlocked).map_err(io::Error::other)?;
    seccompiler::apply_filter(&program).map_err(io::Error::other)
}

/// Bounds what may be written; whether the kernel can do that.
fn restrict_files(scratch: &Path) -> io::Result<bool> {
    let abi = ABI::V6;
    let writing = AccessFs::from_write(abi);
    let restrict = || -> Result<RulesetStatus, Box<dyn std::error::Error + Send + Sync>> {
        let status = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(writing)?
            .handle_access(AccessNet::from_all(abi))?
            .scope(Scope::from_all(abi))?
            .create()?
            .add_rule(PathBeneath::new(PathFd::new(scratch)?, writing))?
            .add_rule(PathBeneath::new(PathFd::new("/dev/null")?, AccessFs::WriteFile | AccessFs::Truncate))?
            .restrict_self()?;
        Ok(status.ruleset)
    };
    restrict().map(|status| status != RulesetStatus::NotEnforced).map_err(io::Error::other)
}

/// System calls that nothing which lowers a kernel makes: refused with `EPERM`.
const REFUSED: &[libc::c_long] = &[
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_io_uring_setup,
    libc::SYS_ptrace,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_open,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
];

/// System calls that change files by a path, where Landlock does not watch over them.
const CHANGING: &[libc::c_long] = &[
    libc::SYS_truncate,
    libc::SYS_renameat2,
    libc::SYS_renameat,
    libc::SYS_unlinkat,
    libc::SYS_mkdirat,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_mknodat,
    libc::SYS_fchmodat,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_openat2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_creat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rename,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_unlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rmdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mkdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_link,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_symlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
];

/// The filter of system calls; `is_read_only` refuses every change of a file as well.
fn filter(is_read_only: bool) -> Result<BpfProgram, seccompiler::BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = REFUSED.iter().map(|&call| (call, Vec::new())).collect();
    if is_read_only {
        rules.extend(CHANGING.iter().map(|&call| (call, Vec::new())));
        rules.insert(libc::SYS_openat, opening_to_write(2)?);
        #[cfg(target_arch = "x86_64")]
        rules.insert(libc::SYS_open, opening_to_write(1)?);
    }
    let errno = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    SeccompFilter::new(rules, SeccompAction::Allow, errno, arch)?.try_into()
}

/// The rules that recognise an open that can change a file, its flags being argument `flags`.
fn opening_to_write(flags: u8) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let bits = |mask: i32, value: i32| {
        let (mask, value) = (u64::from(mask.unsigned_abs()), u64::from(value.unsigned_abs()));
        let condition = SeccompCondition::new(flags, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(mask), value)?;
        SeccompRule::new(vec![condition])
    };
    let accesses = [libc::O_WRONLY, libc::O_RDWR].map(|access| bits(libc::O_ACCMODE, access));
    let others = [libc::O_CREAT, libc::O_TRUNC].map(|flag| bits(flag, flag));
    accesses.into_iter().chain(others).collect()
}
