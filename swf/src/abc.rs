//! A block of ActionScript: the constants that its code names, and the code of its methods.

use crate::bytes::Bytes;
use retroshade_diagnostics::fault::{Checked, Fault};

/// A string constant. What is no UTF-8 is none of ours, so its text is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Constant<'a> {
    pub(crate) text: &'a str,
    /// Where its letters begin in the block.
    pub(crate) start: usize,
}

/// A name of a property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Name {
    /// The number of its string; 0 where that comes from the stack.
    pub(crate) string: u32,
    /// Values that an instruction with this name takes from the stack for it.
    pub(crate) pops: usize,
}

/// The code of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Body<'a> {
    pub(crate) code: &'a [u8],
    /// Where it begins in the block.
    pub(crate) start: usize,
    /// Where its handlers of exceptions begin.
    pub(crate) handlers: Vec<usize>,
}

/// A block.
#[derive(Debug, Default)]
pub(crate) struct Abc<'a> {
    /// Constants of each type by number; number 0 is a default.
    pub(crate) integers: Vec<i32>,
    pub(crate) unsigned: Vec<u32>,
    pub(crate) doubles: Vec<f64>,
    pub(crate) strings: Vec<Constant<'a>>,
    pub(crate) names: Vec<Name>,
    pub(crate) bodies: Vec<Body<'a>>,
}

impl<'a> Abc<'a> {
    /// Reads a block, as far as it can be read.
    pub(crate) fn read(all: &'a [u8]) -> (Abc<'a>, Option<Fault>) {
        let mut abc = Abc::default();
        let mut reader = Reader(Bytes::new(all));
        let fault = reader.block(&mut abc).err();
        (abc, fault)
    }

    /// The string of a number.
    pub(crate) fn string(&self, number: u32) -> Constant<'a> {
        let found = self.strings.get(number as usize);
        found.copied().unwrap_or_default()
    }
}

struct Reader<'a>(Bytes<'a>);

impl<'a> Reader<'a> {
    fn block(&mut self, abc: &mut Abc<'a>) -> Checked {
        self.0.u32()?;
        let mut part = |part: fn(&mut Self, &mut Abc<'a>) -> Checked, what| {
            part(self, abc).map_err(|fault| fault.within(what, None))
        };
        part(Self::constants, "constants")?;
        part(|reader, _| reader.each(Self::method), "methods")?;
        part(|reader, _| reader.each(Self::metadata), "metadata")?;
        part(|reader, _| reader.classes(), "classes")?;
        part(|reader, _| reader.each(Self::with_traits), "scripts")?;
        part(Self::bodies, "bodies of methods")
    }

    fn number(&mut self) -> Checked<u32> {
        self.0.variable()
    }

    fn skip(&mut self, numbers: usize) -> Checked {
        (0..numbers).try_for_each(|_| self.number().map(|_| ()))
    }

    /// Reads as many of something as a number says.
    fn each(&mut self, mut one: impl FnMut(&mut Self) -> Checked) -> Checked {
        let count = self.number()?;
        (0..count).try_for_each(|_| one(self))
    }

    /// Reads a table of constants, which has no number 0; a count of 0 is one of 1.
    fn table(&mut self, mut one: impl FnMut(&mut Self) -> Checked) -> Checked {
        let count = self.number()?;
        (1..count).try_for_each(|_| one(self))
    }

    fn constants(&mut self, abc: &mut Abc<'a>) -> Checked {
        abc.integers.push(0);
        self.table(|reader| {
            abc.integers.push(reader.number()?.cast_signed());
            Ok(())
        })?;
        abc.unsigned.push(0);
        self.table(|reader| {
            abc.unsigned.push(reader.number()?);
            Ok(())
        })?;
        abc.doubles.push(f64::NAN);
        self.table(|reader| {
            let bytes = reader.0.take(8)?.first_chunk();
            abc.doubles
                .push(bytes.copied().map_or(0.0, f64::from_le_bytes));
            Ok(())
        })?;
        abc.strings.push(Constant::default());
        self.table(|reader| {
            let length = reader.number()? as usize;
            let start = reader.0.at;
            let text = std::str::from_utf8(reader.0.take(length)?).unwrap_or("");
            abc.strings.push(Constant { text, start });
            Ok(())
        })?;
        // Namespaces and sets of them.
        self.table(|reader| {
            reader.0.u8()?;
            reader.skip(1)
        })?;
        self.table(|reader| reader.each(|reader| reader.skip(1)))?;
        abc.names.push(Name::default());
        self.table(|reader| {
            abc.names.push(reader.name()?);
            Ok(())
        })
    }

