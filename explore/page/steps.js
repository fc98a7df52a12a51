// What a pixel or vertex does, instruction by instruction, forwards and back.
import { createAssembly } from "./assembly.js";
import { element } from "./dom.js";
import { createRecording } from "./recording.js";
import { showRegisters } from "./registers.js";

const SIDES = { width: 192, height: 144 };

export function createSteps({ body, link, looks, id, settings, changed, keep, goTo }) {
  settings.x ??= SIDES.width / 2;
  settings.y ??= SIDES.height / 2;
  settings.breaks ??= [];
  settings.watched ??= [];
  let recording = null;
  let kinds = [];

  const to = (place) => () => {
    if (!recording) return;
    recording.go(place(recording));
    draw();
  };
  const moves = {
    start: to(() => 0),
    lastBreak: to(({ lastOf }) => lastOf(settings.breaks, link.breaks)),
    lineBefore: to(({ lineBefore }) => lineBefore()),
    back: to(({ at }) => at - 1),
    step: to(({ at }) => at + 1),
    nextLine: to(({ nextLine }) => nextLine()),
    nextBreak: to(({ nextOf }) => nextOf(settings.breaks, link.breaks)),
    end: to(({ count }) => count),
    chosen: to(({ runOf }) => runOf(code.chosen())),
    slide: to(() => Number(slider.value)),
  };
  const keys = {
    ArrowRight: moves.step, ArrowLeft: moves.back, n: moves.nextLine, p: moves.lineBefore, c: moves.nextBreak,
    C: moves.lastBreak, b: toggleBreak, B: toggleLine,
  };

  const place = element("span", { class: "place" });
  const slider = element("input", {
    type: "range", min: "0", max: "0", value: "0", "aria-label": "Steps done", oninput: moves.slide,
  });
  const count = element("output", { class: "number" });
  const effect = element("p", { class: "effect", role: "status" });
  const side = element("div", { class: "registers", tabindex: "0", role: "group", "aria-label": "Registers" });
  const stepped = element("div", { class: "stepped", onkeydown: key });
  body.append(element("div", { class: "tools" }, place, ...buttons(moves, toggleBreak, toggleLine), slider, count), stepped, effect);
  const code = createAssembly({ body: stepped, link, id, goTo, follow: moves.chosen });
  stepped.append(side);

  function toggleBreak() {
    const chosen = code.chosen();
    if (chosen === null) return;
    settings.breaks = toggled(settings.breaks, chosen);
    code.breaks(settings.breaks);
    keep();
  }

  function toggleLine() {
    const line = code.chosenLine();
    if (line !== null) link.toggleBreak(line);
  }

  function toggleWatch(name) {
    settings.watched = toggled(settings.watched, name);
    keep();
    draw();
  }

  function key(event) {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
    act();
    event.preventDefault();
  }

  function draw() {
    const { at, count: total, last, stopped, ended } = recording;
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", `${at} of ${total} steps`);
    count.textContent = `${at} / ${total}`;
    const did = last?.effect ? `Did: ${last.effect}` : "";
    effect.textContent = `${did}${stopped ? ` Stopped: ${stopped}` : ended ? " The program has ended." : ""}`;
    code.at(recording.next);
    showRegisters(side, recording, kinds, settings.watched, toggleWatch);
  }

  const set = (name) => (value) => {
    settings[name] = value;
    changed();
  };
  const unlisten = looks.onPicture((view, point) => {
    Object.assign(settings, view);
    if (point) Object.assign(settings, point, { vertex: undefined });
    changed();
  });
  if (looks.view) Object.assign(settings, looks.view);
  return {
    request: () => ({
      ...SIDES,
      time: settings.time ?? 0,
      surface: settings.surface ?? "suited",
      values: settings.values ?? {},
      x: settings.x,
      y: settings.y,
      vertex: settings.vertex ?? null,
    }),
    show(steps) {
      // A changed text keeps the place where its program was looked at, as far as it goes.
      const kept = recording?.at ?? 0;
      recording = createRecording(steps);
      recording.go(kept);
      kinds = steps.kinds;
      slider.max = String(recording.count);
      code.show(steps);
      code.breaks(settings.breaks);
      place.replaceChildren(...placeOf(steps, settings, set));
      draw();
    },
    close() {
      unlisten();
      code.close();
    },
  };
}

function buttons(moves, toggleBreak, toggleLine) {
  const button = (label, text, act, key) =>
    element("button", { type: "button", "aria-label": label, title: key ? `${label} (${key})` : label, onclick: act }, text);
  return [
    button("Start", "⇤", moves.start),
    button("Back to a breakpoint", "«", moves.lastBreak, "Shift-C"),
    button("Line before", "↑", moves.lineBefore, "P"),
    button("Step back", "←", moves.back, "Left"),
    button("Step", "→", moves.step, "Right"),
    button("Next line", "↓", moves.nextLine, "N"),
    button("On to a breakpoint", "»", moves.nextBreak, "C"),
    button("End", "⇥", moves.end),
    button("Breakpoint at the chosen instruction", "●", toggleBreak, "B"),
    button("Breakpoint at the line of the chosen instruction", "◉", toggleLine, "Shift-B"),
  ];
}

// Where the user looks: a pixel of the picture, or a vertex.
function placeOf({ vertices, sample }, settings, set) {
  const number = (label, value, most, act) => {
    const input = element("input", {
      type: "number", min: "0", max: String(most), step: "1", value: String(value), "aria-label": label,
      onchange: () => {
        const chosen = Math.round(Number(input.value));
        if (chosen >= 0 && chosen <= most) act(chosen);
      },
    });
    return input;
  };
  if (vertices !== null) return ["Vertex ", number("Vertex", sample, vertices - 1, set("vertex"))];
  return [
    "Pixel ",
    number("Pixel from the left", settings.x, SIDES.width - 1, set("x")),
    number("Pixel from above", settings.y, SIDES.height - 1, set("y")),
  ];
}

const toggled = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);
