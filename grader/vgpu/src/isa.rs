//! Vector instruction sets: which one to use is found out at run time.
//!
//! The loops over lanes are compiled once for each set ([`vector!`]); everything else is compiled for the processors
//! that every build of its target supports (SSE2 on x86-64, NEON on AArch64, which needs no choice).

/// A vector instruction set that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Isa(Level);

/// Private to [`Isa`], so that whoever holds one holds proof that the processor has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// What every processor of the target has.
    Base,
    /// AVX2 with FMA: x86-64 processors since 2013.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with the parts F, BW, CD, DQ and VL.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Isa {
    /// What every processor of the target has.
    pub const BASE: Isa = Isa(Level::Base);

    /// The widest one of this processor.
    pub fn best() -> Isa {
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("fma")
                && is_x86_feature_detected!("f16c")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl");
            if avx2 {
                return Isa(if avx512 { Level::Avx512 } else { Level::Avx2 });
            }
        }
        Isa::BASE
    }

    /// All that this processor has, the narrowest first.
    pub fn available() -> Vec<Isa> {
        let all = [
            Level::Base,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2,
            #[cfg(target_arch = "x86_64")]
            Level::Avx512,
        ];
        all.into_iter().map(Isa).filter(|isa| *isa <= Isa::best()).collect()
    }

    /// Its usual name.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Level::Base => "SSE2",
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            Level::Base => "NEON",
            #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
            Level::Base => "baseline",
        }
    }

    #[inline(always)]
    pub(crate) fn level(self) -> Level {
        self.0
    }
}

/// Functions whose loops over lanes are compiled once for each [`Isa`]; they run the machine's.
///
/// `unless (…)` stands before the choice: what does an instruction for all lanes at once, if it can.
///
/// Their bodies, and what is inlined into them, get the wider instructions; functions that stay functions do not, and
/// closures may not: hence the macros in `exec`.
macro_rules! vector {
    ($(
        $(#[$meta:meta])*
        $vis:vis fn $name:ident<const W: usize>($g:ident: &mut Gang<W>, $cx:ident: &mut Cx<'_>, $($p:ident: $t:ty),* $(,)?) -> $ret:ident
        $(, unless ($first:expr))? $body:block
    )*) => {$(
        $(#[$meta])*
        #[inline(never)]
        $vis fn $name<const W: usize>($g: &mut Gang<W>, $cx: &mut Cx<'_>, $($p: $t),*) -> $ret {
            #[inline(always)]
            #[allow(unused_variables, reason = "instructions' functions all take the same")]
            fn body<const W: usize>($g: &mut Gang<W>, $cx: &mut Cx<'_>, $($p: $t),*) -> $ret $body

            // Each is a function of its own, so that what stands before the choice needs no room for their lanes.
            #[inline(never)]
            fn base<const W: usize>($g: &mut Gang<W>, $cx: &mut Cx<'_>, $($p: $t),*) -> $ret {
                body($g, $cx, $($p),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(never)]
            #[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2<const W: usize>($g: &mut Gang<W>, $cx: &mut Cx<'_>, $($p: $t),*) -> $ret {
                body($g, $cx, $($p),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(never)]
            #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
            #[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]
            fn avx512<const W: usize>($g: &mut Gang<W>, $cx: &mut Cx<'_>, $($p: $t),*) -> $ret {
                body($g, $cx, $($p),*)
            }

            $(if $first {
                return $ret::Next;
            })?
            #[allow(unsafe_code, reason = "calls what the processor is known to have")]
            match $cx.isa.level() {
                $crate::isa::Level::Base => base($g, $cx, $($p),*),
                // SAFETY: an `Isa` of this level exists only where these features were found.
                #[cfg(target_arch = "x86_64")]
                $crate::isa::Level::Avx2 => unsafe { avx2($g, $cx, $($p),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                $crate::isa::Level::Avx512 => unsafe { avx512($g, $cx, $($p),*) },
            }
        }
    )*};
}
pub(crate) use vector;
