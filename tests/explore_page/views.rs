//! The views of panes beside machine code.

use super::browser::{Browser, key};
use super::{Stage, kept};
use retroshade::{Compiler, Source, find_target};

/// A colour that is given by uniforms and time.
const FLAT: &str = "precision mediump float;\nuniform vec3 uTint;\nuniform float uTime;\nvoid main() {\n    \
    gl_FragColor = vec4(uTint.xy, uTime / 20.0, 1.0);\n}\n";

/// Waits until the picture has a colour, with what rounding and scaling lose.
fn until_color(browser: &Browser, color: [u8; 3]) {
    let expression = format!(
        "(() => {{
            const image = document.querySelector('.drawn img');
            if (!image.complete || !image.naturalWidth) return false;
            const canvas = document.createElement('canvas');
            canvas.width = canvas.height = 1;
            const context = canvas.getContext('2d');
            context.drawImage(image, 0, 0, 1, 1);
            const found = context.getImageData(0, 0, 1, 1).data;
            return {color:?}.every((part, lane) => Math.abs(part - found[lane]) <= 4);
        }})()"
    );
    browser.until(&expression);
}

pub(super) fn picture(stage: &Stage) {
    let browser = &stage.browser;
    stage.paste(FLAT);
    until_color(browser, [204, 204, 0]);
    // By keyboard, as sliders are used without a mouse.
    browser.run("document.querySelector('input[aria-label=\"uTint.x\"]').focus()");
    browser.press(key::HOME);
    until_color(browser, [0, 204, 0]);
    browser.run("document.querySelector('input[aria-label=\"Time in seconds\"]').focus()");
    browser.press(key::END);
    until_color(browser, [0, 204, 255]);
    // Time goes on by itself until it is stopped.
    let play = ".pane .tools button[aria-pressed]";
    browser.click(play);
    browser.until(
        "Number(document.querySelector('input[aria-label=\"Time in seconds\"]').value) < 15",
    );
    browser.click(play);
    browser.click("button[aria-label=\"Default of uTint\"]");
    browser.until("document.querySelector('input[aria-label=\"uTint.x\"]').value === '0.8'");
    // The address has the values.
    browser.run("document.querySelector('input[aria-label=\"uTint.y\"]').focus()");
    browser.press(key::HOME);
    browser.run("document.querySelector('input[aria-label=\"Time in seconds\"]').focus()");
    browser.press(key::HOME);
    until_color(browser, [204, 0, 0]);
    stage.open(&stage.fragment());
    until_color(browser, [204, 0, 0]);
}

pub(super) fn flags(stage: &Stage) {
    let browser = &stage.browser;
    stage.paste("attribute vec4 p;\nvoid main() {\n    gl_Position = p * SCALE;\n}\n");
    browser.until("document.getElementById('stage').value === 'vertex'");
    browser.until("document.getElementById('problems').innerText.includes('SCALE')");
    browser.run("document.getElementById('flags').focus()");
    browser.run(
        "const flags = document.getElementById('flags');
        flags.value = '-DSCALE=2.0';
        flags.dispatchEvent(new Event('input', { bubbles: true }));",
    );
    browser.until("!document.getElementById('problems').innerText.includes('SCALE')");
    // The link has them.
    stage.open(&stage.fragment());
    browser.until("document.getElementById('flags').value === '-DSCALE=2.0'");
    stage.paste("void mainImage(out vec4 color, in vec2 place) {\n    color = vec4(place / iResolution.xy, 0.0, 1.0);\n}\n");
    browser.until("document.getElementById('stage').value === 'fragment'");
    browser.until("!document.querySelector('.pane.stale')");
}

