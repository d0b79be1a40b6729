import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/support/project.ts';
import { findBwrap } from '../../process/bwrap.ts';
import { closeViews, viewMounts } from './view-mounts.ts';
import { placesToWatch, type WatchedPlace } from './watched-places.ts';
import { noteOutside, outsideChanges } from './watched-record.ts';

const bwrap = findBwrap(process.env);
const LARGE = 'x'.repeat(20_000);

/** A folder of tools that is noted, and what became of it after a deed. */
async function scene(place: Omit<WatchedPlace, 'path'>, more: Record<string, string> = {}) {
  const [base, folder] = [temporaryFolder(), temporaryFolder()];
  const path = join(base, 'tools');
  writeFiles(path, { tool: LARGE, script: '#!/bin/sh\n', '../real': 'true\n', ...more });
  symlinkSync('../real', join(path, 'link'));
  await noteOutside([{ ...place, path }], folder);
  return {
    path,
    after(deed: (path: string) => void) {
      deed(path);
      const { added, changed, views } = outsideChanges(folder);
      const inside = (paths: readonly string[]) => paths.map((one) => one.slice(path.length + 1)).sort();
      return { added: inside(added), changed: inside(changed), views };
    },
  };
}

const write = (name: string, text: string) => (path: string) => writeFileSync(join(path, name), text);

test.each<[string, WatchedPlace['changes'], (path: string) => void, { added?: string[]; changed?: string[] }]>([
  ['nothing happens', 'doubted', () => {}, {}],
  [
    'a program is overwritten and gets its old times back',
    'doubted',
    (path) => {
      write('tool', LARGE.replaceAll('x', 'y'))(path);
      utimesSync(join(path, 'tool'), 1, 1);
    },
    { changed: ['tool'] },
  ],
  [
    'another program takes its place',
    'doubted',
    (path) => {
      write('../other', LARGE)(path);
      renameSync(join(path, '../other'), join(path, 'tool'));
    },
    { changed: ['tool'] },
  ],
  [
    'an installer writes the same script again',
    'doubted',
    (path) => {
      rmSync(join(path, 'script'));
      write('script', '#!/bin/sh\n')(path);
    },
    {},
  ],
  ['a script says something else', 'doubted', write('script', 'exit 0\n'), { changed: ['script'] }],
  ['what a link leads to changes', 'doubted', write('../real', 'exit 0\n'), { changed: ['link'] }],
  ['a program is removed', 'doubted', (path) => rmSync(join(path, 'tool')), { changed: ['tool'] }],
  ['a program comes', 'doubted', write('pytest', ''), { added: ['pytest'] }],
  ['a small file among settings changes', 'restored', write('script', ''), {}],
  ['a link among settings changes', 'restored', write('../real', ''), { changed: ['link'] }],
  ['a file of the home folder changes', 'ignored', write('script', ''), {}],
])('%s', async (_, changes, deed, expected) => {
  const { after } = await scene({ isDeep: false, changes });
  expect(after(deed)).toMatchObject({ added: [], changed: [], ...expected });
});

test('in a deep place a new folder counts once, and a link that cannot be covered counts as a change', async () => {
  const { after } = await scene({ isDeep: true, changes: 'doubted' }, { 'lib/a.js': LARGE, 'lib/b.js': LARGE });
  const changes = after((path) => {
    writeFiles(path, { '@types/x/index.d.ts': '', '@types/y.d.ts': '', 'lib/c.js': '', 'lib/a.js': '' });
    symlinkSync('/tmp', join(path, 'lib/d.js'));
  });
  expect(changes).toMatchObject({
    added: ['@types', 'lib/c.js', 'lib/d.js'],
    changed: ['lib/a.js', 'lib/d.js'],
    views: [{ isRebuilt: false }],
  });
});

test.skipIf('problem' in bwrap).each([false, true])(
  'a cage shows what was there, as it was (deep: %s)',
  async (isDeep) => {
    const { path, after } = await scene({ isDeep, changes: 'restored' }, { 'folder/x': '' });
    const { views } = after((folder) => {
      writeFiles(folder, { 'pytest.ini': 'cheat', 'node_modules/a.js': 'cheat', script: 'cheat' });
    });
    const look = `cd '${path}' && cat pytest.ini node_modules/a.js script link folder/x; touch left && echo left; true`;
    const mounts = ['--ro-bind', '/', '/', '--proc', '/proc', ...viewMounts(views), ...closeViews(views)];
    const args = [...mounts, 'sh', '-c', look];
    const program = 'program' in bwrap ? bwrap.program : '';
    expect(execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })).toBe(
      '#!/bin/sh\ntrue\n',
    );
  },
);

test('watches the PATH, the folders above the workspace and the home folder, but for what checks do not see', () => {
  const base = temporaryFolder();
  const at = (name: string) => join(base, name);
  for (const name of ['user/code/group/project/bin', 'user/.cargo/bin', 'user/bin', 'user/.config', 'user/code/.cargo'])
    mkdirSync(at(name), { recursive: true });
  const options = {
    workspace: at('user/code/group/project'),
    home: at('user'),
    path: ['user/.cargo/bin', 'user/bin', 'user/code/group/project/bin', 'none'].map(at).join(':'),
    handled: [at('user/code/group/project'), at('user/bin')],
    temporary: [],
    large: [],
  };
  const described = (places: readonly WatchedPlace[]) =>
    places.map(({ path, changes, isDeep }) => `${path.slice(base.length + 1)} ${changes}${isDeep ? ' deep' : ''}`);
  expect(described(placesToWatch(options))).toEqual([
    'user/.cargo/bin doubted',
    'user/code/.cargo doubted deep',
    'user/code/group restored',
    'user/code restored',
    'user ignored',
    'user/.config ignored',
  ]);
  expect(described(placesToWatch({ ...options, temporary: [base] }))).toEqual([
    'user/.cargo/bin doubted',
    'user ignored',
    'user/.config ignored',
  ]);
});
