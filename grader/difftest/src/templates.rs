//! What random kernels are made of: statements with gaps.
//!
//! `<a|b|c>` is one of the texts; `<rd>` and the like are registers, see `Gaps::fill`; `<ra:1>` remembers what was chosen
//! for `<1>`. Statements leave no race, end, and have one result that the ISA fixes to the bit:
//! - Rounding is always written, so that no multiplication and addition may become one.
//! - Nothing divides by zero, and no quotient overflows.
//! - The payload and sign of a NaN are left open by the ISA. Registers of type float keep theirs to themselves; wherever
//!   bits of a float can be seen (`q` below, stores, signs that are copied), NaNs are made the canonical one first.
//! - Approximations (`ex2`, `sin`, …) are left out.
//! - So is what ptxas 13.0 compiles to something else than the ISA says, as an H200 showed: `testp` and `set` under a guard
//!   (which their second machine instruction loses), bit fields that lie above bit 31 by constants, shifts by
//!   constants that are no smaller than the width, `abs` and `neg` of the
//!   smallest number of 16 bits, which is then taken for a positive one, and `cnot` whose result is shifted or narrowed by.

/// Integer arithmetic and bits.
pub(crate) const INTEGERS: &[&str] = &[
    "<add|sub|min|max>.<u32|s32> <rd>, <ra>, <ra>;",
    "<add|sub>.sat.s32 <rd>, <ra>, <ra>;",
    "<add|sub|min|max>.<u64|s64> <ld>, <la>, <la>;",
    "<add|sub|min|max>.<u16|s16> <hd>, <ha>, <ha>;",
    "mul.<lo|hi>.<u32|s32> <rd>, <ra>, <ra>;",
    "mul.<lo|hi>.<u64|s64> <ld>, <la>, <la>;",
    "mul.<lo|hi>.<u16|s16> <hd>, <ha>, <ha>;",
    "mul.wide.<u32|s32> <ld>, <ra>, <ra>;",
    "mul.wide.<u16|s16> <rd>, <ha>, <ha>;",
    "mad.<lo|hi>.<u32|s32> <rd>, <ra>, <ra>, <ra>;",
    "mad.lo.<u64|s64> <ld>, <la>, <la>, <la>;",
    "mad.hi.sat.s32 <rd>, <ra>, <ra>, <ra>;",
    "mad.wide.<u32|s32> <ld>, <ra>, <ra>, <la>;",
    "mad.wide.<u16|s16> <rd>, <ha>, <ha>, <ra>;",
    "mul24.<lo|hi>.<u32|s32> <rd>, <ra>, <ra>;",
    "mad24.<lo|hi>.<u32|s32> <rd>, <ra>, <ra>, <ra>;",
    "sad.<u32|s32> <rd>, <ra>, <ra>, <ra>;",
    "sad.<u16|s16> <hd>, <ha>, <ha>, <ha>;",
    "{ .reg .b32 q; or.b32 q, <rr>, 1; abs.s32 <rd>, q; }",
    "{ .reg .b64 q; or.b64 q, <lr>, 1; abs.s64 <ld>, q; }",
    "{ .reg .b16 q; or.b16 q, <hr>, 1; abs.s16 <hd>, q; }",
    "{ .reg .b32 q; or.b32 q, <rr>, 1; neg.s32 <rd>, q; }",
    "{ .reg .b64 q; or.b64 q, <lr>, 1; neg.s64 <ld>, q; }",
    "{ .reg .b16 q; or.b16 q, <hr>, 1; neg.s16 <hd>, q; }",
    "{ .reg .b32 q; or.b32 q, <rr>, 1; <div|rem>.u32 <rd>, <ra>, q; }",
    "{ .reg .b32 q; and.b32 q, <rr>, 0x7fffffff; or.b32 q, q, <1|2|3|7>; <div|rem>.s32 <rd>, <ra>, q; }",
    "{ .reg .b64 q; or.b64 q, <lr>, <1|3|4096>; <div|rem>.u64 <ld>, <la>, q; }",
    "{ .reg .b64 q; and.b64 q, <lr>, 0x7fffffffff; or.b64 q, q, 5; <div|rem>.s64 <ld>, <la>, q; }",
    "{ .reg .b16 q; or.b16 q, <hr>, 1; <div|rem>.u16 <hd>, <ha>, q; }",
    "<and|or|xor>.b32 <rd>, <ra>, <ra>;",
    "<and|or|xor>.b64 <ld>, <la>, <la>;",
    "<and|or|xor>.b16 <hd>, <ha>, <ha>;",
    "not.b32 <rd>, <rr>;",
    "not.b64 <ld>, <lr>;",
    "lop3.b32 <rd>, <ra>, <ra>, <ra>, <imm8>;",
    "lop3.b32 <rd>, <rr>, <rr>, <rr>, <imm8>;",
    "shl.b32 <rd>, <ra>, <sh>;",
    "shl.b64 <ld>, <la>, <sh>;",
    "shl.b16 <hd>, <ha>, <sh>;",
    "shr.<u32|s32|b32> <rd>, <ra>, <sh>;",
    "shr.<u64|s64> <ld>, <la>, <sh>;",
    "shr.<u16|s16> <hd>, <ha>, <sh>;",
    "shf.<l|r>.<clamp|wrap>.b32 <rd>, <ra>, <ra>, <sh>;",
    "bfe.<u32|s32> <rd>, <ra>, <bf>, <bf>;",
    "bfe.<u64|s64> <ld>, <la>, <bf>, <bf>;",
    "bfi.b32 <rd>, <ra>, <ra>, <bf>, <bf>;",
    "bfi.b64 <ld>, <la>, <la>, <bf>, <bf>;",
    "bfind<|.shiftamt>.<u32|s32> <rd>, <rr>;",
    "bfind<|.shiftamt>.<u64|s64> <rd>, <lr>;",
    "brev.b32 <rd>, <rr>;",
    "brev.b64 <ld>, <lr>;",
    "<clz|popc>.b32 <rd>, <rr>;",
    "<clz|popc>.b64 <rd>, <lr>;",
    "prmt.b32 <rd>, <ra>, <ra>, <ra>;",
    "prmt.b32.<f4e|b4e|rc8|ecl|ecr|rc16> <rd>, <rr>, <rr>, <ra>;",
    "szext.<clamp|wrap>.<u32|s32> <rd>, <rr>, <sh>;",
    "bmsk.<clamp|wrap>.b32 <rd>, <sh>, <sh>;",
    "dp4a.<u32|s32>.<u32|s32> <rd>, <rr>, <rr>, <ra>;",
    "dp2a.<lo|hi>.<u32|s32>.<u32|s32> <rd>, <rr>, <rr>, <ra>;",
    "{ .reg .b32 q, s; add.cc.u32 q, <ra>, <ra>; addc.cc.u32 s, <ra>, <ra>; addc.u32 <rd>, q, s; }",
    "{ .reg .b32 q, s; sub.cc.u32 q, <ra>, <ra>; subc.cc.u32 s, <ra>, <ra>; subc.u32 <rd>, q, s; }",
    "{ .reg .b64 q; add.cc.u64 q, <la>, <la>; addc.u64 <ld>, q, <la>; }",
    "{ .reg .b32 q, s; mad.lo.cc.u32 q, <ra>, <ra>, <ra>; madc.hi.u32 s, <ra>, <ra>, <ra>; xor.b32 <rd>, q, s; }",
    "<add|min|max>.<u16x2|s16x2> <rd>, <rr>, <rr>;",
];

