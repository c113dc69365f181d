//! Matrix instructions: not modelled yet, and said so.

use super::{Flow, control};
use crate::gang::Gang;
use crate::machine::Cx;
use ptx::*;

macro_rules! not_modelled {
    ($($name:ident: $inst:ident),* $(,)?) => {$(
        #[cold]
        pub(super) fn $name<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &$inst, site: u32) -> Flow {
            control::not_modelled(g, cx, &Inst::$inst(*i), site)
        }
    )*};
}
not_modelled! { mma: Mma, wmma_load: WmmaLoad, wmma_store: WmmaStore, wmma_mma: WmmaMma }
