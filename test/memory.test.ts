import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { agentScript } from './support/agents.ts';
import { jumar, loopFolders, readableFiles, WITHOUT_ANALYST } from './support/cli.ts';
import { modelServer } from './support/model-server.ts';
import { aProject } from './support/project.ts';

const check = (name: string) => `#!/bin/sh
grep -q solved value.txt && exit 0
echo "not ok 1 - ${name} rounds half up"
echo "  ---"
echo "  error: expected 10.12 to be 10.13"
echo "  ..."
echo "1..1"
echo "# tests 1"
echo "# pass 0"
echo "# fail 1"
exit 1
`;

/** It repeats one failing change twice, then solves the task; every prompt is kept outside. */
const repeating = (outside: string) => `cat > "${outside}/prompt-$JUMAR_ITERATION"
if [ "$JUMAR_ITERATION" = 3 ]; then echo solved > value.txt
else echo tried >> value.txt; fi`;

function scene() {
  const given = aProject({ 'check.sh': check('tax'), 'value.txt': 'x\n' });
  const options = { cwd: given.project, home: given.home, env: WITHOUT_ANALYST };
  const agent = agentScript(given.outside, repeating(given.outside));
  const promptOf = (n: number) => readFileSync(join(given.outside, `prompt-${n}`), 'utf8');
  return { ...given, options, agent, promptOf };
}

describe('what the next iteration knows', () => {
  test('a repeated change is named, the prompt is shown as it was sent, and a similar task gets the lesson', async () => {
    const { options, agent, promptOf, project } = scene();
    const first = await jumar(
      ['run', 'repair the rounding of the tax', '--until', 'sh check.sh', '--agent-command', agent],
      options,
    );
    expect(first.code, first.stdout + first.stderr).toBe(0);
    expect(promptOf(1)).not.toContain('Earlier iterations');
    expect(promptOf(2)).toContain('- What failed: ');
    expect(promptOf(3)).toContain('**Repetition:** iterations 1 and 2 changed the same and failed in the same way.');

    const shown = await jumar(['prompt', '3'], options);
    expect(shown.stdout).toBe(promptOf(3));
    expect(shown.stderr).toMatch(/iteration 3 was sent.*reflections +\d+ tokens.*all +\d+ tokens/s);

    const loop = loopFolders(options.home)[0]?.split('/').at(-1) ?? '';
    const folder = join(readableFiles(options.home), 'reflections');
    expect(parse(readFileSync(join(folder, 'iteration-2.yaml'), 'utf8'))).toMatchObject({
      iteration: 2,
      evidence: { repeats: [1] },
    });
    expect(parse(readFileSync(join(folder, 'index.yaml'), 'utf8')).reflections).toHaveLength(2);
    expect((await jumar(['reflect', 'show'], options)).stdout).toContain('#2');
    expect((await jumar(['reflect', 'patterns', 'tax', 'rounding'], options)).stdout).toContain(loop);

    writeFileSync(join(project, 'value.txt'), 'again\n');
    writeFileSync(join(project, 'check.sh'), check('tax'));
    const once = ['--until', 'sh check.sh', '--agent-command', agent, '--max-iterations', '1'];
    await jumar(['run', 'the tax is rounded the wrong way', ...once], options);
    expect(promptOf(1)).toContain(`From ${loop} (solved)`);

    writeFileSync(join(project, 'check.sh'), check('router').replaceAll(/rounds half up|10\.1\d/g, 'redirects'));
    await jumar(['run', 'send visitors of the old pages to the new ones', ...once], options);
    expect(promptOf(1)).not.toContain('Lessons of earlier tasks');

    expect((await jumar(['reflect', 'clear'], options)).stdout).toMatch(/\d lessons? forgotten/);
    expect((await jumar(['reflect', 'patterns'], options)).stdout).toContain('no lessons');
  });

  test('a model at an endpoint speaks in the prompt and in the report, and what it used is counted', async () => {
    const { options, agent, promptOf } = scene();
    const answer = {
      summary: 'It cut off the cents.',
      what_failed: 'F',
      why: 'It truncates.',
      what_to_try: 'Round half up.',
    };
    const url = await modelServer({ text: JSON.stringify(answer) }, { error: { status: 500, message: 'down' } });
    const { code, stdout, stderr } = await jumar(
      ['run', 'repair the rounding of the tax', '--until', 'sh check.sh', '--agent-command', agent],
      {
        ...options,
        env: {
          ...WITHOUT_ANALYST,
          JUMAR_MODEL_PROVIDER: 'openai',
          JUMAR_MODEL_URL: `${url}/v1`,
          JUMAR_MODEL_NAME: 'local',
        },
      },
    );
    expect(code, stdout + stderr).toBe(0);
    expect(promptOf(2)).toContain('It truncates.');
    expect(promptOf(2)).toContain('Round half up.');
    const folder = readableFiles(options.home);
    expect(readFileSync(join(folder, 'reflections/iteration-1.yaml'), 'utf8')).toContain('It truncates.');
    expect((await jumar(['reflect', 'show'], options)).stdout).toMatch(/openai local: it answered with HTTP 500/);
    const { spent_at_least } = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
    expect(spent_at_least.tokens).toBeGreaterThan(0);
  });

  test('an unknown strategy warns and runs with the default', async () => {
    const { options, agent } = scene();
    const args = ['run', 'repair the rounding', '--until', 'sh check.sh', '--agent-command', agent, '--dry-run'];
    const { code, stderr } = await jumar(args, { ...options, env: { JUMAR_PROGRESS_STRATEGY: 'telepathy' } });
    expect(code).toBe(0);
    expect(stderr).toContain("unknown progress strategy 'telepathy', so system-captured is used");
  });
});

