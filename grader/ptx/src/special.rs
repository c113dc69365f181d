//! Special registers.

/// One of three dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dim {
    /// First, fastest.
    X,
    /// Second.
    Y,
    /// Third.
    Z,
}

macro_rules! special {
    (dims { $($dv:ident = $dt:literal,)* } plain { $($(#[$vmeta:meta])* $v:ident = $t:literal,)* }) => {
        /// A special register.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Special {
            $(#[doc = concat!("`", $dt, ".x`, `.y`, `.z`")] $dv(Dim),)*
            $(#[doc = concat!("`", $t, "`")] $(#[$vmeta])* $v,)*
        }

        impl Special {
            /// Reads a name such as `%tid.x`.
            pub fn from_name(name: &str) -> Option<Self> {
                let (base, dim) = match name.rsplit_once('.') {
                    Some((base, "x")) => (base, Some(Dim::X)),
                    Some((base, "y")) => (base, Some(Dim::Y)),
                    Some((base, "z")) => (base, Some(Dim::Z)),
                    Some(_) => return None,
                    None => (name, None),
                };
                match (base, dim) {
                    $(($dt, Some(dim)) => Some(Self::$dv(dim)),)*
                    $(($t, None) => Some(Self::$v),)*
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for Special {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let (base, dim) = match self {
                    $(Self::$dv(dim) => ($dt, Some(dim)),)*
                    $(Self::$v => ($t, None),)*
                };
                f.write_str(base)?;
                match dim {
                    Some(Dim::X) => f.write_str(".x"),
                    Some(Dim::Y) => f.write_str(".y"),
                    Some(Dim::Z) => f.write_str(".z"),
                    None => Ok(()),
                }
            }
        }
    };
}

special! {
    dims {
        Tid = "%tid", Ntid = "%ntid", Ctaid = "%ctaid", Nctaid = "%nctaid",
        Clusterid = "%clusterid", Nclusterid = "%nclusterid",
        ClusterCtaid = "%cluster_ctaid", ClusterNctaid = "%cluster_nctaid",
    }
    plain {
        LaneId = "%laneid", WarpId = "%warpid", NwarpId = "%nwarpid", SmId = "%smid", NsmId = "%nsmid",
        GridId = "%gridid",
        LanemaskEq = "%lanemask_eq", LanemaskLe = "%lanemask_le", LanemaskLt = "%lanemask_lt",
        LanemaskGe = "%lanemask_ge", LanemaskGt = "%lanemask_gt",
        Clock = "%clock", ClockHi = "%clock_hi", Clock64 = "%clock64",
        Globaltimer = "%globaltimer", GlobaltimerLo = "%globaltimer_lo", GlobaltimerHi = "%globaltimer_hi",
        TotalSmemSize = "%total_smem_size", AggrSmemSize = "%aggr_smem_size",
        DynamicSmemSize = "%dynamic_smem_size",
        ClusterCtarank = "%cluster_ctarank", ClusterNctarank = "%cluster_nctarank",
        IsExplicitCluster = "%is_explicit_cluster",
        CurrentGraphExec = "%current_graph_exec",
        /// The driver's; a cooperative launch's workspace is at `%envreg1:%envreg2`.
        Envreg1 = "%envreg1", Envreg2 = "%envreg2",
    }
}