pub(super) fn pair(stage: &Stage) {
    let browser = &stage.browser;
    stage.paste("precision mediump float;\nvarying vec2 vPlace;\nvoid main() {\n    gl_FragColor = vec4(vPlace, 0.0, 1.0);\n}\n");
    browser.click("#partner");
    browser.until("document.querySelectorAll('.document').length === 2");
    browser.until(
        "document.querySelectorAll('.cm-content')[1].innerText.includes('varying vec2 vPlace;')",
    );
    // The pane shows the fragment program until the other is chosen.
    stage.settled();
    let shader = ".pane:nth-child(1) header select[aria-label='Shader']";
    browser.until(&format!(
        "document.querySelector(\"{shader}\").value === 'fragment'"
    ));
    browser.choose(shader, "vertex");
    browser.until(
        "document.querySelector('.pane:nth-child(1) .code').innerText.includes('gl_Position')",
    );
    browser.choose(".pane:nth-child(2) header select", "picture");
    until_color(browser, [0, 0, 0]);
    // The text that was added is written, and the picture shows it.
    browser.run(
        "const data = new DataTransfer();
        data.setData('text/plain', 'attribute vec4 position;\\nvarying vec2 vPlace;\\nvoid main() {\\n    vPlace = vec2(1.0, 0.0);\\n    gl_Position = position;\\n}\\n');
        const content = document.querySelectorAll('.cm-content')[1];
        content.focus();
        getSelection().selectAllChildren(content);
        content.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));",
    );
    until_color(browser, [255, 0, 0]);
    // What the linker refuses is said, once.
    stage.paste("precision mediump float;\nvarying vec3 vPlace;\nvoid main() {\n    gl_FragColor = vec4(vPlace, 1.0);\n}\n");
    browser.until("document.querySelectorAll('.problem.error').length === 1");
    browser.until("document.querySelector('.problem.error button:last-child').innerText.startsWith('fragment')");
    // A link has both.
    stage.open(&stage.fragment());
    browser.until("document.querySelectorAll('.document').length === 2");
    browser.click(".document:last-child .close");
    browser.until("document.querySelectorAll('.document').length === 1 && document.getElementById('stage').value === 'fragment'");
}

pub(super) fn schedule(stage: &Stage) {
    let browser = &stage.browser;
    browser.choose(".pane:nth-child(1) header select", "schedule");
    stage.settled();
    let facts = browser.text(".facts");
    assert!(
        facts.contains("longest path") && facts.contains("longest chain"),
        "{facts}"
    );
    // Pointing at an operation shows the ways of its values, and marks its line everywhere.
    browser.run("document.querySelector('.drawing').scrollIntoView()");
    browser.hover(".operation.chain:not([data-operation='0.0'])");
    browser.until("document.querySelectorAll('.value.on').length > 0");
    browser.until("document.querySelector('.operation:hover')?.classList.contains('on')");
    browser.until("document.querySelector('.cm-line.marked') && document.querySelector('.pane:nth-child(2) .row.marked')");
    // Settings have no units, which is said.
    browser.choose(".pane:nth-child(1) header select:nth-child(2)", "nv2a");
    stage.settled();
    stage.paste("void main() { gl_FragColor = vec4(0.5); }\n");
    browser.until("document.querySelector('.pane:nth-child(1) .fault').innerText.includes('settings, not instructions')");
}

pub(super) fn passes(stage: &Stage) {
    let browser = &stage.browser;
    browser.choose("#example", "Textured cube, vertices");
    stage.settled();
    browser.choose(".pane:nth-child(1) header select", "passes");
    stage.settled();
    let select = "document.querySelector('.pane:nth-child(1) select[aria-label=Pass]')";
    browser.until(&format!("{select}.options.length > 20"));
    browser.choose(".pane:nth-child(1) select[aria-label=Pass]", "opt_simplify");
    browser.until(
        "document.querySelector('.changes .gone') && document.querySelector('.changes .new')",
    );
    let before = browser.run(&format!("return {select}.value"));
    browser.click("button[aria-label=\"Next pass that changed something\"]");
    browser.until(&format!("{select}.value !== {before}"));
    assert!(browser.text(".changes").len() > 20);
}

pub(super) fn difference(stage: &Stage) {
    let browser = &stage.browser;
    browser.choose(".pane:nth-child(1) header select", "difference");
    stage.settled();
    browser.choose("select[aria-label=\"Level to compare with\"]", "none");
    stage.settled();
    browser.until("document.querySelector('.changes .new')");
    let counts = browser.text(".compared");
    assert!(
        counts.contains("instructions") && counts.contains('→'),
        "{counts}"
    );
    // Compared with itself nothing is different.
    browser.choose("select[aria-label=\"Level to compare with\"]", "normal");
    browser.until(
        "!document.querySelector('.changes .new') && !document.querySelector('.compared > *')",
    );
}

