//! What single pieces of PTX become.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use ptx::{InitPiece, Inst, Module, Special, SymbolRef, Value};

/// A kernel with this body and some registers; returns the module.
#[track_caller]
fn kernel(body: &str) -> Module {
    let text = format!(
        ".version 9.0\n.target sm_80\n.address_size 64\n.extern .func vprintf;\n.global .align 4 .b8 g[64];\n\
         .visible .entry k(.param .u64 a, .param .u32 n)\n{{\n.reg .pred %p<9>;\n.reg .b16 %h<9>;\n.reg .b32 %r<99>;\n\
         .reg .b64 %rd<9>;\n.reg .f32 %f<9>;\n.reg .f64 %fd<9>;\n.shared .align 8 .b8 s[64];\n{body}\n}}\n"
    );
    ptx::parse(&text).unwrap_or_else(|e| panic!("{e}"))
}

/// The statements of the kernel, printed, without the implicit `ret`.
fn statements(module: &Module) -> Vec<String> {
    let function = module.function("k").unwrap();
    let mut lines: Vec<_> = function.code.iter().map(|s| s.display(module, function).to_string()).collect();
    if lines.last().is_some_and(|l| l == "ret;") {
        lines.pop();
    }
    lines
}

/// Parses one body and compares its statements, separated by newlines.
#[track_caller]
fn check(body: &str, expected: &str) {
    let module = kernel(body);
    assert!(module.functions.iter().all(|f| f.unsupported.is_empty()), "{:?}", module.functions);
    let expected: Vec<_> = expected.lines().map(str::trim).collect();
    assert_eq!(statements(&module), expected);
}

#[track_caller]
fn check_same(statement: &str) {
    check(statement, statement);
}

/// An instruction that is unsupported for this reason; the rest of the kernel is there.
#[track_caller]
fn check_unsupported(statement: &str, why: &str) {
    let module = kernel(&format!("mov.u32 %r1, 1;\n{statement}\nmov.u32 %r2, 2;"));
    let function = module.function("k").unwrap();
    assert_eq!(function.code.len(), 4);
    let Inst::Unsupported(id) = function.code[1].inst else { panic!("{:?}", function.code[1]) };
    let unsupported = &function.unsupported[id.0 as usize];
    assert_eq!((unsupported.text.as_str(), unsupported.why.to_string().as_str()), (statement, why));
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    assert_eq!(ptx::parse(text).unwrap_err().to_string(), expected);
}

#[test]
fn modifiers_in_any_order() {
    check("add.f32.ftz.rn %f1, %f2, %f3;", "add.rn.ftz.f32 %f1, %f2, %f3;");
    check(
        "ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%r1, %r2}, [%r3];",
        "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r1, %r2}, [%r3];",
    );
    check(
        "st.volatile.cta.global.shared.u32 [%rd1], %r1;".replace(".cta.global.shared", ".global").as_str(),
        "st.volatile.global.u32 [%rd1], %r1;",
    );
    check("ld.global.relaxed.gpu.u32 %r1, [%rd1];", "ld.relaxed.gpu.global.u32 %r1, [%rd1];");
    check("cvt.f32.f64.rn %f1, %fd1;", "cvt.rn.f32.f64 %f1, %fd1;");
}

#[test]
fn cache_hints_are_dropped() {
    check(
        "ld.global.nc.L1::no_allocate.L2::256B.v2.f32 {%f1, %f2}, [%rd1];",
        "ld.global.nc.v2.f32 {%f1, %f2}, [%rd1];",
    );
    check("cp.async.cg.shared.global.L2::128B [%r1], [%rd1], 16;", "cp.async.cg.shared.global [%r1], [%rd1], 16;");
    check_same("ld.global.cs.f32 %f1, [%rd1];");
    check("ld.shared::cta.u32 %r1, [%r2];", "ld.shared.u32 %r1, [%r2];");
}

#[test]
fn operands() {
    check_same("mov.b64 {%r1, _}, %rd1;");
    check_same("mov.b64 %rd1, {%r1, %r2};");
    check_same("shfl.sync.down.b32 %r1|%p1, %r2, 1, 31, -1;");
    check_same("setp.lt.and.f32 %p1|%p2, %f1, %f2, !%p3;");
    check_same("vote.sync.any.pred %p1, !%p2, -1;");
    check_same("barrier.red.popc.aligned.u32 %r1, 0, %p1;");
    check_same("barrier.red.and.aligned.pred %p1, 1, 64, !%p2;");
    check("@!%p1 bra.uni END;\nEND: ret;", "@!%p1 bra.uni $L1;");
    check("ld.u32 %r1, [%rd1+-4];", "ld.u32 %r1, [%rd1+-4];");
    check("ld.u32 %r1, [%rd1-4];", "ld.u32 %r1, [%rd1+-4];");
    check("ld.param.u32 %r1, [n+0];", "ld.param.u32 %r1, [n];");
    check("ld.global.u8 %r1, [g+3];", "ld.global.u8 %r1, [g+3];");
    check("ld.global.u8 %r1, [64];", "ld.global.u8 %r1, [64];");
    check("mov.u64 %rd1, g+8;", "mov.u64 %rd1, g+8;");
    check("mov.u32 %r1, %tid.x;", "mov.u32 %r1, %tid.x;");
    check("mov.u32 %r1, WARP_SZ;", "mov.u32 %r1, 32;");
    check("bar.sync 0;", "barrier.sync.aligned 0;");
    check_same("bar.warp.sync -1;");
    check_same("membar.gl;");
}

