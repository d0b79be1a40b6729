import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectV8Coverage } from '../../src/collectors/coverage/v8-coverage.ts';
import { detectLinters } from '../../src/collectors/lint/detect.ts';
import { type RunLinter, runLinters } from '../../src/collectors/lint/run-linters.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const present = (program: string) => spawnSync(program, ['--version']).status === 0;

let base: string;
let root: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'jumar-live-'));
  root = join(base, 'project');
  await mkdir(root);
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function project(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

const run: RunLinter = ({ command, folder, timeoutMs }) =>
  new Promise((done) => {
    execFile('sh', ['-c', command], { cwd: join(root, folder), timeout: timeoutMs }, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      done({ text: stdout + stderr, exitCode: typeof code === 'number' ? code : null });
    });
  });

async function lint() {
  const { commands } = await detectLinters(root);
  return (await runLinters(root, commands, run)).metrics;
}

describe('linters', () => {
  it('biome and tsc', async () => {
    await project({
      'biome.json': '{}',
      'tsconfig.json': '{"compilerOptions":{"strict":true,"types":[]},"include":["src"]}',
      'src/a.ts': 'const unused = 1;\ndebugger;\nexport const n: number = "s";\n',
    });
    await symlink(modules, join(root, 'node_modules'));
    expect(await lint()).toMatchObject({
      lint: { errors: 1, byRule: { 'lint/suspicious/noDebugger': 1 }, tools: ['biome'] },
      types: { errors: 1, tools: ['tsc'] },
      unknown: [],
    });
  });

  it.skipIf(!present('cargo'))('cargo', async () => {
    await project({
      'Cargo.toml': '[package]\nname = "calc"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': 'pub fn f() -> i32 {\n    let unused = 1;\n    "s"\n}\n',
    });
    expect(await lint()).toMatchObject({ lint: { errors: 0 }, types: { errors: 1, tools: ['cargo'] }, unknown: [] });
    await project({ 'src/lib.rs': 'pub fn f() -> i32 {\n    let unused = 1;\n    2\n}\n' });
    expect(await lint()).toMatchObject({ lint: { errors: 0, warnings: 1 }, types: { errors: 0 }, unknown: [] });
  });

  it.skipIf(!present('go'))('go vet', async () => {
    await project({
      'go.mod': 'module example.com/calc\n\ngo 1.19\n',
      'a.go': 'package calc\n\nimport "fmt"\n\nfunc F() { fmt.Printf("%d", "x") }\n',
    });
    expect(await lint()).toMatchObject({ lint: { errors: 1, byRule: { printf: 1 } }, types: { errors: 0 } });
  });
});

describe('coverage of vitest', () => {
  const files = {
    'vitest.config.js': `export default { test: { coverage: { thresholds: { lines: 99, 'src/*.js': { lines: 100 } } } } };\n`,
    'src/half.js': 'export function used() {\n  return 1;\n}\nexport function unused() {\n  return 2;\n}\n',
    'src/half.test.js': `import { expect, it } from 'vitest';\nimport { used } from './half.js';\nit('x', () => expect(used()).toBe(1));\n`,
  };
  const vitest = (args: string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [join(modules, 'vitest/vitest.mjs'), 'run', ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: base, ...env },
    });

  it('is not had from V8, and that is said', async () => {
    await project(files);
    await symlink(modules, join(root, 'node_modules'));
    const folder = join(base, 'v8');
    expect(vitest([], { NODE_V8_COVERAGE: folder }).status).toBe(0);
    expect(await collectV8Coverage(folder, root)).toMatchObject({
      coverage: null,
      reason: expect.stringMatching(/^vitest is measured by its own coverage only/),
    });
  });
});