/// Moves, selections, packing, conversions between integers.
pub(crate) const MOVES: &[&str] = &[
    "mov.b32 <rd>, <ra>;",
    "mov.b64 <ld>, <la>;",
    "mov.b16 <hd>, <hr>;",
    "mov.u32 <rd>, %<tid.x|tid.y|ntid.x|ctaid.x|nctaid.x|laneid|lanemask_lt|lanemask_ge|lanemask_eq>;",
    "mov.b64 <ld>, {<rr>, <rr>};",
    "mov.b32 <rd>, {<hr>, <hr>};",
    "mov.b64 <ld>, {<hr>, <hr>, <hr>, <hr>};",
    "{ .reg .b32 q, s; mov.b64 {q, s}, <lr>; mov.b32 <rd>, <q|s>; }",
    "{ .reg .b16 q, s; mov.b32 {q, s}, <rr>; mov.b16 <hd>, <q|s>; }",
    "selp.b32 <rd>, <ra>, <ra>, <pr>;",
    "selp.b64 <ld>, <la>, <la>, <pr>;",
    "selp.b16 <hd>, <ha>, <ha>, <pr>;",
    "selp.f32 <fd>, <fa>, <fa>, <pr>;",
    "selp.f64 <dd>, <da>, <da>, <pr>;",
    "slct.b32.s32 <rd>, <ra>, <ra>, <rr>;",
    "slct.b64.s32 <ld>, <la>, <la>, <rr>;",
    "slct<|.ftz>.b32.f32 <rd>, <ra>, <ra>, <fr>;",
    "slct.f32.s32 <fd>, <fa>, <fa>, <rr>;",
    "cvt.<u32|s32>.<u8|s8|u16|s16> <rd>, <rr>;",
    "cvt<|.sat>.<u8|s8|u16|s16>.<u32|s32> <rd>, <rr>;",
    "cvt.<u32|s32>.<u16|s16> <rd>, <hr>;",
    "cvt<|.sat>.<u16|s16>.<u32|s32> <hd>, <rr>;",
    "cvt<|.sat>.<u8|s8>.<u16|s16> <hd>, <hr>;",
    "cvt.<u64|s64>.<u32|s32> <ld>, <rr>;",
    "cvt<|.sat>.<u32|s32>.<u64|s64> <rd>, <lr>;",
    "cvt<|.sat>.<s64>.<u64> <ld>, <lr>;",
    "cvt.<u64|s64>.<u8|s8|u16|s16> <ld>, <hr>;",
    "cvt<|.sat>.<u16|s16|u8|s8>.<u64|s64> <hd>, <lr>;",
    "cvt.pack.sat.<u16|s16>.s32 <rd>, <rr>, <rr>;",
    "cvt.pack.sat.<u8|s8>.s32.b32 <rd>, <rr>, <rr>, <rr>;",
];