#[test]
fn numbers() {
    check("mov.b16 %h1, 0x8000U;", "mov.b16 %h1, 32768;");
    check("mov.f32 %f1, 0f3F800000;", "mov.f32 %f1, 0f3F800000;");
    check("mov.f64 %fd1, 0d3FF0000000000000;", "mov.f64 %fd1, 0d3FF0000000000000;");
    check("add.f32 %f1, %f1, 0.5;", "add.f32 %f1, %f1, 0f3F000000;");
    check("add.f32 %f1, %f1, -1.0;", "add.f32 %f1, %f1, 0fBF800000;");
    check("add.f64 %fd1, %fd1, 0f3F800000;", "add.f64 %fd1, %fd1, 0d3FF0000000000000;");
    check("add.s32 %r1, %r1, -(1 << 4) + 2 * 3;", "add.s32 %r1, %r1, -10;");
    check("add.s32 %r1, %r1, 1 ? 017 : 0b11;", "add.s32 %r1, %r1, 15;");
    check("add.s64 %rd1, %rd1, 0xFFFFFFFFFFFFFFFF;", "add.s64 %rd1, %rd1, -1;");
}

#[test]
fn inner_scopes_shadow() {
    let module = kernel(
        "setp.eq.s32 %p1, 1, 2;\n{ .reg .pred %p1; setp.ne.u32 %p1, 3, 4; { .reg .b32 %t; mov.u32 %t, 5; } }\n@%p1 ret;",
    );
    let function = module.function("k").unwrap();
    let mut written = vec![];
    function.code.iter().for_each(|s| s.inst.for_each_dst(&mut |v| written.push(v)));
    assert_ne!(written[0], written[1]);
    assert_eq!(function.code[3].guard.unwrap().val, written[0]);
}

#[test]
fn labels_belong_to_their_scope() {
    let module = kernel("{ L: @%p1 bra L; }\n{ L: bra M; }\nM: bra END;\n{ bra L2; L2: }\nEND:");
    let targets = module.function("k").unwrap().code.iter().filter_map(|s| match s.inst {
        Inst::Bra(bra) => Some(bra.target.0),
        _ => None,
    });
    let targets = targets.collect::<Vec<_>>();
    assert_eq!(targets, [0, 2, 4, 4]);
    assert_eq!(module.function("k").unwrap().code.len(), 5);
}

#[test]
fn branch_tables_and_calls() {
    let module = kernel(
        "T: .branchtargets A, B, A;\nbrx.idx %r1, T;\nA: ret;\nB: {\n.param .b64 p0; .param .b64 p1; .param .b32 r0;\n\
         st.param.b64 [p0+0], %rd1; call.uni (r0), vprintf, (p0, p1); ld.param.b32 %r1, [r0+0]; }\n\
         { .param .b32 q; P: .callprototype _ (.param .b32 _); call %rd2, (q), P; }\ncall vprintf;\ntrap;",
    );
    let function = module.function("k").unwrap();
    assert_eq!(function.branch_tables, [[1, 2, 1].map(ptx::Label)]);
    assert_eq!(
        function.calls.iter().map(|c| (c.returns.len(), c.args.len())).collect::<Vec<_>>(),
        [(1, 2), (0, 1), (0, 0)]
    );
    assert!(matches!(function.calls[1].callee, ptx::Callee::Indirect(_)));
    assert!(matches!(function.code.last().unwrap().inst, Inst::Trap(_)));
    let text = statements(&module).join("\n");
    assert!(text.contains("call.uni (r0), vprintf, (p0, p1);\n"), "{text}");
}

#[test]
fn vector_registers() {
    check(
        ".reg .v4 .f32 %v; ld.global.v4.f32 %v, [%rd1]; add.f32 %f1, %v.x, %v.w;",
        "ld.global.v4.f32 {%v.x, %v.y, %v.z, %v.w}, [%rd1];\nadd.f32 %f1, %v.x, %v.w;",
    );
}

