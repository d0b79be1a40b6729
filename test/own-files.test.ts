import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders } from './support/cli.ts';
import { aProject } from './support/project.ts';

/** A linter that complains about every file that it sees, also in folders whose name begins with a dot. */
const STRICT_LINTER = `import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const all = readdirSync('.', { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
const files = all.map(({ parentPath, path, name }) => join(parentPath ?? path, name)).filter((one) => one.split('/')[0] !== '.git');
const messages = [{ ruleId: 'seen', severity: 2, message: 'seen', line: 1, column: 1 }];
console.log(JSON.stringify(files.map((filePath) => ({ filePath, messages }))));
`;

const FILES = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  'lint.mjs': STRICT_LINTER,
  'one.test.js': "import { test } from 'node:test';\n\ntest('one', () => {});\n",
  'state.txt': '0\n',
  '.jumar/config.yaml': 'metrics: { tests: { command: node --test }, lint: { command: node lint.mjs } }\n',
};

/** The metrics of the baseline, without times, and the files of its snapshot. */
function baselineOf(folder: string) {
  const [taken] = logOf(folder).flatMap(({ event }) => (event.type === 'metrics-taken' ? [event.metrics] : []));
  const { tests, testsDoubt, lint, types, files, loc, complexity, unknown } = taken as Record<string, unknown>;
  const [snapshot] = logOf(folder).flatMap(({ event }) => (event.type === 'snapshot-taken' ? [event] : []));
  return { tests, testsDoubt, lint, types, files, loc, complexity, unknown, tree: snapshot?.tree };
}

test('a second loop in a clean project begins as the first did, and the project holds nothing that a tool reads', async () => {
  const { project, home, outside } = aProject(FILES);
  const agent = agentScript(outside, 'echo more >> state.txt');
  const loop = () =>
    jumar(
      ['run', 'bring it to two', '--until', '! grep -q 0 state.txt', '--max-iterations', '1', '--agent-command', agent],
      { cwd: project, home },
    );
  expect((await loop()).code).toBe(1);
  writeFileSync(join(project, 'state.txt'), '0\n');
  expect((await loop()).code).toBe(1);

  const [first, second] = loopFolders(home).map(baselineOf);
  expect(first).toEqual(second);
  expect(first).toMatchObject({ tests: { total: 1, passed: 1 }, lint: { errors: Object.keys(FILES).length } });

  const own = readdirSync(join(project, '.jumar'), { recursive: true, withFileTypes: true });
  const names = own.filter((one) => !one.isDirectory()).map(({ name }) => name.replace(/^bring.*(?=\.txt$)/, 'loop'));
  expect(names.sort()).toEqual(['.gitignore', 'config.yaml', 'loop.txt', 'loop.txt']);
  expect(readFileSync(join(project, '.jumar/loops/.gitignore'), 'utf8')).toContain('*');
  const status = execFileSync('git', ['status', '--porcelain'], { cwd: project, encoding: 'utf8' });
  expect(status.trim().split('\n').filter(Boolean)).toEqual([]);
});
