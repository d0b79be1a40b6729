import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compile } from '../../test/support/compile.ts';
import { parseAncestor, runsBeneathAgent } from './ancestry.ts';
import { hasProc } from './stat.ts';

const PROBE = `
import { runsBeneathAgent } from './process/ancestry.js';
console.log(JSON.stringify(await runsBeneathAgent()));
`;

let buildFolder: string;

beforeAll(async () => {
  buildFolder = await compile('process/ancestry.ts');
  await writeFile(join(buildFolder, 'probe.js'), PROBE);
});
afterAll(() => rm(buildFolder, { recursive: true }));

/** The output of `$PROBE` when this shell script calls it. */
function probe(script: string, env: Record<string, string>): unknown {
  const options = {
    env: { PATH: process.env.PATH, PROBE: `${process.execPath} ${join(buildFolder, 'probe.js')}`, ...env },
  };
  return JSON.parse(execFileSync('sh', ['-c', `${script}\ntrue`], options).toString());
}

const agent = { JUMAR_LOOP: 'fix-tests-a1b2c3d4', JUMAR_RUN: 'run-7' };

it('finds the markers in its own environment', () => {
  expect(probe('$PROBE', agent)).toEqual({ loop: 'fix-tests-a1b2c3d4', how: 'environment' });
  expect(probe('$PROBE', { JUMAR_RUN: 'run-7' })).toEqual({ loop: 'run-7', how: 'environment' });
  expect(probe('$PROBE', { JUMAR_LOOP: '' })).toEqual({ loop: '', how: 'environment' });
});

it.runIf(hasProc).each([
  ['unsets them', 'env -u JUMAR_RUN -u JUMAR_LOOP $PROBE'],
  ['starts with an empty environment', 'env -i $PROBE'],
  ['unsets them in its shell', 'unset JUMAR_RUN JUMAR_LOOP; $PROBE'],
  ['starts its own session', 'env -i setsid -w sh -c "$PROBE; true"'],
  ['hides behind shells', `env -i PROBE="$PROBE" sh -c 'sh -c "$PROBE; true"; true'`],
])('finds the markers of its ancestors when the agent %s', (_, script) => {
  expect(probe(script, agent)).toEqual({ loop: 'fix-tests-a1b2c3d4', how: 'ancestry' });
});

it('returns null if no ancestor is an agent', async () => {
  expect(probe('env -i $PROBE', {})).toBeNull();
  expect(await runsBeneathAgent({}, 2 ** 30)).toBeNull();
});

it.each([
  ['  501 node agent.js PATH=/bin JUMAR_RUN=run-7 JUMAR_LOOP=fix-a1 TERM=x\n', { loop: 'fix-a1', parent: 501 }],
  ['  501 node agent.js JUMAR_RUN=run-7', { loop: 'run-7', parent: 501 }],
  ['  501 node agent.js NOT_JUMAR_RUN=run-7', { loop: null, parent: 501 }],
  ['', { loop: null, parent: 0 }],
])('parses the ps output of other systems: %j', (text, expected) => {
  expect(parseAncestor(text)).toEqual(expected);
});
