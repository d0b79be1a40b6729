import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pythonRunner } from './python.ts';

const missing = (['unittest', 'pytest'] as const).filter(
  (module) => spawnSync('python3', ['-c', `import ${module}`]).status !== 0,
);
if (missing.length > 0) console.warn(`not tested, because python3 cannot import it: ${missing.join(', ')}`);

let beside = '';
beforeEach(() => {
  beside = mkdtempSync(join(tmpdir(), 'jumar-python-'));
});
afterEach(() => rmSync(beside, { recursive: true, force: true }));

test.each((['unittest', 'pytest'] as const).filter((name) => !missing.includes(name)))(
  '%s runs single tests, of the planned files alone, and what fails reads the same in every copy',
  async (name) => {
    const messages: (string | null | undefined)[] = [];
    for (const copy of ['0', '1']) {
      const folder = join(beside, copy);
      mkdirSync(folder);
      const body = (file: string) =>
        `import os, unittest\nclass T(unittest.TestCase):\n    def test_one(self): raise ValueError(os.getcwd() + '/x')\n    def test_two(self): pass\n${file}\n`;
      writeFileSync(join(folder, 'test_a.py'), body(''));
      writeFileSync(join(folder, 'test_b.py'), body('raise SystemError("loaded, though not planned")'));
      const env = { PATH: process.env.PATH ?? '', PYTHONDONTWRITEBYTECODE: '1' };
      const runner = pythonRunner({ name, command: `python3 -m ${name} ${name === 'unittest' ? 'test_a' : ''}`, env });
      const { signal } = new AbortController();
      const plan = { files: ['test_a.py'], mustPass: new Set<string>(), allowed: 9 };
      const all = await runner.run(folder, plan, 60_000, signal);
      const failed = all.tests.find(({ status }) => status === 'failed');
      expect(all.tests.map(({ status }) => status).sort()).toEqual(['failed', 'passed']);
      const alone = await runner.run(folder, { ...plan, only: new Set([failed?.id ?? '']) }, 60_000, signal);
      runner.close?.();
      expect(alone.tests.map(({ id }) => id)).toEqual([failed?.id]);
      messages.push(failed?.message);
    }
    expect(messages).toEqual(['ValueError: x', 'ValueError: x']);
  },
);
