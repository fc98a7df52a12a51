// What the operations of a row of machine code are, beside the pointer or the chosen row.
import { element } from "./dom.js";

// `help` gives what the words of the text name: lists of `{name, unit, operands, result, note, latency}`. A word in `list` is
// explained under the pointer, all of a row with `explain`.
export function createHelp(list, help) {
  const box = element("div", { class: "known help", role: "tooltip", hidden: true });
  const spoken = element("p", { class: "unseen", role: "status" });
  list.after(box, spoken);

  function show(words, place) {
    const known = words.filter((word) => help()[word]);
    if (!known.length) return hide();
    box.replaceChildren(...known.flatMap((word) => help()[word].map((one) => entry(word, one))));
    box.hidden = false;
    // Below the row, or above it where there is no room.
    const around = box.offsetParent.getBoundingClientRect();
    const { left, top, bottom } = place.getBoundingClientRect();
    const below = bottom + box.offsetHeight <= around.bottom || top - box.offsetHeight < around.top;
    box.style.top = `${(below ? bottom : top - box.offsetHeight) - around.top}px`;
    box.style.left = `${Math.max(4, Math.min(left - around.left, around.width - box.offsetWidth - 4))}px`;
  }

  function hide() {
    box.hidden = true;
    spoken.textContent = "";
  }

  list.addEventListener("mousemove", ({ target }) => {
    const word = target.closest("[data-word]");
    if (word) show([word.dataset.word], word);
    else hide();
  });
  for (const event of ["mouseleave", "scroll", "blur"]) list.addEventListener(event, hide);
  return {
    hide,
    // Shows the help of a row, or hides it; whether it was shown.
    explain(row) {
      const words = [...row.querySelectorAll("[data-word]")].map((one) => one.dataset.word);
      const was = !box.hidden;
      hide();
      if (was) return;
      show([...new Set(words)], row.querySelector(".text"));
      spoken.textContent = box.hidden ? "" : box.textContent;
    },
  };
}

function entry(word, { unit, operands, result, note, latency }) {
  const more = [unit && `unit: ${unit}`, note, latency && `result: ${latency}`].filter(Boolean).join(" · ");
  return element(
    "div",
    { class: "entry" },
    element("p", {}, element("code", {}, `${word} ${operands}`.trim())),
    element("p", {}, result),
    more ? element("p", { class: "note" }, more) : null,
  );
}