/// Predicates.
pub(crate) const PREDICATES: &[&str] = &[
    "setp.<eq|ne|lt|le|gt|ge>.<u32|s32> <pd>, <rr>, <ra>;",
    "setp.<lo|ls|hi|hs>.u32 <pd>, <rr>, <ra>;",
    "setp.<eq|ne|lt|le|gt|ge>.<u64|s64> <pd>, <lr>, <la>;",
    "setp.<eq|ne|lt|le|gt|ge>.<u16|s16> <pd>, <hr>, <ha>;",
    "setp.<eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan><|.ftz>.f32 <pd>, <fr>, <fa>;",
    "setp.<eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan>.f64 <pd>, <dr>, <da>;",
    "setp.<eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan>.<f16|bf16> <pd>, <hr>, <hr>;",
    "setp.<eq|ne|lt|ge>.<and|or|xor>.s32 <pd>, <rr>, <ra>, <pr>;",
    "setp.<lt|gt|neu>.<and|or|xor>.f32 <pd>, <fr>, <fa>, !<pr>;",
    "{ .reg .pred a, b; setp.<lt|eq>.<and|or|xor>.u32 a|b, <rr>, <ra>, <pr>; <xor|or>.pred <pd>, a, b; }",
    "{ set.<eq|ne|lt|ge>.<u32|s32>.<u32|s32> <rd>, <rr>, <ra>; }",
    "{ set.<lt|gtu|nan><|.ftz>.<u32|s32>.f32 <rd>, <fr>, <fa>; }",
    "{ set.<lt|ge>.f32.<u32|s32> <fd>, <rr>, <ra>; }",
    "<and|or|xor>.pred <pd>, <pr>, <pr>;",
    "not.pred <pd>, <pr>;",
    "{ testp.<finite|infinite|number|notanumber|normal|subnormal>.f32 <pd>, <fr>; }",
    "{ testp.<finite|infinite|number|notanumber|normal|subnormal>.f64 <pd>, <dr>; }",
    "lop3.<or|and>.b32 <rd>|<pd>, <rr>, <rr>, <rr>, <imm8>, <pr>;",
];

