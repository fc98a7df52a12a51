//! The page of `retroshade explore` in headless Chromium: what a user does, and what hostile shaders and pages do.
//!
//! Pictures of the page are in `target/explore`, those of the book are written with `RETROSHADE_BLESS=1`. Without
//! Chromium and ChromeDriver everything here is skipped.

#[path = "../support/browser.rs"]
mod browser;
#[path = "../support/explorer.rs"]
mod explorer;
#[path = "../support/site.rs"]
mod files;
mod layout;
mod site;
mod steps;
mod views;
mod writing;

use browser::{Browser, key};
use explorer::Explorer;
use libtest_mimic::{Arguments, Failed, Trial};
use retroshade_testing::blessing;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// A browser and a server for all scenarios, which run one after the other.
struct Stage {
    browser: Browser,
    explorer: Explorer,
}

type Scenario = fn(&Stage);

/// Scenarios with two panes of machine code: a picture takes the time that it is given, after each change.
const OF_CODE: &[(&str, Scenario)] = &[
    ("typing changes the machine code", typing),
    ("lines are linked both ways", links),
    ("an invalid shader", invalid),
    ("a shader over the limits", over_the_limits),
    ("two thousand lines", long),
    ("a schedule and its values", views::schedule),
    ("what passes change", views::passes),
    ("blocks of a loop", views::flow),
    ("what operations are", views::help),
    ("two levels compared", views::difference),
    ("a program dropped on the page", views::opened),
    ("flags, and stages that texts tell", views::flags),
    ("two shaders that are linked", views::pair),
    ("completions while one types", writing::completed),
    ("what is known of a name", writing::explained),
    ("steps back through the same registers", steps::back),
    ("breakpoints on lines", steps::lines),
    ("steps that there are not", steps::refused),
    ("from keystroke to machine code", views::keystroke),
    ("a link reproduces the state", reproduces),
    ("by keyboard alone", keyboard),
    ("in the width of a phone", phone),
];

/// Scenarios with the panes that a user finds, a picture among them.
const OF_ALL: &[(&str, Scenario)] = &[
    ("the page shows machine code", shows_machine_code),
    ("an endless loop", endless),
    ("a picture with its controls", views::picture),
    ("borders between panes", layout::borders),
    ("pictures for samplers", views::textures),
    ("steps of a pixel of a picture", steps::pixel),
    ("steps of a vertex", steps::vertex),
    ("a page from another origin", another_origin),
    ("a link made by an enemy", hostile_link),
    ("accessible in light and dark", accessible),
    ("pictures for the book", pictures),
    ("a picture of steps", steps::pictured),
    ("a picture of a pair", views::pictured),
];

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let stage = match Browser::start() {
        Ok(browser) => Some(Arc::new(Stage {
            browser,
            explorer: Explorer::start(&[]),
        })),
        Err(reason) => {
            eprintln!("SKIPPED: the page of `explore` is not tested: {reason}");
            None
        }
    };
    let code = OF_CODE.iter().map(|one| (one, false));
    let all = code.chain(OF_ALL.iter().map(|one| (one, true)));
    let module = site::module();
    if module.is_none() {
        eprintln!(
            "SKIPPED: the page without a server is not tested: dist/web/build has not made its module"
        );
    }
    let by_itself = stage.clone().zip(module).map(|(stage, module)| {
        Trial::test("the page without a server", move || {
            site::played(&stage.browser, &module);
            Ok(())
        })
    });
    let trials = all.map(|(&(name, scenario), pictured)| {
        let stage = stage.clone();
        let ignored = stage.is_none();
        let played = move || played(stage.as_deref(), scenario, pictured);
        Trial::test(name, played).with_ignored_flag(ignored)
    });
    let conclusion = libtest_mimic::run(&arguments, trials.chain(by_itself).collect());
    // Ends the browser and the server, which `exit` would not.
    drop(stage);
    conclusion.exit();
}

