//! Places for uniforms and constants: uniforms from the bottom of a register file up, constants of
//! one file of text from the top down. Constants of different files may share places.

use crate::container::SymbolFile;
use crate::isa::{BOOLEANS, INTEGERS, UNIFORMS};

/// Free places of one register file.
#[derive(Clone, Copy, Debug)]
struct Pool {
    /// The next uniform.
    next: u16,
    /// The lowest constant of the current file of text.
    top: u16,
    /// The lowest constant of any file.
    lowest: u16,
    size: u16,
}

impl Pool {
    const fn new(start: u16, size: u16) -> Pool {
        Pool {
            next: start,
            top: size,
            lowest: size,
            size,
        }
    }

    fn uniform(&mut self, count: u16) -> Option<u8> {
        let end = self.next.checked_add(count)?;
        if end > self.lowest {
            return None;
        }
        let place = self.next;
        self.next = end;
        u8::try_from(place).ok()
    }

    fn constant(&mut self, count: u16) -> Option<u8> {
        let place = self.top.checked_sub(count)?;
        if place < self.next {
            return None;
        }
        self.top = place;
        self.lowest = self.lowest.min(place);
        u8::try_from(place).ok()
    }
}

/// Free places of the three uniform files.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    float: Pool,
    integer: Pool,
    boolean: Pool,
}

impl Memory {
    /// Of vertex programs.
    pub(super) const fn vertex() -> Memory {
        Memory {
            float: Pool::new(0, UNIFORMS as u16),
            integer: Pool::new(0, INTEGERS as u16),
            boolean: Pool::new(0, BOOLEANS as u16),
        }
    }

    /// Of a geometry program whose uniforms start at a register. The runtime keeps `b15`.
    pub(super) const fn geometry(first: u8) -> Memory {
        Memory {
            float: Pool::new(first as u16, UNIFORMS as u16),
            integer: Pool::new(0, INTEGERS as u16),
            boolean: Pool::new(0, BOOLEANS as u16 - 1),
        }
    }

    fn pool(&mut self, file: SymbolFile) -> Option<&mut Pool> {
        match file {
            SymbolFile::Float => Some(&mut self.float),
            SymbolFile::Integer => Some(&mut self.integer),
            SymbolFile::Boolean => Some(&mut self.boolean),
            SymbolFile::Input => None,
        }
    }

    /// A place for a uniform of `count` registers; `None` if there is no room.
    pub(super) fn uniform(&mut self, file: SymbolFile, count: u16) -> Option<u8> {
        self.pool(file)?.uniform(count)
    }

    /// A place for a constant of `count` registers; `None` if there is no room.
    pub(super) fn constant(&mut self, file: SymbolFile, count: u16) -> Option<u8> {
        self.pool(file)?.constant(count)
    }

    /// Registers of a file that are taken.
    pub(super) fn taken(&mut self, file: SymbolFile) -> u16 {
        self.pool(file)
            .map_or(0, |pool| pool.next + pool.size - pool.top)
    }

    /// Forgets the constants of the last file of text.
    pub(super) fn next_file(&mut self) {
        for pool in [&mut self.float, &mut self.integer, &mut self.boolean] {
            pool.top = pool.size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_of_two_files_share_places_and_uniforms_avoid_both() {
        let mut memory = Memory::vertex();
        assert_eq!(memory.constant(SymbolFile::Integer, 2), Some(2));
        memory.next_file();
        assert_eq!(memory.constant(SymbolFile::Integer, 1), Some(3));
        assert_eq!(memory.uniform(SymbolFile::Integer, 3), None);
        assert_eq!(memory.uniform(SymbolFile::Integer, 2), Some(0));
        assert_eq!(memory.constant(SymbolFile::Integer, 2), None);
    }

    #[test]
    fn geometry_programs_have_a_space_of_their_own() {
        let mut memory = Memory::geometry(24);
        assert_eq!(memory.uniform(SymbolFile::Float, 72), Some(24));
        assert_eq!(memory.uniform(SymbolFile::Float, 1), None);
        assert_eq!(memory.uniform(SymbolFile::Boolean, 15), Some(0));
        assert_eq!(memory.constant(SymbolFile::Boolean, 1), None);
    }
}
