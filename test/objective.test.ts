import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fold } from '../src/core/fold.ts';
import { objectiveOf } from '../src/core/selection/goal.ts';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, startCli, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject } from './support/project.ts';

const files = { 'app.txt': 'a\n', 'score.sh': 'wc -l < app.txt\n', 'ok.sh': 'test -f app.txt\n' };

test('what prints the number of the objective cannot be edited by whoever it judges', async () => {
  const { project, home, outside } = aProject(files);
  const agent = agentScript(
    outside,
    'if [ "$JUMAR_ITERATION" = 1 ]; then echo "echo 9999" > score.sh; else echo more >> app.txt; fi',
  );
  const args = ['make it long', '--until', 'sh ok.sh', '--maximize', 'sh score.sh', '--max-iterations', '3'];
  const { stdout } = await jumar(['run', ...args, '--agent-command', agent], { cwd: project, home });
  expect(stdout).not.toContain('9999 is');
  expect(readFileSync(join(project, 'score.sh'), 'utf8')).toBe(files['score.sh']);
  expect(readFileSync(join(project, 'app.txt'), 'utf8')).toBe('a\nmore\nmore\n');
});

test('an objective without a number could not be measured', async () => {
  const { project, home } = aProject(files);
  const args = ['make it long', '--until', 'sh ok.sh', '--minimize', 'echo hello', '--agent-command', 'true'];
  const { code, stdout } = await jumar(['run', ...args], { cwd: project, home });
  expect(code).toBe(7);
  expect(stdout).toContain('prints no number');
});

test('a number that is better only by what prints it is not best, be it a program or a script of package.json', async () => {
  const own = {
    'app.txt': 'aaaaaaaaaaaaaaaaaaaa\n',
    'count.mjs': "import { statSync } from 'node:fs';\nconsole.log(statSync('app.txt').size);\n",
    'package.json': JSON.stringify({ scripts: { size: 'node count.mjs' } }),
  };
  const { project, home, outside } = aProject({ ...files, ...own });
  const agent = agentScript(
    outside,
    `case "$JUMAR_ITERATION" in
1) echo 'console.log(1)' > count.mjs ;;
2) sed -i 's/node count.mjs/echo 2/' package.json ;;
3) printf 'aaaaaaaa\\n' > app.txt ;;
esac`,
  );
  const args = ['make it short', '--until', 'sh ok.sh', '--minimize', 'npm run --silent size', '--max-iterations', '3'];
  const options = { cwd: project, home, env: { JUMAR_GUARD_ENABLED: 'false' } };
  const { stdout } = await jumar(['run', ...args, '--agent-command', agent], options);
  const events = logOf(loopFolders(home)[0] as string).map(({ event }) => event);
  expect(events.filter(({ type }) => type === 'iteration-judged').map(({ best }) => best)).toEqual([0, 0, 0, 3]);
  expect(stdout).toContain('The number is 2 only with the changed package.json; with the original it is 21');
  for (const path of ['count.mjs', 'package.json'] as const)
    expect(readFileSync(join(project, path), 'utf8')).toBe(own[path]);
});

test('what only a benchmark imports to measure judges with its original; what it measures is the new work', async () => {
  const own = {
    'package.json': '{"type":"module"}',
    'lib/measure.js': 'export const measure = (work) => work().length;\n',
    'src/work.js': "export const work = () => 'x'.repeat(100);\n",
    'bench.js':
      "import { measure } from './lib/measure.js';\nimport { work } from './src/work.js';\nconsole.log(measure(work));\n",
  };
  const { project, home, outside } = aProject({ ...files, ...own });
  const agent = agentScript(
    outside,
    `if [ "$JUMAR_ITERATION" = 1 ]; then echo 'export const measure = () => 1;' > lib/measure.js
else echo "export const work = () => 'x'.repeat(50);" > src/work.js; fi`,
  );
  const args = ['make it short', '--until', 'sh ok.sh', '--minimize', 'node bench.js', '--max-iterations', '2'];
  const options = { cwd: project, home, env: { JUMAR_GUARD_ENABLED: 'false' } };
  const { stdout } = await jumar(['run', ...args, '--agent-command', agent], options);
  expect(stdout).toContain('The number is 1 only with the changed lib/measure.js; with the original it is 100');
  expect(readFileSync(join(project, 'lib/measure.js'), 'utf8')).toBe(own['lib/measure.js']);
  expect(readFileSync(join(project, 'src/work.js'), 'utf8')).toContain('50');
});

test('a loop with an objective is resumed beyond a limit, and after a kill', async () => {
  const { project, home, outside } = aProject({ ...files, 'long.sh': 'test $(wc -l < app.txt) -ge 4\n' });
  const agent = agentScript(
    outside,
    `if [ "$JUMAR_ITERATION" = 2 ] && mkdir "${outside}/killed" 2>/dev/null; then kill -9 $(cat "${outside}/pid"); sleep 60; fi
echo more >> app.txt`,
  );
  const args = ['make it long', '--until', 'sh long.sh', '--maximize', 'sh score.sh', '--agent-command', agent];
  const options = { cwd: project, home, env: { ...WITHOUT_ANALYST, JUMAR_AGENT_SANDBOX: 'none' } };
  await jumar(['run', ...args, '--max-iterations', '1'], options);
  const { child, done } = startCli(['resume', '--max-iterations', '4'], options);
  writeFileSync(join(outside, 'pid'), String(child.pid));
  expect((await done).signal).toBe('SIGKILL');
  const last = await jumar(['resume', '--max-iterations', '3'], options);
  expect(last.stderr).toBe('');
  expect(last.code).toBe(0);
  const state = fold(logOf(loopFolders(home)[0] as string) as never);
  expect(state?.iterations.slice(0, 4).map((one) => one && objectiveOf(one))).toEqual([1, 2, 3, 4]);
  expect(state?.settings.metrics.custom).toEqual({ objective: 'sh score.sh' });
});
