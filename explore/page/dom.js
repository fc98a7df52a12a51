// Making elements.

// `element("a", {class: "x", onclick}, "text", child)`: attributes, listeners by their `on` name, children.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// A list to choose from, of `[value, text]`, with a name for those who do not see it.
export function choice(label, options, value, onchange) {
  const select = element("select", { "aria-label": label, onchange: () => onchange(select.value) });
  for (const [key, text] of options) select.append(element("option", { value: key }, text));
  select.value = value;
  return select;
}

export function say(text) {
  document.getElementById("status").textContent = text;
}