pub(super) fn opened(stage: &Stage) {
    let browser = &stage.browser;
    let source = "attribute vec4 a; uniform mat4 m; void main() { gl_Position = m * (m * a); }";
    let compiler = Compiler::new(find_target("agal1").expect("a target"));
    let source = Source::new("a", retroshade::Stage::Vertex, source);
    let compiled = compiler.compile(&source).result.expect("a program");
    let drop = |name: &str, bytes: &[u8]| {
        browser.run(&format!(
            "const files = new DataTransfer();
             files.items.add(new File([new Uint8Array({bytes:?})], '{name}'));
             const options = {{ dataTransfer: files, bubbles: true, cancelable: true }};
             document.body.dispatchEvent(new DragEvent('drop', options))"
        ));
    };
    let shown = |text: &str| {
        browser.until(&format!(
            "document.querySelector('.cm-content').textContent.includes('{text}')"
        ));
    };
    drop("old.agal", &compiled.binary);
    shown("gl_Position = vc0 * (vc0 * va0)");
    browser.until("document.querySelectorAll('.pane').length === 2");
    // The same program comes of it: no line is marked, no count differs.
    let marked = "document.querySelectorAll('.changes .gone, .changes .new').length";
    browser.until("document.querySelector('.compared + *')?.textContent.includes('m44')");
    browser.until(&format!("{marked} === 0"));
    // Another one is told from it.
    stage.paste("attribute vec4 va0; uniform mat4 vc0; void main() { gl_Position = vc0 * va0; }");
    browser.until(&format!("{marked} > 0"));
    // A source is a source, and what is neither is told.
    drop("new.frag", b"void main() { gl_FragColor = vec4(0.5); }");
    shown("vec4(0.5)");
    drop("new.bin", &[0, 1, 2]);
    browser.until("document.querySelector('#status').textContent.startsWith('new.bin: ')");
}

/// How long it takes from a key to the machine code on the page: said, and bounded where the program is optimised.
pub(super) fn keystroke(stage: &Stage) {
    let browser = &stage.browser;
    let script = "
        const code = document.querySelector('.pane .code');
        const content = document.querySelector('.cm-content');
        const line = [...content.querySelectorAll('.cm-line')].find((one) => one.textContent.includes('centered = '));
        const selection = getSelection();
        content.focus();
        selection.selectAllChildren(line);
        selection.collapseToEnd();
        selection.modify('move', 'backward', 'character');
        const times = [];
        const next = (number) => {
            if (number === 30) return done(times);
            const start = performance.now();
            const observer = new MutationObserver(() => {
                observer.disconnect();
                requestAnimationFrame(() => {
                    times.push(performance.now() - start);
                    setTimeout(next, 50, number + 1);
                });
            });
            observer.observe(code, { childList: true });
            document.execCommand('insertText', false, String(1 + number % 9));
        };
        setTimeout(next, 200, 0);";
    let times = browser.run_async(script);
    let times = times.as_array().into_iter().flatten();
    let mut times: Vec<f64> = times.filter_map(serde_json::Value::as_f64).collect();
    times.sort_by(f64::total_cmp);
    assert_eq!(times.len(), 30);
    let (median, longest) = (times[15], times[29]);
    eprintln!(
        "from keystroke to machine code: {median:.1} ms in the middle, {longest:.1} ms at most"
    );
    assert!(cfg!(debug_assertions) || median < 50.0, "{times:?}");
}

pub(super) fn pictured(stage: &Stage) {
    let browser = &stage.browser;
    browser.resize(1600, 900);
    browser.choose("#example", "Textured cube, both");
    browser.until("document.querySelectorAll('.document').length === 2");
    stage.settled();
    let shader = ".pane:nth-child(1) header select[aria-label='Shader']";
    browser.choose(shader, "fragment");
    browser.choose(".pane:nth-child(1) header select:nth-child(2)", "nv2a");
    stage.settled();
    browser.until("document.querySelector('.drawn img').naturalWidth > 0");
    kept("explore-pair", &browser.screenshot(), true);
    browser.resize(420, 900);
    browser.until("document.documentElement.clientWidth <= 420");
    kept("explore-narrow", &browser.screenshot(), true);
}

