// retroshade in Compiler Explorer: goes to lib/compilers/ there, see README.md.

import fs from 'node:fs/promises';
import path from 'node:path';

import type {ParsedAsmResult, ParsedAsmResultLine} from '../../types/asmresult/asmresult.interfaces.js';
import type {ExecutionOptionsWithEnv} from '../../types/compilation/compilation.interfaces.js';
import type {ParseFiltersAndOutputOptions} from '../../types/features/filters.interfaces.js';
import {BaseCompiler} from '../base-compiler.js';

/** What every compilation is given: a listing with places in the source, and messages of a line each. */
const OPTIONS = ['-S', '-g', '--diagnostics=short'];

/** The place behind an instruction: `; FILE:LINE:COLUMN`, with the comments of the target's own assembler. */
const PLACE = /\s*(?:;|#|\/\/) (\S+):(\d+):(\d+)$/;

/** A line without an instruction. */
const COMMENT = /^\s*(?:;|#|\/\/)/;

/** What says the stage of a file called .glsl. */
const STAGE_OPTION = /^(?:-fshader-stage=|--shader-stage)/;
const STAGE_PRAGMA = /^\s*#\s*pragma\s+shader_stage\b/m;

export class RetroshadeCompiler extends BaseCompiler {
    static get key() {
        return 'retroshade';
    }

    constructor(info: any, env: any) {
        super(info, env);
        this.compiler.supportsIntel = false;
    }

    override optionsForFilter(filters: ParseFiltersAndOutputOptions, outputFilename: string): string[] {
        return [...OPTIONS, '-o', this.filename(outputFilename)];
    }

    /** A source that does not say its stage is a vertex shader if it has a position. */
    override async runCompiler(
        compiler: string,
        options: string[],
        inputFilename: string,
        execOptions: ExecutionOptionsWithEnv,
    ) {
        const source = await fs.readFile(inputFilename, 'utf8');
        if (!options.some(option => STAGE_OPTION.test(option)) && !STAGE_PRAGMA.test(source)) {
            const stage = /\bgl_Position\b/.test(source) ? 'vertex' : 'fragment';
            options = [`-fshader-stage=${stage}`, ...options];
        }
        // A visitor's source includes files of its own folder and none of the server.
        options = [`--include-root=${path.dirname(inputFilename)}`, ...options];
        return await super.runCompiler(compiler, options, inputFilename, execOptions);
    }

    override async processAsm(result: any, filters: ParseFiltersAndOutputOptions): Promise<ParsedAsmResult> {
        const source = path.basename(result.inputFilename ?? '');
        const lines: string[] = result.asm.split(/\r?\n/);
        const asm: ParsedAsmResultLine[] = [];
        for (const line of lines) {
            if (filters.commentOnly && COMMENT.test(line)) continue;
            const place = line.match(PLACE);
            if (!place) {
                asm.push({text: line, source: null});
                continue;
            }
            const [comment, file, row, column] = place;
            const mainsource = path.basename(file) === source;
            asm.push({
                text: line.slice(0, line.length - comment.length),
                source: {
                    file: mainsource ? null : file,
                    line: Number.parseInt(row, 10),
                    column: Number.parseInt(column, 10),
                    mainsource,
                },
            });
        }
        return {asm, labelDefinitions: {}, filteredCount: lines.length - asm.length};
    }
}
