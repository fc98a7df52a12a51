//! Stepping through what a pixel or vertex does.

use super::browser::{Browser, key};
use super::{Stage, kept};
use serde_json::Value;

const SHADER: &str = "precision mediump float;\nuniform float uEdge;\nvarying vec2 vUv;\nvoid main() {\n    vec2 place = vUv * vUv;\n    \
    if (place.x > uEdge) place.y = sqrt(place.y);\n    gl_FragColor = vec4(place, uEdge, 1.0);\n}\n";

/// The pane that steps.
const PANE: &str = ".pane:has(.stepped)";

fn count(browser: &Browser) -> String {
    browser.text(&format!("{PANE} .tools output"))
}

fn until_count(browser: &Browser, count: &str) {
    browser.until(&format!(
        "document.querySelector('{PANE} .tools output')?.textContent === '{count}'"
    ));
}

fn total(browser: &Browser) -> usize {
    let count = count(browser);
    let (_, total) = count.split_once(" / ").expect("a count");
    total.parse().expect("a number")
}

fn press_button(browser: &Browser, label: &str) {
    browser.click(&format!("{PANE} button[aria-label=\"{label}\"]"));
}

/// The text of the registers, changes left out.
fn registers(browser: &Browser) -> String {
    let script = format!(
        "return [...document.querySelectorAll('{PANE} .registers tr')].filter((row) => row.querySelector('.watch')).map((row) => row.title + row.querySelector('.watch').textContent).join('|')"
    );
    browser.run(&script).as_str().unwrap_or_default().to_owned()
}

/// A click into a picture opens a pane for its pixel, in which keys go on and back.
pub(super) fn pixel(stage: &Stage) {
    let browser = &stage.browser;
    stage.paste(SHADER);
    browser.until("document.querySelector('.drawn img').naturalWidth > 0");
    browser.click(".drawn img");
    stage.settled();
    browser.until(&format!("document.querySelector('{PANE} .row[data-next]')"));
    let total = total(browser);
    assert!(total > 1);
    until_count(browser, &format!("0 / {total}"));
    let place = format!(
        "[...document.querySelectorAll('{PANE} .place input')].map((one) => one.value).join()"
    );
    let middle = browser.run(&format!("return {place}"));
    let near = |side: &str, wanted: i32| {
        side.parse::<i32>()
            .is_ok_and(|side| (side - wanted).abs() <= 1)
    };
    let (x, y) = middle
        .as_str()
        .and_then(|place| place.split_once(','))
        .expect("a place");
    // The mouse is in the middle of what is seen of the picture.
    let is_in = y.parse::<u32>().is_ok_and(|y| y < 144);
    assert!(near(x, 96) && is_in, "{middle}");
    // By keyboard: the machine code has the focus.
    browser.run(&format!("document.querySelector('{PANE} .code').focus()"));
    browser.press(key::RIGHT);
    until_count(browser, &format!("1 / {total}"));
    browser.until(&format!("document.querySelector('{PANE} tr.changed')"));
    browser.until("document.querySelector('.cm-line.marked')");
    let effect = browser.text(&format!("{PANE} .effect"));
    assert!(effect.starts_with("Did: $"), "{effect}");
    browser.press(key::LEFT);
    until_count(browser, &format!("0 / {total}"));
    press_button(browser, "End");
    until_count(browser, &format!("{total} / {total}"));
    let effect = browser.text(&format!("{PANE} .effect"));
    assert!(effect.ends_with("The program has ended."), "{effect}");
    browser.until(&format!(
        "!document.querySelector('{PANE} .row[data-next]')"
    ));
    // Another pixel has other values.
    let before = registers(browser);
    browser.run(&format!(
        "const input = document.querySelector('{PANE} input[aria-label=\"Pixel from the left\"]');
        input.value = '3'; input.dispatchEvent(new Event('change'));"
    ));
    stage.settled();
    browser.until(&format!(
        "document.querySelector('{PANE} .tools output').textContent.startsWith('{total} / ')"
    ));
    assert_ne!(registers(browser), before);
    // A breakpoint, on and back, and a value that stays at the top.
    press_button(browser, "Start");
    browser.run(&format!("document.querySelector('{PANE} .code').focus()"));
    browser.press(&format!("{}b", key::END));
    press_button(browser, "Start");
    browser.run(&format!("document.querySelector('{PANE} .code').focus()"));
    browser.press("c");
    until_count(browser, &format!("{} / {total}", total - 1));
    browser.press("c");
    until_count(browser, &format!("{total} / {total}"));
    press_button(browser, "Back to a breakpoint");
    until_count(browser, &format!("{} / {total}", total - 1));
    browser.click(&format!("{PANE} .watch[data-register=\"v0\"]"));
    browser.until(&format!(
        "document.querySelector('{PANE} caption').textContent === 'watched' \
         && document.querySelector('{PANE} .watch').textContent === 'v0'"
    ));
    // A control of the picture concerns the steps.
    let uniform = format!(
        "[...document.querySelectorAll('{PANE} .registers tr')].find((row) => row.innerText.includes('uEdge')).title"
    );
    let before = browser.run(&format!("return {uniform}"));
    browser.run("document.querySelector('input[aria-label=\"uEdge\"]').focus()");
    browser.press(key::HOME);
    browser.until(&format!("{uniform} === '0' && {uniform} !== {before}"));
    // The address has the pixel.
    stage.open(&stage.fragment());
    assert_eq!(browser.run(&format!("return {place}")), format!("3,{y}"));
    browser.until(&format!("document.querySelector('{PANE} [data-break]')"));
    browser.until(&format!(
        "document.querySelector('{PANE} caption').textContent === 'watched'"
    ));
}

