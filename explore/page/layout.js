// Where things stand: the shaders beside the panes, messages below the shaders, panes in columns and rows. What the user
// moves is kept in `layout()`, which has shares from 0 to 1 and lists of shares.
import { createSplitter, showShare } from "./splitter.js";

// A pane has at least this width, and this height until the user chooses.
const LEAST_WIDTH = 384;
const GAP = 10;

// `source` has `documents` and `problems`.
export function createLayout({ source, documents, problems, panes, layout, moved }) {
  const share = (name, apply) => (to) => {
    layout()[name] = to ?? undefined;
    apply();
    moved();
  };
  const showSides = () => showShare([source, panes], layout().source);
  const showMessages = () => showShare([documents, problems], layout().messages);
  problems.before(createSplitter({ label: "Height of the messages", axis: "y", parts: () => [documents, problems], move: share("messages", showMessages) }));
  panes.before(createSplitter({ label: "Width of the shaders", axis: "x", parts: () => [source, panes], move: share("source", showSides) }));

  let shown = "";

  // As many columns as there is room for. The last pane has the rest of its row.
  function arrange() {
    const all = [...panes.querySelectorAll(":scope > .pane")];
    const columns = Math.max(1, Math.min(all.length, Math.floor((panes.clientWidth + GAP) / (LEAST_WIDTH + GAP))));
    const rows = Math.max(1, Math.ceil(all.length / columns));
    all.forEach((pane, number) => {
      const [column, row] = [number % columns, Math.floor(number / columns)];
      pane.style.gridColumn = `${2 * column + 1} / ${number === all.length - 1 ? -1 : "span 1"}`;
      pane.style.gridRow = String(2 * row + 1);
    });
    sizes(columns, rows);
    if (shown === `${all.length} ${columns}`) return;
    shown = `${all.length} ${columns}`;
    for (const bar of panes.querySelectorAll(":scope > .splitter")) bar.remove();
    // Columns that the last row has not.
    const inLast = all.length - (rows - 1) * columns;
    for (let column = 0; column + 1 < columns; column++) {
      const bar = between("columns", column, columns, "x", () => [all[column], all[column + 1]]);
      bar.style.gridColumn = String(2 * column + 2);
      bar.style.gridRow = `1 / ${column + 1 < inLast ? -1 : 2 * rows - 2}`;
    }
    for (let row = 0; row + 1 < rows; row++) {
      const bar = between("rows", row, rows, "y", () => [all[row * columns], all[(row + 1) * columns]]);
      bar.style.gridRow = String(2 * row + 2);
      bar.style.gridColumn = "1 / -1";
    }
  }

  function between(name, first, count, axis, parts) {
    const move = (to) => {
      const list = [...known(name, count)];
      const both = list[first] + list[first + 1];
      list[first] = (to ?? 0.5) * both;
      list[first + 1] = both - list[first];
      layout()[name] = list;
      arrange();
      moved();
    };
    const label = axis === "x" ? `Width of column ${first + 1}` : `Height of row ${first + 1}`;
    const bar = createSplitter({ label, axis, parts, move });
    panes.append(bar);
    return bar;
  }

  // The shares that were chosen for as many columns or rows.
  function known(name, count) {
    const list = layout()[name];
    return list?.length === count ? list : Array(count).fill(1);
  }

  function sizes(columns, rows) {
    const tracks = (name, count, track) => known(name, count).map(track).join(` ${GAP}px `);
    const least = layout().rows?.length === rows ? "6rem" : "15rem";
    panes.style.gridTemplateColumns = tracks("columns", columns, (part) => `minmax(0, ${part}fr)`);
    panes.style.gridTemplateRows = tracks("rows", rows, (part) => `minmax(${least}, ${part}fr)`);
  }

  new ResizeObserver(arrange).observe(panes);
  return {
    arrange,
    add(pane) {
      const bar = panes.querySelector(":scope > .splitter");
      panes.insertBefore(pane, bar);
      arrange();
    },
    show() {
      showSides();
      showMessages();
      arrange();
    },
  };
}