fn played(stage: Option<&Stage>, scenario: Scenario, pictured: bool) -> Result<(), Failed> {
    let stage = stage.ok_or("no browser")?;
    stage.browser.resize(1280, 800);
    stage.browser.dark(false);
    stage.open("");
    if !pictured {
        stage.browser.click(".pane:nth-child(3) .close");
    }
    scenario(stage);
    // The page has written no error: every file was there, nothing was refused, no exception was thrown.
    let console = stage.browser.console();
    if console.is_empty() {
        Ok(())
    } else {
        Err(console.join("\n").into())
    }
}

impl Stage {
    /// Opens the page with a fragment and waits for its first answers.
    fn open(&self, fragment: &str) {
        self.browser
            .open(&format!("{}{fragment}", self.explorer.address()));
        self.browser
            .until("document.documentElement.dataset.ready !== undefined");
        self.settled();
    }

    /// Waits until every pane shows the newest text.
    fn settled(&self) {
        self.browser.until(
            "document.querySelector('.pane') && !document.querySelector('.pane.busy') \
             && [...document.querySelectorAll('.pane .time')].every((time) => time.textContent)",
        );
    }

    /// The fragment of the address when the last change is in it, which is a moment later.
    fn fragment(&self) -> String {
        self.browser
            .until("document.documentElement.dataset.unsaved === undefined");
        let fragment = self.browser.run("return location.hash");
        let fragment = fragment.as_str().expect("text");
        assert!(!fragment.is_empty(), "nothing was changed");
        fragment.to_owned()
    }

    /// Puts a shader in place of the one in the editor, as someone who pastes it.
    fn paste(&self, source: &str) {
        let browser = &self.browser;
        browser.click(".cm-content");
        browser.chord(key::CONTROL, "a");
        let text = Value::from(source);
        browser.run(&format!(
            "const data = new DataTransfer();
            data.setData('text/plain', {text});
            const paste = {{ clipboardData: data, bubbles: true, cancelable: true }};
            document.querySelector('.cm-content').dispatchEvent(new ClipboardEvent('paste', paste));"
        ));
        self.settled();
    }

    /// The lines of a pane.
    fn code(&self, pane: usize) -> Vec<String> {
        let script = format!(
            "return [...document.querySelectorAll('.pane')[{pane}].querySelectorAll('.row')].map((row) => row.innerText)"
        );
        let lines = self.browser.run(&script);
        let lines = lines.as_array().expect("lines");
        lines
            .iter()
            .map(|line| line.as_str().unwrap_or_default().to_owned())
            .collect()
    }
}

fn shows_machine_code(stage: &Stage) {
    let panes = stage
        .browser
        .run("return document.querySelectorAll('.pane').length");
    assert_eq!(panes, 3);
    assert!(stage.code(0).len() > 10 && stage.code(1).len() > 10);
    // Water computes with highp values.
    let said = stage.browser.text("#problems");
    assert!(said.contains("half floats"), "{said}");
}

fn typing(stage: &Stage) {
    stage.paste("precision mediump float;\nuniform vec4 uOne;\nvoid main() {\n    gl_FragColor = uOne;\n}\n");
    let before = stage.code(1);
    let browser = &stage.browser;
    // Behind `uOne` in the fourth line.
    browser.press(&format!("{}{}{}{}", key::UP, key::UP, key::END, key::LEFT));
    browser.press(" * uOne + 0.25");
    stage.settled();
    let after = stage.code(1);
    assert_ne!(before, after);
    assert!(
        after
            .iter()
            .any(|line| line.contains("mad") || line.contains("mul")),
        "{after:?}"
    );
}

