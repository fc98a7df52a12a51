// In the picture of a program: pointing at an operation shows its operands and its readers. A function of the whole
// page, since pictures by themselves have this script too.
globalThis.followValues = (svg) => {
  const values = [...svg.querySelectorAll(".value")];
  const operations = new Map([...svg.querySelectorAll(".operation")].map((one) => [one.dataset.operation, one]));
  const show = (operation) => {
    svg.classList.toggle("far", Boolean(operation));
    for (const one of operations.values()) one.classList.remove("on");
    operations.get(operation)?.classList.add("on");
    for (const value of values) {
      const { from, to } = value.dataset;
      const on = operation !== undefined && (from === operation || to === operation);
      value.classList.toggle("on", on);
      if (on) for (const end of [from, to]) operations.get(end)?.classList.add("on");
    }
  };
  svg.addEventListener("mouseover", (event) => show(event.target.closest(".operation")?.dataset.operation));
  svg.addEventListener("mouseleave", () => show(undefined));
};
