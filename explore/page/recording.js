// What a pixel or vertex did, step by step: the server sends what each step changed; the page goes through it by itself.

export function createRecording({ steps, start, registers, lines, stopped, locals, localsUntil }) {
  const held = start.map((lanes) => [...lanes]);
  const sources = new Map(lines.filter(({ source }) => source).map(({ instruction, source }) => [instruction, source.line]));
  const line = (number) => sources.get(steps[number]?.instruction);
  let at = 0;

  // The first step behind this one, or before it, for which something holds.
  const behind = (holds) => {
    const found = steps.findIndex((step, number) => number > at && holds(step, number));
    return found < 0 ? steps.length : found;
  };
  const before = (holds) => Math.max(steps.findLastIndex((step, number) => number < at && holds(step, number)), 0);

  const stops = (instructions, lines) => ({ instruction }, number) =>
    instructions.includes(instruction) || (lines.includes(line(number)) && line(number) !== line(number - 1));

  return {
    registers,
    // Assignments to local variables, where something is known of them.
    get locals() {
      return at <= localsUntil ? locals : [];
    },
    // What registers hold, in their order: texts, `null` for lanes that hold nothing.
    held,
    count: steps.length,
    get at() {
      return at;
    },
    // The step that was done last, and the instruction that runs next.
    get last() {
      return steps[at - 1];
    },
    get next() {
      return steps[at]?.instruction ?? null;
    },
    // Why the program is followed no further; nothing where it has ended.
    get stopped() {
      return at === steps.length ? stopped : null;
    },
    get ended() {
      return at === steps.length && !stopped;
    },
    go(to) {
      const end = Math.min(Math.max(to, 0), steps.length);
      for (; at < end; at++) for (const [register, lane, , value] of steps[at].changes) held[register][lane] = value;
      for (; at > end; at--) {
        for (const [register, lane, value] of [...steps[at - 1].changes].reverse()) held[register][lane] = value;
      }
    },
    nextLine: () => behind((_, number) => line(number) !== undefined && line(number) !== line(at)),
    // Where the instructions of the line before began.
    lineBefore() {
      let first = Math.max(at - 1, 0);
      while (first > 0 && line(first - 1) === line(first)) first--;
      return first;
    },
    // Breakpoints at instructions, and where the instructions of lines begin.
    nextOf: (instructions, lines) => behind(stops(instructions, lines)),
    lastOf: (instructions, lines) => before(stops(instructions, lines)),
    // The next time that an instruction runs, or else the last time before; where it is if it never does.
    runOf(chosen) {
      const runs = ({ instruction }) => instruction === chosen;
      const next = behind(runs);
      if (next < steps.length) return next;
      return steps.some((step, number) => number < at && runs(step)) ? before(runs) : at;
    },
  };
}