/// Every way back leads through the same registers.
pub(super) fn back(stage: &Stage) {
    let browser = &stage.browser;
    stage.paste(SHADER);
    browser.choose(".pane:nth-child(1) header select", "steps");
    for target in ["lima", "agal1", "agal2", "agal3"] {
        browser.choose(".pane:nth-child(1) header select:nth-child(2)", target);
        stage.settled();
        press_button(browser, "Start");
        let total = total(browser);
        let mut seen = vec![registers(browser)];
        for done in 1..=total {
            press_button(browser, "Step");
            until_count(browser, &format!("{done} / {total}"));
            seen.push(registers(browser));
        }
        for done in (0..total).rev() {
            press_button(browser, "Step back");
            until_count(browser, &format!("{done} / {total}"));
            assert_eq!(registers(browser), seen[done], "{target} at {done}");
        }
        // Lines of the source, on and back.
        press_button(browser, "Next line");
        assert_ne!(count(browser), format!("0 / {total}"));
        press_button(browser, "Line before");
        assert_eq!(count(browser), format!("0 / {total}"), "{target}");
        browser.run(&format!(
            "document.querySelector('{PANE} input[type=range]').focus()"
        ));
        browser.press(key::END);
        until_count(browser, &format!("{total} / {total}"));
    }
}

/// Breakpoints on lines of the shader, which go with their lines when the text changes.
pub(super) fn lines(stage: &Stage) {
    let browser = &stage.browser;
    stage.paste(SHADER);
    let gutter = "document.querySelector('.cm-breaks')";
    assert_eq!(browser.run(&format!("return {gutter}")), Value::Null);
    browser.choose(".pane:nth-child(2) header select", "steps");
    stage.settled();
    browser.until(gutter);
    // The caret is behind the last line; that of `gl_FragColor` is two above.
    browser.run("document.querySelector('.cm-content').focus()");
    browser.press(&[key::UP, key::UP, key::F9].concat());
    browser.until("document.querySelector('.cm-breaks [aria-label=breakpoint]')");
    let next = format!("document.querySelector('{PANE} .row[data-next]')?.dataset.line");
    let run = |keys: &str| {
        browser.run(&format!("document.querySelector('{PANE} .code').focus()"));
        browser.press(keys);
    };
    press_button(browser, "Start");
    run("c");
    browser.until(&format!("{next} === '7'"));
    run("c");
    let total = total(browser);
    until_count(browser, &format!("{total} / {total}"));
    run("C");
    browser.until(&format!("{next} === '7'"));
    // A line before it.
    browser.run("document.querySelector('.cm-content').focus()");
    browser.chord(key::CONTROL, key::HOME);
    browser.press(key::ENTER);
    stage.settled();
    press_button(browser, "Start");
    run("c");
    browser.until(&format!("{next} === '8'"));
    // The address has it.
    stage.open(&stage.fragment());
    browser.until("document.querySelector('.cm-breaks [aria-label=breakpoint]')");
    press_button(browser, "Start");
    run("c");
    browser.until(&format!("{next} === '8'"));
    // From the machine code it is taken away.
    run("B");
    browser.until("!document.querySelector('.cm-breaks [aria-label=breakpoint]')");
    press_button(browser, "Start");
    run("c");
    until_count(browser, &format!("{total} / {total}"));
}

