//! What the prover says of programs that are right and of programs that are nearly right. Programs are compiled, changed as
//! assembly, or written by hand; the record of what is compiled says where inputs and outputs are.

mod agal;
mod combiners;
mod inputs;
mod lima_gp;
mod lima_pp;
mod miscompiled;
mod nv2a;
mod operations;
mod pairs;
mod pica200;
mod screens;
mod subject;
mod verdicts;
mod whole;
mod wrong;
