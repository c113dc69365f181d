//! The list of instructions: the only one.
//!
//! A row reads
//!
//! ```text
//! /// What it does.
//! /// PTX ISA: anchor of its section
//! family::function = Variant "opcode" { modifiers, in PTX order } (operands);
//! ```
//!
//! The opcode's dotted words must all be there, the first one first. An instruction is decoded by the first row of
//! its opcode that takes all of its modifiers and operands. `family::function` names what executes it: another crate
//! passes the name of its own macro to [`for_each_inst!`](crate::for_each_inst) and generates its dispatch from the
//! same rows.

/// Calls the macro `$callback` with all rows of the table of instructions.
#[macro_export]
#[rustfmt::skip]
macro_rules! for_each_inst { ($callback:ident) => { $callback! {

// ---- arith: integer and floating-point arithmetic

/// `d = a + b`; integers wrap unless `.sat`.
/// PTX ISA: integer-arithmetic-instructions-add, floating-point-instructions-add
arith::add = Add "add" { rnd: Option<Rnd>, ftz: Ftz, sat: Sat, ty: Ty } (d: Dst, a: Src, b: Src);
/// `d = a - b`; integers wrap unless `.sat`.
/// PTX ISA: integer-arithmetic-instructions-sub, floating-point-instructions-sub
arith::sub = Sub "sub" { rnd: Option<Rnd>, ftz: Ftz, sat: Sat, ty: Ty } (d: Dst, a: Src, b: Src);
/// `d = a * b`: the low or high half, or all of it (`.wide`); floats have no half.
/// PTX ISA: integer-arithmetic-instructions-mul, floating-point-instructions-mul
arith::mul = Mul "mul" { half: Option<Half>, rnd: Option<Rnd>, ftz: Ftz, sat: Sat, ty: Ty }
    (d: Dst, a: Src, b: Src);
/// `d = a * b + c`; `mad` of floats is `fma`.
/// PTX ISA: integer-arithmetic-instructions-mad, floating-point-instructions-mad
arith::mad = Mad "mad" { half: Option<Half>, rnd: Option<Rnd>, ftz: Ftz, sat: Sat, ty: Ty }
    (d: Dst, a: Src, b: Src, c: Src);
/// `d = a * b + c`, rounded once.
/// PTX ISA: floating-point-instructions-fma
arith::fma = Fma "fma" { rnd: Rnd, ftz: Ftz, sat: Sat, relu: Relu, ty: Ty } (d: Dst, a: Src, b: Src, c: Src);
/// Product of the low 24 bits.
/// PTX ISA: integer-arithmetic-instructions-mul24
arith::mul24 = Mul24 "mul24" { half: Half, ty: Ty } (d: Dst, a: Src, b: Src);
/// Product of the low 24 bits, plus `c`.
/// PTX ISA: integer-arithmetic-instructions-mad24
arith::mad24 = Mad24 "mad24" { half: Half, sat: Sat, ty: Ty } (d: Dst, a: Src, b: Src, c: Src);
/// `d = |a - b| + c`.
/// PTX ISA: integer-arithmetic-instructions-sad
arith::sad = Sad "sad" { ty: Ty } (d: Dst, a: Src, b: Src, c: Src);
/// `d = a / b`.
/// PTX ISA: integer-arithmetic-instructions-div, floating-point-instructions-div
arith::div = Div "div" { approx: Option<Approx>, rnd: Option<Rnd>, ftz: Ftz, ty: Ty } (d: Dst, a: Src, b: Src);
/// Remainder with the sign of `a`.
/// PTX ISA: integer-arithmetic-instructions-rem
arith::rem = Rem "rem" { ty: Ty } (d: Dst, a: Src, b: Src);
/// Absolute value.
/// PTX ISA: integer-arithmetic-instructions-abs, floating-point-instructions-abs
arith::abs = Abs "abs" { ftz: Ftz, ty: Ty } (d: Dst, a: Src);
/// `d = -a`.
/// PTX ISA: integer-arithmetic-instructions-neg, floating-point-instructions-neg
arith::neg = Neg "neg" { ftz: Ftz, ty: Ty } (d: Dst, a: Src);
/// The smaller; of a NaN and a number the number, unless `.NaN`.
/// PTX ISA: integer-arithmetic-instructions-min, floating-point-instructions-min
arith::min = Min "min" { ftz: Ftz, nan: NanFlag, xorsign: XorSign, abs: AbsFlag, relu: Relu, ty: Ty }
    (d: Dst, a: Src, b: Src);
/// The larger; of a NaN and a number the number, unless `.NaN`.
/// PTX ISA: integer-arithmetic-instructions-max, floating-point-instructions-max
arith::max = Max "max" { ftz: Ftz, nan: NanFlag, xorsign: XorSign, abs: AbsFlag, relu: Relu, ty: Ty }
    (d: Dst, a: Src, b: Src);
/// `d = a + b`, sets the carry flag.
/// PTX ISA: extended-precision-arithmetic-instructions-add-cc
arith::add_cc = AddCc "add.cc" { ty: Ty } (d: Dst, a: Src, b: Src);
/// `d = a + b + carry`; with `.cc` sets the flag.
/// PTX ISA: extended-precision-arithmetic-instructions-addc
arith::addc = AddC "addc" { cc: Cc, ty: Ty } (d: Dst, a: Src, b: Src);
/// `d = a - b`, sets the borrow flag.
/// PTX ISA: extended-precision-arithmetic-instructions-sub-cc
arith::sub_cc = SubCc "sub.cc" { ty: Ty } (d: Dst, a: Src, b: Src);
/// `d = a - (b + borrow)`; with `.cc` sets the flag.
/// PTX ISA: extended-precision-arithmetic-instructions-subc
arith::subc = SubC "subc" { cc: Cc, ty: Ty } (d: Dst, a: Src, b: Src);
/// `d = a * b + c`, low or high half, sets the carry flag.
/// PTX ISA: extended-precision-arithmetic-instructions-mad-cc
arith::mad_cc = MadCc "mad" { half: Half, cc: SetsCc, ty: Ty } (d: Dst, a: Src, b: Src, c: Src);
/// `d = a * b + c + carry`, low or high half; with `.cc` sets the flag.
/// PTX ISA: extended-precision-arithmetic-instructions-madc
arith::madc = MadC "madc" { half: Half, cc: Cc, ty: Ty } (d: Dst, a: Src, b: Src, c: Src);
/// Dot product of four bytes each, plus `c`.
/// PTX ISA: integer-arithmetic-instructions-dp4a
arith::dp4a = Dp4a "dp4a" { aty: Ty, bty: Ty } (d: Dst, a: Src, b: Src, c: Src);
/// Dot product of two halves of `a` with two bytes of `b`, plus `c`.
/// PTX ISA: integer-arithmetic-instructions-dp2a
arith::dp2a = Dp2a "dp2a" { half: Half, aty: Ty, bty: Ty } (d: Dst, a: Src, b: Src, c: Src);

/// `d` takes the absolute differences of four bytes each, or their sum plus `c` with `.add`.
/// PTX ISA: simd-video-instructions-vadd4-vsub4-vavrg4-vabsdiff4-vmin4-vmax4
arith::vabsdiff4 = Vabsdiff4 "vabsdiff4" { dty: Ty, aty: Ty, bty: Ty, sat: Sat, add: VideoAdd }
    (d: Dst, a: Src, b: Src, c: Src);

// ---- logic: bits and shifts

/// Bitwise and.
/// PTX ISA: logic-and-shift-instructions-and
logic::and = And "and" { ty: Ty } (d: Dst, a: Src, b: Src);
/// Bitwise or.
/// PTX ISA: logic-and-shift-instructions-or
logic::or = Or "or" { ty: Ty } (d: Dst, a: Src, b: Src);
/// Bitwise exclusive or.
/// PTX ISA: logic-and-shift-instructions-xor
logic::xor = Xor "xor" { ty: Ty } (d: Dst, a: Src, b: Src);
/// Bitwise complement.
/// PTX ISA: logic-and-shift-instructions-not
logic::not = Not "not" { ty: Ty } (d: Dst, a: Src);
/// `d = a == 0 ? 1 : 0`.
/// PTX ISA: logic-and-shift-instructions-cnot
logic::cnot = Cnot "cnot" { ty: Ty } (d: Dst, a: Src);
/// Any function of three bits, given by its table.
/// PTX ISA: logic-and-shift-instructions-lop3
logic::lop3 = Lop3 "lop3" { ty: Ty } (d: Dst, a: Src, b: Src, c: Src, table: Src);
/// As `lop3`; also `p = (d != 0) op q`.
/// PTX ISA: logic-and-shift-instructions-lop3
logic::lop3_pred = Lop3Pred "lop3" { op: BoolOp, ty: Ty }
    (d: Pair, a: Src, b: Src, c: Src, table: Src, q: Pred);
/// Shift left; counts above the width give 0.
/// PTX ISA: logic-and-shift-instructions-shl
logic::shl = Shl "shl" { ty: Ty } (d: Dst, a: Src, b: Src);
/// Shift right; counts above the width give 0 or copies of the sign.
/// PTX ISA: logic-and-shift-instructions-shr
logic::shr = Shr "shr" { ty: Ty } (d: Dst, a: Src, b: Src);
/// Funnel shift of `b:a`.
/// PTX ISA: logic-and-shift-instructions-shf
logic::shf = Shf "shf" { dir: ShfDir, mode: ShfMode, ty: Ty } (d: Dst, a: Src, b: Src, c: Src);
/// Extracts `c` bits from bit `b` of `a`.
/// PTX ISA: integer-arithmetic-instructions-bfe
logic::bfe = Bfe "bfe" { ty: Ty } (d: Dst, a: Src, b: Src, c: Src);
/// Inserts `len` bits of `a` into `b` at bit `pos`.
/// PTX ISA: integer-arithmetic-instructions-bfi
logic::bfi = Bfi "bfi" { ty: Ty } (d: Dst, a: Src, b: Src, pos: Src, len: Src);
/// Position of the highest bit that isn't the sign.
/// PTX ISA: integer-arithmetic-instructions-bfind
logic::bfind = Bfind "bfind" { shiftamt: ShiftAmt, ty: Ty } (d: Dst, a: Src);
/// Bits in reverse order.
/// PTX ISA: integer-arithmetic-instructions-brev
logic::brev = Brev "brev" { ty: Ty } (d: Dst, a: Src);
/// Number of leading zeros.
/// PTX ISA: integer-arithmetic-instructions-clz
logic::clz = Clz "clz" { ty: Ty } (d: Dst, a: Src);
/// Number of ones.
/// PTX ISA: integer-arithmetic-instructions-popc
logic::popc = PopCount "popc" { ty: Ty } (d: Dst, a: Src);
/// Picks bytes out of `b:a`.
/// PTX ISA: data-movement-and-conversion-instructions-prmt
logic::prmt = Prmt "prmt" { ty: Ty, mode: Option<PrmtMode> } (d: Dst, a: Src, b: Src, c: Src);
/// Sign- or zero-extends the low `b` bits.
/// PTX ISA: integer-arithmetic-instructions-szext
logic::szext = Szext "szext" { mode: ShfMode, ty: Ty } (d: Dst, a: Src, b: Src);
/// Mask of `b` bits from bit `a`.
/// PTX ISA: integer-arithmetic-instructions-bmsk
logic::bmsk = Bmsk "bmsk" { mode: ShfMode, ty: Ty } (d: Dst, a: Src, b: Src);
/// Position of the n-th set bit.
/// PTX ISA: integer-arithmetic-instructions-fns
logic::fns = Fns "fns" { ty: Ty } (d: Dst, mask: Src, base: Src, offset: Src);

// ---- float: elementary functions

/// `d = 1 / a`.
/// PTX ISA: floating-point-instructions-rcp
float::rcp = Rcp "rcp" { approx: Option<Approx>, rnd: Option<Rnd>, ftz: Ftz, ty: Ty } (d: Dst, a: Src);
/// Square root.
/// PTX ISA: floating-point-instructions-sqrt
float::sqrt = Sqrt "sqrt" { approx: Option<Approx>, rnd: Option<Rnd>, ftz: Ftz, ty: Ty } (d: Dst, a: Src);
/// `d = 1 / sqrt(a)`.
/// PTX ISA: floating-point-instructions-rsqrt
float::rsqrt = Rsqrt "rsqrt" { approx: Approx, ftz: Ftz, ty: Ty } (d: Dst, a: Src);
/// Sine.
/// PTX ISA: floating-point-instructions-sin
float::sin = Sin "sin" { approx: Approx, ftz: Ftz, ty: Ty } (d: Dst, a: Src);
/// Cosine.
/// PTX ISA: floating-point-instructions-cos
float::cos = Cos "cos" { approx: Approx, ftz: Ftz, ty: Ty } (d: Dst, a: Src);
/// Logarithm to base 2.
/// PTX ISA: floating-point-instructions-lg2
float::lg2 = Lg2 "lg2" { approx: Approx, ftz: Ftz, ty: Ty } (d: Dst, a: Src);
/// Power of 2.
/// PTX ISA: floating-point-instructions-ex2
float::ex2 = Ex2 "ex2" { approx: Approx, ftz: Ftz, ty: Ty } (d: Dst, a: Src);
/// Hyperbolic tangent.
/// PTX ISA: floating-point-instructions-tanh
float::tanh = Tanh "tanh" { approx: Approx, ty: Ty } (d: Dst, a: Src);
/// Sign of `a`, magnitude of `b`.
/// PTX ISA: floating-point-instructions-copysign
float::copysign = Copysign "copysign" { ty: Ty } (d: Dst, a: Src, b: Src);
/// Asks a property of a number.
/// PTX ISA: floating-point-instructions-testp
float::testp = Testp "testp" { op: TestpOp, ty: Ty } (p: Dst, a: Src);

// ---- cmp: comparison and selection

/// `p = a cmp b`.
/// PTX ISA: comparison-and-selection-instructions-setp
cmp::setp = Setp "setp" { cmp: Cmp, ftz: Ftz, ty: Ty } (p: Dst, a: Src, b: Src);
/// `p = (a cmp b) op c`, `q = !(a cmp b) op c`; packed types: one predicate per half.
/// PTX ISA: comparison-and-selection-instructions-setp
cmp::setp_pair = SetpPair "setp" { cmp: Cmp, op: Option<BoolOp>, ftz: Ftz, ty: Ty }
    (p: Pair, a: Src, b: Src, c: Option<Pred>);
/// `d = a cmp b` as all ones or 1.0, perhaps combined with `c`.
/// PTX ISA: comparison-and-selection-instructions-set
cmp::set = Set "set" { cmp: Cmp, op: Option<BoolOp>, ftz: Ftz, dty: Ty, sty: Ty }
    (d: Dst, a: Src, b: Src, c: Option<Pred>);
/// `d = p ? a : b`.
/// PTX ISA: comparison-and-selection-instructions-selp
cmp::selp = Selp "selp" { ty: Ty } (d: Dst, a: Src, b: Src, p: Src);
/// `d = c >= 0 ? a : b`.
/// PTX ISA: comparison-and-selection-instructions-slct
cmp::slct = Slct "slct" { ftz: Ftz, dty: Ty, cty: Ty } (d: Dst, a: Src, b: Src, c: Src);

// ---- mov: moves and conversions

/// `d = a`.
/// PTX ISA: data-movement-and-conversion-instructions-mov
mov::mov = Mov "mov" { ty: Ty } (d: Dst, a: Src);
/// `d` is the elements side by side, the first lowest.
/// PTX ISA: data-movement-and-conversion-instructions-mov
mov::pack = MovPack "mov" { ty: Ty } (d: Dst, a: SrcVec);
/// The elements are the parts of `a`, the lowest first.
/// PTX ISA: data-movement-and-conversion-instructions-mov
mov::unpack = MovUnpack "mov" { ty: Ty } (d: DstVec, a: Src);
/// Converts between types.
/// PTX ISA: data-movement-and-conversion-instructions-cvt
mov::cvt = Cvt "cvt" { rnd: Option<Rnd>, ftz: Ftz, sat: Sat, satfinite: Satfinite, relu: Relu, to: Ty, from: Ty }
    (d: Dst, a: Src);
/// Converts two values into a packed one; `a` is the upper half.
/// PTX ISA: data-movement-and-conversion-instructions-cvt
mov::cvt_pair = CvtPair "cvt" { rnd: Rnd, satfinite: Satfinite, relu: Relu, to: Ty, from: Ty }
    (d: Dst, a: Src, b: Src);
/// Converts two integers with saturation and packs them, with `c` above them.
/// PTX ISA: data-movement-and-conversion-instructions-cvt-pack
mov::cvt_pack = CvtPack "cvt.pack" { sat: Sat, to: Ty, from: Ty, rest: Option<Ty> }
    (d: Dst, a: Src, b: Src, c: Option<Src>);
/// Address of a space to generic address, or back with `.to`.
/// PTX ISA: data-movement-and-conversion-instructions-cvta
mov::cvta = Cvta "cvta" { to: To, space: Space, ty: Ty } (d: Dst, a: Src);
/// Whether a generic address lies in a space.
/// PTX ISA: data-movement-and-conversion-instructions-isspacep
mov::isspacep = Isspacep "isspacep" { space: Space } (p: Dst, a: Src);

// ---- mem: memory

/// Load.
/// PTX ISA: data-movement-and-conversion-instructions-ld
mem::ld = Ld "ld" { sem: Option<Sem>, scope: Option<Scope>, space: Option<Space>, cache: Cache, nc: Nc, ty: Ty }
    (d: Dst, addr: Addr);
/// Load of several elements.
/// PTX ISA: data-movement-and-conversion-instructions-ld
mem::ld_vec = LdVec "ld"
    { sem: Option<Sem>, scope: Option<Scope>, space: Option<Space>, cache: Cache, nc: Nc, vec: VecLen, ty: Ty }
    (d: DstVec, addr: Addr);
/// Load from an address that is the same in all lanes.
/// PTX ISA: data-movement-and-conversion-instructions-ldu
mem::ldu = Ldu "ldu" { space: Option<Space>, ty: Ty } (d: Dst, addr: Addr);
/// Load of several elements from an address that is the same in all lanes.
/// PTX ISA: data-movement-and-conversion-instructions-ldu
mem::ldu_vec = LduVec "ldu" { space: Option<Space>, vec: VecLen, ty: Ty } (d: DstVec, addr: Addr);
/// Store.
/// PTX ISA: data-movement-and-conversion-instructions-st
mem::st = St "st" { sem: Option<Sem>, scope: Option<Scope>, space: Option<Space>, cache: Cache, ty: Ty }
    (addr: Addr, a: Src);
/// Store of several elements.
/// PTX ISA: data-movement-and-conversion-instructions-st
mem::st_vec = StVec "st"
    { sem: Option<Sem>, scope: Option<Scope>, space: Option<Space>, cache: Cache, vec: VecLen, ty: Ty }
    (addr: Addr, a: SrcVec);
/// Atomic read-modify-write; `d` is what was there. `c` is `cas`'s new value.
/// PTX ISA: parallel-synchronization-and-communication-instructions-atom
mem::atom = Atom "atom"
    { sem: Option<Sem>, scope: Option<Scope>, space: Option<Space>, op: AtomOp, noftz: Noftz, cache: Cache, ty: Ty }
    (d: Dst, addr: Addr, b: Src, c: Option<Src>);
/// Atomic operation on each of several elements.
/// PTX ISA: parallel-synchronization-and-communication-instructions-atom
mem::atom_vec = AtomVec "atom"
    { sem: Option<Sem>, scope: Option<Scope>, space: Option<Space>, op: AtomOp, noftz: Noftz, cache: Cache,
      vec: VecLen, ty: Ty }
    (d: DstVec, addr: Addr, b: SrcVec);
/// Atomic operation without a result.
/// PTX ISA: parallel-synchronization-and-communication-instructions-red
mem::red = Red "red"
    { sem: Option<Sem>, scope: Option<Scope>, space: Option<Space>, op: AtomOp, noftz: Noftz, cache: Cache, ty: Ty }
    (addr: Addr, b: Src);
/// Atomic operation on each of several elements without a result.
/// PTX ISA: parallel-synchronization-and-communication-instructions-red
mem::red_vec = RedVec "red"
    { sem: Option<Sem>, scope: Option<Scope>, space: Option<Space>, op: AtomOp, noftz: Noftz, cache: Cache,
      vec: VecLen, ty: Ty }
    (addr: Addr, b: SrcVec);
/// Hint: brings a line into a cache.
/// PTX ISA: data-movement-and-conversion-instructions-prefetch-prefetchu
mem::prefetch = Prefetch "prefetch" { space: Option<Space>, level: CacheLevel } (addr: Addr);
/// Hint: brings a line into the uniform cache.
/// PTX ISA: data-movement-and-conversion-instructions-prefetch-prefetchu
mem::prefetchu = Prefetchu "prefetchu" { level: CacheLevel } (addr: Addr);
/// Hint: changes a line's eviction priority.
/// PTX ISA: data-movement-and-conversion-instructions-applypriority
mem::applypriority = Applypriority "applypriority" { space: Option<Space>, level: CacheLevel }
    (addr: Addr, size: Src);
/// Destroys the data at an address without writing it back.
/// PTX ISA: data-movement-and-conversion-instructions-discard
mem::discard = Discard "discard" { space: Option<Space>, level: CacheLevel } (addr: Addr, size: Src);
/// Hint: makes a cache policy, for accesses with `.L2::cache_hint`, whose last operand it is. They are read without it.
/// PTX ISA: data-movement-and-conversion-instructions-createpolicy
mem::createpolicy = Createpolicy "createpolicy"
    { kind: PolicyKind, level: CacheLevel, cache: Cache, ty: Ty } (d: Dst, a: Option<Src>);
/// Copies `size` bytes from global to shared memory, later; bytes past `src_size` are zero. `src_size` may be a
/// predicate register: then it is `ignore-src`.
/// PTX ISA: data-movement-and-conversion-instructions-cp-async
mem::cp_async = CpAsync "cp.async" { cache: Cache, to: Space, from: Space }
    (dst: Addr, src: Addr, size: Src, src_size: Option<Src>);
/// Ends a group of asynchronous copies.
/// PTX ISA: data-movement-and-conversion-instructions-cp-async-commit-group
mem::cp_async_commit_group = CpAsyncCommitGroup "cp.async.commit_group" {} ();
/// Waits until at most `n` groups are pending.
/// PTX ISA: data-movement-and-conversion-instructions-cp-async-wait-group
mem::cp_async_wait_group = CpAsyncWaitGroup "cp.async.wait_group" {} (n: Src);
/// Waits for all copies.
/// PTX ISA: data-movement-and-conversion-instructions-cp-async-wait-group
mem::cp_async_wait_all = CpAsyncWaitAll "cp.async.wait_all" {} ();
/// Lets the thread's copies arrive at an mbarrier.
/// PTX ISA: parallel-synchronization-and-communication-instructions-cp-async-mbarrier-arrive
mem::cp_async_mbarrier_arrive = CpAsyncMbarrierArrive "cp.async.mbarrier.arrive"
    { noinc: NoInc, space: Option<Space>, ty: Ty } (addr: Addr);

// ---- warp: exchange between lanes

/// Reads another lane's `a`; `p` tells whether that lane was in range.
/// PTX ISA: data-movement-and-conversion-instructions-shfl-sync
warp::shfl = Shfl "shfl" { sync: WarpSync, mode: ShflMode, ty: Ty } (d: Pair, a: Src, b: Src, c: Src, mask: Src);
/// Combines a predicate of all lanes.
/// PTX ISA: parallel-synchronization-and-communication-instructions-vote-sync
warp::vote = Vote "vote" { sync: WarpSync, mode: VoteMode, ty: Ty } (d: Dst, a: Pred, mask: Src);
/// Which lanes have the same value.
/// PTX ISA: parallel-synchronization-and-communication-instructions-match-sync
warp::match_sync = Match "match" { mode: MatchMode, sync: WarpSync, ty: Ty } (d: Pair, a: Src, mask: Src);
/// Reduces a value over the lanes.
/// PTX ISA: parallel-synchronization-and-communication-instructions-redux-sync
warp::redux = Redux "redux" { sync: WarpSync, op: ReduxOp, abs: AbsFlag, nan: NanFlag, ty: Ty }
    (d: Dst, a: Src, mask: Src);
/// The lanes that execute it.
/// PTX ISA: parallel-synchronization-and-communication-instructions-activemask
warp::activemask = Activemask "activemask" { ty: Ty } (d: Dst);
/// Elects one lane: `d` its number, `p` true there.
/// PTX ISA: parallel-synchronization-and-communication-instructions-elect-sync
warp::elect = Elect "elect" { sync: WarpSync } (d: Pair, mask: Src);

// ---- sync: barriers and fences. `bar.x` is read as `barrier.x.aligned`.

/// Waits for the threads of the block, or `b` of them, at barrier `a`.
/// PTX ISA: parallel-synchronization-and-communication-instructions-bar-barrier
sync::barrier = BarrierSync "barrier" { cta: CtaFlag, sync: WarpSync, aligned: AlignedFlag } (a: Src, b: Option<Src>);
/// Arrives at barrier `a` without waiting.
/// PTX ISA: parallel-synchronization-and-communication-instructions-bar-barrier
sync::barrier_arrive = BarrierArrive "barrier.arrive" { cta: CtaFlag, aligned: AlignedFlag } (a: Src, b: Src);
/// Waits at barrier `a` and reduces a predicate over the threads.
/// PTX ISA: parallel-synchronization-and-communication-instructions-bar-barrier
sync::barrier_red = BarrierRed "barrier.red" { cta: CtaFlag, op: BarOp, aligned: AlignedFlag, ty: Ty }
    (d: Dst, a: Src, b: Option<Src>, c: Pred);
/// Waits for the lanes of the mask.
/// PTX ISA: parallel-synchronization-and-communication-instructions-bar-warp-sync
sync::bar_warp = BarWarpSync "bar.warp.sync" {} (mask: Src);
/// Orders memory accesses; older spelling.
/// PTX ISA: parallel-synchronization-and-communication-instructions-membar-fence
sync::membar = Membar "membar" { level: MembarLevel } ();
/// Orders memory accesses; `.acq_rel` if no ordering is named.
/// PTX ISA: parallel-synchronization-and-communication-instructions-membar-fence
sync::fence = Fence "fence" { sem: Option<Sem>, scope: Scope } ();
/// Orders accesses through different proxies.
/// PTX ISA: parallel-synchronization-and-communication-instructions-membar-fence
sync::fence_proxy = FenceProxy "fence.proxy" { proxy: Proxy, space: Option<Space> } ();
/// Makes an mbarrier for `count` arrivals.
/// PTX ISA: parallel-synchronization-and-communication-instructions-mbarrier-init
sync::mbarrier_init = MbarrierInit "mbarrier.init" { space: Option<Space>, ty: Ty } (addr: Addr, count: Src);
/// Destroys an mbarrier.
/// PTX ISA: parallel-synchronization-and-communication-instructions-mbarrier-inval
sync::mbarrier_inval = MbarrierInval "mbarrier.inval" { space: Option<Space>, ty: Ty } (addr: Addr);
/// Arrives at an mbarrier; `d` is its state before.
/// PTX ISA: parallel-synchronization-and-communication-instructions-mbarrier-arrive
sync::mbarrier_arrive = MbarrierArrive "mbarrier.arrive"
    { nocomplete: NoComplete, sem: Option<Sem>, scope: Option<Scope>, space: Option<Space>, ty: Ty }
    (d: Dst, addr: Addr, count: Option<Src>);
/// Arrives and lowers the count of later phases.
/// PTX ISA: parallel-synchronization-and-communication-instructions-mbarrier-arrive-drop
sync::mbarrier_arrive_drop = MbarrierArriveDrop "mbarrier.arrive_drop"
    { nocomplete: NoComplete, sem: Option<Sem>, scope: Option<Scope>, space: Option<Space>, ty: Ty }
    (d: Dst, addr: Addr, count: Option<Src>);
/// Whether the phase is over: its state, or its parity.
/// PTX ISA: parallel-synchronization-and-communication-instructions-mbarrier-test-wait-mbarrier-try-wait
sync::mbarrier_test_wait = MbarrierTestWait "mbarrier.test_wait"
    { parity: Parity, sem: Option<Sem>, scope: Option<Scope>, space: Option<Space>, ty: Ty }
    (p: Dst, addr: Addr, state: Src);
/// As `test_wait`, but may wait a while first.
/// PTX ISA: parallel-synchronization-and-communication-instructions-mbarrier-test-wait-mbarrier-try-wait
sync::mbarrier_try_wait = MbarrierTryWait "mbarrier.try_wait"
    { parity: Parity, sem: Option<Sem>, scope: Option<Scope>, space: Option<Space>, ty: Ty }
    (p: Dst, addr: Addr, state: Src, hint: Option<Src>);
/// Pending count out of a state.
/// PTX ISA: parallel-synchronization-and-communication-instructions-mbarrier-pending-count
sync::mbarrier_pending_count = MbarrierPendingCount "mbarrier.pending_count" { ty: Ty } (d: Dst, state: Src);
/// Hint about dependent grids.
/// PTX ISA: parallel-synchronization-and-communication-instructions-griddepcontrol
sync::griddepcontrol = Griddepcontrol "griddepcontrol" { action: GridDep } ();

// ---- control

/// Goes on at the target.
/// PTX ISA: control-flow-instructions-bra
control::bra = Bra "bra" { uni: Uni } (target: Label);
/// Goes on at the target that the index picks.
/// PTX ISA: control-flow-instructions-brx-idx
control::brx = Brx "brx.idx" { uni: Uni } (index: Src, targets: TargetsId);
/// Calls a function.
/// PTX ISA: control-flow-instructions-call
control::call = Call "call" { uni: Uni } (callee: Callee, call: CallId);
/// Returns; ends the thread in a kernel.
/// PTX ISA: control-flow-instructions-ret
control::ret = Ret "ret" { uni: Uni } ();
/// Ends the thread.
/// PTX ISA: control-flow-instructions-exit
control::exit = Exit "exit" {} ();
/// Ends the kernel with an error.
/// PTX ISA: miscellaneous-instructions-trap
control::trap = Trap "trap" {} ();
/// Stops in a debugger.
/// PTX ISA: miscellaneous-instructions-brkpt
control::brkpt = Brkpt "brkpt" {} ();
/// Sleeps for about `t` nanoseconds.
/// PTX ISA: miscellaneous-instructions-nanosleep
control::nanosleep = Nanosleep "nanosleep" { ty: Ty } (t: Src);
/// Counts an event for a profiler.
/// PTX ISA: miscellaneous-instructions-pmevent
control::pmevent = Pmevent "pmevent" {} (event: Src);

// ---- tensor: matrices spread over a warp

/// Loads 8×8 matrices, spread over the warp.
/// PTX ISA: warp-level-matrix-instructions-ldmatrix
tensor::ldmatrix = Ldmatrix "ldmatrix"
    { sync: SyncAligned, shape: Shape, num: MatNum, trans: Trans, space: Option<Space>, ty: Ty }
    (d: DstVec, addr: Addr);
/// Stores 8×8 matrices, spread over the warp.
/// PTX ISA: warp-level-matrix-instructions-stmatrix
tensor::stmatrix = Stmatrix "stmatrix"
    { sync: SyncAligned, shape: Shape, num: MatNum, trans: Trans, space: Option<Space>, ty: Ty }
    (addr: Addr, a: SrcVec);
/// Transposes an 8×8 matrix across the warp.
/// PTX ISA: warp-level-matrix-instructions-movmatrix
tensor::movmatrix = Movmatrix "movmatrix" { sync: SyncAligned, shape: Shape, trans: Trans, ty: Ty } (d: Dst, a: Src);
/// `d = a * b + c`; fragments spread over the warp.
/// PTX ISA: warp-level-matrix-instructions-mma
tensor::mma = Mma "mma"
    { sync: SyncAligned, shape: Shape, alayout: Layout, blayout: Layout, satfinite: Satfinite, types: MmaTypes,
      op: Option<MmaBitOp>, popc: Popc }
    (d: DstVec, a: SrcVec, b: SrcVec, c: SrcVec);
/// Loads a fragment.
/// PTX ISA: warp-level-matrix-instructions-wmma-ld
tensor::wmma_load = WmmaLoad "wmma.load"
    { frag: Frag, sync: SyncAligned, layout: Layout, shape: Shape, space: Option<Space>, ty: Ty }
    (d: DstVec, addr: Addr, stride: Option<Src>);
/// Stores a fragment.
/// PTX ISA: warp-level-matrix-instructions-wmma-st
tensor::wmma_store = WmmaStore "wmma.store"
    { frag: Frag, sync: SyncAligned, layout: Layout, shape: Shape, space: Option<Space>, ty: Ty }
    (addr: Addr, a: SrcVec, stride: Option<Src>);
/// `d = a * b + c` on fragments.
/// PTX ISA: warp-level-matrix-instructions-wmma-mma
tensor::wmma_mma = WmmaMma "wmma.mma"
    { op: Option<MmaBitOp>, popc: Popc, sync: SyncAligned, alayout: Layout, blayout: Layout, shape: Shape,
      types: MmaTypes, rnd: Option<Rnd>, satfinite: Satfinite }
    (d: DstVec, a: SrcVec, b: SrcVec, c: SrcVec);

} }; }
