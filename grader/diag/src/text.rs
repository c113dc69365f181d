//! Messages before a language is chosen.

/// A value put into a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg {
    /// Text shown as it is: names, paths, source fragments.
    Str(String),
    /// A count or an index.
    Int(i64),
    /// A measured or computed value.
    Num(f64),
    /// Another message, resolved in the same language.
    Text(Box<Text>),
}

/// A message of the catalogue with its arguments, unresolved. Build it with [`msg!`](crate::msg).
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The message's id, beginning with the name of the crate that says it.
    pub id: &'static str,
    /// The variables of the message.
    pub args: Vec<(&'static str, Arg)>,
}

/// Makes a [`Text`]: `msg!("vgpu-race-title", buffer = name, index = 3)`.
///
/// A test of this crate finds every use in camp's sources and fails when a catalogue lacks the id or one of the
/// variables, so write the id as a literal.
#[macro_export]
macro_rules! msg {
    ($id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Text { id: $id, args: ::std::vec![$((::std::stringify!($name), $crate::Arg::from($value))),*] }
    };
}

impl From<&str> for Arg {
    fn from(value: &str) -> Self {
        Self::Str(value.to_owned())
    }
}

impl From<&String> for Arg {
    fn from(value: &String) -> Self {
        Self::Str(value.clone())
    }
}

impl From<String> for Arg {
    fn from(value: String) -> Self {
        Self::Str(value)
    }
}

impl From<std::path::Display<'_>> for Arg {
    fn from(value: std::path::Display<'_>) -> Self {
        Self::Str(value.to_string())
    }
}

impl From<f64> for Arg {
    fn from(value: f64) -> Self {
        Self::Num(value)
    }
}

impl From<f32> for Arg {
    fn from(value: f32) -> Self {
        Self::Num(f64::from(value))
    }
}

impl From<Text> for Arg {
    fn from(value: Text) -> Self {
        Self::Text(Box::new(value))
    }
}

macro_rules! from_integers {
    ($($t:ty)*) => {$(
        impl From<$t> for Arg {
            /// Integers that `i64` cannot hold are shown as their digits.
            fn from(value: $t) -> Self {
                i64::try_from(value).map_or_else(|_| Self::Str(value.to_string()), Self::Int)
            }
        }
    )*};
}

from_integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
