//! Constants that a set-up has, for records that do not know them.

use super::given;
use retroshade_kit::reflect::{Assumption, Constant, Expression, Number, Reflection, Variable};

/// A register of constants that a set-up reads.
pub(super) struct Known {
    pub(super) file: &'static str,
    pub(super) index: u32,
    /// The letters of its lanes.
    pub(super) letters: &'static str,
    /// What they hold; `None` where the application sets them.
    pub(super) numbers: Option<[f32; 4]>,
}

impl Known {
    /// A colour in steps of 1/255.
    pub(super) fn color(file: &'static str, index: u32, bytes: Option<[u8; 4]>) -> Known {
        Known {
            file,
            index,
            letters: COLOR,
            numbers: bytes.map(|bytes| bytes.map(|byte| f32::from(byte) / 255.0)),
        }
    }

    /// Adds the lanes to a record of which it says nothing: numbers, or a uniform with the name of the register.
    pub(super) fn tell(&self, record: &mut Reflection) {
        let known = record.constants.iter();
        let known = known.filter(|one| (one.file.as_str(), one.index) == (self.file, self.index));
        let known: Vec<usize> = known
            .flat_map(|one| given::places(one.components.as_deref().unwrap_or("xyzw")))
            .collect();
        let missing = self.letters.chars().enumerate();
        let missing = missing.filter(|(lane, _)| !known.contains(lane));
        let (lanes, components): (Vec<usize>, String) = missing.unzip();
        if components.is_empty() {
            return;
        }
        let mut constant = Constant {
            register: format!("{}[{}]", self.file, self.index),
            file: self.file.to_owned(),
            index: self.index,
            components: Some(components.clone()),
            ..Constant::default()
        };
        match self.numbers {
            Some(numbers) => {
                constant.value = lanes.iter().map(|lane| Number(numbers[*lane])).collect();
                constant.embedded = true;
            }
            None => {
                let name = format!("{}_{}", self.file, self.index);
                let uniform = Expression::Uniform(name.clone(), None);
                constant.expression = Some(Expression::Swizzle(components, Box::new(uniform)));
                if self.letters == COLOR {
                    record.assumes.push(unit(&name));
                }
                record.uniforms.push(Variable {
                    name,
                    ty: format!("vec{}", self.letters.len()),
                    ..Variable::default()
                });
            }
        }
        record.constants.push(constant);
    }
}

/// The lanes of a colour.
pub(super) const COLOR: &str = "rgba";

/// That a variable is between 0 and 1.
pub(super) fn unit(name: &str) -> Assumption {
    Assumption {
        name: name.to_owned(),
        min: 0.0,
        max: 1.0,
    }
}
