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
import { saveUndoneFiles } from './save-undone-files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'jumar-as-left-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};

test('files removed from the workspace are saved, and the note says where', () => {
  write('config/.env.test', 'SECRET=1');
  symlinkSync('/etc/passwd', join(root, 'link'));
  const [sentence] = saveUndoneFiles(root, 'fix-1-as-left', ['config/.env.test', 'link', 'gone']);
  const [, place = ''] = /saved in (\S+)\/: config\/\.env\.test, link$/.exec(sentence ?? '') ?? [];
  expect(readFileSync(join(root, place, 'config/.env.test'), 'utf8')).toBe('SECRET=1');
  expect(lstatSync(join(root, place, 'link')).isSymbolicLink()).toBe(true);
  expect(readdirSync(join(root, 'config'))).toEqual([]);
});

test('files that are too large are named and stay', () => {
  write('.env', 'A=1');
  write('.env.big', 'x'.repeat(5_000_001));
  expect(saveUndoneFiles(root, 'fix-1-as-left', ['.env.big', '.env'])).toEqual([
    expect.stringMatching(/^undone and not in any snapshot, .*: \.env$/),
    'undone and not saved: .env.big (5000001 bytes)',
  ]);
  expect(readdirSync(root)).toContain('.env.big');
});

test('a link in place of the folder is not followed', () => {
  const outside = mkdtempSync(join(tmpdir(), 'jumar-outside-'));
  try {
    write('.env', 'A=1');
    mkdirSync(join(root, '.jumar'));
    symlinkSync(outside, join(root, '.jumar/aside'));
    expect(saveUndoneFiles(root, 'fix-1-as-left', ['.env'])).toEqual(['undone and not saved: .env']);
    expect(readdirSync(outside)).toEqual([]);
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
});

test('without files there is no note and no folder', () => {
  expect(saveUndoneFiles(root, 'fix-1-as-left', [])).toEqual([]);
  expect(readdirSync(root)).toEqual([]);
});
