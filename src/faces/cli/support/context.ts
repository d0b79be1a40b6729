import type { AppContext } from '../../../app/context.ts';
import { glyphsFor, inGlyphs } from '../../reports/glyphs.ts';

/** What a command knows of the process it runs in; tests can give another. */
export interface CommandContext extends Pick<AppContext, 'env' | 'cwd'> {
  stdout: { write(text: string | Uint8Array): unknown; isTTY?: boolean; columns?: number };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  stdin: NodeJS.ReadStream;
}

/** The same for the functions that do it: what they say beside their result goes to stderr. */
export function appContext({ env, cwd, stderr }: CommandContext): AppContext {
  return {
    env,
    cwd,
    note: (text) => void stderr.write(`note: ${text}\n`),
    warn: (text) => void stderr.write(`warning: ${text}\n`),
  };
}

/** Nothing but words for people goes there: signs that their terminal does not show are spelt. */
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
  };
}