    fn name(&mut self) -> Checked<Name> {
        let kind = self.0.u8()?;
        let (string, pops) = match kind {
            // With a namespace.
            0x07 | 0x0d => {
                self.skip(1)?;
                (self.number()?, 0)
            }
            // With a namespace from the stack.
            0x0f | 0x10 => (self.number()?, 1),
            // Both from the stack.
            0x11 | 0x12 => (0, 2),
            // With a set of namespaces.
            0x09 | 0x0e => {
                let string = self.number()?;
                self.skip(1)?;
                (string, 0)
            }
            // With a set, and the name from the stack.
            0x1b | 0x1c => {
                self.skip(1)?;
                (0, 1)
            }
            // With types as parameters.
            0x1d => {
                self.skip(1)?;
                self.each(|reader| reader.skip(1))?;
                (0, 0)
            }
            _ => return Err(format!("there is no kind {kind:#04x} of names").into()),
        };
        Ok(Name { string, pops })
    }

    fn method(&mut self) -> Checked {
        const HAS_OPTIONAL: u8 = 0x08;
        const HAS_NAMES: u8 = 0x80;
        let parameters = self.number()?;
        // Type of the result, types of the parameters, name.
        (0..=parameters).try_for_each(|_| self.skip(1))?;
        self.skip(1)?;
        let flags = self.0.u8()?;
        if flags & HAS_OPTIONAL != 0 {
            self.each(|reader| {
                reader.skip(1)?;
                reader.0.u8().map(|_| ())
            })?;
        }
        if flags & HAS_NAMES != 0 {
            (0..parameters).try_for_each(|_| self.skip(1))?;
        }
        Ok(())
    }

    fn metadata(&mut self) -> Checked {
        self.skip(1)?;
        self.each(|reader| reader.skip(2))
    }

    /// Instances of classes, then as many classes.
    fn classes(&mut self) -> Checked {
        const HAS_NAMESPACE: u8 = 0x08;
        let count = self.number()?;
        for _ in 0..count {
            self.skip(2)?;
            if self.0.u8()? & HAS_NAMESPACE != 0 {
                self.skip(1)?;
            }
            self.each(|reader| reader.skip(1))?;
            self.with_traits()?;
        }
        (0..count).try_for_each(|_| self.with_traits())
    }

    /// The number of a method, then traits.
    fn with_traits(&mut self) -> Checked {
        self.skip(1)?;
        self.each(Self::trait_of)
    }

    fn trait_of(&mut self) -> Checked {
        const HAS_METADATA: u8 = 0x40;
        self.skip(1)?;
        let kind = self.0.u8()?;
        match kind & 0x0f {
            // A variable or constant; the type of its value is there if it has one.
            0 | 6 => {
                self.skip(2)?;
                if self.number()? != 0 {
                    self.0.u8()?;
                }
            }
            1..=5 => self.skip(2)?,
            other => return Err(format!("there is no kind {other} of traits").into()),
        }
        if kind & HAS_METADATA != 0 {
            self.each(|reader| reader.skip(1))?;
        }
        Ok(())
    }

    fn bodies(&mut self, abc: &mut Abc<'a>) -> Checked {
        self.each(|reader| {
            // Method, greatest depth of the stack, locals, depths of scopes.
            reader.skip(5)?;
            let length = reader.number()? as usize;
            let start = reader.0.at;
            let code = reader.0.take(length)?;
            let mut handlers = Vec::new();
            reader.each(|reader| {
                reader.skip(2)?;
                handlers.push(reader.number()? as usize);
                reader.skip(2)
            })?;
            abc.bodies.push(Body {
                code,
                start,
                handlers,
            });
            reader.each(Self::trait_of)
        })
    }
}
