// A border between two parts of the page that can be moved: with the pointer, and with the keys that separators have.
import { element } from "./dom.js";

// What a part keeps at least of both, and what an arrow key moves.
const LEAST = 0.08;
const STEP = 0.02;

// `axis` is `x` between parts side by side, `y` between one above the other. `parts` gives both elements; `move` gets the
// share of the first of both, or `null` for the one that it has by itself.
export function createSplitter({ label, axis, parts, move }) {
  const [start, end, size] = axis === "x" ? ["left", "right", "width"] : ["top", "bottom", "height"];
  const [less, more] = axis === "x" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];

  const boxes = () => parts().map((part) => part.getBoundingClientRect());
  function share() {
    const [first, second] = boxes();
    return first[size] / (first[size] + second[size] || 1);
  }

  function set(to) {
    move(to === null ? null : Math.min(Math.max(to, LEAST), 1 - LEAST));
    tell();
  }

  function tell() {
    bar.setAttribute("aria-valuenow", String(Math.round(share() * 100)));
  }

  function drag(event) {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const [first, second] = boxes();
    const place = axis === "x" ? event.clientX : event.clientY;
    set((place - first[start]) / (second[end] - first[start]));
  }

  function key(event) {
    const step = event.shiftKey ? 5 * STEP : STEP;
    const to = { [less]: () => share() - step, [more]: () => share() + step, Home: () => 0, End: () => 1, Enter: () => null }[event.key];
    if (!to) return;
    set(to());
    event.preventDefault();
  }

  const bar = element("div", {
    class: `splitter ${axis}`,
    role: "separator",
    tabindex: "0",
    title: "Drag, or use the arrow keys; a double click or Enter puts it back",
    "aria-label": label,
    "aria-orientation": axis === "x" ? "vertical" : "horizontal",
    "aria-valuemin": "0",
    "aria-valuemax": "100",
    "aria-valuenow": "50",
    onpointerdown: (event) => {
      bar.setPointerCapture(event.pointerId);
      event.preventDefault();
      bar.focus();
    },
    onpointermove: drag,
    ondblclick: () => set(null),
    onkeydown: key,
    onfocus: tell,
  });
  return bar;
}

// Tells the style sheet the shares of two parts; `undefined` leaves them to it.
export function showShare(parts, first) {
  parts.forEach((part, number) => {
    part.style.setProperty("--part", first === undefined ? "" : String(number ? 1 - first : first));
    part.toggleAttribute("data-sized", first !== undefined);
  });
}
