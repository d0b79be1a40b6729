import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentScript } from '../support/agents.ts';
import { jumar, logOf, loopFolders, readableFiles } from '../support/cli.ts';
import { ensureProgram, npmFolder } from '../support/live-runners.ts';
import { aProject } from '../support/project.ts';

const program = (name: string) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));

/** A clean project with a linter, a compiler and tests, and an agent that does nothing to its files that counts. */
function scene() {
  const at = aProject({
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
    'biome.json': '{ "formatter": { "indentStyle": "space" } }\n',
    'tsconfig.json': '{ "compilerOptions": { "allowJs": true, "checkJs": true, "noEmit": true, "types": [] } }\n',
    'src/one.js': 'export const one = 1;\n',
    'test/one.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { one } from '../src/one.js';

test('one', () => {
  assert.equal(one, 1);
});
`,
    'eslint.config.js': "export default [{ rules: { 'no-unused-vars': 'error' } }];\n",
    'tool.py': 'def tool():\n    return 1\n',
    'state.txt': '0\n',
    '.jumar/config.yaml': `metrics:
  tests: { command: node --test }
  lint: { command: ${program('biome')} check --reporter=json . }
`,
  });
  const agent = agentScript(at.outside, 'echo more >> state.txt');
  const args = ['run', 'bring it to two', '--until', 'grep -q never state.txt', '--max-iterations', '1'];
  const settings = ['--agent-command', agent];
  return { ...at, loop: () => jumar([...args, ...settings], { cwd: at.project, home: at.home }) };
}

/** Linters of other registries, and one that only some machines have. */
let npm: ReturnType<typeof npmFolder>;
const hasRuff = ensureProgram('ruff', []);
beforeAll(() => {
  npm = npmFolder(['eslint@9', 'prettier@3']);
  if (!hasRuff) console.log('skipped: ruff is not installed on this machine');
});
afterAll(() => npm?.remove());

/** What the tools of a project say of it: which files they read, and what they find. */
function tools(project: string): Record<string, string> {
  // In CI tools print colours.
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  const run = (path: string, ...args: string[]) => {
    const { stdout, stderr, error } = spawnSync(path, args, { cwd: project, encoding: 'utf8', env });
    expect(error).toBeUndefined();
    return `${stdout}${stderr}`.replace(/\d+(?:\.\d+)?\s?(?:ms|s|µs)\b/g, 'T');
  };
  const installed = (name: string) => join(npm.root, 'node_modules/.bin', name);
  return {
    biome: run(program('biome'), 'check', '--error-on-warnings', '.'),
    eslint: run(installed('eslint'), '--format', 'json', '.'),
    prettier: run(installed('prettier'), '--check', '.'),
    tsc: run(program('tsc'), '--listFilesOnly', '-p', '.'),
    ...(hasRuff && { ruff: run('ruff', 'check', '--show-files', '.') }),
    git: execFileSync('git', ['status', '--porcelain', '--ignored=no', '--', ':!state.txt'], {
      cwd: project,
      encoding: 'utf8',
    }),
  };
}

/** The paths that people are shown exist, outside the project; the text in it has them. */
function expectShownPaths(stdout: string, project: string, home: string): void {
  const shown = [...stdout.matchAll(/^ {2}(?:report|page|state) +(?:saved to )?(\/.*)$/gm)].map(
    ([, path = '']) => path,
  );
  expect(shown).toHaveLength(3);
  for (const path of shown) expect(path.startsWith(loopFolders(home)[0] ?? '?')).toBe(true);
  expect(readFileSync(shown[1] ?? '', 'utf8')).toContain('<html');
  const [name = ''] = readdirSync(join(project, '.jumar/loops')).filter((entry) => entry.endsWith('.txt'));
  const pointer = readFileSync(join(project, '.jumar/loops', name), 'utf8');
  expect(pointer).toContain(`files   ${readableFiles(home)}\n`);
}

/** File types that Biome, ESLint, Prettier, ruff, tsc and test runners read, and links, which some of them follow. */
const READ =
  /\.(?:[cm]?[jt]sx?|json[c5l]?|ya?ml|md|mdx|html?|css|s[ac]ss|less|graphql|vue|svelte|astro|pyi?|toml|ipynb)$/;

describe("Jumar's own files are never the project's", { timeout: 240_000 }, () => {
  test('tools say the same before and after a loop, and a second loop begins as the first did', async () => {
    const { project, home, loop } = scene();
    const before = tools(project);
    expect(before.eslint).toContain('one.js');
    expect(before.prettier).toContain('[warn]');
    const { code, stdout } = await loop();
    expect(code).toBe(1);
    expect(tools(project)).toEqual(before);
    expectShownPaths(stdout, project, home);
    const own = readdirSync(join(project, '.jumar', 'loops'), { recursive: true, withFileTypes: true });
    expect(own.filter((entry) => entry.isSymbolicLink() || READ.test(entry.name))).toEqual([]);

    writeFileSync(join(project, 'state.txt'), '0\n');
    expect((await loop()).code).toBe(1);
    const baselines = loopFolders(home).map((folder) => {
      const [taken] = logOf(folder).flatMap(({ event }) => (event.type === 'metrics-taken' ? [event.metrics] : []));
      return taken as Record<string, unknown>;
    });
    expect(baselines).toHaveLength(2);
    const known = ({ tests, lint, types, files, loc, complexity }: Record<string, unknown>) => ({
      ...{ tests, lint, types, files, loc, complexity },
    });
    expect(known(baselines[1] ?? {})).toEqual(known(baselines[0] ?? {}));
    expect(known(baselines[0] ?? {})).toMatchObject({ tests: { total: 1 }, files: expect.any(Number) });
  });
});
