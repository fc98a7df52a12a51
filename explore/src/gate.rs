//! Which requests are answered.

use oxhttp::model::{HeaderMap, Method, StatusCode};

/// What a request asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Asked<'a> {
    /// A file of the page; empty for the page itself.
    Asset(&'a str),
    /// A question to the API.
    Question(&'a str),
}

/// A refusal: the status and a sentence.
pub(crate) type Refusal = (StatusCode, &'static str);

/// Who the server is.
pub(crate) struct Gate {
    /// `127.0.0.1:4000` and `localhost:4000`.
    hosts: [String; 2],
    token: String,
}

impl Gate {
    /// For a server on a port of the loopback address.
    pub(crate) fn new(port: u16, token: String) -> Gate {
        Gate {
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
            token,
        }
    }

    /// The address of the page.
    pub(crate) fn address(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token)
    }

    /// Looks at everything but the body.
    ///
    /// # Errors
    /// The request is from somewhere else, or for nothing that is here.
    pub(crate) fn pass<'a>(
        &self,
        method: &Method,
        path: &'a str,
        headers: &HeaderMap,
    ) -> Result<Asked<'a>, Refusal> {
        let host = only(headers, "host");
        if !self.hosts.iter().any(|own| host == Some(own.as_str())) {
            return Err((
                StatusCode::MISDIRECTED_REQUEST,
                "this server answers on the loopback address only",
            ));
        }
        let own = |origin: &str| {
            let name = origin.strip_prefix("http://");
            name.is_some_and(|name| self.hosts.iter().any(|host| host == name))
        };
        if headers.contains_key("origin") && !only(headers, "origin").is_some_and(own) {
            return Err((StatusCode::FORBIDDEN, "another page asks"));
        }
        let rest = path.strip_prefix('/').unwrap_or(path);
        let (token, rest) = rest.split_once('/').unwrap_or((rest, ""));
        if !same(token, &self.token) {
            return Err((
                StatusCode::FORBIDDEN,
                "open the address that `retroshade explore` printed, with its token",
            ));
        }
        let wrong_method = Err((StatusCode::METHOD_NOT_ALLOWED, "not this way"));
        let Some(question) = rest.strip_prefix("api/") else {
            return match *method {
                Method::GET | Method::HEAD => Ok(Asked::Asset(rest)),
                _ => wrong_method,
            };
        };
        if *method != Method::POST {
            return wrong_method;
        }
        // Forms of other pages cannot send this type.
        match only(headers, "content-type") {
            Some("application/json") => Ok(Asked::Question(question)),
            _ => Err((
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "questions are application/json",
            )),
        }
    }
}

/// A header that is there once.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    match values.next() {
        None => first.to_str().ok(),
        Some(_) => None,
    }
}

/// True if two texts are equal, in a time that tells nothing about where they differ.
fn same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).map(|(a, b)| a ^ b);
    one.len() == other.len() && differences.fold(0, |all, one| all | one) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxhttp::model::HeaderValue;

    fn pass(
        method: Method,
        path: &'static str,
        headers: &[(&'static str, &'static str)],
    ) -> Result<Asked<'static>, StatusCode> {
        let gate = Gate::new(4000, "secret".to_owned());
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_static(value));
        }
        gate.pass(&method, path, &map).map_err(|(status, _)| status)
    }

    const HOST: (&str, &str) = ("host", "127.0.0.1:4000");
    const JSON: (&str, &str) = ("content-type", "application/json");

    #[test]
    fn the_page_and_its_questions_pass() {
        let get = |path| pass(Method::GET, path, &[HOST]);
        assert_eq!(get("/secret/"), Ok(Asked::Asset("")));
        assert_eq!(get("/secret/app.js"), Ok(Asked::Asset("app.js")));
        let local = [("host", "localhost:4000"), JSON];
        let own = ("origin", "http://localhost:4000");
        let asked = pass(Method::POST, "/secret/api/compile", &[local[0], own, JSON]);
        assert_eq!(asked, Ok(Asked::Question("compile")));
    }

    #[test]
    fn everyone_else_is_refused() {
        let misdirected = Err(StatusCode::MISDIRECTED_REQUEST);
        let forbidden = Err(StatusCode::FORBIDDEN);
        let path = "/secret/";
        for (headers, path, wanted) in [
            (vec![], path, &misdirected),
            (vec![("host", "evil.example:4000")], path, &misdirected),
            (vec![("host", "127.0.0.1")], path, &misdirected),
            (vec![HOST, HOST], path, &misdirected),
            (vec![HOST, ("origin", "null")], path, &forbidden),
            (
                vec![HOST, ("origin", "http://evil.example")],
                path,
                &forbidden,
            ),
            (
                vec![HOST, ("origin", "https://127.0.0.1:4000")],
                path,
                &forbidden,
            ),
            (vec![HOST], "/", &forbidden),
            (vec![HOST], "/secre/", &forbidden),
            (vec![HOST], "/secrets/", &forbidden),
            (vec![HOST], "//secret/", &forbidden),
        ] {
            assert_eq!(
                &pass(Method::GET, path, &headers),
                wanted,
                "{headers:?} {path}"
            );
        }
    }

    #[test]
    fn questions_are_posted_as_json() {
        let ask = |method, headers: &[_]| pass(method, "/secret/api/compile", headers);
        assert_eq!(
            ask(Method::GET, &[HOST]),
            Err(StatusCode::METHOD_NOT_ALLOWED)
        );
        let plain = ("content-type", "text/plain");
        for headers in [vec![HOST], vec![HOST, plain], vec![HOST, JSON, JSON]] {
            assert_eq!(
                ask(Method::POST, &headers),
                Err(StatusCode::UNSUPPORTED_MEDIA_TYPE)
            );
        }
        assert_eq!(
            pass(Method::POST, "/secret/app.js", &[HOST]),
            Err(StatusCode::METHOD_NOT_ALLOWED)
        );
    }
}
