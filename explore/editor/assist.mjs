// Completion, and what is known of a place: both from who answers questions about the text.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { Prec, StateEffect, StateField } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, showTooltip } from "@codemirror/view";

// What is shown of the place of the caret, where it was asked for by key.
const setShown = StateEffect.define();
const shown = StateField.define({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setShown)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

// `complete` gives `{from, completions}` for a place, `explain` `{from, to, dom}` or nothing. Places are units of UTF-16;
// a completion has `label`, `kind`, `detail`, `rank`, and `info`, which makes an element or nothing.
export function assistance({ complete, explain }) {
  const source = async (context) => {
    const before = context.matchBefore(/[\w.]+/)?.text;
    // Nobody who writes a number wants names.
    if (!context.explicit && (!before || /^\.?\d/.test(before))) return null;
    const { from, completions } = await complete(context.pos);
    if (context.aborted || !completions.length) return null;
    const options = completions.map(({ label, kind, detail, rank, info }, number) => ({
      label,
      detail,
      info,
      type: kind,
      boost: -rank,
      // They come in a good order.
      sortText: String(number).padStart(5, "0"),
    }));
    return { from, options, validFor: /^\w*$/ };
  };
  const tooltip = async (place) => {
    const found = await explain(place);
    return found && { pos: found.from, end: found.to, above: true, create: () => ({ dom: found.dom }) };
  };
  const show = (view) => {
    const place = view.state.selection.main.head;
    tooltip(place).then((found) => {
      if (!found || view.state.selection.main.head !== place) return;
      const said = EditorView.announce.of(found.create().dom.textContent);
      view.dispatch({ effects: [setShown.of(found), said] });
    });
    return true;
  };
  const hide = (view) => {
    if (!view.state.field(shown)) return false;
    view.dispatch({ effects: setShown.of(null) });
    return true;
  };
  return [
    autocompletion({ override: [source], defaultKeymap: false }),
    hoverTooltip((view, place) => tooltip(place)),
    shown,
    Prec.high(keymap.of([...completionKeymap, { key: "Mod-k Mod-i", run: show, preventDefault: true }, { key: "Escape", run: hide }])),
  ];
}
