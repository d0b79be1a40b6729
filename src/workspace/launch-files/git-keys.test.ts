import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { riskyKeys } from './git-keys.ts';

const BASE = '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://example.com/a.git\n';
const risky = (before: string | null, after: string | null) =>
  riskyKeys(before === null ? null : Buffer.from(before), after === null ? null : Buffer.from(after), tmpdir());

test.each([
  ['core.fsmonitor', '[core]\n\tfsmonitor = ./evil\n'],
  ['core.hookspath', '[core]\n\thooksPath = .evil\n'],
  ['alias.st', '[alias]\n\tst = !evil\n'],
  ['filter.x.clean', '[filter "x"]\n\tclean = evil\n'],
  ['diff.external', '[diff]\n\texternal = evil\n'],
  ['include.path', '[include]\n\tpath = /evil\n'],
  ['credential.helper', '[credential]\n\thelper = !evil\n'],
  ['remote.origin.url', '[remote "origin"]\n\turl = ext::evil\n'],
  ['url.https://evil/.insteadof', '[url "https://evil/"]\n\tinsteadOf = https://example.com/\n'],
  ['some.newkey', '[some]\n\tnewKey = evil\n'],
  ['init.templatedir', '[init]\n\ttemplateDir = /evil\n'],
  ['gc.recentobjectshook', '[gc]\n\trecentObjectsHook = evil\n'],
])('%s may run something', async (key, added) => {
  expect(await risky(BASE, BASE + added)).toEqual([key]);
  expect(await risky(BASE + added, BASE)).toEqual([key]);
});

test.each([
  '[branch "topic"]\n\tremote = origin\n\tmerge = refs/heads/topic\n',
  '[user]\n\tname = Ann\n\temail = ann@example.com\n',
  '[remote "origin"]\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
  '[pull]\n\trebase = true\n[advice]\n\tdetachedHead = false\n',
])('%s runs nothing', async (added) => {
  expect(await risky(BASE, BASE + added)).toEqual([]);
});

test('a new repository has what git writes, and nothing that runs a program', async () => {
  expect(await risky(null, BASE)).toEqual([]);
  expect(await risky(null, `${BASE}[core]\n\tfsmonitor = x\n`)).toEqual(['core.fsmonitor']);
  expect(await risky(null, '[remote "origin"]\n\turl = ext::evil\n')).toEqual(['remote.origin.url']);
  expect(await risky(BASE, null)).toEqual(['core.bare', 'remote.origin.url']);
  expect(await risky(BASE, '[core\n')).toEqual(['unreadable']);
});
