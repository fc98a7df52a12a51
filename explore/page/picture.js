// What the machine code computes, with controls for uniforms and time.
import { choice, element } from "./dom.js";
import { givePicture, isPicture, samplerControls, shownOf } from "./textures.js";

const SIDES = { width: 192, height: 144 };
const LANES = ["x", "y", "z", "w"];
// Milliseconds without a change after which a coarse picture is drawn again with more pixels.
const QUIET = 700;

export function createPicture({ body, about, looks, settings, changed, choosePixel }) {
  settings.values ??= {};
  settings.surface ??= "suited";
  settings.time ??= 0;
  const image = element("img", { alt: "What the shader draws", title: "Choose a pixel to step through", onclick: choose });
  const said = element("p", { class: "fine" });
  const play = element("button", { type: "button", "aria-pressed": "false", onclick: toggle }, "Play");
  const time = element("input", {
    type: "range",
    min: "0",
    max: "20",
    step: "0.05",
    value: settings.time,
    "aria-label": "Time in seconds",
    oninput: () => setTime(Number(time.value)),
  });
  const shown = element("output", { class: "number" });
  const controls = element("div", { class: "controls", role: "group", "aria-label": "Uniforms" });
  const pictures = element("div", { class: "controls", role: "group", "aria-label": "Textures" });
  body.append(
    element(
      "div",
      { class: "tools" },
      choice("Surface", about.surfaces.map((name) => [name, name]), settings.surface, (surface) => {
        settings.surface = surface;
        changed();
      }),
      play,
      time,
      shown,
    ),
    element("div", { class: "drawn", tabindex: "0", role: "group", "aria-label": "Picture", ondrop: drop }, image, said, controls, pictures),
  );
  let playing = null;
  let known = "";
  let samplers = [];
  let knownSamplers = "";
  // A uniform whose control waits for an answer with its default.
  let defaulted = null;
  // Whether the next picture may take longer, and what waits until nobody types.
  let patient = false;
  let refining = null;

  const view = () => ({ time: settings.time, surface: settings.surface, values: settings.values });

  // The picture is as large as fits into its box, in the middle.
  function choose(event) {
    const { left, top, width, height } = image.getBoundingClientRect();
    const scale = Math.min(width / SIDES.width, height / SIDES.height);
    const at = (place, start, size, side) => Math.floor((place - start - (size - side * scale) / 2) / scale);
    const point = {
      x: at(event.clientX, left, width, SIDES.width),
      y: at(event.clientY, top, height, SIDES.height),
    };
    if (point.x < 0 || point.y < 0 || point.x >= SIDES.width || point.y >= SIDES.height) return;
    choosePixel(view(), point);
  }

  // A picture that is dropped beside the samplers is for the first.
  function drop(event) {
    const [file] = event.dataTransfer.files;
    if (!file || !samplers.length || !isPicture(file)) return;
    event.preventDefault();
    event.stopPropagation();
    givePicture(samplers[0].name, file);
  }

  function setTime(value) {
    settings.time = Math.round(value * 100) / 100;
    time.value = settings.time;
    shown.textContent = `${settings.time.toFixed(2)} s`;
    changed();
  }

  function toggle() {
    playing = playing === null ? performance.now() - settings.time * 1000 : null;
    play.textContent = playing === null ? "Play" : "Stop";
    play.setAttribute("aria-pressed", String(playing !== null));
    if (playing !== null) tick();
  }

  // The next picture is asked for when this one has come.
  function tick() {
    if (playing === null) return;
    setTime(((performance.now() - playing) / 1000) % 20);
  }

  function control(uniform) {
    const { name, type, whole, truth, value } = uniform;
    const set = (lane, number) => {
      const values = [...(settings.values[name] ?? uniform.default)];
      values[lane] = number;
      settings.values[name] = values;
      changed();
    };
    const lanes = value.map((number, lane) => {
      const label = value.length > 1 ? `${name}.${LANES[lane]}` : name;
      if (truth) {
        const box = element("input", { type: "checkbox", "aria-label": label, onchange: () => set(lane, Number(box.checked)) });
        box.checked = number !== 0;
        return box;
      }
      const [min, max] = range(uniform.default[lane], whole);
      const step = whole ? 1 : (max - min) / 200;
      const output = element("output", { class: "number" }, short(number));
      const slider = element("input", {
        type: "range", min: Math.min(min, number), max: Math.max(max, number), step, value: number, "aria-label": label,
        oninput: () => {
          output.textContent = short(Number(slider.value));
          set(lane, Number(slider.value));
        },
      });
      return element("span", { class: "slider" }, slider, output);
    });
    const reset = element("button", { type: "button", "aria-label": `Default of ${name}`, title: "Default", onclick: () => {
      delete settings.values[name];
      defaulted = name;
      changed();
    } }, "↺");
    return element("div", { class: "uniform" }, element("span", { class: "name" }, `${name} `, element("i", {}, type)), ...lanes, reset);
  }

  return {
    request() {
      clearTimeout(refining);
      const asked = { ...SIDES, ...view(), patient };
      patient = false;
      return asked;
    },
    show({ png, width, height, patient: final, uniforms, samplers: read }) {
      image.src = `data:image/png;base64,${png}`;
      image.classList.toggle("coarse", width < SIDES.width);
      said.textContent =
        width < SIDES.width ? `Drawn with ${width} x ${height} pixels: simulating the machine code takes long.` : "";
      if (width < SIDES.width && !final && playing === null) {
        refining = setTimeout(() => {
          patient = true;
          changed();
        }, QUIET);
      }
      // Controls stay while they are used.
      const free = uniforms.filter(({ follows }) => !follows);
      const names = JSON.stringify(free.map(({ name, type, default: value }) => [name, type, value]));
      const back = free.find(({ name }) => name === defaulted);
      if (names !== known || (back && String(back.value) === String(back.default))) {
        known = names;
        defaulted = null;
        controls.replaceChildren(...free.map(control));
      }
      samplers = read;
      if (shownOf(read) !== knownSamplers) {
        knownSamplers = shownOf(read);
        const focused = pictures.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
        pictures.replaceChildren(...samplerControls(read));
        if (focused) pictures.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
      }
      shown.textContent = `${settings.time.toFixed(2)} s`;
      if (playing !== null) requestAnimationFrame(tick);
      // Steps of a picture that moves would be others before anybody has seen them.
      else looks.look(view());
    },
    close() {
      clearTimeout(refining);
      playing = null;
    },
  };
}

const short = (number) => String(Math.round(number * 1000) / 1000);

// From a default, what a slider goes through.
function range(value, whole) {
  if (whole) return [Math.min(0, value), Math.max(8, 2 * value)];
  if (value >= 0 && value <= 1) return [0, 1];
  const most = 2 * Math.abs(value);
  return value < 0 ? [-most, most] : [0, most];
}
