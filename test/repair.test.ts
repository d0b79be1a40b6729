import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventsIn, jumar, loopFolders, readableFiles, startCli } from './support/cli.ts';
import { aProject } from './support/project.ts';
import { agentAlone } from './support/repair.ts';
import { until } from './support/until.ts';

const TIMEOUT = 180_000;
const project = (source: string, tests: string) =>
  aProject({
    'package.json': JSON.stringify({ name: 'x', type: 'module', scripts: { test: 'node --test' } }),
    'src/a.js': source,
    'test/a.test.js': `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { f } from '../src/a.js';\n${tests}`,
  });
const run = (at: { project: string; home: string }, ...args: string[]) =>
  jumar(['run', 'make the tests pass', '--until', 'node --test', '--agent', 'repair', '--json', ...args], {
    cwd: at.project,
    home: at.home,
  });

/** The candidates that it noted as tried, a line each. */
function triedIn(home: string): string[] {
  const file = join(loopFolders(home)[0] ?? '', 'repair', 'memory.jsonl');
  const memory = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return memory.split('\n').filter((line) => line.includes('"tried"'));
}

function receiptOf(home: string): unknown {
  return JSON.parse(readFileSync(join(readableFiles(home), 'result.json'), 'utf8'));
}

describe('the built-in agent', () => {
  test(
    'mends a boundary, touches nothing else, and leaves no scratch copy behind',
    async () => {
      const at = project(
        'export function f(n) {\n  return n > 3 ? "many" : "few";\n}\n',
        "test('few', () => assert.equal(f(2), 'few'));\ntest('three is many', () => assert.equal(f(3), 'many'));\n",
      );
      const { code, stdout } = await run(at);
      expect(code).toBe(0);
      expect(receiptOf(at.home)).toMatchObject({ cost_usd: 0, tokens: 0 });
      expect(readFileSync(join(at.project, 'src/a.js'), 'utf8')).toContain('n >= 3');
      const taken = eventsIn(stdout).map(
        (one) => (one.event ?? one) as { type: string; changes?: { paths: string[] } },
      );
      expect(taken.findLast(({ type }) => type === 'snapshot-taken')?.changes?.paths).toEqual(['src/a.js']);
      const output = readFileSync(join(loopFolders(at.home)[0] ?? '', 'iterations', '0001', 'agent.log'), 'utf8');
      expect(output).toMatch(/kept comparison: .*It passes the tests; review it\./);
      expect(output).toMatch(/tried \d+ changes.* \(\d+ [a-z-]+, \d+ /);
      const tried = triedIn(at.home);
      expect(new Set(tried).size).toBe(tried.length);
    },
    TIMEOUT,
  );

  test(
    'killed in the middle of its search and resumed, it tries nothing twice',
    async () => {
      const at = project(
        `export function f(items, most) {
  const seen = new Map();
  let total = 0;
  for (const { name, price, count } of items) {
    const before = seen.get(name) ?? 0;
    if (before + count < most) {
      total += price * count;
      seen.set(name, before + count);
    }
  }
  return total > 100 ? total - total / 10 : total;
}
`,
        `const item = (name, price, count) => ({ name, price, count });
test('sums', () => assert.equal(f([item('a', 2, 3)], 10), 6));
test('up to the most', () => assert.equal(f([item('a', 2, 10)], 10), 20));
test('not more of one', () => assert.equal(f([item('a', 1, 10), item('a', 1, 1)], 10), 10));
test('no discount at a hundred', () => assert.equal(f([item('a', 100, 1)], 10), 100));
test('a discount above', () => assert.equal(f([item('a', 200, 1)], 10), 180));
`,
      );
      const args = ['run', 'make the tests pass', '--until', 'node --test', '--agent', 'repair', '--json'];
      const first = startCli(args, { cwd: at.project, home: at.home });
      const searching = () => triedIn(at.home).length >= 3 || first.child.exitCode !== null;
      await until('it tried three candidates', searching, 120_000);
      first.child.kill('SIGKILL');
      expect((await first.done).signal).toBe('SIGKILL');
      const before = triedIn(at.home).length;
      const { code, stderr } = await jumar(['resume', '--json'], { cwd: at.project, home: at.home });
      expect(code, stderr).toBe(0);
      const tried = triedIn(at.home);
      expect(tried.length).toBeGreaterThan(before);
      expect(new Set(tried).size).toBe(tried.length);
    },
    TIMEOUT,
  );

  test(
    'says at once that nothing is left to try, what it tried and where, and does not run again in vain',
    async () => {
      const at = project(
        'export const f = () => true;\n',
        "test('a word', () => assert.equal(f(), 'nowhere else'));\n",
      );
      const { code, stdout } = await jumar(
        ['run', 'make the tests pass', '--until', 'node --test', '--agent', 'repair'],
        { cwd: at.project, home: at.home },
      );
      expect(code).toBe(4);
      const said =
        /I tried \d+ changes? in 1 place of 1 file \(.*\): none fixes a failing test .* nothing is left to try/;
      expect(stdout.replace(/\s+/g, ' ')).toMatch(said);
      const tried = triedIn(at.home);
      expect(stdout).toMatch(new RegExp(`I tried ${tried.length} changes?`));
      const again = await jumar(['resume'], { cwd: at.project, home: at.home });
      expect(again.code).toBe(4);
      expect(again.stdout.replace(/\s+/g, ' ')).toMatch(said);
      expect(triedIn(at.home)).toEqual(tried);
      const output = readFileSync(join(loopFolders(at.home)[0] ?? '', 'iterations', '0002', 'agent.log'), 'utf8');
      expect(output).not.toContain('suspect');
    },
    TIMEOUT,
  );

  test(
    'says that it is blocked where no test can be told apart',
    async () => {
      const at = aProject({ 'src/a.js': 'export const a = 1;\n', 'check.sh': 'exit 1\n' });
      const { code, stdout } = await jumar(['run', 'make it pass', '--until', 'sh check.sh', '--agent', 'repair'], {
        cwd: at.project,
        home: at.home,
      });
      expect(code).toBe(4);
      expect(stdout).toContain('cannot tell the tests apart');
    },
    TIMEOUT,
  );

  test(
    'says that a suite is slow, not that its tests cannot be told apart',
    async () => {
      const folder = aProject({ 'src/a.js': 'export const a = 1;\n', 'check.sh': 'sleep 60\n' }).project;
      const said = await agentAlone(folder, 'sh check.sh', 4000);
      expect(said).toContain('sh check.sh is too slow to search with: it took longer than 1 s');
      expect(said).toContain('repair.budgetSeconds 20');
    },
    TIMEOUT,
  );

  test(
    'in a suite of several files, runs the whole suite only for what passes in the file that fails',
    async () => {
      const { project: folder } = aProject({
        'package.json': JSON.stringify({ name: 'x', type: 'module', scripts: { test: 'vitest run' } }),
        'src/limit.ts': 'export const isMany = (n: number): boolean => n > 3;\n',
        'src/other.ts': 'export const twice = (n: number): number => n * 2;\n',
        'test/limit.test.ts': `import { expect, test } from 'vitest';\nimport { isMany } from '../src/limit';\n
test('few', () => expect(isMany(2)).toBe(false));\ntest('three is many', () => expect(isMany(3)).toBe(true));\n`,
        'test/other.test.ts': `import { appendFileSync } from 'node:fs';\nimport { expect, test } from 'vitest';\nimport { twice } from '../src/other';\n
appendFileSync(process.env.RUNS ?? '', 'run\\n');\ntest('twice', () => expect(twice(2)).toBe(4));\n`,
      });
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
      const runs = join(folder, '..', 'runs');
      const said = await agentAlone(folder, 'npx vitest run', 120_000, { RUNS: runs });
      expect(said).toContain('kept comparison');
      expect(readFileSync(join(folder, 'src/limit.ts'), 'utf8')).toContain('n >= 3');
      const tried = Number(/tried (\d+) changes/.exec(said)?.[1]);
      // Once before any change, and once for each change that helped.
      const whole = readFileSync(runs, 'utf8').split('\n').length - 1;
      expect(whole).toBe(1 + (said.match(/\] helps: /g) ?? []).length);
      expect(tried).toBeGreaterThan(whole);
    },
    TIMEOUT,
  );
});
