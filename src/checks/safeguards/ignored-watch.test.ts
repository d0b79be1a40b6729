import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pathRules } from '../../system/path-rules.ts';
import { ignoredFiles } from '../../workspace/ignored.ts';
import { openIgnoredWatch } from './ignored-watch.ts';

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jumar-ignored-'));
  root = join(folder, 'project');
  for (const [path, text] of Object.entries({ '.env': 'KEY=1\n', 'dist/a.js': 'a\n', 'src/gen.js': 'g\n' }))
    put(path, text);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const readText = (path: string) => readFileSync(join(root, path), 'utf8');
const only = pathRules(['src/']);

/** The working tree is ignored by these rules; nothing is stored yet. */
const RULES = ['.env', '.env.new', 'dist', 'src', 'cache.log', 'node_modules', 'link'];

function watch() {
  const shadow = { root, cache: join(folder, 'shadow') } as Parameters<typeof ignoredFiles>[0];
  return openIgnoredWatch(root, join(folder, 'kept'), (_, filter) => ignoredFiles(shadow, RULES, filter));
}

describe('ignored files out of the agent’s scope', () => {
  test('are restored', async () => {
    const watching = watch();
    await watching.note('c', only);
    const mode = statSync(join(root, '.env')).mode;
    put('.env', 'KEY=stolen\n');
    put('.env.new', 'X=1\n');
    put('dist/b.js', 'b\n');
    rmSync(join(root, 'dist/a.js'));
    put('src/gen.js', 'by the agent\n');
    put('cache.log', 'x');
    put('node_modules/x/index.js', 'x');
    const changes = await watching.changes('c', only);
    expect(changes.map(({ path, what }) => `${path} ${what}`).sort()).toEqual([
      '.env changed',
      '.env.new made',
      'dist/a.js removed',
      'dist/b.js made',
    ]);
    // Something else may have moved the file away by now.
    rmSync(join(root, '.env'));
    watching.undo(changes);
    expect([readText('.env'), readText('dist/a.js')]).toEqual(['KEY=1\n', 'a\n']);
    expect(statSync(join(root, '.env')).mode).toBe(mode);
    expect([existsSync(join(root, '.env.new')), existsSync(join(root, 'dist/b.js'))]).toEqual([false, false]);
    expect(readText('src/gen.js')).toBe('by the agent\n');
    expect(await watching.changes('c', only)).toEqual([]);
  });

  test('do not count as changed if they were rewritten with the same content', async () => {
    const watching = watch();
    await watching.note('c', only);
    rmSync(join(root, 'dist/a.js'));
    put('dist/a.js', 'a\n');
    expect(await watching.changes('c', only)).toEqual([]);
  });

  test('are reported but not restored if they are too large to copy', async () => {
    put('dist/large.bin', 'x'.repeat(1024 * 1024 + 1));
    const watching = watch();
    await watching.note('c', only);
    put('dist/large.bin', 'small now');
    const changes = await watching.changes('c', only);
    expect(changes).toEqual([{ path: 'dist/large.bin', what: 'changed', undoable: false }]);
    watching.undo(changes);
    expect(readText('dist/large.bin')).toBe('small now');
  });

  test('are not written through a link that replaced their folder', async () => {
    const watching = watch();
    await watching.note('c', only);
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    rmSync(join(root, 'dist'), { recursive: true });
    symlinkSync(elsewhere, join(root, 'dist'));
    watching.undo([{ path: 'dist/a.js', what: 'removed', undoable: true }]);
    expect(existsSync(join(elsewhere, 'a.js'))).toBe(false);
  });

  test('are not compared before the first listing', async () => {
    expect(await watch().changes('c', only)).toEqual([]);
  });
});