fn links(stage: &Stage) {
    let browser = &stage.browser;
    stage.paste("precision mediump float;\nuniform vec4 uOne;\nvoid main() {\n    vec4 a = uOne * uOne + 0.5;\n    gl_FragColor = sqrt(a);\n}\n");
    // From the machine code to the source.
    browser.click(".pane .row[data-line='5']");
    browser.until("document.querySelector('.cm-line.marked')?.innerText.includes('sqrt')");
    let hue = "[...document.querySelector('.cm-line.marked').classList].find((name) => name.startsWith('hue-'))";
    assert!(browser.run(&format!("return {hue}")).is_string());
    let same = format!(
        "return [...document.querySelectorAll('.row.marked')].every((row) => row.classList.contains({hue}))"
    );
    assert_eq!(browser.run(&same), true);
    // From the source to the machine code. An instruction of lima does the work of both lines, and is of one.
    browser.click(".cm-line:nth-child(4)");
    browser.until("document.querySelectorAll('.row.marked').length === 3");
}

fn invalid(stage: &Stage) {
    let browser = &stage.browser;
    stage.paste("precision mediump float;\nvoid main() {\n    gl_FragColor = vec4(wrong);\n}\n");
    browser.until("document.querySelector('.cm-lintRange-error')?.innerText === 'wrong'");
    browser.until("document.querySelectorAll('.pane.stale').length === 2");
    let said = browser.text("#problems");
    assert!(said.contains("wrong") && said.contains("E0"), "{said}");
    // Said once, though by two targets.
    assert_eq!(
        browser.run("return document.querySelectorAll('.problem.error').length"),
        1
    );
    // What was right before is still there to compare with.
    assert!(stage.code(0).len() > 10);
    stage.paste("void main() { gl_FragColor = vec4(1.0); }\n");
    browser.until(
        "!document.querySelector('.pane.stale') && !document.querySelector('.cm-lintRange-error')",
    );
}

fn over_the_limits(stage: &Stage) {
    let mut source =
        String::from("precision mediump float;\nuniform vec4 u;\nvoid main() {\n    vec4 a = u;\n");
    for line in 0..120 {
        source.push_str(&format!("    a = sqrt(a * u + vec4({line}.5)) / u;\n"));
    }
    source.push_str("    gl_FragColor = a;\n}\n");
    stage.paste(&source);
    let said = stage.browser.text("#problems");
    assert!(said.contains("E04") && said.contains("agal1"), "{said}");
    let fault = stage.browser.text(".pane:nth-child(2) .fault");
    assert!(fault.contains("but the shader needs"), "{fault}");
}

fn endless(stage: &Stage) {
    stage.paste(
        "precision highp float;\nvarying vec2 v;\nvoid main() {\n    float a = 0.0;\n    for (;;) { a += v.x; if (a > 9e9) break; }\n    \
         gl_FragColor = vec4(a);\n}\n",
    );
    stage
        .browser
        .until("document.querySelector('.problem.error, .problem.warning')");
    // The page is alive.
    stage.paste("void main() { gl_FragColor = vec4(1.0); }\n");
    stage
        .browser
        .until("!document.querySelector('.pane.stale')");
}

fn long(stage: &Stage) {
    let mut source =
        String::from("precision highp float;\nuniform vec4 u;\nvoid main() {\n    vec4 a = u;\n");
    for line in 0..2000 {
        source.push_str(&format!("    a = a * u + vec4({line}.5);\n"));
    }
    source.push_str("    gl_FragColor = a;\n}\n");
    stage.paste(&source);
    assert!(stage.browser.text("#problems").contains("E04"));
    let state = "return location.hash.length";
    stage.browser.until("location.hash.length > 1000");
    assert!(
        stage
            .browser
            .run(state)
            .as_u64()
            .is_some_and(|length| length < 40_000)
    );
}

fn another_origin(stage: &Stage) {
    // Another explorer is another origin. Its page asks the first one everything that it can.
    let other = Explorer::start(&[]);
    stage.browser.open(other.address());
    let address = stage.explorer.address();
    let script = format!(
        "const tries = [
            fetch('{address}'),
            fetch('{address}api/about', {{ method: 'POST', body: '{{}}' }}),
            fetch('{address}api/about', {{ method: 'POST', body: '{{}}', headers: {{ 'content-type': 'application/json' }} }}),
            fetch('{address}api/about', {{ method: 'POST', body: '{{}}', mode: 'no-cors' }}).then((answer) => answer.text()).then((text) => {{ if (!text) throw 0; }}),
        ];
        Promise.allSettled(tries).then((all) => done(all.map((one) => one.status)));"
    );
    let tried = stage.browser.run_async(&script);
    assert_eq!(
        tried,
        serde_json::json!(["rejected", "rejected", "rejected", "rejected"])
    );
    // The refusals are in the console, of the browser and of the policy of the page that asks.
    assert!(stage.browser.console().len() >= 3);
    // That page must not outlive its server.
    stage.browser.open("about:blank");
}

