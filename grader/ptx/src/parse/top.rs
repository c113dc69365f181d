//! Module scope.

use super::{Parser, Result_, decl};
use crate::lex::Kind;
use crate::{ErrorKind, Linkage, SymbolRef};

/// The list of files is dense, so that a large number would cost memory.
const MAX_FILES: usize = 1 << 16;

impl<'a> Parser<'a> {
    /// The whole text.
    pub(super) fn module(&mut self) -> Result_<()> {
        // Line and value numbers are `u32`.
        if u32::try_from(self.text.len()).is_err() {
            return Err(ErrorKind::TooBig);
        }
        let mut linkage = Linkage::Internal;
        loop {
            if linkage == Linkage::Internal {
                self.begin_statement();
            }
            match self.token.kind {
                Kind::End => break,
                Kind::Punct(b';') => {
                    self.advance();
                }
                Kind::Directive => {
                    let directive = self.advance().text;
                    linkage = self.directive(directive, linkage)?;
                }
                _ => return self.expected("a directive"),
            }
        }
        self.resolve_fixups()?;
        self.resolve_inlined_names();
        Ok(())
    }

    /// One directive; returns the linkage that the next one has.
    fn directive(&mut self, directive: &'a str, linkage: Linkage) -> Result_<Linkage> {
        match directive {
            ".visible" => return Ok(Linkage::Visible),
            ".extern" => return Ok(Linkage::Extern),
            ".weak" | ".common" => return Ok(Linkage::Weak),
            ".func" => self.function(false, linkage)?,
            ".entry" => self.function(true, linkage)?,
            ".version" => {
                let (major, minor) = self.token.text.split_once('.').unwrap_or((self.token.text, "0"));
                let (Ok(major), Ok(minor)) = (major.parse(), minor.parse()) else { return self.expected("a version") };
                self.module.version = (major, minor);
                self.advance();
            }
            ".target" => {
                self.module.target = self.word("a target")?.to_owned();
                while self.eat(b',') {
                    self.word("an option")?;
                }
            }
            ".address_size" => self.module.address_size = self.small()?,
            ".file" => self.file()?,
            ".section" => self.section()?,
            ".loc" => self.loc()?,
            ".alias" => self.alias()?,
            ".pragma" => self.pragma()?,
            _ => match decl::space(directive) {
                Some(space) => self.globals(space, linkage == Linkage::Extern)?,
                None => return Err(ErrorKind::UnknownDirective(directive.to_owned())),
            },
        }
        Ok(Linkage::Internal)
    }

    /// `.pragma "nounroll";` behind the directive.
    pub(super) fn pragma(&mut self) -> Result_<()> {
        while self.token.kind == Kind::Str || self.is(b',') {
            self.advance();
        }
        self.expect(b';', "`;`")
    }

    /// `1 "path"` and perhaps a time and a size.
    pub(super) fn file(&mut self) -> Result_<()> {
        let number = self.small()? as usize;
        if self.token.kind != Kind::Str {
            return self.expected("a path");
        }
        let text = self.advance().text;
        let path = text.strip_prefix('"').map_or(text, |t| t.strip_suffix('"').unwrap_or(t));
        while self.eat(b',') {
            self.literal()?;
        }
        if number > MAX_FILES {
            return Err(ErrorKind::Range);
        }
        if self.module.files.len() <= number {
            self.module.files.resize(number + 1, String::new());
        }
        self.module.files[number] = unescaped(path);
        Ok(())
    }

    /// `name { … }`. Of the debug sections only the strings matter: names of inlined functions.
    fn section(&mut self) -> Result_<()> {
        let name = self.advance().text;
        self.expect(b'{', "`{`")?;
        let (mut label, mut bytes) = (None, vec![]);
        while !self.eat(b'}') {
            let token = self.advance();
            match token.kind {
                Kind::End => return self.expected("`}`"),
                Kind::Word if name == ".debug_str" && self.is(b':') => {
                    if let Some(label) = label.replace(token.text) {
                        self.strings.insert(label, std::mem::take(&mut bytes));
                    }
                }
                Kind::Number(Some(crate::ops::Lit::Int(int))) => bytes.extend(u8::try_from(int)),
                _ => {}
            }
        }
        if let Some(label) = label {
            self.strings.insert(label, bytes);
        }
        Ok(())
    }

    /// `a, b;`: the function `a` is `b`.
    fn alias(&mut self) -> Result_<()> {
        let name = self.name()?;
        self.expect(b',', "`,`")?;
        let of = self.name()?;
        self.expect(b';', "`;`")?;
        let Some(SymbolRef::Function(original)) = self.scope.outer(of) else {
            return Err(ErrorKind::Undeclared(of.to_owned()));
        };
        match self.scope.outer(name) {
            // Calls may already refer to its declaration.
            Some(SymbolRef::Function(declared)) => {
                let mut function = self.module.functions[original.0 as usize].clone();
                function.name = name.to_owned();
                self.module.functions[declared.0 as usize] = function;
            }
            Some(_) => return Err(ErrorKind::Redeclared(name.to_owned())),
            None => {
                self.scope.declare_outer(name, SymbolRef::Function(original));
            }
        }
        Ok(())
    }
}

/// A path as the file system knows it: NVRTC writes each byte that is not ASCII as `\ooo`, in octal.
fn unescaped(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, tail @ ..] = rest {
        let (byte, after) = match (first, tail) {
            (b'\\', [high @ b'0'..=b'3', middle @ b'0'..=b'7', low @ b'0'..=b'7', after @ ..]) => {
                ((high - b'0') << 6 | (middle - b'0') << 3 | (low - b'0'), after)
            }
            (b'\\', [escaped @ (b'\\' | b'"'), after @ ..]) => (*escaped, after),
            _ => (*first, tail),
        };
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn paths() {
        let check = |written: &str, path: &str| assert_eq!(unescaped(written), path);
        check("/a b/kernel.cuh", "/a b/kernel.cuh");
        check(r"/tmp/\346\240\270\345\207\275\346\225\260.cuh", "/tmp/核函数.cuh");
        check(r#"C:\\k\"q\".cuh"#, r#"C:\k"q".cuh"#);
        check(r"a\8\40\", r"a\8\40\");
        check("核", "核");
    }
}
