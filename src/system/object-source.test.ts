import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasLooseObject, readLooseObject, writeLooseObject } from './loose-objects.ts';
import { openObjects } from './object-source.ts';

let root: string;
let objects: string;
beforeEach(() => {
  MARK = `objects-${process.pid}-${++tests}`;
  root = mkdtempSync(join(tmpdir(), 'jumar-objects-'));
  objects = join(root, 'objects');
  git(['init', '-q', '--bare', '--template=', root]);
});
afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));

const git = (args: string[], input: string | Buffer = '') =>
  execFileSync('git', args, { cwd: root, input }).toString().trim();
const store = (content: string) => git(['hash-object', '-w', '--stdin'], content);
let MARK = '';
let tests = 0;
const open = () => openObjects(objects, () => ({ cwd: root, gitDir: root, env: { MARK } }));

function pack(ids: string[]): void {
  git(['pack-objects', '-q', 'objects/pack/pack'], `${ids.join('\n')}\n`);
  git(['prune-packed', '-q']);
}

/** The git processes of this test that are there now. */
function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`MARK=${MARK}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

test('objects are read whether they are files or packed, in the order of the question', async () => {
  const ids = ['one', 'two', 'three\n'.repeat(50_000)].map(store);
  pack([ids[0]!, ids[2]!]);
  const source = open();
  const read = await source.read([ids[2]!, ids[0]!, ids[1]!, ids[0]!]);
  expect(read.map(({ type, content }) => [type, content.length])).toEqual([
    ['blob', 300_000],
    ['blob', 3],
    ['blob', 3],
    ['blob', 3],
  ]);
});

test('a large or missing blob is left out, and a missing object is an error', async () => {
  const [small, large, missing] = [store('small'), store('x'.repeat(100)), '2'.repeat(40)];
  for (const prepare of [() => {}, () => pack([small, large])]) {
    prepare();
    const source = open();
    expect([...(await source.blobs([small, large, missing], 50)).keys()]).toEqual([small]);
    expect([...(await source.sizes([small, large, missing]))]).toEqual([
      [small, 5],
      [large, 100],
    ]);
    await expect(source.read([small, missing])).rejects.toThrow(`unable to read ${missing}`);
  }
});

describe.runIf(existsSync('/proc/self/environ'))('the git that answers', () => {
  test('stays for the next question; if it was killed, the next question starts another', async () => {
    const [one, two] = [store('one'), store('two')];
    pack([one, two]);
    const source = open();
    await source.read([one]);
    const [first] = processes();
    expect(first).toBeGreaterThan(0);
    await source.read([two]);
    expect(processes()).toEqual([first]);
    process.kill(first!, 'SIGKILL');
    // At the latest when it does not answer, another one is asked.
    expect((await source.read([one]))[0]?.content.toString()).toBe('one');
    expect((await source.read([two]))[0]?.content.toString()).toBe('two');
  });

  test.each([
    { stays: 'while asked', isSame: false },
    { stays: 'until closed', isSame: true },
  ] as const)('$stays: the same one answers an hour later: $isSame', async ({ stays, isSame }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const id = store('one');
      pack([id]);
      const source = openObjects(objects, () => ({ cwd: root, gitDir: root, env: { MARK } }), stays);
      await source.read([id]);
      const [first] = processes();
      vi.advanceTimersByTime(3_600_000);
      await source.read([id]);
      expect(processes().at(-1) === first).toBe(isSame);
      source.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test('ends when it is closed; what is asked later starts another', async () => {
    const id = store('one');
    pack([id]);
    const source = openObjects(objects, () => ({ cwd: root, gitDir: root, env: { MARK } }), 'until closed');
    await source.read([id]);
    expect(processes()).toHaveLength(1);
    source.close();
    await vi.waitFor(() => expect(processes()).toEqual([]), { timeout: 10_000 });
    expect((await source.read([id]))[0]?.content.toString()).toBe('one');
    source.close();
  });

  test('does not keep its user alive', () => {
    const id = store('one');
    pack([id]);
    const program = `const { openObjects } = await import(${JSON.stringify(new URL('object-source.ts', import.meta.url).href)});
      const source = openObjects(null, () => ({ cwd: ${JSON.stringify(root)}, gitDir: ${JSON.stringify(root)} }));
      console.log((await source.read(['${id}']))[0].content.toString());`;
    const file = join(root, 'program.ts');
    writeFileSync(file, program);
    const jiti = join(process.cwd(), 'node_modules/jiti/lib/jiti-cli.mjs');
    expect(execFileSync(process.execPath, [jiti, file], { encoding: 'utf8', timeout: 20_000 })).toBe('one\n');
  });
});

describe('an object that is a file', () => {
  test('is the one that git would have written', () => {
    const content = Buffer.from('text\0and more\n');
    const id = writeLooseObject(objects, 'sha1', 'blob', content);
    expect(id).toBe(git(['hash-object', '--stdin'], content));
    expect(execFileSync('git', ['cat-file', 'blob', id], { cwd: root })).toEqual(content);
    expect(hasLooseObject(objects, id)).toBe(true);
    expect(writeLooseObject(objects, 'sha1', 'blob', content)).toBe(id);
    expect(readdirSync(objects).filter((name) => name.startsWith('tmp_obj'))).toEqual([]);
  });

  test('is not believed if its content is not the one of its name', () => {
    const [one, two] = [store('one'), store('two')];
    const file = (id: string) => join(objects, id.slice(0, 2), id.slice(2));
    chmodSync(file(one), 0o644);
    writeFileSync(file(one), readFileSync(file(two)));
    expect(readLooseObject(objects, one)).toBe(null);
    expect(readLooseObject(objects, two)?.content.toString()).toBe('two');
  });
});
