//! What the editor says while one writes: completions, what is known of a place, by mouse and by keys.

use super::Stage;
use super::browser::key;

const SHADER: &str =
    "precision mediump float;\nuniform vec4 uTint;\nvoid main() {\n    gl_FragColor = uTint;\n}\n";

/// The caret behind the `;` of the line with `gl_FragColor`.
fn to_line(stage: &Stage) {
    stage.paste(SHADER);
    let keys = [key::UP, key::UP, key::END, key::LEFT].concat();
    stage.browser.press(&keys);
}

pub(super) fn completed(stage: &Stage) {
    let browser = &stage.browser;
    to_line(stage);
    browser.press(".");
    let options = "[...document.querySelectorAll('.cm-tooltip-autocomplete li .cm-completionLabel')].map((one) => one.innerText)";
    browser.until(&format!("{options}.slice(0, 5).join() === 'x,y,z,w,xy'"));
    browser.press("rg");
    browser.until(&format!("{options}[0] === 'rg'"));
    browser.press(key::ESCAPE);
    browser.until("!document.querySelector('.cm-tooltip-autocomplete')");
    browser.press("ba * smoo");
    browser.until(&format!("{options}[0] === 'smoothstep'"));
    browser.until(
        "document.querySelector('.cm-completionInfo')?.innerText.includes('a smooth curve')",
    );
    // A choice is made when the list has been seen.
    browser.run("window.shown = performance.now()");
    browser.until("performance.now() - window.shown > 200");
    browser.press(key::ENTER);
    browser.until(
        "document.querySelector('.cm-content').innerText.includes('uTint.rgba * smoothstep;')",
    );
    // Nobody who writes a number wants names.
    browser.press(" + 1.");
    stage.settled();
    assert_eq!(
        browser.run(&format!("return {options}")),
        serde_json::json!([])
    );
}

pub(super) fn explained(stage: &Stage) {
    let browser = &stage.browser;
    to_line(stage);
    stage.settled();
    // Away from the text, over which a mouse that rests asks as well.
    browser.hover("h1");
    browser.chord(key::CONTROL, "k");
    browser.chord(key::CONTROL, "i");
    let known = "document.querySelector('.known:not(.help)')?.innerText";
    browser.until(&format!("{known}?.includes('uniform mediump vec4 uTint')"));
    let said = browser.text(".known:not(.help)");
    assert!(
        said.contains("agal1: fc0") && said.contains("lima: this line takes"),
        "{said}"
    );
    browser.press(key::ESCAPE);
    browser.until("!document.querySelector('.known:not(.help)')");
    browser.hover(".cm-line:nth-child(4) span");
    browser.until(&format!("{known}?.includes('gl_FragColor')"));
}