describe('loop types', () => {
  const phase = `description: one phase
task-type: refactor
task: Implement phase {{phase-number}}, {{phase-name}}
validation: sh check.sh
max-iterations: 2
progress-max-entries: 1
inputs:
  phase-name: { description: its name }
  phase-number: 4
variables:
  spec-content: { file: docs/spec.md }
prompt-template: |
  Phase {{phase-number}}: {{phase_name}} | {{specContent}} | {{max-iterations}} {{#if progress}}| {{progress}}{{/if}}
`;
  const withPhase = () => {
    const given = scene();
    mkdirSync(join(given.project, '.jumar/loops'), { recursive: true });
    mkdirSync(join(given.project, 'docs'));
    writeFileSync(join(given.project, '.jumar/loops/phase.yaml'), phase);
    writeFileSync(join(given.project, 'docs/spec.md'), 'round {{half}} up');
    return given;
  };

  test('bring their template, checks, limits, inputs and variables', async () => {
    const { options, agent, promptOf, outside } = withPhase();
    const run = await jumar(['run', '--type', 'phase', '--set', 'phase-name=Taxes', '--agent-command', agent], options);
    expect(run.code, run.stderr).toBe(1);
    expect(run.stdout).toContain('Implement phase 4, Taxes');
    expect(promptOf(1)).toContain('Phase 4: Taxes | round {{half}} up | 2');
    expect(promptOf(2)).toContain('## Iteration 1');
    expect(existsSync(join(outside, 'prompt-3'))).toBe(false);
  });

  test.each([
    [['--type', 'phase'], "needs 'phase-name' (its name)"],
    [['--type', 'phase', '--set', 'phase-nam=x'], "did you mean 'phase-name'?"],
    [['--type', 'phse'], "there is no loop type 'phse'"],
    [['--set', 'a=b'], '--set needs a loop type'],
  ])('%j is refused', async (args, says) => {
    const { options, agent } = withPhase();
    const { code, stderr } = await jumar(['run', 'some task to do', ...args, '--agent-command', agent], options);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });
});