fn reproduces(stage: &Stage) {
    let browser = &stage.browser;
    browser.choose("#example", "Particles");
    stage.settled();
    // How fine a picture is depends on the machine's load.
    browser.click(".pane:nth-child(3) .close");
    browser.choose(".pane:nth-child(1) header select:nth-child(2)", "agal2");
    browser.choose(".pane:nth-child(2) header select:nth-child(3)", "none");
    browser.choose("#add", "passes");
    browser.choose("#add", "statistics");
    stage.settled();
    let fragment = stage.fragment();
    let shown = "return [document.querySelector('.cm-content').innerText, \
        ...[...document.querySelectorAll('.pane')].map((pane) => [...pane.querySelectorAll('select')].map((one) => one.value).join() + pane.querySelector('.body').innerText)]";
    let before = browser.run(shown);
    // Another server, another address: what follows the # is the same.
    let link = format!("http://127.0.0.1:1/token/{fragment}");
    let other = Explorer::start(&[&link]);
    browser.open(other.address());
    browser.until("document.documentElement.dataset.ready !== undefined");
    stage.settled();
    assert_eq!(browser.run(shown), before);
    browser.open("about:blank");
    drop(other);
    // What is no link says so, and the page works.
    stage.open("#s=AAAA");
    let said = browser.text("#status");
    assert!(said.contains("The link cannot be read"), "{said}");
}