/// Vertices of a mesh, by place and by number, with the machine code that runs them.
pub(super) fn vertex(stage: &Stage) {
    let browser = &stage.browser;
    browser.choose("#example", "Textured cube, vertices");
    stage.settled();
    browser.until("document.querySelector('.drawn img').naturalWidth > 0");
    browser.click(".drawn img");
    stage.settled();
    let input = format!("{PANE} input[aria-label=\"Vertex\"]");
    browser.until(&format!("document.querySelector('{input}')"));
    for target in ["pica200", "nv2a", "lima", "agal1"] {
        browser.choose(&format!("{PANE} header select:nth-child(2)"), target);
        stage.settled();
        press_button(browser, "End");
        let text = registers(browser);
        browser.run(&format!(
            "const input = document.querySelector('{input}');
            input.value = input.value === '2' ? '3' : '2'; input.dispatchEvent(new Event('change'));"
        ));
        stage.settled();
        press_button(browser, "End");
        assert_ne!(registers(browser), text, "{target}");
    }
    // An instruction that is opened runs next.
    press_button(browser, "Start");
    browser.run(&format!("document.querySelector('{PANE} .code').focus()"));
    browser.press(key::END);
    browser.press(key::ENTER);
    let total = total(browser);
    until_count(browser, &format!("{} / {total}", total - 1));
}

/// What cannot be stepped through is said: a pixel of nothing, a shader that does not end, the stages of a machine
/// without fragment programs.
pub(super) fn refused(stage: &Stage) {
    let browser = &stage.browser;
    browser.choose(".pane:nth-child(1) header select", "steps");
    stage.paste("precision mediump float;\nvarying vec3 vNormal;\nvoid main() {\n    gl_FragColor = vec4(vNormal, 1.0);\n}\n");
    let set = |name: &str, value: u32| {
        browser.run(&format!(
            "const input = document.querySelector('{PANE} input[aria-label=\"{name}\"]');
            input.value = '{value}'; input.dispatchEvent(new Event('change'));"
        ));
    };
    set("Pixel from the left", 0);
    browser.until(&format!(
        "document.querySelector('{PANE} .fault').innerText.includes('nothing is drawn')"
    ));
    set("Pixel from the left", 96);
    browser.until(&format!("document.querySelector('{PANE} .fault').hidden"));
    stage.paste(
        "precision highp float;\nvarying vec2 v;\nvoid main() {\n    float a = 0.0;\n    for (;;) { a += v.x; if (a > 9e9) break; }\n    \
         gl_FragColor = vec4(a);\n}\n",
    );
    press_button(browser, "End");
    let effect = browser.text(&format!("{PANE} .effect"));
    assert!(effect.contains("Stopped: more than 2000"), "{effect}");
    // A step for each combiner.
    stage.paste("precision mediump float;\nvarying vec4 vColor;\nvoid main() {\n    gl_FragColor = vColor * 0.5;\n}\n");
    for target in ["nv2a", "pica200"] {
        browser.choose(&format!("{PANE} header select:nth-child(2)"), target);
        stage.settled();
        press_button(browser, "End");
        let effect = browser.text(&format!("{PANE} .effect"));
        assert!(effect.contains("0.5"), "{target}: {effect}");
    }
}

/// A picture of stepping for the book.
pub(super) fn pictured(stage: &Stage) {
    let browser = &stage.browser;
    browser.resize(1600, 900);
    browser.choose("#example", "Lights");
    browser.click(".pane:nth-child(2) .close");
    browser.choose(".pane:nth-child(1) header select", "steps");
    stage.settled();
    press_button(browser, "Start");
    for _ in 0..6 {
        press_button(browser, "Step");
    }
    browser.until(&format!("document.querySelector('{PANE} tr.changed')"));
    browser.until("document.querySelector('.drawn img').naturalWidth > 0");
    kept("explore-steps", &browser.screenshot(), true);
}
