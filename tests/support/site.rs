//! A server that hands out the files of a folder and nothing else, as any host of pages does.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};

/// Serves a folder until the process ends; its address.
pub(crate) fn serve(folder: PathBuf) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            // A browser that goes away does not matter.
            std::thread::spawn(move || drop(answer(&folder, stream)));
        }
    });
    format!("http://127.0.0.1:{port}/")
}

fn answer(folder: &Path, mut stream: TcpStream) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    while lines
        .next()
        .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
    {}
    let path = first.split(' ').nth(1).unwrap_or("/");
    // What a page is asked is its own affair.
    let path = path.split('?').next().unwrap_or(path);
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        // Modules, too: not every host knows their media type.
        _ => "application/octet-stream",
    };
    let (status, bytes) = match std::fs::read(folder.join(name)) {
        Ok(bytes) => ("200 OK", bytes),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let length = bytes.len();
    write!(
        stream,
        "HTTP/1.0 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
    )?;
    stream.write_all(&bytes)
}
