import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar } from './support/cli.ts';
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
