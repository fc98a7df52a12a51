//! Listening on the loopback address, and answering.

use crate::gate::{Asked, Gate, Refusal};
use crate::page;
use crate::turns::Turns;
use oxhttp::model::{Body, Method, Request, Response, StatusCode, Version, header};
use std::io::{self, Read};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

/// Answers a question of the page with JSON; `None` where there is no question of this name. It is called from
/// several threads at once.
pub type Api = dyn Fn(&str, &[u8]) -> Option<String> + Send + Sync;

/// The most bytes of a question.
pub const MOST_BYTES: usize = 1 << 20;

/// The questions that hold files: programs, and pictures for samplers.
const WITH_FILES: [&str; 3] = ["lift", "picture", "steps"];

/// The most bytes of such a question.
const MOST_BYTES_WITH_FILES: usize = 16 << 20;

/// How long a client may send and take nothing. Answers are those of HTTP/1.0, after which browsers close the
/// connection, so that none is cut while a browser keeps it for the next question.
const IDLE: Duration = Duration::from_secs(5);

/// Of connections, each of which is a thread that mostly waits. Browsers open six to a server; many more may be silent
/// without keeping anyone out.
const MOST_CONNECTIONS: usize = 512;

/// Questions that are answered at the same time: each may want a hundred megabytes and a processor.
const MOST_ANSWERS: usize = 16;

/// Attempts at finding a free port: another program may take it first.
const TRIES: usize = 8;

/// What the browser may do with the page: nothing comes from elsewhere, nothing goes elsewhere. The editor adds
/// style sheets to the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A server that listens.
pub struct Server {
    listening: oxhttp::ListeningServer,
    address: String,
}

impl Server {
    /// Listens on a port of 127.0.0.1, any free one if it is 0.
    ///
    /// # Errors
    /// The operating system's: the port is taken, or there is no random number to be had.
    pub fn start(port: u16, api: Arc<Api>) -> io::Result<Server> {
        let token = token()?;
        let mut tries = 0;
        loop {
            let chosen = match port {
                0 => free_port()?,
                _ => port,
            };
            tries += 1;
            match listen(chosen, token.clone(), Arc::clone(&api), IDLE) {
                Err(_) if port == 0 && tries < TRIES => {}
                result => return result,
            }
        }
    }

    /// The address of the page, with its token.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Answers until the process ends.
    ///
    /// # Errors
    /// The thread that listens has panicked.
    pub fn run(self) -> io::Result<()> {
        self.listening.join()
    }
}

fn listen(port: u16, token: String, api: Arc<Api>, idle: Duration) -> io::Result<Server> {
    let gate = Gate::new(port, token);
    let address = gate.address();
    let turns = Turns::new(MOST_ANSWERS);
    let answer = move |name: &str, body: &[u8]| turns.take(|| api(name, body));
    let server = oxhttp::Server::new(move |request| respond(&gate, &answer, request));
    let listening = server
        .bind((Ipv4Addr::LOCALHOST, port))
        .with_global_timeout(idle)
        .with_max_concurrent_connections(MOST_CONNECTIONS)
        .spawn()?;
    Ok(Server { listening, address })
}

/// A port that nobody listens on now.
fn free_port() -> io::Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}

/// 128 random bits in hexadecimal.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn respond(gate: &Gate, api: &Api, request: &mut Request<Body>) -> Response<Body> {
    let (status, kind, bytes) = match answer(gate, api, request) {
        Ok((kind, bytes)) => (StatusCode::OK, kind, bytes),
        Err((status, sentence)) => (status, "text/plain; charset=utf-8", Body::from(sentence)),
    };
    let bytes = match *request.method() {
        Method::HEAD => Body::empty(),
        _ => bytes,
    };
    let mut response = Response::new(bytes);
    *response.status_mut() = status;
    *response.version_mut() = Version::HTTP_10;
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // The address is a secret.
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        let value = oxhttp::model::HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    for name in ["cross-origin-resource-policy", "cross-origin-opener-policy"] {
        let value = oxhttp::model::HeaderValue::from_static("same-origin");
        response.headers_mut().insert(name, value);
    }
    response
}

fn answer(
    gate: &Gate,
    api: &Api,
    request: &mut Request<Body>,
) -> Result<(&'static str, Body), Refusal> {
    let nothing = (StatusCode::NOT_FOUND, "there is nothing of this name");
    let path = request.uri().path().to_owned();
    match gate.pass(request.method(), &path, request.headers())? {
        Asked::Asset(name) => {
            let asset = page::asset(name).ok_or(nothing)?;
            Ok((asset.kind, Body::from(asset.bytes)))
        }
        Asked::Question(name) => {
            let most = if WITH_FILES.contains(&name) {
                MOST_BYTES_WITH_FILES
            } else {
                MOST_BYTES
            };
            let body = read(request.body_mut(), most)?;
            let answer = api(name, &body).ok_or(nothing)?;
            Ok(("application/json", Body::from(answer)))
        }
    }
}

/// The body, of at most so many bytes.
fn read(body: &mut Body, most: usize) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let limit = most as u64 + 1;
    body.take(limit).read_to_end(&mut bytes).map_err(|_| {
        (
            StatusCode::BAD_REQUEST,
            "the question ends before its length",
        )
    })?;
    if bytes.len() > most {
        Err((
            StatusCode::PAYLOAD_TOO_LARGE,
            "the question is longer than it may be",
        ))
    } else {
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::net::TcpStream;

    fn server(idle: Duration) -> (u16, String) {
        let port = free_port().unwrap();
        let server = listen(port, "secret".to_owned(), Arc::new(|_, _| None), idle).unwrap();
        (port, server.address)
    }

    #[test]
    fn silent_clients_keep_nobody_out() {
        let (port, address) = server(Duration::from_secs(3600));
        let connect = || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        let silent: Vec<TcpStream> = (0..64).map(|_| connect()).collect();
        let mut one = connect();
        let path = address.split_once("127.0.0.1").unwrap().1;
        let path = path.split_once('/').unwrap().1;
        write!(
            one,
            "GET /{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
        )
        .unwrap();
        let mut status = [0; 12];
        one.read_exact(&mut status).unwrap();
        assert_eq!(&status, b"HTTP/1.0 200");
        drop(silent);
    }

    #[test]
    fn a_client_that_sends_nothing_is_cut_off() {
        let (port, _) = server(Duration::from_millis(50));
        let mut silent = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        // Without an end this would wait for ever.
        let mut rest = Vec::new();
        silent.read_to_end(&mut rest).unwrap();
    }
}
