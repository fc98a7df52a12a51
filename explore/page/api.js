// Questions to the compiler.
import { send } from "./compiler.js";

const MOST_KEPT = 48;
const kept = new Map();

// The answer to a question. Equal questions of several panes are asked once.
export function ask(name, question) {
  const body = JSON.stringify(question);
  const key = `${name} ${body}`;
  const known = kept.get(key);
  if (known) return known;
  const answer = send(name, body);
  kept.set(key, answer);
  answer.catch(() => kept.delete(key));
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  return answer;
}

// As `ask`, for answers that nobody asks for again.
export function askOnce(name, question) {
  return send(name, JSON.stringify(question));
}

// Runs `work` for the newest argument: what comes while it runs waits, and only the last of it is kept.
export function newest(work) {
  let running = false;
  let waiting = null;
  return async (argument) => {
    waiting = { argument };
    if (running) return;
    running = true;
    try {
      while (waiting) {
        const { argument: now } = waiting;
        waiting = null;
        await work(now);
      }
    } finally {
      running = false;
    }
  };
}
