//! `retroshade explore` as a process that ends with the test.

#![allow(dead_code, reason = "each test uses a part")]

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// The program, or another build of it that the environment names: an optimised one draws finer pictures.
fn program() -> OsString {
    let own = || env!("CARGO_BIN_EXE_retroshade").into();
    std::env::var_os("RETROSHADE_PROGRAM").unwrap_or_else(own)
}

/// A server that listens.
pub(crate) struct Explorer {
    process: Child,
    address: String,
}

impl Explorer {
    /// Starts it with some arguments.
    pub(crate) fn start(arguments: &[&str]) -> Explorer {
        let mut process = Command::new(program())
            .arg("explore")
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut address = String::new();
        let output = process.stdout.take().expect("its output");
        BufReader::new(output)
            .read_line(&mut address)
            .expect("an address");
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
        Explorer {
            process,
            address: address.trim_end().to_owned(),
        }
    }

    /// Of the page, with its token.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// `127.0.0.1:4000`
    pub(crate) fn host(&self) -> String {
        let rest = self.address.strip_prefix("http://").unwrap_or_default();
        rest.split('/').next().unwrap_or_default().to_owned()
    }

    /// The port.
    pub(crate) fn port(&self) -> u16 {
        let host = self.host();
        let port = host.split(':').next_back().unwrap_or_default();
        port.parse().expect("a port")
    }

    /// `/TOKEN/`
    pub(crate) fn path(&self) -> String {
        let token = self.address.split('/').nth(3).unwrap_or_default();
        format!("/{token}/")
    }
}

impl Drop for Explorer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What it says where it does not start.
pub(crate) fn refused(arguments: &[&str]) -> String {
    let output = Command::new(program())
        .arg("explore")
        .args(arguments)
        .output()
        .expect("the program starts");
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}
