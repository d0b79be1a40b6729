import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, readableFiles } from './support/cli.ts';
import { aProject, git, writeFiles } from './support/project.ts';

const test_ = (name: string, total: number, wanted: number) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { price } from '../price.js';
test('${name}', () => assert.equal(price(${total}), ${wanted}));
`;
const FILES = {
  'package.json': JSON.stringify({ type: 'module' }),
  'price.js': 'export const price = (total) => total;\n',
  'test/price.test.js': test_('a small order costs shipping', 10, 15),
};
const PRICE = `export function price(total) {
  if (total >= 50) return total;
  return total + 5;
}
`;
/** Beside the experiment, nothing is of interest here. */
const env = {
  JUMAR_GUARD_ENABLED: 'false',
  JUMAR_METRICS_CODE: 'false',
  JUMAR_VERIFY_PRISTINE: 'false',
  JUMAR_EVIDENCE_FLIP: 'false',
  JUMAR_EVIDENCE_NEW_TESTS: 'false',
  JUMAR_EVIDENCE_MAX_MUTANTS: '2',
};

async function run(agent: string, more: string[] = [], settings: Record<string, string> = {}) {
  const { project, home, outside } = aProject(FILES);
  const command = agentScript(outside, `cat > "${outside}/prompt-$JUMAR_ITERATION"\n${agent}`);
  const args = ['run', 'make the tests pass', '--until', 'node --test', '--agent-command', command];
  const { code, stdout } = await jumar([...args, '--max-iterations', '2', ...more], {
    cwd: project,
    home,
    env: { ...env, ...settings },
  });
  const events = logOf(loopFolders(home)[0] as string).map(({ event }) => event);
  const receipt = JSON.parse(readFileSync(join(readableFiles(home), 'result.json'), 'utf8'));
  const prompt = (n: number) => readFileSync(join(outside, `prompt-${n}`), 'utf8');
  const price = readFileSync(join(project, 'price.js'), 'utf8');
  return { code, stdout, receipt, prompt, price, tested: events.filter(({ type }) => type === 'mutants-tested') };
}

const WORK = `cat > price.js <<'X'\n${PRICE}X`;
const TESTS = `cat > test/free.test.js <<'X'\n${test_('a large order is sent for free', 50, 50)}X`;

test('a criterion on mutants holds completion until tests watch the lines that the change wrote', async () => {
  const agent = `if [ "$JUMAR_ITERATION" = 1 ]; then ${WORK}\nelse ${TESTS}\nfi`;
  const { code, stdout, receipt, prompt, price, tested } = await run(agent, ['--until', 'mutants >= 80']);
  const survivor = { path: 'price.js', line: 2, before: 'if (total >= 50) return total;' };
  expect(tested).toMatchObject([
    { iteration: 1, counts: { killed: 1, survived: 1, possible: 8 }, survivors: [survivor] },
    {
      iteration: 2,
      counts: { killed: 2, survived: 0 },
      verdicts: [{ outcome: 'pass', reason: 'mutants is 100, required >= 80' }],
    },
  ]);
  expect(stdout).toContain('mutants >= 80 ? no line is changed yet');
  expect(prompt(2)).toContain('No test notices these faults in your change; add tests that do:** price.js:2 ');
  expect(receipt.iterations[1].mutants).toMatchObject({
    killed: 1,
    survived: 1,
    percentage: 50,
    survivors: [survivor],
  });
  expect(price).toBe(PRICE);
  expect(code).toBe(0);
});

test('switched on without a criterion, they are reported and hold nothing', async () => {
  const { code, stdout, tested } = await run(WORK, [], { JUMAR_EVIDENCE_MUTANTS: 'true' });
  expect(code).toBe(0);
  expect(tested).toMatchObject([{ iteration: 1, counts: { killed: 1, survived: 1 }, verdicts: [] }]);
  expect(stdout).toContain('mutants: 1 of 2 killed (50 %), 1 survived; 6 not in the sample');
});

/** The change is in the working tree, and nothing is committed of it. */
function changed() {
  const { project, home } = aProject(FILES);
  git(project, 'add', '-A');
  git(project, 'commit', '-q', '--allow-empty', '-m', 'start');
  writeFiles(project, { 'price.js': PRICE });
  return { project, cli: (...args: string[]) => jumar(args, { cwd: project, home, env }) };
}

test('measure tests mutants of the working tree in a copy', async () => {
  const { project, cli } = changed();
  const { code, stdout } = await cli('measure', '--mutants', '--until', 'node --test');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^mutants {6}1 of 2 killed \(50 %\), 1 survived; 6 not in the sample; .* × a test run$/m);
  expect(stdout).toMatch(/^unwatched {4}price\.js:2 /m);
  expect(readFileSync(join(project, 'price.js'), 'utf8')).toBe(PRICE);
  expect(git(project, 'status', '--porcelain').trim()).toBe('M price.js');
});

test('a criterion on mutants asks measure for them; without a change they are unknown', async () => {
  const { project, cli } = changed();
  const until = ['--until', 'node --test', '--until', 'mutants >= 80', '--json'];
  const failing = await cli('measure', ...until);
  expect(failing.code).toBe(1);
  expect(JSON.parse(failing.stdout)).toMatchObject({
    metrics: { mutants: { killed: 1, survived: 1 } },
    mutants: { survivors: [{ path: 'price.js', line: 2 }] },
  });
  git(project, 'commit', '-qam', 'price');
  const unknown = await cli('measure', ...until);
  expect(unknown.code).toBe(7);
  expect(JSON.parse(unknown.stdout).metrics.unknown).toContain('mutants: no changed line can be mutated');
});

test('audit runs the tests on mutants of a range, if it is asked to', async () => {
  const { project, cli } = changed();
  git(project, 'commit', '-qam', 'price');
  const range = ['audit', 'HEAD~1..HEAD', '--mutants', '--until', 'node --test'];
  const { code, stdout } = await cli(...range);
  expect(stdout).toContain('mutants: 1 of 2 killed (50 %), 1 survived');
  expect(stdout).toMatch(/! no test notices price\.js:2 /);
  expect(code).toBe(0);
  const strict = await cli(...range, '--until', 'mutants >= 80');
  expect(strict.stderr).toContain('mutants is 50, required >= 80');
  expect(strict.code).toBe(1);
});

test.each([
  [['--mutants', '--staged'], 'give a range, --pr or the working tree, not --staged'],
  [['--until', 'npm test'], 'add --mutants'],
  [['--mutants', '--format', 'sarif'], '--mutants prints text or json'],
])('audit %s is refused', async (args, words) => {
  const { code, stderr } = await changed().cli('audit', ...args);
  expect(stderr).toContain(words);
  expect(code).toBe(2);
});
