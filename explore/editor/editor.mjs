// The editor of the page: CodeMirror with a mode for GLSL ES, marks for messages, and colours that link lines to
// machine code.
import { EditorState, StateEffect, StateField, Transaction } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { clike } from "@codemirror/legacy-modes/mode/clike";
import { classHighlighter } from "@lezer/highlight";
import { assistance } from "./assist.mjs";
import { createBreaks } from "./breaks.mjs";

const words = (text) => Object.fromEntries(text.split(" ").map((word) => [word, true]));

const glsl = clike({
  name: "glsl",
  keywords: words(
    "attribute break case centroid const continue default discard do else flat for highp if in inout invariant " +
      "layout lowp mediump out precision return smooth struct switch uniform varying while",
  ),
  types: words(
    "bool bvec2 bvec3 bvec4 float int ivec2 ivec3 ivec4 mat2 mat2x2 mat2x3 mat2x4 mat3 mat3x2 mat3x3 mat3x4 mat4 " +
      "mat4x2 mat4x3 mat4x4 sampler2D sampler2DShadow sampler3D samplerCube uint uvec2 uvec3 uvec4 vec2 vec3 vec4 void",
  ),
  blockKeywords: words("case do else for if struct switch while"),
  builtin: words(
    "abs acos acosh all any asin asinh atan atanh ceil clamp cos cosh cross dFdx dFdy degrees determinant distance " +
      "dot equal exp exp2 faceforward floor fract fwidth greaterThan greaterThanEqual inverse inversesqrt isinf isnan " +
      "length lessThan lessThanEqual log log2 matrixCompMult max min mix mod modf normalize not notEqual " +
      "outerProduct pow radians reflect refract round roundEven sign sin sinh smoothstep sqrt step tan tanh texture " +
      "texture2D texture2DLod texture2DProj texture2DProjLod textureCube textureCubeLod textureLod textureProj " +
      "transpose trunc",
  ),
  atoms: words(
    "false true gl_FragColor gl_FragCoord gl_FragData gl_FragDepth gl_FrontFacing gl_InstanceID gl_PointCoord " +
      "gl_PointSize gl_Position gl_VertexID",
  ),
  indentSwitch: true,
  hooks: {
    "#": (stream) => {
      stream.skipToEnd();
      return "meta";
    },
  },
});

// Colours of lines: an array with a number for each line that has machine code.
const setColours = StateEffect.define();
const setMarked = StateEffect.define();

const marks = StateField.define({
  create: () => ({ colours: [], marked: 0, decorations: Decoration.none }),
  update(value, transaction) {
    let { colours, marked, decorations } = value;
    let changed = transaction.docChanged;
    for (const effect of transaction.effects) {
      if (effect.is(setColours)) [colours, changed] = [effect.value, true];
      if (effect.is(setMarked)) [marked, changed] = [effect.value, true];
    }
    if (!changed) return value;
    const ranges = [];
    for (let number = 1; number <= transaction.state.doc.lines; number++) {
      const classes = [];
      if (colours[number] !== undefined) classes.push(`linked hue-${colours[number]}`);
      if (number === marked) classes.push("marked");
      if (classes.length) {
        ranges.push(Decoration.line({ class: classes.join(" ") }).range(transaction.state.doc.line(number).from));
      }
    }
    return { colours, marked, decorations: Decoration.set(ranges) };
  },
  provide: (field) => EditorView.decorations.from(field, (value) => value.decorations),
});

export function createEditor({ parent, doc, label, onChange, onLine, onBreaks, complete, explain }) {
  const breaks = createBreaks(onBreaks);
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc,
      extensions: [
        breaks.extension,
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        indentOnInput(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        StreamLanguage.define(glsl),
        syntaxHighlighting(classHighlighter),
        lintGutter(),
        marks,
        assistance({ complete, explain }),
        keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
        EditorView.updateListener.of((update) => {
          const own = update.transactions.some((one) => one.annotation(Transaction.userEvent) === "set");
          if (update.docChanged && !own) onChange(update.state.doc.toString());
          breaks.told(update.state);
          if (update.selectionSet || update.docChanged) {
            onLine(update.state.doc.lineAt(update.state.selection.main.head).number);
          }
        }),
        EditorView.domEventHandlers({
          mousemove(event, editor) {
            const at = editor.posAtCoords({ x: event.clientX, y: event.clientY });
            if (at !== null) onLine(editor.state.doc.lineAt(at).number);
          },
          mouseleave(event, editor) {
            onLine(editor.state.doc.lineAt(editor.state.selection.main.head).number);
          },
        }),
      ],
    }),
  });
  const length = () => view.state.doc.length;
  return {
    ...breaks.actions(view),
    text: () => view.state.doc.toString(),
    setText(text) {
      view.dispatch({
        changes: { from: 0, to: length(), insert: text },
        selection: { anchor: 0 },
        scrollIntoView: true,
        annotations: Transaction.userEvent.of("set"),
      });
    },
    // `{from, to, severity, message, actions}` with places in UTF-16 units.
    setMessages(messages) {
      const inside = (place) => Math.max(0, Math.min(place, length()));
      const list = messages.map((one) => ({ ...one, from: inside(one.from), to: inside(one.to) }));
      list.sort((one, other) => one.from - other.from);
      view.dispatch(setDiagnostics(view.state, list));
    },
    setColours: (colours) => view.dispatch({ effects: setColours.of(colours) }),
    mark: (line) => view.dispatch({ effects: setMarked.of(line) }),
    show(line) {
      if (line < 1 || line > view.state.doc.lines) return;
      view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(line).from, { y: "nearest", yMargin: 60 }) });
    },
    goTo(line, column = 1) {
      if (line < 1 || line > view.state.doc.lines) return;
      const { from, to } = view.state.doc.line(line);
      view.dispatch({ selection: { anchor: Math.min(from + column - 1, to) }, scrollIntoView: true });
      view.focus();
    },
    replace: (edits) => view.dispatch({ changes: edits, userEvent: "input.fix" }),
    focus: () => view.focus(),
  };
}
