// Lines of the source and the machine code made for them: one colour for each line, and one line that is marked
// everywhere.

const COLOURS = 8;

export function createLink() {
  const parts = new Map();
  const marked = new Set();
  const coloured = new Set();
  let line = 0;
  let colours = [];

  function recolour() {
    const all = [...new Set([...parts.values()].flat())].sort((one, other) => one - other);
    const next = [];
    all.forEach((number, place) => (next[number] = place % COLOURS));
    if (JSON.stringify(next) === JSON.stringify(colours)) return;
    colours = next;
    for (const listener of coloured) listener(colours);
  }

  return {
    get line() {
      return line;
    },
    colour: (number) => colours[number],
    // The lines that a pane shows machine code of; none for a pane that is gone.
    setLines(pane, lines) {
      if (lines) parts.set(pane, lines);
      else parts.delete(pane);
      recolour();
    },
    // `from` does not follow: it is where the user looks.
    mark(number, from = null) {
      if (number === line) return;
      line = number;
      for (const listener of marked) listener(line, from);
    },
    onMark(listener) {
      marked.add(listener);
      return () => marked.delete(listener);
    },
    onColours(listener) {
      coloured.add(listener);
      return () => coloured.delete(listener);
    },
  };
}
