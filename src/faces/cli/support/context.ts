import type { AppContext } from '../../../app/context.ts';
import { glyphsFor, inGlyphs } from '../../reports/glyphs.ts';
import { keepHeapSmall } from './small-heap.ts';

/** The process a command runs in; tests pass their own. */
export interface CommandContext extends Pick<AppContext, 'env' | 'cwd'> {
  stdout: { write(text: string | Uint8Array): unknown; isTTY?: boolean; columns?: number };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  stdin: NodeJS.ReadStream;
  /** All arguments as they were typed, without the program's name. */
  args?: readonly string[];
  /** Called by a command that runs for hours, before it loads its modules. */
  beforeLoop?(): void;
}

/** The context for app functions; their notes and warnings go to stderr. */
export function appContext({ env, cwd, stderr }: CommandContext): AppContext {
  return {
    env,
    cwd,
    note: (text) => void stderr.write(`note: ${text}\n`),
    warn: (text) => void stderr.write(`warning: ${text}\n`),
  };
}

/** A stream for people: characters that the terminal cannot show are replaced with ASCII. */
function wordsOn(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): CommandContext['stderr'] {
  return { write: (text) => stream.write(inGlyphs(text, glyphsFor(env))), isTTY: stream.isTTY };
}

export function processContext(): CommandContext {
  return {
    env: process.env,
    cwd: process.cwd(),
    stdout: process.stdout,
    stderr: wordsOn(process.stderr, process.env),
    stdin: process.stdin,
    beforeLoop: keepHeapSmall,
  };
}
