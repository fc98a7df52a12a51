//! `retroshade explore` as a process: who is answered, and what hostile requests and shaders do.

#[path = "../support/explorer.rs"]
mod explorer;

use explorer::Explorer;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Sends bytes as they are; the status, and all that came back.
fn send(explorer: &Explorer, request: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", explorer.port())).expect("a server");
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .expect("a timeout");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("text");
    let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
    (status.unwrap_or(0), answer)
}

fn get(explorer: &Explorer, path: &str, host: &str, more: &str) -> (u16, String) {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n");
    send(explorer, &request)
}

fn post(explorer: &Explorer, question: &str, more: &str, body: &str) -> (u16, String) {
    let request = format!(
        "POST {}api/{question} HTTP/1.1\r\nHost: {}\r\n{more}Content-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        explorer.path(),
        explorer.host(),
        body.len()
    );
    send(explorer, &request)
}

/// The body of the question `compile`.
fn question(source: &str, stage: &str, target: &str) -> String {
    let source = serde_json::Value::from(source);
    format!(r#"{{"source":{source},"stage":"{stage}","target":"{target}","level":"normal"}}"#)
}

#[test]
fn the_page_is_for_those_who_know_its_address() {
    let explorer = Explorer::start(&[]);
    let (host, path) = (explorer.host(), explorer.path());
    let (status, page) = get(&explorer, &path, &host, "");
    assert_eq!(status, 200);
    assert!(page.contains("<title>retroshade explore</title>"), "{page}");
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(page.contains(header), "{page}");
    }
    assert_eq!(get(&explorer, "/", &host, "").0, 403);
    assert_eq!(get(&explorer, "/app.js", &host, "").0, 403);
    let wrong = format!("/{}/", "0".repeat(32));
    assert_eq!(get(&explorer, &wrong, &host, "").0, 403);
    let other = Explorer::start(&[]);
    assert_ne!(other.path(), path);
    assert_eq!(get(&explorer, &other.path(), &host, "").0, 403);
}

#[test]
fn other_pages_and_names_are_refused() {
    let explorer = Explorer::start(&[]);
    let (host, path) = (explorer.host(), explorer.path());
    // A name that its owner points at the loopback address.
    assert_eq!(get(&explorer, &path, "evil.example", "").0, 421);
    let body = question("void main() {}", "fragment", "agal1");
    let evil = "Origin: http://evil.example\r\n";
    assert_eq!(post(&explorer, "compile", evil, &body).0, 403);
    assert_eq!(get(&explorer, &path, &host, "Origin: null\r\n").0, 403);
    let own = format!("Origin: http://{host}\r\n");
    let (status, answer) = post(&explorer, "compile", &own, &body);
    assert_eq!(status, 200, "{answer}");
    // Nobody else may read the answer.
    assert!(
        !answer.to_lowercase().contains("access-control"),
        "{answer}"
    );
}

#[test]
fn there_are_no_files_but_those_of_the_page() {
    let explorer = Explorer::start(&[]);
    let (host, path) = (explorer.host(), explorer.path());
    for name in [
        "nothing",
        "../Cargo.toml",
        "..%2fCargo.toml",
        "%2e%2e/Cargo.toml",
        "/etc/passwd",
        "api/nothing",
    ] {
        let (status, answer) = get(&explorer, &format!("{path}{name}"), &host, "");
        assert!([400, 404, 405].contains(&status), "{name}: {answer}");
    }
    assert_eq!(post(&explorer, "nothing", "", "{}").0, 404);
}

#[test]
fn questions_have_a_length() {
    let explorer = Explorer::start(&[]);
    let long = question(&" ".repeat(2 << 20), "fragment", "agal1");
    assert_eq!(post(&explorer, "compile", "", &long).0, 413);
    // A file may be longer than a shader.
    assert_eq!(post(&explorer, "lift", "", &long).0, 200);
    // A request that stops in the middle, and bytes that are no request, harm nobody.
    let mut half = TcpStream::connect(("127.0.0.1", explorer.port())).expect("a server");
    half.write_all(b"POST / HTTP/1.1\r\nContent-Le")
        .expect("sent");
    drop(half);
    assert_eq!(send(&explorer, "\u{1}\u{2}\r\n\r\n").0, 400);
    let short = question("void main() {}", "fragment", "agal1");
    assert_eq!(post(&explorer, "compile", "", &short).0, 200);
}

#[test]
fn hostile_shaders_get_an_answer() {
    let explorer = Explorer::start(&[]);
    let endless = "precision highp float; varying vec2 v;\nvoid main() { float a = 0.0; for (;;) { a += v.x; if (a > 9e9) break; }\n\
                   gl_FragColor = vec4(a); }";
    let unrolled = "precision highp float;\nuniform float u;\nvoid main() { float a = u;\nfor (int i = 0; i < 100000; i++)\n\
                    for (int j = 0; j < 100000; j++) a = a * a + u;\ngl_FragColor = vec4(a); }";
    let nested = format!(
        "void main() {{ gl_FragColor = vec4({}1.0{}); }}",
        "(".repeat(5000),
        ")".repeat(5000)
    );
    let mut long =
        String::from("precision highp float;\nuniform vec4 u;\nvoid main() {\n    vec4 a = u;\n");
    for line in 0..2000 {
        long.push_str(&format!("    a = a * u + vec4({line}.5);\n"));
    }
    long.push_str("    gl_FragColor = a;\n}\n");
    const ALL: &[&str] = &["agal1", "lima", "nv2a", "pica200"];
    for (name, source, targets) in [
        ("endless", endless, ALL),
        ("unrolled", unrolled, ALL),
        ("nested", &nested, ALL),
        // The search for settings of combiners takes seconds on such a chain.
        ("2,000 lines", &long, &["agal1", "lima"]),
        ("invalid", "void main() { gl_FragColor = ; }", ALL),
        ("not a shader", "\u{0}\u{ffff}\"\\", ALL),
    ] {
        for target in targets {
            let start = Instant::now();
            let body = question(source, "fragment", target);
            let (status, answer) = post(&explorer, "compile", "", &body);
            assert_eq!(status, 200, "{name} for {target}: {answer}");
            let whole =
                answer.contains("\"program\":{") || answer.contains("\"severity\":\"error\"");
            assert!(whole, "{name} for {target}: {answer}");
            // Unoptimised, beside other tests.
            let took = start.elapsed();
            assert!(
                took < Duration::from_secs(60),
                "{name} for {target}: {took:?}"
            );
        }
    }
}

#[test]
fn it_starts_with_a_file_or_a_link() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.vert");
    std::fs::write(&file, "void main() { gl_Position = vec4(0.25); }").expect("written");
    let explorer = Explorer::start(&[file.to_str().expect("a name")]);
    let (_, about) = post(&explorer, "about", "", "{}");
    assert!(about.contains("vec4(0.25)"), "{about}");
    let explorer = Explorer::start(&["http://127.0.0.1:1/token/#s=abc"]);
    assert!(explorer.address().ends_with("/#s=abc"));
}

#[test]
fn what_cannot_be_opened_is_said() {
    let explorer = Explorer::start(&[]);
    let port = explorer.port().to_string();
    for (arguments, wanted) in [
        (vec!["--port", &port], "cannot listen on port"),
        (vec!["missing.frag"], "missing.frag"),
        (vec!["a.frag", "b.frag"], "one file or link"),
        (vec!["--port", "70000"], "70000"),
    ] {
        let said = explorer::refused(&arguments);
        assert!(said.contains(wanted), "{said}");
    }
}
