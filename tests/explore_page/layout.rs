//! Borders between the parts of the page, and how panes fill it.

use super::Stage;
use super::browser::{Browser, key};

/// The width or height of what a selector finds.
fn size(browser: &Browser, selector: &str, side: &str) -> f64 {
    let script =
        format!("return document.querySelector('{selector}').getBoundingClientRect().{side}");
    browser.run(&script).as_f64().expect("a number")
}

fn splitter(label: &str) -> String {
    format!(".splitter[aria-label=\"{label}\"]")
}

fn focus(browser: &Browser, label: &str) {
    let selector = splitter(label);
    browser.run(&format!("document.querySelector('{selector}').focus()"));
}

pub(super) fn borders(stage: &Stage) {
    let browser = &stage.browser;
    browser.resize(1600, 900);
    // Two columns: the last pane has the second row.
    let place = |pane: u32, side: &str| size(browser, &format!(".pane:nth-child({pane})"), side);
    browser.until("document.querySelectorAll('.panes > .splitter').length === 2");
    assert_eq!(place(1, "top"), place(2, "top"));
    assert_eq!(
        (place(3, "left"), place(3, "right")),
        (place(1, "left"), place(2, "right"))
    );
    let bottom = size(browser, "#panes", "bottom");
    assert!((place(3, "bottom") - bottom).abs() < 2.0);
    // By mouse and by keys, each border.
    let before = size(browser, "#source", "width");
    browser.drag(&splitter("Width of the shaders"), 100, 0);
    let wide = size(browser, "#source", "width");
    assert!((wide - before - 100.0).abs() < 8.0, "{before} {wide}");
    let told = format!(
        "document.querySelector('{}').ariaValueNow",
        splitter("Width of the shaders")
    );
    let share = browser.run(&format!("return Number({told})"));
    assert!(
        share
            .as_f64()
            .is_some_and(|share| (share - 100.0 * wide / 1570.0).abs() < 2.0),
        "{share}"
    );
    focus(browser, "Width of the shaders");
    browser.press(key::LEFT);
    assert!(size(browser, "#source", "width") < wide);
    browser.press(key::ENTER);
    assert!((size(browser, "#source", "width") - before).abs() < 2.0);
    let first = place(1, "width");
    focus(browser, "Width of column 1");
    browser.press(&key::RIGHT.repeat(3));
    assert!(place(1, "width") > first + 20.0);
    let first = place(1, "height");
    focus(browser, "Height of row 1");
    browser.press(&key::DOWN.repeat(3));
    assert!(place(1, "height") > first + 20.0);
    let messages = size(browser, "#problems", "height");
    focus(browser, "Height of the messages");
    browser.press(&key::UP.repeat(8));
    assert!(size(browser, "#problems", "height") > messages + 40.0);
    browser.click("#partner");
    browser.until("document.querySelectorAll('.document').length === 2");
    let first = size(browser, ".document", "height");
    focus(browser, "Height of the first shader");
    browser.press(&key::UP.repeat(4));
    assert!(size(browser, ".document", "height") < first - 10.0);
    // A link keeps them.
    let sizes = "[...document.querySelectorAll('.pane, .document, #problems')].map((one) => {
        const { width, height } = one.getBoundingClientRect();
        return [Math.round(width), Math.round(height)].join('x');
    }).join()";
    let before = browser.run(&format!("return {sizes}"));
    stage.open(&stage.fragment());
    browser.until(&format!("{sizes} === {before}"));
    // In the width of a telephone all stands in one column, and no border is in the way.
    browser.resize(360, 740);
    browser.until("document.documentElement.scrollWidth <= 360");
    browser.until("[...document.querySelectorAll('.splitter')].every((one) => !one.offsetParent)");
}
