import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepAsLeft } from './as-left.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'jumar-as-left-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};

test('what is taken out of the workspace is found aside, and the sentence says where', () => {
  write('config/.env.test', 'SECRET=1');
  symlinkSync('/etc/passwd', join(root, 'link'));
  const [sentence] = keepAsLeft(root, 'fix-1-as-left', ['config/.env.test', 'link', 'gone']);
  const [, place = ''] = /kept as it was left in (\S+)\/: config\/\.env\.test, link$/.exec(sentence ?? '') ?? [];
  expect(readFileSync(join(root, place, 'config/.env.test'), 'utf8')).toBe('SECRET=1');
  expect(lstatSync(join(root, place, 'link')).isSymbolicLink()).toBe(true);
  expect(readdirSync(join(root, 'config'))).toEqual([]);
});

test('what is too large is named and left where it is', () => {
  write('.env', 'A=1');
  write('.env.big', 'x'.repeat(5_000_001));
  expect(keepAsLeft(root, 'fix-1-as-left', ['.env.big', '.env'])).toEqual([
    expect.stringMatching(/^undone and in no snapshot, .*: \.env$/),
    'undone and not kept: .env.big (5000001 bytes)',
  ]);
  expect(readdirSync(root)).toContain('.env.big');
});

test('a link that waits where they are kept leads nowhere', () => {
  const outside = mkdtempSync(join(tmpdir(), 'jumar-outside-'));
  try {
    write('.env', 'A=1');
    mkdirSync(join(root, '.jumar'));
    symlinkSync(outside, join(root, '.jumar/aside'));
    expect(keepAsLeft(root, 'fix-1-as-left', ['.env'])).toEqual(['undone and not kept: .env']);
    expect(readdirSync(outside)).toEqual([]);
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
});

test('nothing undone, nothing said and nothing made', () => {
  expect(keepAsLeft(root, 'fix-1-as-left', [])).toEqual([]);
  expect(readdirSync(root)).toEqual([]);
});