/// Floats of 32 and 64 bits.
pub(crate) const FLOATS: &[&str] = &[
    "<add|sub|mul>.<rn|rz|rm|rp><|.ftz><|.sat>.f32 <fd>, <fr>, <fa>;",
    "<add|sub|mul>.<rn|rz|rm|rp>.f64 <dd>, <dr>, <da>;",
    "fma.<rn|rz|rm|rp><|.ftz><|.sat>.f32 <fd>, <fr>, <fr>, <fa>;",
    "fma.<rn|rz|rm|rp>.f64 <dd>, <dr>, <dr>, <da>;",
    "div.<rn|rz|rm|rp><|.ftz>.f32 <fd>, <fr>, <fr>;",
    "div.<rn|rz|rm|rp>.f64 <dd>, <dr>, <dr>;",
    "<rcp|sqrt>.<rn|rz|rm|rp><|.ftz>.f32 <fd>, <fr>;",
    "<rcp|sqrt>.<rn|rz|rm|rp>.f64 <dd>, <dr>;",
    "<min|max><|.ftz><|.NaN>.f32 <fd>, <fr>, <fa>;",
    "<min|max>.f64 <dd>, <dr>, <da>;",
    "<abs|neg><|.ftz>.f32 <fd>, <fr>;",
    "<abs|neg>.f64 <dd>, <dr>;",
    "{ .reg .pred c; .reg .f32 q; setp.nan.f32 c, <fr:1>, <1>; selp.f32 q, 0f3F800000, <1>, c; copysign.f32 <fd>, q, <fr>; }",
    "{ .reg .pred c; .reg .f64 q; setp.nan.f64 c, <dr:1>, <1>; selp.f64 q, 0d3FF0000000000000, <1>, c; copysign.f64 <dd>, q, <dr>; }",
    "cvt.<rn|rz|rm|rp>.f32.<u32|s32> <fd>, <rr>;",
    "cvt.<rn|rz|rm|rp>.f32.<u64|s64> <fd>, <lr>;",
    "cvt.<rn|rz|rm|rp>.f32.<u16|s16> <fd>, <hr>;",
    "cvt.<rn|rz|rm|rp>.f64.<u32|s32> <dd>, <rr>;",
    "cvt.<rn|rz|rm|rp>.f64.<u64|s64> <dd>, <lr>;",
    "cvt.<rni|rzi|rmi|rpi><|.ftz>.<u32|s32>.f32 <rd>, <fr>;",
    "cvt.<rni|rzi|rmi|rpi><|.ftz>.<u64|s64>.f32 <ld>, <fr>;",
    "cvt.<rni|rzi|rmi|rpi><|.sat>.<u16|s16>.f32 <hd>, <fr>;",
    "cvt.<rni|rzi|rmi|rpi>.<u32|s32>.f64 <rd>, <dr>;",
    "cvt.<rni|rzi|rmi|rpi>.<u64|s64>.f64 <ld>, <dr>;",
    "cvt.<rni|rzi|rmi|rpi><|.ftz><|.sat>.f32.f32 <fd>, <fr>;",
    "cvt.<rni|rzi|rmi|rpi>.f64.f64 <dd>, <dr>;",
    "cvt.<rn|rz|rm|rp><|.ftz><|.sat>.f32.f64 <fd>, <dr>;",
    "cvt<|.ftz><|.sat>.f64.f32 <dd>, <fr>;",
    "{ .reg .pred c; .reg .b32 q; mov.b32 q, <fr:1>; setp.nan.f32 c, <1>, <1>; selp.b32 <rd>, 0x7fffffff, q, c; }",
    "{ .reg .pred c; .reg .b64 q; mov.b64 q, <dr:1>; setp.nan.f64 c, <1>, <1>; selp.b64 <ld>, 0x7fffffffffffffff, q, c; }",
    "mov.b32 <fd>, <rr>;",
    "mov.b64 <dd>, <lr>;",
    "mov.f32 <fd>, <fa>;",
    "mov.f64 <dd>, <da>;",
];

