// Breakpoints on lines: marks in a gutter, which go with their lines when the text changes.
import { Compartment, RangeSet, StateEffect, StateField, Transaction } from "@codemirror/state";
import { GutterMarker, gutter, keymap } from "@codemirror/view";

const setBreaks = StateEffect.define();

class Break extends GutterMarker {
  toDOM() {
    const mark = document.createElement("span");
    mark.textContent = "●";
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", "breakpoint");
    return mark;
  }
}
const mark = new Break();

// Keeps the room of a mark, and is none.
class Room extends GutterMarker {
  toDOM() {
    return document.createTextNode("●");
  }
}

const ranges = (doc, lines) => RangeSet.of(lines.map((line) => mark.range(doc.line(line).from)));

const breaks = StateField.define({
  create: () => RangeSet.empty,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setBreaks)) return ranges(transaction.newDoc, effect.value);
    if (!transaction.docChanged) return value;
    // Another text has lines of its own.
    if (transaction.annotation(Transaction.userEvent) === "set") return RangeSet.empty;
    return ranges(transaction.newDoc, linesOf(transaction.newDoc, value.map(transaction.changes)));
  },
});

// The lines with marks, each once and in order.
function linesOf(doc, set) {
  const lines = new Set();
  set.between(0, doc.length, (from) => void lines.add(doc.lineAt(from).number));
  return [...lines].sort((one, other) => one - other);
}

function toggle(view, line) {
  const lines = linesOf(view.state.doc, view.state.field(breaks));
  const next = lines.includes(line) ? lines.filter((one) => one !== line) : [...lines, line].sort((one, other) => one - other);
  view.dispatch({ effects: setBreaks.of(next) });
}

const shown = [
  gutter({
    class: "cm-breaks",
    markers: (view) => view.state.field(breaks),
    initialSpacer: () => new Room(),
    domEventHandlers: {
      mousedown(view, line) {
        toggle(view, view.state.doc.lineAt(line.from).number);
        return true;
      },
    },
  }),
  keymap.of([{ key: "F9", preventDefault: true, run: (view) => (toggle(view, view.state.doc.lineAt(view.state.selection.main.head).number), true) }]),
];

// `changed` is called with the lines that have breakpoints when they are others. Gives what the editor is made with, and what it
// can do then: the gutter is there while `offer` says so.
export function createBreaks(changed) {
  const place = new Compartment();
  let offered = false;
  let known = "";
  return {
    extension: [breaks, place.of([])],
    told(state) {
      const lines = linesOf(state.doc, state.field(breaks));
      if (String(lines) === known) return;
      known = String(lines);
      changed(lines);
    },
    actions: (view) => ({
      offerBreaks(on) {
        if (on === offered) return;
        offered = on;
        view.dispatch({ effects: place.reconfigure(on ? shown : []) });
      },
      toggleBreak(line) {
        if (line >= 1 && line <= view.state.doc.lines) toggle(view, line);
      },
      setBreaks: (lines) => view.dispatch({ effects: setBreaks.of(lines.filter((line) => line >= 1 && line <= view.state.doc.lines)) }),
    }),
  };
}
