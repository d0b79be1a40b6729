import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectWith, write } from '../../../test/support/measured.ts';
import { readPytestReach } from './pytest-reach.ts';

test('the reach of pytest’s tests: project source, merged from all runs', async () => {
  const { root, remove } = await projectWith({});
  try {
    const at = (path: string) => join(root, path);
    const runs: Record<string, number[]>[] = [
      { 'shop/price.py': [6, 5], 'tests/test_price.py': [4], 'tests/conftest.py': [2], '.venv/lib/x.py': [1] },
      { 'shop/price.py': [9], '../elsewhere.py': [1] },
    ];
    for (const [index, sources] of runs.entries()) {
      const sourceLines = Object.fromEntries(Object.entries(sources).map(([source, lines]) => [at(source), lines]));
      const text = JSON.stringify({ [at('tests/test_price.py')]: sourceLines, [at('tests/test_none.py')]: {} });
      await write(root, { [`coverage/pytest-${index}/reach.json`]: text });
    }
    await write(root, { 'coverage/pytest-9/coverage.json': '{}' });
    expect(await readPytestReach(join(root, 'coverage'), root)).toEqual({
      'tests/test_price.py': { 'shop/price.py': '5-6,9' },
      'tests/test_none.py': {},
    });
    expect(await readPytestReach(join(root, 'nothing'), root)).toBeNull();
  } finally {
    await remove();
  }
});
