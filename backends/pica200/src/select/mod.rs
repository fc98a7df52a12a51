//! Selection: from the intermediate representation to instructions of the chip on lanes that have
//! no register yet.

pub mod code;
pub mod interface;
pub mod live;
mod lower;
pub mod semantics;
