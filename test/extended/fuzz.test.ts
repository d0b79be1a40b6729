import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** The same cases on every run; `npm run fuzz` goes on to new ones. */
const SEED = '1';

it('no parser throws, hangs or tells impossible counts on mutated fixtures', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/fuzz.mjs', '20', SEED], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/\d+ cases/);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