fn hostile_link(stage: &Stage) {
    let browser = &stage.browser;
    // Markup where names belong, kinds that nothing has, and more panes than anybody needs.
    let link = browser.run_async(
        "const evil = '<img src=x onerror=\"window.caught = true\">';
        const pane = { view: 'picture', target: evil, level: '__proto__', surface: evil, time: 'x', values: { [evil]: ['x'] } };
        const state = { format: 1, source: evil, stage: evil, panes: [pane, null, { view: 'constructor' }, ...Array(99).fill(
            { view: 'difference', target: 'lima', level: 'normal', other: { target: evil } })] };
        const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
        new Response(stream).arrayBuffer().then((bytes) =>
            done(btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')));",
    );
    stage.open(&format!("#s={}", link.as_str().expect("text")));
    assert_eq!(browser.run("return window.caught ?? null"), Value::Null);
    let panes = browser.run("return document.querySelectorAll('.pane').length");
    assert_eq!(panes, 16);
    assert!(browser.text(".cm-content").contains("<img src=x"));
    // The page works.
    stage.paste("void main() { gl_FragColor = vec4(1.0); }\n");
    browser.until("!document.querySelector('.pane:nth-child(2).stale')");
}

fn keyboard(stage: &Stage) {
    let browser = &stage.browser;
    let focused = "document.activeElement";
    // Out of the editor, in which Tab indents, by Escape first.
    browser.run("document.querySelector('.cm-content').focus()");
    browser.press(key::ESCAPE);
    let mut seen = Vec::new();
    for _ in 0..12 {
        browser.press(key::TAB);
        let role = browser.run(&format!(
            "return {focused}.getAttribute('role') ?? {focused}.tagName"
        ));
        let role = role.as_str().unwrap_or_default().to_owned();
        seen.push(role.clone());
        if role == "listbox" {
            break;
        }
    }
    assert_eq!(seen.last().map(String::as_str), Some("listbox"), "{seen:?}");
    browser.until("document.activeElement.matches(':focus-visible')");
    for _ in 0..200 {
        browser.press(key::DOWN);
        let linked = "document.activeElement.querySelector('[aria-selected=true]')?.dataset.line";
        if browser.run(&format!("return Boolean({linked})")) == true {
            break;
        }
    }
    let line = browser
        .run("return document.activeElement.querySelector('[aria-selected=true]').dataset.line");
    assert!(line.is_string());
    browser.press(key::ENTER);
    browser.until("document.activeElement.classList.contains('cm-content')");
    let shown = browser
        .text(".cm-activeLineGutter.cm-gutterElement:not(.cm-gutter-lint .cm-gutterElement)");
    assert_eq!(Value::from(shown), line);
}

fn phone(stage: &Stage) {
    let browser = &stage.browser;
    browser.resize(360, 740);
    let wide = "document.documentElement.scrollWidth <= 360";
    browser.until(wide);
    for part in [
        ".cm-content",
        ".pane:nth-child(1) .code",
        ".pane:nth-child(2) .code",
        "#share",
    ] {
        browser.run(&format!(
            "document.querySelector('{part}').scrollIntoView()"
        ));
        let width = browser.run(&format!(
            "return document.querySelector('{part}').getBoundingClientRect().width"
        ));
        assert!(
            width.as_f64().is_some_and(|width| width > 50.0),
            "{part}: {width}"
        );
    }
    browser.run("scrollTo(0, 0)");
    kept("phone", &browser.screenshot(), false);
}

fn accessible(stage: &Stage) {
    let browser = &stage.browser;
    let axe = include_str!("../axe/axe.min.js");
    browser.choose("#example", "Lights");
    for view in [
        "statistics",
        "schedule",
        "passes",
        "difference",
        "steps",
        "flow",
    ] {
        browser.choose("#add", view);
    }
    stage.settled();
    stage.paste("precision mediump float;\nvarying vec2 vUv;\nvoid main() {\n    gl_FragColor = vec4(vUv, wrong, 1.0);\n}\n");
    for dark in [false, true] {
        browser.dark(dark);
        for width in [1280, 360] {
            browser.resize(width, 800);
            browser.run(axe);
            let found = browser.run_async(
                "axe.run().then((result) => done(result.violations.map(({ id, impact, nodes }) => \
                 [impact, id, nodes.slice(0, 3).map((node) => node.html + ' ' + node.failureSummary).join('; ')])))",
            );
            let serious: Vec<&Value> = found
                .as_array()
                .expect("findings")
                .iter()
                .filter(|finding| finding[0] == "serious" || finding[0] == "critical")
                .collect();
            assert!(
                serious.is_empty(),
                "dark: {dark}, width {width}: {serious:#?}"
            );
        }
    }
}

fn pictures(stage: &Stage) {
    let browser = &stage.browser;
    browser.resize(1600, 900);
    browser.choose(".pane:nth-child(2) header select", "schedule");
    browser.choose(".pane:nth-child(2) header select:nth-child(2)", "lima");
    stage.settled();
    for dark in [false, true] {
        browser.dark(dark);
        // The line with the lookup, by keys: a click would move long lines.
        browser.run("document.querySelector('.cm-content').focus()");
        browser.chord(key::CONTROL, key::HOME);
        browser.press(&key::DOWN.repeat(20));
        browser.until("document.querySelector('.row.marked')");
        let name = if dark {
            "explore-dark"
        } else {
            "explore-light"
        };
        kept(name, &browser.screenshot(), true);
    }
}

/// Writes a picture for people to look at; those of the book where expectations are written anew.
fn kept(name: &str, picture: &[u8], of_the_book: bool) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explore");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(format!("{name}.png")), picture).expect("written");
    let book = root.join(format!("docs/screenshots/{name}.png"));
    if of_the_book && blessing() {
        std::fs::write(&book, picture).expect("written");
    }
    assert!(
        !of_the_book || book.exists(),
        "the book has no {name}.png: RETROSHADE_BLESS=1 makes it"
    );
}
