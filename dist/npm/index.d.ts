/** A machine, by its name or by what people call it. */
export type Target = "agal1" | "agal2" | "agal3" | "lima" | "nv2a" | "pica200" | "3ds" | "xbox" | (string & {});

export interface Options {
  target: Target;
  stage: "vertex" | "fragment" | "geometry";
  /** What messages call the shader. */
  name?: string;
  /** Flags of the command line, with blanks between them: `-O3 -DLIGHTS=2`. Those that read files are refused. */
  flags?: string;
}

/** A message, as `--diagnostics=json` prints it. Lines and columns are counted from 1, columns in characters. */
export interface Message {
  severity: "warning" | "error" | "bug";
  code: string;
  message: string;
  line?: number;
  column?: number;
  notes: string[];
  help: string[];
  [more: string]: unknown;
}

export interface Program {
  /** The program in the target's container. */
  binary: Uint8Array;
  /** The program as text. */
  assembly: string;
  /** Registers and counts, as `--reflect` writes them. */
  reflection: Record<string, unknown>;
  /** Warnings. */
  messages: Message[];
  /** Warnings as the command line prints them, with lines of the source; empty if there are none. */
  text: string;
}

/** A shader that was refused. Its `message` is what the command line prints. */
export class ShaderError extends Error {
  messages: Message[];
}

/**
 * Compiles a shader in GLSL ES.
 * @throws {ShaderError} The shader or the options are wrong.
 */
export function compile(source: string, options: Options): Program;

/** The names of all targets. */
export function targets(): string[];

/** The version of the compiler. */
export function version(): string;
