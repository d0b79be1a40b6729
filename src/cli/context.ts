import { glyphsFor, inGlyphs } from '../reporters/glyphs.ts';

/** What a command knows of the process it runs in; tests and the library can give another. */
export interface CommandContext {
  env: NodeJS.ProcessEnv;
  cwd: string;
  stdout: { write(text: string | Uint8Array): unknown; isTTY?: boolean; columns?: number };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  stdin: NodeJS.ReadStream;
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