/// Floats of 16 bits, alone and in pairs.
pub(crate) const HALVES: &[&str] = &[
    "{ .reg .b16 q; .reg .pred c; <add|sub|mul>.rn<|.ftz><|.sat>.f16 q, <hr>, <hr>; setp.nan.f16 c, q, q; selp.b16 <hd>, 0x7fff, q, c; }",
    "{ .reg .b16 q; .reg .pred c; fma.rn<|.ftz><|.sat|.relu>.f16 q, <hr>, <hr>, <hr>; setp.nan.f16 c, q, q; selp.b16 <hd>, 0x7fff, q, c; }",
    "{ .reg .b16 q; .reg .pred c; <add|sub|mul>.rn.bf16 q, <hr>, <hr>; setp.nan.bf16 c, q, q; selp.b16 <hd>, 0x7fff, q, c; }",
    "{ .reg .b16 q; .reg .pred c; fma.rn<|.relu>.bf16 q, <hr>, <hr>, <hr>; setp.nan.bf16 c, q, q; selp.b16 <hd>, 0x7fff, q, c; }",
    "{ .reg .b16 q; .reg .pred c; <min|max><|.NaN>.<f16:1|bf16> q, <hr>, <hr>; setp.nan.<1> c, q, q; selp.b16 <hd>, 0x7fff, q, c; }",
    "{ .reg .b16 q; .reg .pred c; <abs|neg>.<f16:1|bf16> q, <hr>; setp.nan.<1> c, q, q; selp.b16 <hd>, 0x7fff, q, c; }",
    "{ .reg .b32 q; .reg .b16 s, t; .reg .pred c; <add|sub|mul>.rn<|.ftz><|.sat>.f16x2 q, <rr>, <rr>; mov.b32 {s, t}, q; \
     setp.nan.f16 c, s, s; selp.b16 s, 0x7fff, s, c; setp.nan.f16 c, t, t; selp.b16 t, 0x7fff, t, c; mov.b32 <rd>, {s, t}; }",
    "{ .reg .b32 q; .reg .b16 s, t; .reg .pred c; fma.rn<|.ftz><|.sat|.relu>.f16x2 q, <rr>, <rr>, <rr>; mov.b32 {s, t}, q; \
     setp.nan.f16 c, s, s; selp.b16 s, 0x7fff, s, c; setp.nan.f16 c, t, t; selp.b16 t, 0x7fff, t, c; mov.b32 <rd>, {s, t}; }",
    "{ .reg .b32 q; .reg .b16 s, t; .reg .pred c; fma.rn<|.relu>.bf16x2 q, <rr>, <rr>, <rr>; mov.b32 {s, t}, q; \
     setp.nan.bf16 c, s, s; selp.b16 s, 0x7fff, s, c; setp.nan.bf16 c, t, t; selp.b16 t, 0x7fff, t, c; mov.b32 <rd>, {s, t}; }",
    "{ .reg .b16 q; .reg .pred c; cvt.<rn|rz|rm|rp><|.ftz><|.sat>.f16.f32 q, <fr>; setp.nan.f16 c, q, q; selp.b16 <hd>, 0x7fff, q, c; }",
    "{ .reg .b16 q; .reg .pred c; cvt.<rn|rz|rm|rp>.f16.f64 q, <dr>; setp.nan.f16 c, q, q; selp.b16 <hd>, 0x7fff, q, c; }",
    "{ .reg .b16 q; .reg .pred c; cvt.<rn|rz><|.relu>.bf16.f32 q, <fr>; setp.nan.bf16 c, q, q; selp.b16 <hd>, 0x7fff, q, c; }",
    "{ .reg .b16 q; .reg .pred c; cvt.<rn|rz|rm|rp>.f16.<u32|s32> q, <rr>; setp.nan.f16 c, q, q; selp.b16 <hd>, 0x7fff, q, c; }",
    "{ .reg .b16 q; .reg .pred c; cvt.<rn|rz|rm|rp>.f16.<u16|s16> q, <hr>; setp.nan.f16 c, q, q; selp.b16 <hd>, 0x7fff, q, c; }",
    "{ .reg .b32 q; .reg .b16 s, t; .reg .pred c; cvt.<rn|rz><|.relu>.<f16:1|bf16>x2.f32 q, <fr>, <fr>; mov.b32 {s, t}, q; \
     setp.nan.<1> c, s, s; selp.b16 s, 0x7fff, s, c; setp.nan.<1> c, t, t; selp.b16 t, 0x7fff, t, c; mov.b32 <rd>, {s, t}; }",
    "cvt<|.ftz><|.sat>.f32.f16 <fd>, <hr>;",
    "cvt.f32.bf16 <fd>, <hr>;",
    "cvt.f64.f16 <dd>, <hr>;",
    "cvt.<rni|rzi|rmi|rpi>.<u32|s32>.f16 <rd>, <hr>;",
    "cvt.<rni|rzi|rmi|rpi>.<u16|s16>.f16 <hd>, <hr>;",
    "{ .reg .b16 q; .reg .pred c; cvt.<rni|rzi|rmi|rpi>.f16.f16 q, <hr>; setp.nan.f16 c, q, q; selp.b16 <hd>, 0x7fff, q, c; }",
    "{ .reg .b32 q; .reg .pred c; .reg .f32 s; cvt.rna.tf32.f32 q, <fr>; mov.b32 s, q; setp.nan.f32 c, s, s; selp.b32 <rd>, 0x7fffffff, q, c; }",
];

