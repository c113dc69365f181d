//! Constant expressions.

use super::{Parser, Result_};
use crate::ErrorKind;
use crate::lex::Kind;
use crate::ops::Lit;

/// How deep expressions may nest.
const MAX_DEPTH: u32 = 64;

/// Binary operators by how tightly they bind, the loosest first.
const LEVELS: &[&[&[u8]]] = &[
    &[b"||"],
    &[b"&&"],
    &[b"|"],
    &[b"^"],
    &[b"&"],
    &[b"==", b"!="],
    &[b"<=", b">=", b"<", b">"],
    &[b"<<", b">>"],
    &[b"+", b"-"],
    &[b"*", b"/", b"%"],
];

impl<'a> Parser<'a> {
    /// A number, perhaps computed. Wraps like 64-bit integers.
    pub(super) fn literal(&mut self) -> Result_<Lit> {
        self.ternary(MAX_DEPTH)
    }

    /// An integer, perhaps computed.
    pub(super) fn integer(&mut self) -> Result_<i64> {
        match self.literal()? {
            Lit::Int(int) => Ok(int),
            _ => self.expected("an integer"),
        }
    }

    /// A small number without sign: a size, an alignment, a line.
    pub(super) fn small(&mut self) -> Result_<u32> {
        let Kind::Number(lit) = self.token.kind else { return self.expected("a number") };
        let Some(Lit::Int(int)) = lit else { return Err(ErrorKind::Range) };
        let value = u32::try_from(int).map_err(|_| ErrorKind::Range)?;
        self.advance();
        Ok(value)
    }

    fn ternary(&mut self, depth: u32) -> Result_<Lit> {
        let Some(depth) = depth.checked_sub(1) else { return Err(ErrorKind::TooBig) };
        let condition = self.binary(0, depth)?;
        if !self.eat(b'?') {
            return Ok(condition);
        }
        let yes = self.ternary(depth)?;
        self.expect(b':', "`:`")?;
        let no = self.ternary(depth)?;
        Ok(if condition == Lit::Int(0) { no } else { yes })
    }

    /// The operator that stands here and its level.
    fn operator(&self) -> Option<(&'static [u8], usize)> {
        let Kind::Punct(b'|' | b'^' | b'&' | b'=' | b'!' | b'<' | b'>' | b'+' | b'-' | b'*' | b'/' | b'%') =
            self.token.kind
        else {
            return None;
        };
        let rest = self.text.as_bytes().get(self.token.start..)?;
        let all = LEVELS.iter().enumerate().flat_map(|(level, ops)| ops.iter().map(move |op| (*op, level)));
        // The longest one: `<<` is no `<`.
        all.filter(|(op, _)| rest.starts_with(op)).max_by_key(|(op, _)| op.len())
    }

    /// Operators of that level or a tighter one.
    fn binary(&mut self, loosest: usize, depth: u32) -> Result_<Lit> {
        let mut left = self.unary(depth)?;
        while let Some((op, level)) = self.operator().filter(|(_, level)| *level >= loosest) {
            for _ in op {
                self.advance();
            }
            let right = self.binary(level + 1, depth)?;
            let (Lit::Int(a), Lit::Int(b)) = (left, right) else { return self.expected("integers around an operator") };
            left = Lit::Int(apply(op, a, b).ok_or(ErrorKind::Range)?);
        }
        Ok(left)
    }

    fn unary(&mut self, depth: u32) -> Result_<Lit> {
        let Some(depth) = depth.checked_sub(1) else { return Err(ErrorKind::TooBig) };
        match self.token.kind {
            Kind::Number(lit) => {
                let lit = lit.ok_or(ErrorKind::Range)?;
                self.advance();
                Ok(lit)
            }
            Kind::Punct(op @ (b'-' | b'+' | b'~' | b'!')) => {
                self.advance();
                Ok(match (op, self.unary(depth)?) {
                    (b'-', Lit::Int(int)) => Lit::Int(int.wrapping_neg()),
                    (b'-', Lit::F32(bits)) => Lit::F32(bits ^ 1 << 31),
                    (b'-', Lit::F64(bits)) => Lit::F64(bits ^ 1 << 63),
                    (b'~', Lit::Int(int)) => Lit::Int(!int),
                    (b'!', Lit::Int(int)) => Lit::Int(i64::from(int == 0)),
                    (b'+', lit) => lit,
                    _ => return self.expected("an integer after the operator"),
                })
            }
            Kind::Punct(b'(') => {
                self.advance();
                if self.eat_directive(".s64") || self.eat_directive(".u64") {
                    // A cast: all integers have 64 bits here.
                    self.expect(b')', "`)`")?;
                    return self.unary(depth);
                }
                let value = self.ternary(depth)?;
                self.expect(b')', "`)`")?;
                Ok(value)
            }
            Kind::Word if self.token.text == "WARP_SZ" => {
                self.advance();
                Ok(Lit::Int(32))
            }
            _ => self.expected("a number"),
        }
    }
}

/// `a op b`; `None` for division by zero.
fn apply(op: &[u8], a: i64, b: i64) -> Option<i64> {
    let shift = u32::try_from(b.clamp(0, 64)).unwrap_or(64);
    Some(match op {
        b"||" => i64::from(a != 0 || b != 0),
        b"&&" => i64::from(a != 0 && b != 0),
        b"|" => a | b,
        b"^" => a ^ b,
        b"&" => a & b,
        b"==" => i64::from(a == b),
        b"!=" => i64::from(a != b),
        b"<=" => i64::from(a <= b),
        b">=" => i64::from(a >= b),
        b"<" => i64::from(a < b),
        b">" => i64::from(a > b),
        b"<<" => a.checked_shl(shift).unwrap_or(0),
        b">>" => a.checked_shr(shift).unwrap_or(a >> 63),
        b"+" => a.wrapping_add(b),
        b"-" => a.wrapping_sub(b),
        b"*" => a.wrapping_mul(b),
        b"/" if b != 0 => a.wrapping_div(b),
        b"%" if b != 0 => a.wrapping_rem(b),
        _ => return None,
    })
}
