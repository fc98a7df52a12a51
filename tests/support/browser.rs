//! Headless Chromium, driven through ChromeDriver by the requests of the WebDriver standard.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a condition may take to become true: tests share their machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What WebDriver calls an element in JSON.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Names of the browser's program.
const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// A browser with one window.
pub(crate) struct Browser {
    driver: Child,
    session: String,
}

/// The place of a program.
fn program(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&folders).map(|folder| folder.join(name));
    places.find(|place| place.is_file())
}

/// Keys that are no letters, as WebDriver spells them.
pub(crate) mod key {
    pub(crate) const TAB: &str = "\u{e004}";
    pub(crate) const ENTER: &str = "\u{e007}";
    pub(crate) const HOME: &str = "\u{e011}";
    pub(crate) const LEFT: &str = "\u{e012}";
    pub(crate) const RIGHT: &str = "\u{e014}";
    pub(crate) const UP: &str = "\u{e013}";
    pub(crate) const DOWN: &str = "\u{e015}";
    pub(crate) const CONTROL: &str = "\u{e009}";
    pub(crate) const END: &str = "\u{e010}";
    pub(crate) const ESCAPE: &str = "\u{e00c}";
    pub(crate) const F9: &str = "\u{e039}";
}

impl Browser {
    /// Starts a browser; a sentence where there is none.
    pub(crate) fn start() -> Result<Browser, String> {
        Browser::start_with(&[])
    }