/// A picture of one colour goes to the sampler, in pictures and steps, and stays for the session.
pub(super) fn textures(stage: &Stage) {
    let browser = &stage.browser;
    stage.paste("precision mediump float;\nuniform sampler2D uLook;\nvarying vec2 vUv;\nvoid main() {\n    gl_FragColor = texture2D(uLook, vUv);\n}\n");
    browser.until("document.querySelector('[data-sampler=uLook]')");
    let give = |color: &str, way: &str| {
        browser.run_async(&format!(
            "const canvas = document.createElement('canvas');
            canvas.width = canvas.height = 4;
            const context = canvas.getContext('2d');
            context.fillStyle = '{color}';
            context.fillRect(0, 0, 4, 4);
            canvas.toBlob((blob) => {{
                const data = new DataTransfer();
                data.items.add(new File([blob], '{color}.png', {{ type: 'image/png' }}));
                {way}
                done(true);
            }});"
        ));
    };
    give(
        "red",
        "const input = document.querySelector('[data-sampler=uLook] input[type=file]');
        input.files = data.files;
        input.dispatchEvent(new Event('change'));",
    );
    until_color(browser, [255, 0, 0]);
    browser.until("document.querySelector('[data-sampler=uLook] .file').innerText === 'red.png'");
    // The steps of its pixels look it up, too.
    browser.choose(".pane:nth-child(1) header select", "steps");
    stage.settled();
    browser.click(".pane:nth-child(1) button[aria-label=\"End\"]");
    browser.until("document.querySelector('.pane:nth-child(1) .registers').innerText.includes('1\\t0\\t0\\t1')");
    give(
        "lime",
        "const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
        document.querySelector('.drawn').dispatchEvent(drop);",
    );
    until_color(browser, [0, 255, 0]);
    stage.open(&stage.fragment());
    until_color(browser, [0, 255, 0]);
    browser.click("button[aria-label=\"Default of uLook\"]");
    browser.until(
        "document.querySelector('[data-sampler=uLook] .file').innerText.startsWith('the default')",
    );
}

/// Blocks of a loop with the lines between them; programs without branches have no such view.
pub(super) fn flow(stage: &Stage) {
    let browser = &stage.browser;
    stage.paste("precision mediump float;\nuniform float uEnd;\nvarying vec2 vUv;\nvoid main() {\n    float sum = 0.0;\n    for (float i = 0.0; i < 90.0; i++) {\n        if (i > uEnd) break;\n        sum += sqrt(sum + vUv.x);\n    }\n    gl_FragColor = vec4(sum);\n}\n");
    browser.choose(".pane:nth-child(1) header select", "flow");
    browser.until("document.querySelectorAll('.flow .block').length > 2");
    let count = |what: &str| {
        let found = browser.run(&format!(
            "return document.querySelectorAll('{what}').length"
        ));
        found.as_u64().expect("a number")
    };
    assert!(count(".flow path.way") >= count(".flow .block"));
    assert_eq!(count(".flow path.way"), count(".flow path.head"));
    assert!(count(".flow path.taken.way") > 0 && count(".flow path.not-taken.way") > 0);
    let apart = "(() => {
        const boxes = [...document.querySelectorAll('.flow .block')].map((one) => one.getBoundingClientRect());
        return boxes.every((one, at) => boxes.slice(at + 1).every((other) =>
            one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top));
    })()";
    assert_eq!(browser.run(&format!("return {apart}")), true);
    browser.hover(".flow .row[data-line='8']");
    browser.until("document.querySelector('.cm-line.marked')?.innerText.includes('sqrt')");
    kept("flow", &browser.screenshot(), false);
    stage.paste(
        "precision mediump float;\nuniform vec4 u;\nvoid main() {\n    gl_FragColor = u;\n}\n",
    );
    browser.until(
        "document.querySelector('.pane:nth-child(1) .fault').innerText.includes('no branches')",
    );
    assert_eq!(
        browser.run("return document.querySelectorAll('.problem.error').length"),
        0
    );
    browser.until("document.querySelector('.pane:nth-child(2) option[value=flow]').disabled");
}

/// What operations are, under the pointer and by key.
pub(super) fn help(stage: &Stage) {
    let browser = &stage.browser;
    stage.paste("precision mediump float;\nuniform vec4 u;\nvoid main() {\n    gl_FragColor = sqrt(u + 0.5);\n}\n");
    let shown = |pane: u32| {
        format!("document.querySelector('.pane:nth-child({pane}) .help:not([hidden])')?.innerText")
    };
    browser.hover(".pane:nth-child(2) [data-word=add]");
    browser.until(&format!("{}?.includes('a + b')", shown(2)));
    browser.hover(".pane:nth-child(2) .number");
    browser.until(&format!("!{}", shown(2)));
    // A wide instruction by key: all of its operations, with their units.
    browser.run("document.querySelector('.pane:nth-child(1) .code').focus()");
    browser.press(key::END);
    browser.press("?");
    browser.until(&format!("{}?.includes('unit: ')", shown(1)));
    let said = browser.text(".pane:nth-child(1) [role=status]");
    assert!(said.contains("unit: "), "{said}");
    browser.press(key::ESCAPE);
    browser.until(&format!("!{}", shown(1)));
}
