import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, startCli, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject, writeFiles } from './support/project.ts';
import { until } from './support/until.ts';

const SUM_TEST = `import assert from 'node:assert';
import test from 'node:test';
import { sum } from '../sum.js';
test('sums', () => assert.strictEqual(sum(2, 2), 4));
`;
const FILES = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test test/' }, dependencies: {} }, null, 2),
  'sum.js': 'export const sum = (a, b) => a - b;\n',
  'test/sum.test.js': SUM_TEST,
};
const FIX = `echo 'export const sum = (a, b) => a + b;' > sum.js`;

function scene(agent: string, criterion = 'node --test test/', env: Record<string, string> = {}) {
  const { project, home, outside } = aProject(FILES);
  const command = agentScript(outside, `cat > "${outside}/prompt-$JUMAR_ITERATION"\n${agent}`);
  const options = { cwd: project, home, env: { ...WITHOUT_ANALYST, ...env } };
  const args = ['run', 'make the sum right', '--until', criterion, '--agent-command', command];
  return {
    project,
    home,
    outside,
    options,
    args,
    run: (...more: string[]) => jumar([...args, ...more], options),
    events: () => logOf(loopFolders(home)[0] as string).map(({ event }) => event),
    read: (path: string) => readFileSync(join(project, path), 'utf8'),
  };
}

describe('with the guard off, edited tests still cannot fake a pass', () => {
  test.each([
    { what: 'the test script', agent: `sed -i 's/node --test test.*"/exit 0 #"/' package.json`, file: 'package.json' },
    {
      what: 'an assertion',
      agent: "sed -i 's/sum(2, 2), 4/sum(2, 2), 0/' test/sum.test.js",
      file: 'test/sum.test.js',
      criterion: 'node --test test/',
      // Another criterion that does not hold yet: what is faked would be the best so far.
      more: ['--until', 'test -f done.txt'],
    },
    {
      what: 'a new file that configures npm, and that git ignores',
      agent: `echo 'node-options=--import=./fake.mjs' > .npmrc; echo "import assert from 'node:assert'; assert.strictEqual = () => {};" > fake.mjs`,
      file: '.npmrc',
      told: 'Without the new .npmrc',
      ignored: '.npmrc\n',
      env: { JUMAR_ROOM_MODE: 'in-place' },
    },
    {
      what: 'a script that npm runs before the tests',
      agent: `sed -i 's/"test":/"pretest": "cp fake.js test\\/sum.test.js", "test":/' package.json; printf "import test from 'node:test'; test('sums', () => {});" > fake.js`,
      file: 'package.json',
      // In a room, a check that rewrites a test measures nothing in the first place.
      env: { JUMAR_ROOM_MODE: 'in-place' },
    },
  ])(
    '$what',
    async ({ agent, file, told = `original versions of ${file}`, more = [], ignored, criterion = 'npm test', env }) => {
      const { run, events, outside, project } = scene(agent, criterion, env);
      if (ignored) writeFiles(project, { '.gitignore': ignored });
      const { code } = await run('--max-iterations', '2', ...more);
      expect(code).not.toBe(0);
      expect(events().findLast(({ type }) => type === 'loop-ended')).toMatchObject({ best: 0 });
      const checked = events().find(({ type }) => type === 'pristine-checked');
      expect(checked).toMatchObject({
        files: { paths: [file] },
        findings: [{ severity: 'high', blocking: true, pattern: 'fails-with-original-tests' }],
      });
      expect(readFileSync(join(outside, 'prompt-2'), 'utf8')).toContain(told);
    },
  );

  test('what the agent leaves in ignored files does not reach the room', async () => {
    const { run, events, project } = scene(
      `echo 'node-options=--import=./fake.mjs' > .npmrc; echo "import assert from 'node:assert'; assert.strictEqual = () => {};" > fake.mjs`,
      'npm test',
    );
    writeFiles(project, { '.gitignore': '.npmrc\n' });
    expect((await run('--max-iterations', '1')).code).toBe(1);
    expect(events().findLast(({ type }) => type === 'checks-finished')).toMatchObject({
      iteration: 1,
      verdicts: [{ outcome: 'fail', tests: { failed: 1 } }],
    });
  });

  test('and a person may approve it at a gate: from then on it is what judges', async () => {
    const { run, options, read, outside, events } = scene(
      `sed -i 's/sum(2, 2), 4/sum(2, 2), 0/' test/sum.test.js; if [ -f ../outside/approved ]; then echo > done.txt; fi`,
    );
    const { code } = await run('--until', 'test -f done.txt');
    expect(code).toBe(4);
    const approved = await jumar(['gate', 'approve', '--reason', 'the test was wrong'], options);
    expect(approved.code).toBe(0);
    writeFiles(outside, { approved: '' });
    expect((await jumar(['resume'], options)).code).toBe(0);
    expect(read('test/sum.test.js')).toContain('sum(2, 2), 0');
    expect(events().findLast(({ type }) => type === 'pristine-checked')).toMatchObject({
      iteration: 4,
      files: { count: 0 },
    });
  });
});

test('a test that was moved to where the runner does not look did not run, whatever has its name now', async () => {
  const { run, events } = scene(
    "mkdir attic; mv test/sum.test.js attic/; sed 's/sum(2, 2), 4/sum(4, 0), 4/' attic/sum.test.js > test/core.test.js",
  );
  expect((await run('--max-iterations', '1')).code).toBe(1);
  expect(events().find(({ type }) => type === 'pristine-checked')).toMatchObject({
    files: { paths: ['test/sum.test.js'] },
    findings: [{ pattern: 'fails-with-original-tests', blocking: true }],
  });
});