#[test]
fn unsupported_instructions_wait_for_the_executor() {
    check_unsupported("frob.u32 %r1, %r2;", "unknown instruction `frob.u32`");
    check_unsupported("@!%p1 add.quick.u32 %r1, %r2, 3;", "unknown modifier `.quick` of `add`");
    check_unsupported(
        "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1, %f2}];",
        "unknown instruction `tex.2d.v4.f32.f32`",
    );
    check_unsupported("mov.u32 %r1, %nosuch;", "unknown name `%nosuch`");
    check_unsupported("mov.u32 5, %r1;", "unexpected operand `5`");
    check_unsupported("add.u32 %r1, %r2;", "too few operands");
    check_unsupported("add.u32 %r1, %r2, %r3, %r4;", "too many operands");
    check_unsupported("bra NOWHERE;", "unknown name `NOWHERE`");
    check_unsupported("call (%r1), vprintf, (%r2);", "call with registers as arguments");
    check_unsupported("call nosuch;", "unknown name `nosuch`");
    check_unsupported(
        "mov.v4.u32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9}, %rd1;",
        "unknown modifier `.v4` of `mov`",
    );
    check_unsupported("add.f16 %h1, %h2, 0f3F800000;", "unexpected operand `0f3F800000`");
    check_unsupported("@%nosuch ret;", "unknown name `%nosuch`");
}

#[test]
fn special_registers() {
    for name in ["%tid.y", "%laneid", "%clock64", "%lanemask_lt", "%nctaid.z", "%dynamic_smem_size", "%globaltimer"] {
        let module = kernel(&format!("mov.u32 %r1, {name};"));
        let function = module.function("k").unwrap();
        let special = function.values.iter().find_map(|v| match v {
            Value::Special(s) => Some(*s),
            _ => None,
        });
        assert_eq!(special.unwrap().to_string(), name);
    }
    assert_eq!(Special::from_name("%tid.w"), None);
    assert_eq!(Special::from_name("%tid"), None);
}

#[test]
fn initial_contents() {
    let module = ptx::parse(
        ".global .align 4 .u32 a[2][3] = {{1, 2}, {0x01020304}};\n.global .u64 p[3] = {generic(a)+4, 0, b};\n\
         .global .align 8 .b8 m[3] = {0xFF(a), 0xFF00(generic(a)+8), 7};\n.global .f32 b = 0f3F800000;\n\
         .extern .shared .align 16 .b8 dyn[];\n.global .v4 .f32 v = {1.5, 0, 0, 0};\n.const .b8 text[] = {104, 105};",
    )
    .unwrap();
    let bytes = |offset, bytes: &[u8]| InitPiece::Bytes { offset, bytes: bytes.to_vec() };
    let address = |offset, size_bytes, first_byte, global: u32, addend, generic| InitPiece::Address {
        offset,
        size_bytes,
        first_byte,
        target: SymbolRef::Global(ptx::SymbolId(global)),
        addend,
        generic,
    };
    let init = |name: &str| &module.globals.iter().find(|g| g.name == name).unwrap().init;
    assert_eq!(init("a"), &[bytes(0, &[1, 0, 0, 0, 2, 0, 0, 0]), bytes(12, &[4, 3, 2, 1])]);
    assert_eq!(init("p"), &[address(0, 8, 0, 0, 4, true), bytes(8, &[0; 8]), address(16, 8, 0, 3, 0, false)]);
    assert_eq!(init("m"), &[address(0, 1, 0, 0, 0, false), address(1, 1, 1, 0, 8, true), bytes(2, &[7])]);
    assert_eq!(init("b"), &[bytes(0, &[0, 0, 0x80, 0x3F])]);
    let sizes: Vec<_> = module.globals.iter().map(|g| (g.size_bytes, g.align)).collect();
    assert_eq!(sizes, [(24, 4), (24, 8), (3, 8), (4, 4), (0, 16), (16, 16), (2, 1)]);
    assert!(module.globals[4].is_extern);
}

#[test]
fn locations_walk_outwards() {
    let module = kernel(
        ".loc 1 10 5\nmov.u32 %r1, 1;\n.loc 1 20 7, function_name $L__info_string0, inlined_at 1 10 5\nmov.u32 %r1, 2;\n\
         .loc 2 3 1, function_name $L__info_string0+2, inlined_at 1 20 7\nmov.u32 %r1, 3;\nret;\n}\n.file 1 \"a.cu\"\n\
         .file 2 \"b.h\", 1, 2\n.section .debug_str {\n$L__info_string0:\n.b8 102,0,103,0\n}\n.entry z() {",
    );
    let function = module.function("k").unwrap();
    let chain: Vec<_> = module.loc_chain(function.code[2].loc.unwrap()).collect();
    let places: Vec<_> = chain.iter().map(|l| (module.file(l.file).unwrap(), l.line, l.function.as_deref())).collect();
    assert_eq!(places, [("b.h", 3, Some("g")), ("a.cu", 20, Some("f")), ("a.cu", 10, None)]);
}

