import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSanctioned, sanction } from './sanctioned.ts';

test('a file is sanctioned as it was written, and in no other state', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jumar-sanctioned-'));
  try {
    const path = '.jumar/config.yaml';
    expect(await isSanctioned(folder, path, Buffer.from('a'))).toBe(false);
    await sanction(folder, path, Buffer.from('a'));
    expect(await isSanctioned(folder, path, Buffer.from('a'))).toBe(true);
    expect(await isSanctioned(folder, path, Buffer.from('b'))).toBe(false);
    expect(await isSanctioned(folder, path, null)).toBe(false);
    expect(await isSanctioned(folder, '.jumar/other', Buffer.from('a'))).toBe(false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
