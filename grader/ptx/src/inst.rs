//! What is generated from the table of instructions: structs, [`Inst`], decoder and printer.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use crate::ops::Written;
use crate::scope::Context;
use crate::*;

/// Tries to read an instruction as one row of the table. The number says how far it came.
type Decode = fn(&mut Tokens<'_>, &mut Ops<'_, '_>) -> Result<Inst, (u8, Why)>;

/// One row of the table, for documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Fixed words of the opcode.
    pub opcode: &'static str,
    /// Name of the variant of [`Inst`].
    pub variant: &'static str,
    /// Family: the module that executes it.
    pub family: &'static str,
    /// What it does.
    pub docs: &'static str,
    /// Modifiers, as declared.
    pub modifiers: &'static str,
    /// Operands, as declared.
    pub operands: &'static str,
}

macro_rules! generate {
    ($(
        $(#[doc = $doc:literal])*
        $family:ident::$exec:ident = $name:ident $opcode:literal
        { $($field:ident: $field_ty:ty),* $(,)? } ($($op:ident: $op_ty:ty),* $(,)?);
    )*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct $name {
                $(#[doc = concat!("Modifier of type `", stringify!($field_ty), "`.")] pub $field: $field_ty,)*
                $(#[doc = concat!("Operand of type `", stringify!($op_ty), "`.")] pub $op: $op_ty,)*
            }
        )*

        /// An instruction.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Inst {
            $($(#[doc = $doc])* $name($name),)*
            /// An instruction that the table doesn't hold.
            Unsupported(UnsupportedId),
        }

        impl Inst {
            /// Calls `f` with each value that is written, [`Value::Sink`] included.
            #[allow(unused_variables, reason = "some instructions have no operands")]
            pub fn for_each_dst(&self, f: &mut impl FnMut(Val)) {
                match self {
                    $(Self::$name(i) => { $(i.$op.for_each_dst(f);)* })*
                    Self::Unsupported(_) => {}
                }
            }

            /// Calls `f` with each value that is read, bases of addresses included. Guards belong to [`Stmt`];
            /// parameters of calls are memory, not values.
            #[allow(unused_variables, reason = "some instructions have no operands")]
            pub fn for_each_src(&self, f: &mut impl FnMut(Val)) {
                match self {
                    $(Self::$name(i) => { $(i.$op.for_each_src(f);)* })*
                    Self::Unsupported(_) => {}
                }
            }

            /// Calls `f` with each branch target, except those of `brx.idx`.
            #[allow(unused_variables, reason = "some instructions have no operands")]
            pub(crate) fn for_each_label(&mut self, f: &mut impl FnMut(&mut Label)) {
                match self {
                    $(Self::$name(i) => { $(i.$op.for_each_label(f);)* })*
                    Self::Unsupported(_) => {}
                }
            }

            /// Writes the opcode with its modifiers.
            ///
            /// # Errors
            /// Those of the formatter.
            pub fn print_opcode(&self, f: &mut dyn fmt::Write) -> fmt::Result {
                match self {
                    $(Self::$name(_i) => {
                        f.write_str($opcode)?;
                        $(_i.$field.print(f)?;)*
                    })*
                    Self::Unsupported(_) => {}
                }
                Ok(())
            }

            /// Writes the operands.
            ///
            /// # Errors
            /// Those of the formatter.
            pub(crate) fn print_operands(&self, f: &mut dyn fmt::Write, names: &Names<'_>) -> fmt::Result {
                match self {
                    $(Self::$name(_i) => {
                        let mut _separator = " ";
                        $(if !_i.$op.is_absent() {
                            f.write_str(_separator)?;
                            _i.$op.print(f, names)?;
                            _separator = ", ";
                        })*
                        f.write_str(";")
                    })*
                    Self::Unsupported(id) => names.unsupported(f, *id),
                }
            }

            /// Name of the variant.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$name(_) => stringify!($name),)*
                    Self::Unsupported(_) => "Unsupported",
                }
            }
        }

        /// The table, for documentation and tests.
        pub const ROWS: &[Row] = &[$(Row {
            opcode: $opcode,
            variant: stringify!($name),
            family: stringify!($family),
            docs: concat!($($doc, "\n"),*),
            modifiers: concat!($(stringify!($field), ": ", stringify!($field_ty), "\n"),*),
            operands: concat!($(stringify!($op), ": ", stringify!($op_ty), "\n"),*),
        },)*];

        const DECODERS: &[(&str, Decode)] = &[$(($opcode, |_tokens, ops| {
            let rest = $opcode.split('.').skip(1);
            for word in rest {
                if !_tokens.take_exact(word) {
                    return Err((0, Why::MissingModifier { inst: $opcode, what: $opcode }));
                }
            }
            $(let Some($field) = <$field_ty as Modifier>::take(_tokens) else {
                return Err(missing(_tokens, $opcode, <$field_ty as Modifier>::WHAT));
            };)*
            if let Some(modifier) = _tokens.left_over() {
                return Err((2, Why::UnknownModifier { inst: $opcode.to_owned(), modifier: modifier.to_owned() }));
            }
            ops.start(0 $(+ <$op_ty as Operand>::MIN)*);
            $(let $op = ops.take::<$op_ty>().map_err(|why| (3, why))?;)*
            ops.finish().map_err(|why| (3, why))?;
            Ok(Inst::$name($name { $($field,)* $($op,)* }))
        }),)*];
    };
}

for_each_inst!(generate);

/// A row lacks a modifier. That is worth saying if the rest was understood; else it is another row's instruction.
fn missing(tokens: &Tokens<'_>, inst: &'static str, what: &'static str) -> (u8, Why) {
    (u8::from(tokens.left_over().is_none()), Why::MissingModifier { inst, what })
}

/// The rows of each opcode's first word.
static BY_HEAD: LazyLock<HashMap<&'static str, Vec<Decode>>> = LazyLock::new(|| {
    let mut map: HashMap<_, Vec<_>> = HashMap::new();
    for (opcode, decode) in DECODERS {
        let head = opcode.split('.').next().unwrap_or(opcode);
        map.entry(head).or_default().push(*decode);
    }
    map
});

/// Reads one instruction. `opcode` is its dotted words, `tokens` is scratch space.
pub(crate) fn decode<'a>(opcode: &'a str, tokens: &mut Tokens<'a>, ops: &mut Ops<'a, '_>) -> Result<Inst, Why> {
    let mut words = opcode.split('.');
    let mut head = words.next().unwrap_or_default();
    let mut extra = None;
    if head == "bar" && !opcode.starts_with("bar.warp") {
        (head, extra) = ("barrier", Some("aligned"));
    }
    let rows = BY_HEAD.get(head).ok_or_else(|| Why::UnknownInstruction(opcode.to_owned()))?;
    let mut worst = (0, Why::UnknownInstruction(opcode.to_owned()));
    for row in rows {
        tokens.refill(words.clone().chain(extra));
        match row(tokens, ops) {
            Ok(inst) => return Ok(inst),
            Err(why) if why.0 > worst.0 => worst = why,
            Err(_) => {}
        }
    }
    Err(worst.1)
}

/// Whether an opcode with its modifiers is in the table, whatever its operands.
///
/// # Errors
/// What is unknown or missing.
pub fn check_opcode(opcode: &str) -> Result<(), Why> {
    let (written, mut scope) = (Written::default(), Context::default());
    match decode(opcode, &mut Tokens::default(), &mut Ops::new(&written, &mut scope, None)) {
        // Only operands are missing.
        Ok(_) | Err(Why::MissingOperand) => Ok(()),
        Err(why) => Err(why),
    }
}