/// Reads of the input and of the thread's own array. `%in`: the input; `%loc`: the array's generic address.
pub(crate) const MEMORY: &[&str] = &[
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x3ff; mul.wide.u32 a, i, 4; add.u64 a, a, %in; ld.global<|.nc|.ca|.cg|.volatile>.<u32|s32|b32> <rd>, [a<|+4096|+8192>]; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x3fff; cvt.u64.u32 a, i; add.u64 a, a, %in; ld.global.<u8|s8> <rd>, [a]; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x1ffe; cvt.u64.u32 a, i; add.u64 a, a, %in; ld.global.<u16|s16> <rd>, [a+4096]; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x1ffe; cvt.u64.u32 a, i; add.u64 a, a, %in; ld.global.b16 <hd>, [a+8192]; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x3ff; mul.wide.u32 a, i, 4; add.u64 a, a, %in; ld.global.f32 <fd>, [a+4096]; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x1ff; mul.wide.u32 a, i, 8; add.u64 a, a, %in; ld.global<|.nc>.f64 <dd>, [a+8192]; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x7ff; mul.wide.u32 a, i, 8; add.u64 a, a, %in; ld.<u64|s64|b64> <ld>, [a]; }",
    "{ .reg .b64 a; .reg .b32 i, q, s; and.b32 i, <rr>, 0x7ff; mul.wide.u32 a, i, 8; add.u64 a, a, %in; ld.global.v2.u32 {q, s}, [a]; sub.u32 <rd>, q, s; }",
    "{ .reg .b64 a; .reg .b32 i, q, s, t, u; and.b32 i, <rr>, 0x3ff; mul.wide.u32 a, i, 16; add.u64 a, a, %in; \
     ld.global.v4.u32 {q, s, t, u}, [a]; xor.b32 q, q, s; add.u32 t, t, u; mov.b32 <rd>, q; mov.b32 <rd>, t; }",
    "{ .reg .b64 a; .reg .b32 i; .reg .b16 q, s, t, u; and.b32 i, <rr>, 0x7ff; mul.wide.u32 a, i, 8; add.u64 a, a, %in; \
     ld.global.v4.b16 {q, s, t, u}, [a]; xor.b16 q, q, s; add.u16 t, t, u; mov.b16 <hd>, q; mov.b16 <hd>, t; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x3c; cvt.u64.u32 a, i; add.u64 a, a, %loc; st.<b32|u32> [a], <rr>; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x3f; cvt.u64.u32 a, i; add.u64 a, a, %locs; st.local.u8 [a], <rr>; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x3e; cvt.u64.u32 a, i; add.u64 a, a, %locs; st.local.b16 [a], <hr>; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x38; cvt.u64.u32 a, i; add.u64 a, a, %locs; st.local.v2.b32 [a], {<rr>, <rr>}; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x38; cvt.u64.u32 a, i; add.u64 a, a, %loc; st.b64 [a], <lr>; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x3c; cvt.u64.u32 a, i; add.u64 a, a, %locs; ld.local.<u32|s32|b32> <rd>, [a]; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x3f; cvt.u64.u32 a, i; add.u64 a, a, %locs; ld.local.<u8|s8> <rd>, [a]; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x3e; cvt.u64.u32 a, i; add.u64 a, a, %loc; ld.b16 <hd>, [a]; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 0x38; cvt.u64.u32 a, i; add.u64 a, a, %loc; ld.<b64|u64> <ld>, [a]; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 15; mul.wide.u32 a, i, 4; add.u64 a, a, %acc; red<.relaxed.gpu|>.global.add.u32 [a], <ra>; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 15; mul.wide.u32 a, i, 4; add.u64 a, a, %acc; red.global.min.u32 [a+64], <ra>; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 15; mul.wide.u32 a, i, 4; add.u64 a, a, %acc; red<.global|>.max.s32 [a+128], <ra>; }",
    "{ .reg .b64 a; .reg .b32 i, q; and.b32 i, <rr>, 15; mul.wide.u32 a, i, 4; add.u64 a, a, %acc; atom.global.xor.b32 q, [a+192], <ra>; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 15; mul.wide.u32 a, i, 4; add.u64 a, a, %acc; red.global.or.b32 [a+256], <ra>; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 15; mul.wide.u32 a, i, 4; add.u64 a, a, %acc; red.global.and.b32 [a+320], <ra>; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 15; mul.wide.u32 a, i, 8; add.u64 a, a, %acc; red.global.add.u64 [a+384], <la>; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 7; mul.wide.u32 a, i, 8; add.u64 a, a, %acc; red.global.max.<u64> [a+512], <lr>; }",
    // Whole numbers add up exactly, in any order.
    "{ .reg .b64 a; .reg .b32 i; .reg .f32 q; and.b32 i, <rr>, 15; mul.wide.u32 a, i, 4; add.u64 a, a, %acc; \
     and.b32 i, <rr>, 255; cvt.rn.f32.u32 q, i; red.global.add.f32 [a+576], q; }",
    "{ .reg .b64 a; .reg .b32 i; and.b32 i, <rr>, 15; mul.wide.u32 a, i, 4; add.u64 a, a, %acc; red.global.inc.u32 [a+640], 1000; }",
];

