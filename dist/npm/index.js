// What both entries have: the calls, once the module is loaded.
import { compile as compileText, targets as targetNames, version as versionText } from "./retroshade.js";

export class ShaderError extends Error {
  constructor(text, messages) {
    super(text);
    this.name = "ShaderError";
    this.messages = messages;
  }
}

export const version = () => versionText();
export const targets = () => targetNames();

export function compile(source, { target, stage, name = "shader", flags = "" }) {
  const made = compileText(source, name, target, stage, flags);
  try {
    const messages = JSON.parse(made.messages);
    if (made.binary === undefined) throw new ShaderError(made.text.trimEnd(), messages);
    return {
      binary: made.binary,
      assembly: made.assembly,
      reflection: JSON.parse(made.reflection),
      messages,
      text: made.text,
    };
  } finally {
    made.free();
  }
}
