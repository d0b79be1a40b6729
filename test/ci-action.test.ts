import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CLI, cleanEnvironment } from './support/cli.ts';
import { aProject, git, writeFiles } from './support/project.ts';
import { SUM, TESTS } from './support/session-scene.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const JUMAR = `${process.execPath} ${CLI}`;

interface Step {
  name: string;
  id?: string;
  if?: string;
  env?: Record<string, string>;
  run: string;
}
interface Action {
  inputs: Record<string, { default: string; description: string }>;
  runs: { steps: Step[] };
}

/** A repository with a pull request checked out, as `actions/checkout` leaves it with `fetch-depth: 0`. */
function pullRequest(change: Record<string, string>) {
  const { project, home, outside } = aProject({
    'package.json': '{"name":"p","type":"module","scripts":{"test":"node --test"}}\n',
    'sum.js': SUM,
    'test/sum.test.js': TESTS,
  });
  const remote = join(outside, 'remote.git');
  git(outside, 'init', '-q', '--bare', remote);
  git(project, 'branch', '-M', 'main');
  git(project, 'remote', 'add', 'origin', remote);
  git(project, 'push', '-q', 'origin', 'main');
  git(project, 'checkout', '-q', '-b', 'change');
  writeFiles(project, change);
  git(project, 'add', '-A');
  git(project, 'commit', '-q', '-m', 'change');
  git(project, 'checkout', '-q', '--detach');
  git(project, 'branch', '-D', '-q', 'main');
  return { project, home, outside };
}

/** Runs the steps of action.yml as a runner does: expressions, files of the job, the PATH that a step adds. */
function runAction({ project, home, outside }: ReturnType<typeof pullRequest>, given: Record<string, string> = {}) {
  const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, one]) => [name, given[name] ?? one.default]),
  );
  const file = (name: string) => {
    writeFileSync(join(outside, name), '');
    return join(outside, name);
  };
  const [summary, output, path] = [file('summary'), file('output'), file('path')];
  const outputs = () =>
    Object.fromEntries(
      readFileSync(output, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('=')),
    );
  const value = (text: string): string =>
    text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
      const [, scope, name = ''] = /^(inputs|github|steps\.audit\.outputs)\.([\w-]+)/.exec(expression) ?? [];
      if (scope === 'inputs') return value(inputs[name] ?? '');
      if (scope === 'github') return name === 'base_ref' ? 'main' : ROOT;
      return outputs()[name] ?? '';
    });
  let log = '';
  for (const step of action.runs.steps) {
    const condition = /inputs\.(\w+) == 'true'/.exec(step.if ?? '')?.[1];
    if (condition && inputs[condition] !== 'true') continue;
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, value(text)]));
    const job = { RUNNER_TEMP: outside, GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output, GITHUB_PATH: path };
    const added = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', step.run], {
      cwd: project,
      encoding: 'utf8',
      env: { ...cleanEnvironment(), ...job, ...env, JUMAR_HOME: home, PATH: [...added, process.env.PATH].join(':') },
    });
    log += `${stdout}${stderr}`;
    if (status !== 0)
      return { code: status, failed: step.name, log, summary: readFileSync(summary, 'utf8'), outputs: outputs() };
  }
  return { code: 0, failed: null, log, summary: readFileSync(summary, 'utf8'), outputs: outputs() };
}

describe('the GitHub Action', () => {
  test('stops a pull request that skips a test: annotation, SARIF, a table', () => {
    const scene = pullRequest({ 'test/sum.test.js': TESTS.replace('test(', 'test.skip(') });
    const { code, failed, log, summary, outputs } = runAction(scene, { jumar: JUMAR });
    expect({ code, failed }, log).toEqual({ code: 1, failed: 'Result' });
    expect(log).toMatch(/^::(?:error|warning) file=test\/sum\.test\.js,line=4/m);
    expect(summary).toContain('| blocks | `test/sum.test.js:4` |');
    const sarif = JSON.parse(readFileSync(join(scene.project, outputs.sarif), 'utf8'));
    expect(sarif.runs[0].results).toHaveLength(1);
    expect(runAction(scene, { jumar: JUMAR, fail: 'false' }).code).toBe(0);
  });

  test('passes an honest one, compares its measures, and takes a task as text', () => {
    const scene = pullRequest({ 'mul.js': 'export const mul = (a, b) => a * b;\n' });
    const task = '$(touch pwned); `touch pwned`; "quoted"';
    const { code, summary, log } = runAction(scene, { jumar: JUMAR, compare: 'true', task });
    expect(code, log).toBe(0);
    expect(summary).toContain('nothing lost');
    expect(summary).toContain('Jumar measure');
    expect(existsSync(join(scene.project, 'pwned'))).toBe(false);
  });

  test('fails with what to do if the base was not fetched', () => {
    const { code, log } = runAction(pullRequest({ 'a.js': '' }), { jumar: JUMAR, base: 'no-such-branch' });
    expect(code).toBe(2);
    expect(log).toContain('fetch-depth: 0');
  });
});

test('the GitLab template judges a merge request', () => {
  const { project, home } = pullRequest({ 'test/sum.test.js': TESTS.replace('test(', 'test.skip(') });
  const { '.jumar-audit': job } = parse(readFileSync(join(ROOT, 'ci/gitlab.yml'), 'utf8')) as {
    '.jumar-audit': { script: string[] };
  };
  const { status } = spawnSync('bash', ['-e', '-c', job.script.join('\n')], {
    cwd: project,
    env: {
      ...cleanEnvironment(),
      JUMAR_HOME: home,
      JUMAR,
      JUMAR_OPTIONS: '--strict',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    },
  });
  expect(status).toBe(1);
  expect(readFileSync(join(project, 'jumar-junit.xml'), 'utf8')).toContain('failure');
  expect(existsSync(join(project, 'jumar.sarif'))).toBe(true);
});

test('the pre-commit hook refuses to commit a skipped test', () => {
  const { project, home, outside } = aProject({ 'sum.js': SUM, 'test/sum.test.js': TESTS });
  const [{ entry }] = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8')) as [{ entry: string }];
  writeFiles(outside, { 'bin/jumar': `#!/bin/sh\nexec ${JUMAR} "$@"\n` });
  chmodSync(join(outside, 'bin/jumar'), 0o755);
  writeFiles(project, {
    '.git/hooks/pre-commit': `#!/bin/sh\n${entry}\n`,
    'test/sum.test.js': TESTS.replace('test(', 'test.skip('),
  });
  chmodSync(join(project, '.git/hooks/pre-commit'), 0o755);
  const commit = () =>
    spawnSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@localhost', 'commit', '-qam', 'x'], {
      cwd: project,
      encoding: 'utf8',
      env: { ...cleanEnvironment(), JUMAR_HOME: home, PATH: `${join(outside, 'bin')}:${process.env.PATH}` },
    });
  expect(commit().status).not.toBe(0);
  writeFiles(project, { 'test/sum.test.js': TESTS, 'sum.js': `${SUM}// more\n` });
  expect(commit().status).toBe(0);
});
