//! What a line could do better, in the words of the book.

use diag::{Text, msg};
use vgpu::profile::{Counts, Operation};

use super::lines::{Access, Line, Space, ratio};

/// What is wasted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Lanes touch more sectors than they need: neighbours do not access neighbours.
    Uncoalesced,
    /// Neighbours access neighbours, but not from the beginning of a sector.
    Misaligned,
    /// Lanes want different words of one bank.
    BankConflict,
    /// Lanes do atomics on one address.
    AtomicContention,
    /// Few lanes of the warps work.
    IdleLanes,
}

impl Kind {
    /// Each kind.
    pub const ALL: [Kind; 5] =
        [Kind::Uncoalesced, Kind::Misaligned, Kind::BankConflict, Kind::AtomicContention, Kind::IdleLanes];

    /// The spelling in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Uncoalesced => "uncoalesced",
            Self::Misaligned => "misaligned",
            Self::BankConflict => "bank-conflict",
            Self::AtomicContention => "atomic-contention",
            Self::IdleLanes => "idle-lanes",
        }
    }

    /// The page of the book that explains it.
    pub fn page(self) -> &'static str {
        match self {
            Self::Uncoalesced | Self::Misaligned | Self::BankConflict => "memory",
            Self::AtomicContention => "reduction",
            Self::IdleLanes => "execution-model",
        }
    }
}

/// One thing to change.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// What is wasted.
    pub kind: Kind,
    /// The variable that it is about; empty if none.
    pub name: String,
    /// What happens.
    pub what: Text,
    /// What to do.
    pub cure: Text,
    /// What could be saved at most, in instructions of warps, sectors and steps: for the order only.
    pub gain: u64,
}

/// Less than this part of all that the kernel does is not worth a word.
const WORTH: f64 = 0.03;
/// Lanes fewer than these, on average, do not fill a warp.
const FULL: f64 = 28.0;
/// Less than this many lanes at work are too few.
const HALF: f64 = 16.5;

/// What the line could do better, the largest gain first.
pub(super) fn of(line: &Line, total: &Counts) -> Vec<Advice> {
    let mut advice: Vec<Advice> = line.accesses.iter().filter_map(|a| access(a, total)).collect();
    // Idle lanes are not what an access is about that is bad by itself.
    if advice.is_empty() {
        advice.extend(idle(line, total));
    }
    advice.sort_by_key(|a| std::cmp::Reverse(a.gain));
    // Reading and writing one variable in one way is one thing to change; the larger waste stands for both.
    let mut kept: Vec<Advice> = Vec::new();
    for a in advice {
        if a.kind != Kind::BankConflict || !kept.iter().any(|k| (k.kind, &k.name) == (a.kind, &a.name)) {
            kept.push(a);
        }
    }
    kept
}

fn access(access: &Access, total: &Counts) -> Option<Advice> {
    let t = &access.traffic;
    if access.operation == Operation::Atomic
        && let Some(found) = atomic(access, total)
    {
        return Some(found);
    }
    match access.space {
        Space::Global => {
            let gain = t.sectors.saturating_sub(t.least_sectors);
            let (used, least) = (ratio(t.sectors, t.requests), ratio(t.least_sectors, t.requests));
            // What a warp with all lanes at work would touch at best: then the idle lanes are to blame.
            let whole = (32.0 * ratio(t.bytes, t.lanes) / 32.0).max(1.0);
            let is_idle = ratio(t.lanes, t.requests) < FULL && used <= whole + 1.0;
            if is_idle || !is_worth(gain, total.global.sectors) {
                return None;
            }
            let kind = if used >= 1.5 * least {
                Kind::Uncoalesced
            } else if used >= 1.1 * least {
                Kind::Misaligned
            } else {
                return None;
            };
            let (name, used, least) = (access.name.clone(), number(used), number(least));
            let what = sectors(access, used, least);
            let cure = match (kind, access.operation) {
                (Kind::Misaligned, _) => msg!("profile-misaligned-cure"),
                (_, Operation::Store) => msg!("profile-uncoalesced-write-cure"),
                _ => msg!("profile-uncoalesced-cure"),
            };
            Some(Advice { kind, name, what, cure, gain })
        }
        Space::Shared => {
            let gain = t.conflicts();
            let (used, least) = (ratio(t.passes, t.requests), ratio(t.least_passes, t.requests));
            if used < 1.25 * least || !is_worth(gain, total.shared.passes) {
                return None;
            }
            let way = number(ratio(t.passes, t.least_passes));
            let what = match access.name.as_str() {
                "" => msg!("profile-bank-conflict", way = way, steps = number(used), least = number(least)),
                name => {
                    msg!(
                        "profile-bank-conflict-of",
                        name = name,
                        way = way,
                        steps = number(used),
                        least = number(least)
                    )
                }
            };
            let cure = msg!("profile-bank-conflict-cure");
            Some(Advice { kind: Kind::BankConflict, name: access.name.clone(), what, cure, gain })
        }
    }
}

fn sectors(access: &Access, used: String, least: String) -> Text {
    match (access.operation, access.name.as_str()) {
        (Operation::Store, "") => msg!("profile-sectors-write", sectors = used, least = least),
        (Operation::Store, name) => msg!("profile-sectors-write-of", name = name, sectors = used, least = least),
        (Operation::Atomic | Operation::Reduction, "") => {
            msg!("profile-sectors-atomic", sectors = used, least = least)
        }
        (Operation::Atomic | Operation::Reduction, name) => {
            msg!("profile-sectors-atomic-of", name = name, sectors = used, least = least)
        }
        (_, "") => msg!("profile-sectors-read", sectors = used, least = least),
        (_, name) => msg!("profile-sectors-read-of", name = name, sectors = used, least = least),
    }
}

fn atomic(access: &Access, total: &Counts) -> Option<Advice> {
    let t = &access.traffic;
    let gain = t.lanes.saturating_sub(t.requests);
    let at_one = ratio(t.same_address, t.requests);
    let what = match access.name.as_str() {
        _ if at_one < 2.0 || !is_worth(gain, total.warps) => return None,
        "" => msg!("profile-atomic", lanes = number(at_one)),
        name => msg!("profile-atomic-of", name = name, lanes = number(at_one)),
    };
    let cure = match access.space {
        Space::Global => msg!("profile-atomic-cure"),
        Space::Shared => msg!("profile-atomic-shared-cure"),
    };
    Some(Advice { kind: Kind::AtomicContention, name: access.name.clone(), what, cure, gain })
}

fn idle(line: &Line, total: &Counts) -> Option<Advice> {
    let gain = line.warps - (line.lanes / 32).min(line.warps);
    if line.active_lanes() >= HALF || !is_worth(gain, total.warps) {
        return None;
    }
    let what = msg!("profile-idle", lanes = number(line.active_lanes()));
    let cure = msg!("profile-idle-cure");
    Some(Advice { kind: Kind::IdleLanes, name: String::new(), what, cure, gain })
}

fn is_worth(gain: u64, of: u64) -> bool {
    ratio(gain, of) >= WORTH
}

/// A number of lanes, sectors or steps, as people read it: at most one decimal.
pub(super) fn number(x: f64) -> String {
    let tenths = (x * 10.0).round() / 10.0;
    if tenths.fract() == 0.0 { format!("{tenths:.0}") } else { format!("{tenths:.1}") }
}