describe('honest work stands', () => {
  test('tests that were moved count where they run now, and nothing runs twice', async () => {
    const { run, events } = scene(
      `${FIX}; mkdir test/unit; sed 's#../sum.js#../../sum.js#' test/sum.test.js > test/unit/sum.test.js; rm test/sum.test.js`,
    );
    expect((await run()).code).toBe(0);
    expect(events().find(({ type }) => type === 'pristine-checked')).toMatchObject({
      files: { count: 0 },
      originals: { of: 1, ran: 1, byName: true },
    });
  });

  test('what the task asks to remove goes with its tests, in a file with others', async () => {
    const { run, events, project, args } = scene(
      `${FIX}; sed -i '/double/d' test/sum.test.js test/../sum.js; echo 'export const sum = (a, b) => a + b;' > sum.js`,
    );
    writeFiles(project, {
      'sum.js': 'export const sum = (a, b) => a - b;\nexport const double = (a) => 2 * a;\n',
      'test/sum.test.js': `${SUM_TEST}import { double } from '../sum.js';\ntest('double', () => assert.strictEqual(double(2), 4));\n`,
    });
    args[1] = 'remove the function double with its tests and make sum right';
    expect((await run()).code).toBe(0);
    expect(events().find(({ type }) => type === 'pristine-checked')).toMatchObject({
      originals: { of: 1, ran: 1 },
      findings: [],
    });
  });

  test('tests that were added stay, in new files and in old ones, also where they need another script', async () => {
    const more = "test('sums more', () => assert.strictEqual(sum(1, 2), 3));";
    const { run, events, read, project } = scene(
      `${FIX}\necho "${more}" >> test/sum.test.js\ncp test/sum.test.js test/more.test.js
echo "test('base', () => assert.strictEqual(globalThis.base, 10));" >> test/more.test.js
echo 'globalThis.base = 10;' > base.mjs
sed -i 's#node --test#node --import ./base.mjs --test#' package.json`,
      'npm test',
    );
    expect((await run()).code).toBe(0);
    expect(read('test/sum.test.js')).toContain('sums more');
    expect(existsSync(join(project, 'test/more.test.js'))).toBe(true);
    expect(events().find(({ type }) => type === 'pristine-checked')).toMatchObject({
      files: { paths: ['package.json', 'test/sum.test.js'], count: 2 },
      findings: [],
    });
  });

  test('and where nothing that judges was changed, nothing runs twice', async () => {
    const { run, events } = scene(FIX);
    expect((await run()).code).toBe(0);
    expect(events().filter(({ type, iteration }) => type === 'checks-started' && iteration === 1)).toHaveLength(1);
  });
});

describe('a kill while the original tests lie over the tree that is judged', () => {
  /** The baseline's test hangs where the agent's does not, so that the kill can come in between. */
  async function killedInBetween(mode: 'in-place' | 'auto') {
    const one = scene(`${FIX}\necho "// by the agent" > test/hang.test.js`, undefined, { JUMAR_ROOM_MODE: mode });
    Object.assign(one.options.env, { JUMAR_ROOM_WRITABLE: one.outside });
    writeFiles(one.project, {
      'test/hang.test.js': `import { existsSync, writeFileSync } from 'node:fs';
import test from 'node:test';
test('hangs', async () => {
  if (!existsSync('${one.outside}/again')) { writeFileSync('${one.outside}/laid', ''); await new Promise(() => setTimeout(() => {}, 60_000)); }
});
`,
    });
    const original = one.read('test/hang.test.js');
    writeFiles(one.outside, { again: '' });
    const agent = agentScript(
      one.outside,
      `${FIX}\necho "import test from 'node:test'; test('hangs', () => {});" > test/hang.test.js; rm -f "${one.outside}/again"`,
    );
    const args = ['run', 'make the sum right', '--until', 'node --test test/', '--agent-command', agent];
    const run = startCli(args, one.options);
    await until('the original lies in the workspace', () => existsSync(join(one.outside, 'laid')), 60_000);
    run.child.kill('SIGKILL');
    await run.done;
    writeFiles(one.outside, { again: '' });
    return { ...one, isOverlaid: one.read('test/hang.test.js') === original };
  }

  test.each([
    { mode: 'in-place' as const, inWorkspace: true },
    { mode: 'auto' as const, inWorkspace: false },
  ])("$mode: is undone by the next session, and the agent's own version is what is kept", async (row) => {
    const { options, read, events, isOverlaid } = await killedInBetween(row.mode);
    expect(isOverlaid).toBe(row.inWorkspace);
    expect((await jumar(['resume'], options)).code).toBe(0);
    expect(read('test/hang.test.js')).toContain("test('hangs', () => {})");
    expect(events().filter(({ type }) => type === 'agent-finished')).toHaveLength(1);
  });

  test('in place: is undone also by another loop', async () => {
    const { options, read } = await killedInBetween('in-place');
    const other = ['run', 'something else', '--until', 'true', '--agent-command', 'true'];
    expect((await jumar(other, options)).code).toBe(0);
    expect(read('test/hang.test.js')).toContain("test('hangs', () => {})");
  });
});