#[test]
fn heads_of_functions() {
    let module = ptx::parse(
        ".version 9.5\n.target sm_90a, debug\n.address_size 64\n.extern .func (.param .b32 r) f (.param .b64 a, .param .b64 b) ;\n\
         .weak .func noreturn(.param .align 8 .b8 x[24]) .noreturn { trap; }\n\
         .visible .entry e .maxntid 256, 1, 1 .minnctapersm 2 .reqntid 16, 16 { exit; }\n\
         .visible .entry ptr(.param .u64 .ptr .global .align 16 p) { ret; }\n.visible .func f2() { ret; }\n.alias f3, f2;",
    )
    .unwrap();
    assert_eq!((module.version, module.target.as_str()), ((9, 5), "sm_90a"));
    let f = module.function("f").unwrap();
    assert!(!f.has_body && f.params.len() == 2 && f.returns.len() == 1);
    let noreturn = module.function("noreturn").unwrap();
    assert!(noreturn.is_noreturn && noreturn.linkage == ptx::Linkage::Weak);
    assert_eq!(noreturn.param_symbols().map(|s| (s.size_bytes, s.align)).collect::<Vec<_>>(), [(24, 8)]);
    let e = module.function("e").unwrap();
    assert_eq!(
        (e.bounds.maxntid, e.bounds.minnctapersm, e.bounds.reqntid),
        (Some([256, 1, 1]), Some(2), Some([16, 16, 1]))
    );
    assert_eq!(module.entries().map(|f| f.name.as_str()).collect::<Vec<_>>(), ["e", "ptr"]);
}

#[test]
fn a_declaration_and_its_definition_are_one() {
    let module = ptx::parse(
        ".func f(.param .b32 a);\n.entry k() { { .param .b32 q; call f, (q); } ret; }\n.func f(.param .b32 a) { ret; }",
    )
    .unwrap();
    assert_eq!(module.functions.len(), 2);
    assert!(module.function("f").unwrap().has_body);
}

#[test]
fn errors_name_the_place() {
    check_error(".version 9.0\n.frob 3", "PTX line 2: unknown directive `.frob`, in `.frob 3`");
    check_error(".entry k() {\n  add.u32 %r1", "PTX line 2: expected `;`, found the end of the text, in `add.u32 %r1`");
    check_error(".entry k() { .reg .b32 a; .reg .b32 a; }", "PTX line 1: `a` is declared twice, in `.reg .b32 a;`");
    check_error(".global .u64 p = q;", "PTX line 1: `q` is not declared, in ``");
    check_error(
        ".global .b8 x[4] = {1,2,3,4,5};",
        "PTX line 1: number out of range, in `.global .b8 x[4] = {1,2,3,4,5};`",
    );
    check_error(
        ".global .b8 x[99999999999999999999];",
        "PTX line 1: number out of range, in `.global .b8 x[99999999999999999999`",
    );
    check_error("hello", "PTX line 1: expected a directive, found `hello`, in `hello`");
    let deep = format!(".entry k() {{ {}", "{".repeat(1000));
    assert_eq!(ptx::parse(&deep).unwrap_err().kind, ptx::ErrorKind::TooBig);
    let deep = format!(".global .b32 x = {}1;", "(".repeat(100_000));
    assert_eq!(ptx::parse(&deep).unwrap_err().kind, ptx::ErrorKind::TooBig);
}

#[test]
fn errors_name_the_source_line() {
    let error = ptx::parse(".file 1 \"k.cu\"\n.entry k() {\n.loc 1 7 3\n.frob;\n}").unwrap_err();
    let place = error.place.unwrap();
    assert_eq!((place.path.as_str(), place.line, place.column), ("k.cu", 7, 3));
}

#[test]
fn diagnostics_say_that_it_is_camps_limit() {
    let text = ".file 1 \"k.cu\"\n.entry k() {\n.reg .b32 %r<3>;\n.loc 1 2 3\nfrob.u32 %r1, %r2;\nret;\n}";
    let module = ptx::parse(text).unwrap();
    let mut sources = diag::SourceMap::new();
    sources.add("k.cu", "first\n  second();\n");
    let function = module.function("k").unwrap();
    let diagnostic = module.unsupported_diagnostic(&function.code[0], &function.unsupported[0], &sources);
    let catalogue = messages::catalogue(diag::Lang::En);
    let label = diagnostic.main_label().unwrap();
    assert_eq!((label.span.line, label.span.column), (2, 3));
    assert_eq!(catalogue.get(&diagnostic.title), "The virtual GPU cannot run the instruction `frob.u32 %r1, %r2;`");
    assert_eq!(catalogue.get(&diagnostic.notes[0]), "It does not know the instruction `frob.u32`.");
}
