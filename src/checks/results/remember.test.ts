import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/support/project.ts';
import { type RememberOptions, remember } from './remember.ts';

function aTree(over: Partial<RememberOptions> = {}) {
  const base = temporaryFolder();
  const root = join(base, 'root');
  writeFiles(root, { 'a.js': '1', '.env': 'A=1' });
  const options: RememberOptions = {
    folder: join(base, 'results'),
    root,
    tree: 'tree-1',
    paths: async () => ['a.js'],
    environment: 'here',
    trusted: null,
    redact: (text) => text.replaceAll('secret', '[redacted]'),
    now: () => 1000,
    ...over,
  };
  const open = (more: Partial<RememberOptions> = {}) => remember({ ...options, ...more });
  const storeResult = async (value: unknown = { exit: 0 }, output = 'fine\n') => {
    const file = join(base, 'output.log');
    writeFileSync(file, output);
    const memory = await open();
    memory.keep('npm test', value, { output: file });
    return memory.settle();
  };
  return { base, root, options, open, storeResult };
}

describe('results of a tree', () => {
  it('come back as they were, with their files', async () => {
    const { base, open, storeResult } = aTree();
    const value = { exit: 1, tests: [{ id: 'a › b', status: 'failed' }] };
    expect(await storeResult(value, 'two lines\nof output\n')).toMatch(/^[0-9a-f]{64}$/);
    const memory = await open();
    const to = join(base, 'again.log');
    expect(await memory.find('npm test', { output: to })).toEqual(value);
    expect(readFileSync(to, 'utf8')).toBe('two lines\nof output\n');
    expect(memory.wasFound('npm test')).toBe(true);
    expect(await memory.find('npm run lint')).toBeNull();
    expect(await memory.settle()).toBeNull();
  });

  it.each<[string, (tree: ReturnType<typeof aTree>) => Partial<RememberOptions>]>([
    ['another tree', () => ({ tree: 'tree-2' })],
    ['another environment', () => ({ environment: 'there' })],
    ['a day later', () => ({ now: () => 1000 + 24 * 60 * 60 * 1000 })],
    ['a record that the loop did not write', () => ({ trusted: new Set(['other']) })],
    [
      'an ignored file that changed',
      ({ root }) => {
        appendFileSync(join(root, '.env'), 'B=2');
        return {};
      },
    ],
    [
      'a record that somebody edited, in a loop',
      ({ options }) => {
        const [key = ''] = readdirSync(options.folder);
        const file = join(options.folder, key, 'record.json');
        const text = readFileSync(file, 'utf8');
        writeFileSync(file, text.replace('"exit":0', '"exit":1'));
        return { trusted: new Set() };
      },
    ],
  ])('are not valid for %s', async (_, change) => {
    const tree = aTree();
    await tree.storeResult();
    expect(await (await tree.open()).find('npm test')).toEqual({ exit: 0 });
    expect(await (await tree.open(change(tree))).find('npm test')).toBeNull();
  });

  it('are trusted by a loop that knows their digest, but not with another output', async () => {
    const { base, options, open, storeResult } = aTree();
    const digest = await storeResult();
    const trusted = new Set([digest ?? '']);
    expect(await (await open({ trusted })).find('npm test', { output: join(base, 'x') })).toEqual({ exit: 0 });
    const [key = ''] = readdirSync(options.folder);
    const [output = ''] = readdirSync(join(options.folder, key)).filter((name) => name !== 'record.json');
    writeFileSync(join(options.folder, key, output), 'forged');
    expect(await (await open({ trusted })).find('npm test', { output: join(base, 'x') })).toBeNull();
  });

  it.each([
    ['a secret in the output', { exit: 0 }, 'the secret is 1\n'],
    ['a secret in the result', { exit: 0, message: 'secret' }, 'fine\n'],
    ['9 MB of output', { exit: 0 }, 'x'.repeat(9 * 1024 * 1024)],
  ])('are not stored with %s', async (_, value, output) => {
    const { open, storeResult } = aTree();
    expect(await storeResult(value, output)).toBeNull();
    expect(await (await open()).find('npm test')).toBeNull();
  });

  it('can be added, and stay valid if their own commands change ignored files', async () => {
    const { root, open, storeResult } = aTree();
    await storeResult();
    const memory = await open();
    appendFileSync(join(root, '.env'), 'written by the linter');
    memory.keep('npm run lint', { exit: 0 });
    await memory.settle();
    const next = await open();
    expect(await next.find('npm test')).toEqual({ exit: 0 });
    expect(await next.find('npm run lint')).toEqual({ exit: 0 });
  });

  it('are limited to the latest 40', async () => {
    const { options, open } = aTree();
    for (let n = 0; n < 45; n++) {
      const memory = await open({ tree: `tree-${n}` });
      memory.keep('x', n);
      await memory.settle();
    }
    expect(readdirSync(options.folder)).toHaveLength(40);
    expect(await (await open({ tree: 'tree-44' })).find('x')).toBe(44);
  });
});
