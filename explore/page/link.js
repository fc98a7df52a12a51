// What panes tell each other. Of a text: its lines and the machine code made for them, one colour for each line, and one
// line that is marked everywhere, and its breakpoints. Of pictures: what they were drawn with, and the pixel that was chosen in one.

const COLOURS = 8;

export function createLink() {
  const parts = new Map();
  const marked = new Set();
  const coloured = new Set();
  let toggled = () => {};
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
    // The lines with breakpoints, which the editor keeps.
    breaks: [],
    toggleBreak: (number) => toggled(number),
    onToggle(listener) {
      toggled = listener;
    },
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

export function createLooks() {
  const looked = new Set();
  let view = null;
  return {
    // What the last picture was drawn with: time, surface, values of uniforms.
    get view() {
      return view;
    },
    // `point` is a pixel that was chosen in the picture.
    look(next, point = null) {
      if (!point && JSON.stringify(next) === JSON.stringify(view)) return;
      view = structuredClone(next);
      for (const listener of looked) listener(structuredClone(view), point);
    },
    onPicture(listener) {
      looked.add(listener);
      return () => looked.delete(listener);
    },
  };
}