/// For a whole warp at once.
pub(crate) const WARP: &[&str] = &[
    "{ .reg .pred c; shfl.sync.<down|bfly|idx>.b32 <rd>|c, <rr>, <sh>, <31|0x101f|0x181f|0x1c1f|0x1e1f>, -1; or.pred <pd>, c, <pr>; }",
    "{ .reg .pred c; shfl.sync.up.b32 <rd>|c, <rr>, <sh>, <0|0x1000|0x1800|0x1c00>, 0xffffffff; and.pred <pd>, c, <pr>; }",
    "shfl.sync.idx.b32 <rd>, <rr>, <rr>, 31, -1;",
    "vote.sync.<any|all|uni>.pred <pd>, <pr>, -1;",
    "vote.sync.ballot.b32 <rd>, <pr>, 0xffffffff;",
    "{ .reg .b32 q; and.b32 q, <rr>, <3|7|0xff>; match.any.sync.b32 <rd>, q, -1; }",
    "match.any.sync.b64 <rd>, <lr>, -1;",
    "{ .reg .b32 q; and.b32 q, <rr>, 0x40; match.all.sync.b32 <rd>|<pd>, q, -1; }",
    "redux.sync.<add|min|max>.<u32|s32> <rd>, <rr>, -1;",
    "redux.sync.<and|or|xor>.b32 <rd>, <rr>, -1;",
    "bar.warp.sync -1;",
    "{ .reg .b32 m, q; vote.sync.ballot.b32 m, <pr:1>, -1; mov.b32 q, 5; @!<1> bra SKIP; redux.sync.<add|max>.u32 q, <rr>, m; SKIP: xor.b32 <rd>, q, m; }",
    "{ .reg .b32 m, q; vote.sync.ballot.b32 m, <pr:1>, -1; mov.b32 q, 9; @!<1> bra SKIP; match.any.sync.b32 q, <rr>, m; SKIP: mov.b32 <rd>, q; }",
    "{ .reg .b32 m; .reg .pred c; vote.sync.ballot.b32 m, <pr:1>, -1; mov.pred c, <1>; @!<1> bra SKIP; vote.sync.any.pred c, <pr>, m; SKIP: mov.pred <pd>, c; }",
];

