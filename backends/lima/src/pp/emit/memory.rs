//! Inputs, lookups, memory and branches.

use super::{Emit, components, operation};
use crate::pp::code::{
    self, Cell, Condition, Coordinate, Input, Lookup, Operand, Operation, Projection,
};
use crate::pp::isa::{
    self, Address, Dest, Division, Layout, Level, Meaning, Memory, Register, Source, To,
};
use crate::pp::schedule::word::Word;
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::Builtin;
use retroshade_kit::lanes::{LaneMask, Swizzle};
use retroshade_kit::machine::numbers::Comparison;

/// Codes of the widths of what is accessed.
mod width {
    /// One component.
    pub(super) const ONE: u8 = 0;
    /// Two components.
    pub(super) const TWO: u8 = 1;
    /// Four components of memory.
    pub(super) const FOUR: u8 = 2;
    /// Four components of the varyings.
    pub(super) const VARYING: u8 = 3;
}

/// The coordinate of a lookup, of these lanes.
fn coordinate(lanes: u8) -> Dest {
    Dest {
        to: To::Coordinate,
        lanes: LaneMask::from_bits(lanes),
    }
}

impl Emit<'_> {
    pub(super) fn input(
        &self,
        input: Input,
        selected: &Operation,
    ) -> Result<isa::Operation, Fault> {
        let (register, lanes) = self.dest(selected)?;
        let (meaning, index, code) = match input {
            Input::Varying(index) | Input::VaryingIndexed(index) => {
                (Meaning::Varying(Division::None), index, width::VARYING)
            }
            Input::FragCoord => (Meaning::Input(Builtin::FragCoord), 0, width::VARYING),
            Input::PointCoord => (Meaning::Input(Builtin::PointCoord), 0, width::TWO),
            Input::FrontFacing => (Meaning::Input(Builtin::FrontFacing), 0, width::ONE),
        };
        let offset = match selected.args.first() {
            None => None,
            Some(operand) => {
                let cell = operand.cells().next().ok_or("an offset without a cell")?;
                Some(self.component(cell)?)
            }
        };
        Ok(isa::Operation {
            dest: Dest::register(register, lanes.iter().copied().collect()),
            address: Address {
                index: index.into(),
                code,
                offset,
                spare: 0,
            },
            ..operation(Layout::VaryingIndex, meaning)?
        })
    }

    pub(super) fn coordinate(
        &self,
        lookup: &Lookup,
        selected: &Operation,
    ) -> Result<isa::Operation, Fault> {
        let division = match lookup.projection {
            Projection::None => Division::None,
            Projection::Z => Division::Z,
            Projection::W => Division::W,
        };
        if let Coordinate::Varying { index, upper } = lookup.coordinate {
            // The first two components as the known program does it that copies a picture: all four
            // are loaded.
            let three = lookup.cube || lookup.projection == Projection::Z;
            let (code, index, lanes) = if upper {
                (width::TWO, 2 * i32::from(index) + 1, 3)
            } else {
                (width::VARYING, i32::from(index), if three { 7 } else { 15 })
            };
            let meaning = if lookup.cube {
                Meaning::VaryingDirection
            } else {
                Meaning::Varying(division)
            };
            return Ok(isa::Operation {
                dest: coordinate(lanes),
                address: Address {
                    index,
                    code,
                    ..Address::default()
                },
                ..operation(Layout::VaryingIndex, meaning)?
            });
        }
        let operand = selected.args.first().ok_or("a lookup without coordinate")?;
        let cells: Vec<Cell> = operand.cells().collect();
        let (register, _) = self.cell(*cells.first().ok_or("no lanes")?)?;
        let place = |cell: &Cell| {
            let found = self.cell(*cell).ok().filter(|found| found.0 == register);
            found.map(|(_, component)| component)
        };
        let source = Source {
            register: Register::General(register),
            lanes: Swizzle::new(components(&cells, place)?),
            negative: operand.negative,
            absolute: operand.absolute,
        };
        let meaning = if lookup.cube {
            Meaning::Direction
        } else {
            Meaning::Vector(division)
        };
        Ok(isa::Operation {
            dest: coordinate(0),
            ..operation(Layout::VaryingRegister, meaning)?.with_sources([source])
        })
    }

    pub(super) fn lookup(
        &self,
        lookup: &Lookup,
        selected: &Operation,
    ) -> Result<isa::Operation, Fault> {
        let mut rest = selected.args.iter();
        if lookup.coordinate == Coordinate::Value {
            rest.next();
        }
        let mut next = || {
            let operand = rest.next().ok_or("a lookup lacks an operand")?;
            let cell = operand.cells().next().ok_or("no lanes")?;
            self.component(cell)
        };
        let level = match lookup.level {
            None => Level::Implicit,
            Some(false) => Level::Bias,
            Some(true) => Level::Explicit,
        };
        let cube = lookup.cube;
        let mut texture = operation(Layout::Texture, Meaning::Lookup { cube, level })?;
        texture.address.index = lookup.sampler.into();
        if lookup.level.is_some() {
            let component = next()?;
            let register = Register::from_component(component);
            texture.sources[0] = Source::lane(register, component & 3);
        }
        if lookup.indexed {
            texture.address.offset = Some(next()?);
        }
        Ok(texture)
    }

    fn address(&self, address: code::Address) -> Result<Address, Fault> {
        let offset = address.offset.map(|cell| self.component(cell));
        Ok(Address {
            index: address.index,
            code: width::FOUR,
            offset: offset.transpose()?,
            spare: 0,
        })
    }

    pub(super) fn load(&self, address: code::Address) -> Result<isa::Operation, Fault> {
        let memory = if address.temporary {
            Memory::Temporaries
        } else {
            Memory::Uniforms
        };
        Ok(isa::Operation {
            address: self.address(address)?,
            ..operation(Layout::Load, Meaning::Load(memory))?
        })
    }

    pub(super) fn store(
        &self,
        address: code::Address,
        selected: &Operation,
    ) -> Result<isa::Operation, Fault> {
        let operand = selected.args.first().ok_or("a store of nothing")?;
        let cells: Vec<Cell> = operand.cells().collect();
        let first = *cells.first().ok_or("no lanes")?;
        let (register, _) = self.cell(first)?;
        for (lane, cell) in cells.iter().enumerate() {
            let (other, component) = self.cell(*cell)?;
            if other != register || component != lane as u8 {
                return Err("a stored lane is out of place".into());
            }
        }
        let source = Source::lane(Register::General(register), 0);
        Ok(isa::Operation {
            address: self.address(address)?,
            ..operation(Layout::Store, Meaning::Store)?.with_sources([source])
        })
    }

    pub(super) fn store_lane(
        &self,
        address: code::Address,
        lane: u8,
        selected: &Operation,
    ) -> Result<isa::Operation, Fault> {
        let operand = selected.args.first().ok_or("a store of nothing")?;
        let cell = operand.cells().next().ok_or("no lanes")?;
        let (register, component) = self.cell(cell)?;
        let source = Source::lane(Register::General(register), component);
        Ok(isa::Operation {
            address: Address {
                index: address.index * 4 + i32::from(lane),
                code: width::ONE,
                ..Address::default()
            },
            ..operation(Layout::Store, Meaning::Store)?.with_sources([source])
        })
    }

    pub(super) fn branch(
        &self,
        condition: Condition,
        args: &[Operand],
        word: &Word,
    ) -> Result<isa::Operation, Fault> {
        let comparison = Comparison::from_bits(condition.0);
        let mut branch = operation(Layout::Branch, Meaning::Branch(comparison))?;
        if condition == Condition::ALWAYS {
            return Ok(branch);
        }
        for (place, operand) in branch.sources.iter_mut().zip(args) {
            if operand.is_modified() {
                return Err("a branch has no modifiers".into());
            }
            *place = self.spot(operand, word, None)?.scalar(operand);
        }
        Ok(branch)
    }
}
