// What a pixel or vertex does, instruction by instruction, forwards and back. The server sends what each step changed;
// the page goes through it by itself.
import { createAssembly } from "./assembly.js";
import { element } from "./dom.js";

const SIDES = { width: 192, height: 144 };

export function createSteps({ body, link, id, settings, changed, keep, goTo }) {
  settings.breaks ??= [];
  settings.watched ??= [];
  settings.x ??= SIDES.width / 2;
  settings.y ??= SIDES.height / 2;
  let data = null;
  let at = 0;
  let held = [];

  const place = element("span", { class: "place" });
  const button = (label, text, act, key) =>
    element("button", { type: "button", "aria-label": label, title: key ? `${label} (${key})` : label, onclick: act }, text);
  const slider = element("input", {
    type: "range", min: "0", max: "0", value: "0", "aria-label": "Steps done",
    oninput: () => go(Number(slider.value)),
  });
  const count = element("output", { class: "number" });
  const effect = element("p", { class: "effect", role: "status" });
  const side = element("div", { class: "registers", tabindex: "0", role: "group", "aria-label": "Registers" });
  const stepped = element("div", { class: "stepped", onkeydown: key });
  body.append(
    element(
      "div",
      { class: "tools" },
      place,
      button("Start", "⇤", () => go(0)),
      button("Back to a breakpoint", "«", () => go(breakBefore()), "Shift-C"),
      button("Line before", "↑", () => go(lineBefore()), "P"),
      button("Step back", "←", () => go(at - 1), "Left"),
      button("Step", "→", () => go(at + 1), "Right"),
      button("Next line", "↓", () => go(nextLine()), "N"),
      button("On to a breakpoint", "»", () => go(nextBreak()), "C"),
      button("End", "⇥", () => go(Infinity)),
      button("Breakpoint at the chosen instruction", "●", toggleBreak, "B"),
      slider,
      count,
    ),
    stepped,
    effect,
  );
  const code = createAssembly({ body: stepped, link, id, goTo, follow: runTo });
  stepped.append(side);

  const line = (number) => data.source[data.steps[number]?.instruction];

  function nextLine() {
    const here = line(at);
    let next = at + 1;
    while (next < data.steps.length && (line(next) === undefined || line(next) === here)) next++;
    return next;
  }

  // Where the instructions of the line before began.
  function lineBefore() {
    let first = Math.max(at - 1, 0);
    while (first > 0 && line(first - 1) === line(first)) first--;
    return first;
  }

  const breaks = (number) => settings.breaks.includes(data.steps[number].instruction);

  function nextBreak() {
    let next = at + 1;
    while (next < data.steps.length && !breaks(next)) next++;
    return next;
  }

  function breakBefore() {
    let last = at - 1;
    while (last > 0 && !breaks(last)) last--;
    return last;
  }

  function toggleBreak() {
    const chosen = code.chosen();
    if (!data || chosen === null) return;
    const others = settings.breaks.filter((one) => one !== chosen);
    settings.breaks = others.length < settings.breaks.length ? others : [...others, chosen];
    code.breaks(settings.breaks);
    keep();
  }

  // The next time that the chosen instruction runs, or the last time before.
  function runTo() {
    const instruction = code.chosen();
    if (!data || instruction === null) return;
    const runs = (step) => step.instruction === instruction;
    const later = data.steps.findIndex((step, number) => number > at && runs(step));
    const found = later >= 0 ? later : data.steps.findLastIndex((step, number) => number < at && runs(step));
    if (found >= 0) go(found);
  }

  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const moves = {
      ArrowRight: () => at + 1, ArrowLeft: () => at - 1, n: nextLine, p: lineBefore, c: nextBreak, C: breakBefore,
    };
    const move = moves[event.key];
    if (!data || (!move && event.key !== "b")) return;
    if (move) go(move());
    else toggleBreak();
    event.preventDefault();
  }

  function go(to) {
    if (!data) return;
    const end = Math.min(Math.max(to, 0), data.steps.length);
    for (; at < end; at++) for (const [register, lane, , value] of data.steps[at].changes) held[register][lane] = value;
    for (; at > end; at--) {
      const { changes } = data.steps[at - 1];
      for (const [register, lane, value] of [...changes].reverse()) held[register][lane] = value;
    }
    draw();
  }

  function draw() {
    const { steps } = data;
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", `${at} of ${steps.length} steps`);
    count.textContent = `${at} / ${steps.length}`;
    const last = steps[at - 1];
    const did = last?.effect ? `Did: ${last.effect}` : "";
    const ended = at < steps.length ? "" : data.stopped ? ` Stopped: ${data.stopped}` : " The program has ended.";
    effect.textContent = `${did}${ended}`;
    code.at(steps[at]?.instruction ?? null);
    const changed = new Set(last?.changes.map(([register]) => register));
    const focused = side.contains(document.activeElement) ? document.activeElement.dataset.register : undefined;
    const holds = data.order.filter((number) => held[number].some((lane) => lane !== null));
    const watched = holds.filter((number) => settings.watched.includes(data.registers[number].name));
    const groups = data.kinds.map((kind) => [kind, holds.filter((number) => data.registers[number].kind === kind)]);
    side.replaceChildren(...[["watched", watched], ...groups].flatMap(([name, rows]) => table(name, rows, changed)));
    if (focused) side.querySelector(`button[data-register="${CSS.escape(focused)}"]`)?.focus();
  }

  function table(caption, numbers, changed) {
    if (!numbers.length) return [];
    const row = (number) => {
      const { name, variables } = data.registers[number];
      const lanes = held[number].slice(0, held[number].findLastIndex((lane) => lane !== null) + 1);
      const watch = element("button", {
        type: "button", class: "watch", "data-register": name, "aria-pressed": String(settings.watched.includes(name)),
        title: "Keep at the top", onclick: () => toggleWatch(name),
      }, name);
      const mark = changed.has(number) ? element("span", { class: "unseen" }, " changed") : null;
      return element(
        "tr",
        { class: changed.has(number) ? "changed" : undefined, title: lanes.map((lane) => lane ?? "-").join(", ") },
        element("th", { scope: "row" }, watch, mark, variables ? element("i", {}, ` ${variables}`) : null),
        ...lanes.map((lane) => element("td", {}, lane === null ? "-" : short(lane))),
      );
    };
    return [element("table", {}, element("caption", {}, caption), element("tbody", {}, ...numbers.map(row)))];
  }

  function toggleWatch(name) {
    const others = settings.watched.filter((one) => one !== name);
    settings.watched = others.length < settings.watched.length ? others : [...others, name];
    keep();
    draw();
  }

  // Where the user looks: a pixel of the picture, or a vertex.
  function showPlace() {
    const number = (label, name, value, most) => {
      const input = element("input", {
        type: "number", min: "0", max: String(most), step: "1", value: String(value), "aria-label": label,
        onchange: () => {
          const chosen = Math.round(Number(input.value));
          if (!(chosen >= 0 && chosen <= most)) return;
          settings[name] = chosen;
          changed();
        },
      });
      return input;
    };
    if (data.vertices !== null) {
      place.replaceChildren("Vertex ", number("Vertex", "vertex", data.sample, data.vertices - 1));
    } else {
      place.replaceChildren(
        "Pixel ",
        number("Pixel from the left", "x", settings.x, SIDES.width - 1),
        number("Pixel from above", "y", settings.y, SIDES.height - 1),
      );
    }
  }

  const unlisten = link.onPicture((view, point) => {
    Object.assign(settings, view);
    if (point) Object.assign(settings, point, { vertex: undefined });
    changed();
  });
  if (link.view) Object.assign(settings, link.view);
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
      const kept = data ? at : 0;
      data = { ...steps, source: {} };
      for (const { instruction, source } of steps.lines) {
        if (instruction !== null && source) data.source[instruction] = source.line;
      }
      data.order = steps.registers.map((_, number) => number);
      data.order.sort((one, other) => compare.compare(steps.registers[one].name, steps.registers[other].name));
      held = steps.start.map((lanes) => [...lanes]);
      at = 0;
      slider.max = String(steps.steps.length);
      code.show(steps);
      code.breaks(settings.breaks);
      showPlace();
      go(kept);
    },
    close() {
      unlisten();
      code.close();
    },
  };
}

const compare = new Intl.Collator("en", { numeric: true });

// Numbers of six digits; the title of the row has all.
function short(text) {
  const number = Number(text);
  return Number.isFinite(number) ? String(Number(number.toPrecision(6))) : text;
}
