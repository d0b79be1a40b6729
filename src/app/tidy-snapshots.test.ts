import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anInProcessLoop } from '../../test/support/in-process-loop.ts';

test('at the end of a loop its snapshots are packed, if there are many objects', async () => {
  const inShadow = (args: string[], input = '') =>
    execFileSync('git', ['--git-dir', loop.project.shadow, ...args], { input, encoding: 'utf8' });
  const loop = await anInProcessLoop({
    agent: (_, root) => writeFileSync(join(root, 'state.txt'), '3\n'),
    observe({ type }) {
      if (type !== 'iteration-judged') return;
      const packs = Array.from({ length: 60 }, (_, n) => `blob\ndata 3\n${100 + n}\ncheckpoint\n`);
      inShadow(['-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet'], packs.join(''));
    },
  });
  expect((await loop.run()).ended?.ending).toBe('completed');
  expect(inShadow(['count-objects', '-v'])).toMatch(/^count: 0\n[\s\S]*^packs: 1$/m);
});
