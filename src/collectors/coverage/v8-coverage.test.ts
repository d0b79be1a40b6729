import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectV8Coverage, v8CoverageEnvironment } from './v8-coverage.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'jumar-v8-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function write(files: Record<string, string>): Promise<string> {
  const root = join(base, 'project');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

describe('V8 coverage', () => {
  it('covers an unchanged node command, through its children', async () => {
    const root = await write({
      'package.json': '{"type":"module"}',
      '.c8rc.json': '{"exclude":["src/**"]}',
      'src/half.js': 'export function used() {\n  return 1;\n}\nexport function unused() {\n  return 2;\n}\n',
      'test/half.test.js':
        "import test from 'node:test';\nimport { used } from '../src/half.js';\ntest('one', () => { used(); });\n",
    });
    const folder = join(base, 'v8');
    const env = { PATH: process.env.PATH, ...v8CoverageEnvironment(folder, {}) };
    expect(spawnSync('sh', ['-c', `"${process.execPath}" --test`], { cwd: root, env }).status).toBe(0);
    const result = await collectV8Coverage(folder, root);
    expect(result).toMatchObject({ reason: null, coverage: { tool: 'v8', lines: { covered: 4, total: 6 } } });
    expect(result.coverage?.files.map(({ file }) => file)).toEqual(['src/half.js']);
    expect(result.bytes).toBeGreaterThan(0);
    expect(existsSync(folder)).toBe(false);
  });

  it('says why there is no coverage', async () => {
    const root = await write({ 'package.json': '{}' });
    const none = await collectV8Coverage(join(base, 'missing'), root);
    expect(none).toMatchObject({
      coverage: null,
      reason: 'no node process of the command wrote V8 coverage',
      bytes: 0,
    });
    const folder = join(base, 'v8');
    await mkdir(folder);
    await writeFile(join(folder, 'coverage-1.json'), '{"result":[]}');
    expect((await collectV8Coverage(folder, root)).reason).toBe('no source file of the project was loaded');
    await mkdir(folder);
    await writeFile(
      join(folder, 'coverage-1.json'),
      '{"result":[{"url":"file:///p/node_modules/vitest/dist/cli.js"}]}',
    );
    expect((await collectV8Coverage(folder, root)).reason).toMatch(/^vitest is measured by its own coverage only/);
  });

  it('does not touch a folder that the user chose', () => {
    expect(v8CoverageEnvironment('/tmp/x', { NODE_V8_COVERAGE: '/mine' })).toBeNull();
  });
});
