import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProbePart } from './part.ts';

/** Does nothing if the project configures its own reporter, because the last one named wins. */
export const bun: ProbePart = async ({ env, cwd, out }) => {
  const own = env.BUN_OPTIONS ?? '';
  const files = await Promise.all(
    ['bunfig.toml', 'package.json'].map((file) => readFile(join(cwd, file), 'utf8').catch(() => '')),
  );
  if (/\s/.test(out) || /--reporter/.test(own) || files.some((text) => /--reporter|\[test\.reporter\]/.test(text)))
    return {};
  const report = `--reporter=junit --reporter-outfile=${join(out, 'bun.xml')}`;
  return { BUN_OPTIONS: own === '' ? report : `${own} ${report}` };
};