    /// As [`Browser::start`], with flags of its own.
    pub(crate) fn start_with(flags: &[&str]) -> Result<Browser, String> {
        let binary = CHROMIUM.iter().copied().find_map(program);
        let binary = binary.ok_or("no chromium")?;
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|_| "no chromedriver")?;
        let output = driver.stdout.take().expect("its output");
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        // It writes more, for which there must be room.
        std::thread::spawn(move || lines.for_each(drop));
        let mut browser = Browser {
            driver,
            session: format!("http://127.0.0.1:{}/session", port.expect("a port")),
        };
        let always = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
        ];
        let flags: Vec<&str> = always.iter().chain(flags).copied().collect();
        let options = json!({ "binary": binary, "args": flags });
        let wanted = json!({ "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" } });
        let answer = browser.ask(
            "POST",
            "",
            &json!({ "capabilities": { "alwaysMatch": wanted } }),
        );
        let id = answer["sessionId"].as_str().expect("a session").to_owned();
        browser.session = format!("{}/{id}", browser.session);
        Ok(browser)
    }

    /// A request of the standard; the value of its answer.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        let address = format!("{}{path}", self.session);
        let answer = match method {
            "GET" => agent.get(&address).call(),
            _ => agent
                .post(&address)
                .header("content-type", "application/json")
                .send(body.to_string()),
        };
        let mut answer = answer.expect("the driver answers");
        let reader = answer
            .body_mut()
            .with_config()
            .limit(1 << 26)
            .read_to_string();
        let text = reader.expect("text");
        let mut answer: Value = serde_json::from_str(&text).expect("JSON");
        let value = answer["value"].take();
        assert!(value["error"].is_null(), "{path}: {value}");
        value
    }

    /// Opens an address, from nothing: a page of the same address is loaded anew.
    pub(crate) fn open(&self, address: &str) {
        self.ask("POST", "/url", &json!({ "url": "about:blank" }));
        self.ask("POST", "/url", &json!({ "url": address }));
    }

    /// The size of the window's page, in pixels.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", &metrics);
    }

    /// Whether the user wants dark pages.
    pub(crate) fn dark(&self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.command(
            "Emulation.setEmulatedMedia",
            &json!({ "features": features }),
        );
    }

    /// A command of Chromium's own protocol.
    pub(crate) fn command(&self, name: &str, parameters: &Value) -> Value {
        self.ask(
            "POST",
            "/goog/cdp/execute",
            &json!({ "cmd": name, "params": parameters }),
        )
    }

    /// Runs the body of a function in the page.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.ask(
            "POST",
            "/execute/sync",
            &json!({ "script": script, "args": [] }),
        )
    }

    /// Runs the body of a function whose last argument, `done`, takes the result.
    pub(crate) fn run_async(&self, script: &str) -> Value {
        let script = format!("const done = arguments[arguments.length - 1];\n{script}");
        self.ask(
            "POST",
            "/execute/async",
            &json!({ "script": script, "args": [] }),
        )
    }

    /// Waits until an expression is true.
    ///
    /// # Panics
    /// It does not become true.
    pub(crate) fn until(&self, expression: &str) {
        let start = Instant::now();
        while self.run(&format!("return Boolean({expression})")) != true {
            assert!(
                start.elapsed() < PATIENCE,
                "not in time: {expression}\n{}",
                self.text("body")
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The text that an element shows.
    pub(crate) fn text(&self, selector: &str) -> String {
        let script = format!(
            "return document.querySelector({}).innerText",
            Value::from(selector)
        );
        self.run(&script).as_str().unwrap_or_default().to_owned()
    }

    fn element(&self, selector: &str) -> String {
        let found = json!({ "using": "css selector", "value": selector });
        let found = self.ask("POST", "/element", &found);
        found[ELEMENT].as_str().expect("an element").to_owned()
    }

    /// A click with the mouse.
    pub(crate) fn click(&self, selector: &str) {
        let path = format!("/element/{}/click", self.element(selector));
        self.ask("POST", &path, &json!({}));
    }

    /// Moves the mouse onto an element.
    pub(crate) fn hover(&self, selector: &str) {
        let element = json!({ ELEMENT: self.element(selector) });
        let mouse = json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" },
            "actions": [{ "type": "pointerMove", "origin": element, "x": 0, "y": 0 }] });
        self.ask("POST", "/actions", &json!({ "actions": [mouse] }));
    }

    /// Moves the mouse from the middle of an element by so many pixels, with its button held.
    pub(crate) fn drag(&self, selector: &str, right: i32, down: i32) {
        let element = json!({ ELEMENT: self.element(selector) });
        let mouse = json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" },
            "actions": [
                { "type": "pointerMove", "origin": element, "x": 0, "y": 0 },
                { "type": "pointerDown", "button": 0 },
                { "type": "pointerMove", "origin": "pointer", "x": right, "y": down },
                { "type": "pointerUp", "button": 0 },
            ] });
        self.ask("POST", "/actions", &json!({ "actions": [mouse] }));
    }

    /// Chooses a value of a list as a user does.
    pub(crate) fn choose(&self, selector: &str, value: &str) {
        self.click(&format!("{selector} option[value={}]", Value::from(value)));
    }

    /// Presses keys where the focus is, one after the other, each letter a key.
    pub(crate) fn press(&self, keys: &str) {
        let actions: Vec<Value> = keys
            .chars()
            .flat_map(|letter| {
                let letter = letter.to_string();
                [
                    json!({ "type": "keyDown", "value": letter }),
                    json!({ "type": "keyUp", "value": letter }),
                ]
            })
            .collect();
        self.actions(&actions);
    }

    /// Presses a key while another is held.
    pub(crate) fn chord(&self, held: &str, key: &str) {
        let event = |kind: &str, key: &str| json!({ "type": kind, "value": key });
        self.actions(&[
            event("keyDown", held),
            event("keyDown", key),
            event("keyUp", key),
            event("keyUp", held),
        ]);
    }

    fn actions(&self, actions: &[Value]) {
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.ask("POST", "/actions", &json!({ "actions": [keyboard] }));
    }

    /// What the page wrote to the console since the last time, errors of loading among it.
    pub(crate) fn console(&self) -> Vec<String> {
        let entries = self.ask("POST", "/se/log", &json!({ "type": "browser" }));
        let entries = entries.as_array().cloned().unwrap_or_default();
        entries
            .iter()
            .map(|entry| entry["message"].to_string())
            .collect()
    }

    /// What the window shows, as a PNG file.
    pub(crate) fn screenshot(&self) -> Vec<u8> {
        let picture = self.ask("GET", "/screenshot", &Value::Null);
        let text = picture.as_str().unwrap_or_default();
        BASE64_STANDARD.decode(text).expect("a picture")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser outlives its driver, so that a test that fails ends it, too. It may have ended by itself.
        let _ = ureq::delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