/// For a whole block at once. `%sm`: its shared memory; `%lin`: the thread's number in the block, `%perm`: another one,
/// each thread's own; `%nt`: how many threads there are.
pub(crate) const BLOCK: &[&str] = &[
    "{ .reg .b32 a, i; shl.b32 a, <%lin|%perm>, 2; add.u32 a, a, %sm; st.shared.<u32|b32> [a], <rr>; bar.sync 0; \
     rem.u32 i, <rr>, %nt; shl.b32 i, i, 2; add.u32 i, i, %sm; ld.shared<|.volatile>.<u32|s32> <rd>, [i]; bar.sync 0; }",
    "{ .reg .b32 a, i; shl.b32 a, <%lin|%perm>, 3; add.u32 a, a, %sm; st.shared.<u64|b64> [a], <lr>; bar.sync 0; \
     rem.u32 i, <rr>, %nt; shl.b32 i, i, 3; add.u32 i, i, %sm; ld.shared.<u64> <ld>, [i]; bar.sync 0; }",
    "{ .reg .b32 a, i; add.u32 a, <%lin|%perm>, %sm; st.shared.u8 [a], <rr>; barrier.sync 0; \
     rem.u32 i, <rr>, %nt; add.u32 i, i, %sm; ld.shared.<u8|s8> <rd>, [i]; bar.sync 0; }",
    "{ .reg .b32 a, i; shl.b32 a, <%lin|%perm>, 1; add.u32 a, a, %sm; st.shared.b16 [a], <hr>; bar.sync 0; \
     rem.u32 i, <rr>, %nt; shl.b32 i, i, 1; add.u32 i, i, %sm; ld.shared.b16 <hd>, [i]; bar.sync 0; }",
    "{ .reg .b32 a, i, q, s, t, u; shl.b32 a, <%lin|%perm>, 4; add.u32 a, a, %sm; st.shared.v4.b32 [a], {<rr>, <rr>, <rr>, <rr>}; bar.sync 0; \
     rem.u32 i, <rr>, %nt; shl.b32 i, i, 4; add.u32 i, i, %sm; ld.shared.v4.b32 {q, s, t, u}, [i]; bar.sync 0; \
     sub.u32 q, q, s; xor.b32 t, t, u; mov.b32 <rd>, q; mov.b32 <rd>, t; }",
    "{ .reg .b32 a, i; .reg .f32 q; shl.b32 a, <%lin|%perm>, 2; add.u32 a, a, %sm; mov.f32 q, <fr>; st.shared.f32 [a], q; bar.sync 0; \
     rem.u32 i, <rr>, %nt; shl.b32 i, i, 2; add.u32 i, i, %sm; ld.shared.f32 <fd>, [i]; bar.sync 0; }",
    "{ .reg .b32 a, i; .reg .b64 g; shl.b32 a, %lin, 2; cvt.u64.u32 g, a; add.u64 g, g, %smg; st.b32 [g], <rr>; bar.sync 0; \
     rem.u32 i, <rr>, %nt; mul.wide.u32 g, i, 4; add.u64 g, g, %smg; ld.u32 <rd>, [g]; bar.sync 0; }",
    // Each thread clears a cell, all update any, each reads any.
    "{ .reg .b32 a, i; shl.b32 a, %lin, 2; add.u32 a, a, %sm; st.shared.u32 [a], <0|1|0x55>; bar.sync 0; \
     rem.u32 i, <rr>, %nt; shl.b32 i, i, 2; add.u32 i, i, %sm; red.shared.<add.u32|add.s32|max.u32|min.s32|xor.b32|or.b32> [i], <rr>; bar.sync 0; \
     rem.u32 i, <rr>, %nt; shl.b32 i, i, 2; add.u32 i, i, %sm; ld.shared.u32 <rd>, [i]; bar.sync 0; }",
    // Copied behind the thread's back, which waits for it.
    "{ .reg .b32 a, i; .reg .b64 g; shl.b32 a, %lin, 4; add.u32 a, a, %sm; and.b32 i, <rr>, 0x3ff; mul.wide.u32 g, i, 16; add.u64 g, g, %in; \
     cp.async.<ca|cg>.shared.global [a], [g], 16; <cp.async.wait_all|cp.async.commit_group; cp.async.wait_group 0>; bar.sync 0; \
     rem.u32 i, <rr>, %nt; shl.b32 i, i, 4; add.u32 i, i, %sm; ld.shared.u32 <rd>, [i+<0|4|8|12>]; bar.sync 0; }",
    "{ .reg .b32 a, i; .reg .b64 g; shl.b32 a, %perm, 2; add.u32 a, a, %sm; and.b32 i, <rr>, 0x3ff; mul.wide.u32 g, i, 4; add.u64 g, g, %in; \
     cp.async.ca.shared.global [a], [g], 4; cp.async.wait_all; bar.sync 0; \
     rem.u32 i, <rr>, %nt; shl.b32 i, i, 2; add.u32 i, i, %sm; ld.shared.u32 <rd>, [i]; bar.sync 0; }",
    "bar.red.popc.u32 <rd>, 0, <pr>;",
    "bar.red.<and|or>.pred <pd>, 0, <pr>;",
    "bar.sync 0;",
];
