//! Matrix instructions: not modelled yet, and said so.

use super::{Flow, control};
use crate::gang::Gang;
use crate::machine::Cx;
use ptx::*;

not_modelled! { mma: Mma, wmma_load: WmmaLoad, wmma_store: WmmaStore, wmma_mma: WmmaMma }
