import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { statIfThere } from './stat-if-there.ts';

test('what is not there is no error, whatever stands in its way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jumar-stat-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), '');
  symlinkSync('loop', join(folder, 'loop'));
  expect(statIfThere(join(folder, 'file'))?.isFile()).toBe(true);
  expect(statIfThere(join(folder, 'loop'))?.isSymbolicLink()).toBe(true);
  for (const path of ['nothing', 'nothing/below', 'file/below', 'loop/below', 'x'.repeat(5000)])
    expect(statIfThere(join(folder, path))).toBeUndefined();
});
