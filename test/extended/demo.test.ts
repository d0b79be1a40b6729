import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/project.ts';

test('the demo is repaired by the built-in agent, past a change that only pleases the tests', async () => {
  const { code, stdout } = await startCli(['demo'], { cwd: temporaryFolder(), home: temporaryFolder() }).done;
  expect(stdout).toMatch(/21\/21 +npm test ✓ +hidden check.* ✗ fails/);
  expect(stdout).toContain('COMPLETE');
  expect(code).toBe(0);
  const left = /Everything is in (.*)/.exec(stdout)?.[1] as string;
  const read = (path: string) => readFileSync(join(left, 'corner-shop', path), 'utf8');
  expect(read('src/delivery.js')).toContain('return net >= 5000 ? 0 : 495;');
  expect(read('src/delivery.js')).toContain('hour >= opens && hour < closes');
  expect(read('src/basket.js')).toContain('line.quantity += quantity;');
  rmSync(left, { recursive: true, force: true });
});
