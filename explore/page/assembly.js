// The machine code of one target, line by line, linked to the source.
import { element } from "./dom.js";
import { createHelp } from "./help.js";

const PARTS = /(\/\/.*|;.*|#(?![0-9a-fA-F]{6}).*)|(\b[a-z]+\d+(?:\.[xyzwrgba]+|\[[^\]]*\])?|\b[vtoc]\[[^\]]*\]|[ov][A-Z]\w*)|(-?\b\d[\w.]*)/g;

// A line of assembly with its parts as elements: comments, registers, numbers, and operations: the words that `help` knows, or
// else the first.
export function coloured(text, comment, help = {}) {
  const at = comment ? text.indexOf(comment) : -1;
  const code = at < 0 ? text : text.slice(0, at);
  const words = [...code.matchAll(/[A-Za-z_][\w.]*/g)].filter(([word]) => Object.hasOwn(help, word));
  const operations = words.map((match) => ({ match, class: "asm-word", "data-word": match[0] }));
  const first = code.match(/\S+/);
  const label = first?.[0].endsWith(":");
  if (first && !operations.some(({ match }) => match.index === first.index)) {
    operations.unshift({ match: first, class: label ? "asm-label" : "asm-word" });
  }
  const others = [...code.matchAll(PARTS)].map((match) => ({
    match, class: match[2] ? "asm-register" : match[3] ? "asm-number" : undefined,
  }));
  const row = [];
  let place = 0;
  // Of parts that begin at one place the operation comes first.
  for (const { match, ...attributes } of [...operations, ...others].sort((one, other) => one.match.index - other.match.index)) {
    if (match.index < place) continue;
    row.push(code.slice(place, match.index), element("span", attributes, match[0]));
    place = match.index + match[0].length;
  }
  row.push(code.slice(place));
  if (at >= 0) row.push(element("span", { class: "asm-comment" }, text.slice(at)));
  return row.filter((part) => part !== "");
}

// A line of a program with where it comes from; `attributes` are more of the row's own.
export function codeRow({ text, instruction, source }, { comment, help }, attributes = {}, width = 0) {
  return element(
    "div",
    { class: "row", "data-line": source?.line, "data-column": source?.column, "data-instruction": instruction ?? undefined, ...attributes },
    element("span", { class: "number" }, instruction === null ? "" : String(instruction).padStart(width)),
    element("span", { class: "text" }, ...coloured(text, comment, help)),
    source ? element("span", { class: "from", title: "line of the shader" }, String(source.line)) : null,
  );
}

// Gives rows the colours of their lines.
export function paint(rows, link) {
  for (const row of rows) {
    const number = row.dataset.line && link.colour(Number(row.dataset.line));
    row.className = number === undefined || number === "" ? "row" : `row linked hue-${number}`;
  }
}

// `follow` is called when a row is opened; without it the editor shows its line.
export function createAssembly({ body, link, id, goTo, follow }) {
  const list = element("div", {
    class: "code",
    role: "listbox",
    tabindex: "0",
    "aria-label": "Machine code",
    onkeydown: key,
    onmousemove: (event) => {
      const row = event.target.closest(".row");
      if (row?.dataset.line) link.mark(Number(row.dataset.line), id);
    },
    onclick: (event) => select(event.target.closest(".row")),
    ondblclick: open,
  });
  body.append(list);
  let known = {};
  const help = createHelp(list, () => known);
  let rows = [];
  let current = null;

  function select(row) {
    if (!row) return;
    help.hide();
    current?.setAttribute("aria-selected", "false");
    current = row;
    row.setAttribute("aria-selected", "true");
    list.setAttribute("aria-activedescendant", row.id);
    reveal(row, 0);
    if (row.dataset.line) link.mark(Number(row.dataset.line), id);
  }

  function open() {
    if (follow) follow();
    else if (current?.dataset.line) goTo(Number(current.dataset.line), Number(current.dataset.column));
  }

  function key(event) {
    const at = rows.indexOf(current);
    const next = { ArrowDown: at + 1, ArrowUp: Math.max(at - 1, 0), Home: 0, End: rows.length - 1 }[event.key];
    if (event.key === "Enter") open();
    else if (event.key === "?") current && help.explain(current);
    else if (event.key === "Escape") help.hide();
    else if (next === undefined) return;
    else select(rows[Math.min(next, rows.length - 1)]);
    event.preventDefault();
  }

  function mark(line, from) {
    let first = null;
    for (const row of rows) {
      const is = line > 0 && Number(row.dataset.line) === line;
      row.classList.toggle("marked", is);
      first ??= is ? row : null;
    }
    if (first && from !== id) reveal(first, 1 / 3);
  }

  // Only this list moves, not the page: a row that is out of sight comes to a part of its height.
  function reveal(row, part) {
    const { top, bottom } = list.getBoundingClientRect();
    const place = row.getBoundingClientRect();
    if (place.top >= top && place.bottom <= bottom) return;
    const end = part === 0 && place.bottom > bottom ? bottom - top - place.height : (bottom - top) * part;
    list.scrollTop += place.top - top - end;
  }

  function colour() {
    paint(rows, link);
    mark(link.line, id);
  }

  const unlisten = [link.onMark(mark), link.onColours(colour)];
  return {
    show(program) {
      known = program.help;
      const kept = current ? rows.indexOf(current) : -1;
      const width = String(program.lines.length).length;
      rows = program.lines.map((line, number) =>
        codeRow(line, program, { role: "option", id: `${id}-${number}`, "aria-selected": "false" }, width),
      );
      list.replaceChildren(...rows);
      current = null;
      if (kept >= 0 && rows[kept]) {
        current = rows[kept];
        current.setAttribute("aria-selected", "true");
      }
      link.setLines(id, [...new Set(program.lines.flatMap((line) => (line.source ? [line.source.line] : [])))]);
      colour();
    },
    // The instruction that runs next; `null` for none.
    at(instruction) {
      for (const row of rows) {
        const is = instruction !== null && Number(row.dataset.instruction ?? -1) === instruction;
        row.toggleAttribute("data-next", is);
        if (is) select(row);
      }
    },
    // The instruction of the chosen row; `null` for none.
    chosen: () => (current?.dataset.instruction === undefined ? null : Number(current.dataset.instruction)),
    // The line of the shader that the chosen row was made for; `null` for none.
    chosenLine: () => (current?.dataset.line ? Number(current.dataset.line) : null),
    // The instructions with breakpoints.
    breaks(list) {
      for (const row of rows) {
        const breaks = list.includes(Number(row.dataset.instruction ?? -1));
        row.toggleAttribute("data-break", breaks);
        if (breaks) row.setAttribute("aria-description", "breakpoint");
        else row.removeAttribute("aria-description");
      }
    },
    close() {
      link.setLines(id, null);
      unlisten.forEach((end) => end());
    },
  };
}
