import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import type { OverlayFile } from '../ports/safeguards.ts';
import { openOverlay } from './overlay.ts';

let given: Scratch;
let state: string;
beforeEach(() => {
  given = scratch('plain');
  state = join(given.folder, 'state');
  mkdirSync(state, { recursive: true });
  given.put('tests/a.js', 'by the agent\n');
  given.put('check.sh/inside', 'a folder now\n');
  given.put('real/b.js', 'b\n');
  symlinkSync('real', join(given.root, 'linked'));
});
afterEach(() => given.remove());

const file = (path: string, content = 'laid\n'): OverlayFile => ({ path, content: Buffer.from(content), mode: 0o644 });
const everywhere = [
  file('tests/a.js'),
  file('check.sh'),
  file('linked/b.js'),
  file('new/deep/c.js'),
  file('tests/d.js'),
];

describe('an overlay', () => {
  test('replaces files, folders and links, and restores them', () => {
    const before = given.listing();
    const overlay = openOverlay(given.root, state);
    overlay.lay(everywhere);
    for (const { path } of everywhere) expect(given.read(path)).toBe('laid\n');
    expect(given.read('real/b.js')).toBe('b\n');
    overlay.putBack();
    expect(given.listing()).toEqual(before);
    expect(existsSync(join(given.root, 'new'))).toBe(false);
    expect(existsSync(join(state, 'overlay.json'))).toBe(false);
  });

  test('what was built from its files is older than what comes back', () => {
    const overlay = openOverlay(given.root, state);
    overlay.lay([file('tests/a.js')]);
    const built = lstatSync(join(given.root, 'tests/a.js')).mtimeMs;
    overlay.putBack();
    expect(lstatSync(join(given.root, 'tests/a.js')).mtimeMs).toBeGreaterThanOrEqual(built);
  });

  test('removes files, and nothing through a link', () => {
    const before = given.listing();
    const away = (path: string): OverlayFile => ({ path, content: null, mode: 0o644 });
    const overlay = openOverlay(given.root, state);
    overlay.lay([away('tests/a.js'), away('linked/b.js'), away('no/such'), file('check.sh'), away('check.sh/inside')]);
    expect(existsSync(join(given.root, 'tests/a.js'))).toBe(false);
    expect(given.read('real/b.js')).toBe('b\n');
    given.put('tests/a.js', 'left by a check\n');
    openOverlay(given.root, state).putBack();
    expect(given.listing()).toEqual(before);
  });

  test('is removed by the next process, even if the overlay files changed', () => {
    const before = given.listing();
    openOverlay(given.root, state).lay(everywhere);
    writeFileSync(join(given.root, 'tests/a.js'), 'scribbled\n');
    given.put('new/deep/droppings', 'x');
    rmSync(join(given.root, 'check.sh'));
    openOverlay(given.root, state).putBack();
    expect(given.listing()).toEqual(before);
  });

  test('removes nothing through a link that was created in the meantime', () => {
    const elsewhere = join(given.folder, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'd.js'), 'precious\n');
    const overlay = openOverlay(given.root, state);
    overlay.lay(everywhere);
    rmSync(join(given.root, 'tests'), { recursive: true });
    symlinkSync(elsewhere, join(given.root, 'tests'));
    overlay.putBack();
    expect(readFileSync(join(elsewhere, 'd.js'), 'utf8')).toBe('precious\n');
    expect(given.read('tests/a.js')).toBe('by the agent\n');
    expect(lstatSync(join(given.root, 'tests')).isDirectory()).toBe(true);
  });

  test('that failed half-way is undone', () => {
    const before = given.listing();
    const overlay = openOverlay(given.root, state);
    expect(() => overlay.lay([...everywhere, file('tests/a.js')])).toThrow();
    overlay.putBack();
    expect(given.listing()).toEqual(before);
  });

  test('can be removed twice', () => {
    const before = given.listing();
    const overlay = openOverlay(given.root, state);
    overlay.lay(everywhere);
    const journal = readFileSync(join(state, 'overlay.json'));
    overlay.putBack();
    // As if the kill had come just before the journal was removed.
    writeFileSync(join(state, 'overlay.json'), journal);
    openOverlay(given.root, state).putBack();
    expect(given.listing()).toEqual(before);
  });
});
