import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jumar } from './support/cli.ts';
import { aProject, writeFiles } from './support/project.ts';

test('init tells what it found, and writes a config only where it is asked to', async () => {
  const { project, home } = aProject({ 'package.json': '{"scripts":{"test":"node --test","lint":"eslint ."}}' });
  const cli = (...args: string[]) => jumar(args, { cwd: project, home });
  const file = join(project, '.jumar', 'config.yaml');
  const first = await cli('init');
  expect(first.code).toBe(0);
  expect(first.stdout).toContain('test       npm test');
  // No agent is installed here: what it says works as it stands.
  expect(first.stdout).toContain('jumar "make npm test pass" --agent repair');
  expect(existsSync(file)).toBe(false);

  expect((await cli('init', '--write')).code).toBe(0);
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  expect(lines.every((line) => line.startsWith('#'))).toBe(true);
  expect((await cli('config', 'get', 'limits.maxIterations')).code).toBe(0);
  expect((await cli('config', 'set', 'limits.maxIterations', '7')).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('# limits:');
  writeFileSync(file, lines.map((line) => line.replace(/^# (?=[a-z]+:$| )/, '')).join('\n'));
  const uncommented = await cli('config', 'get', '--json');
  expect(JSON.parse(uncommented.stdout)).toMatchObject({
    'verify.criteria': ['npm test', 'npm run lint'],
    'agent.names': ['repair'],
    'limits.maxIterations': 10,
  });
  const again = await cli('init', '--write');
  expect({ code: again.code, stderr: again.stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--force'),
  });
});

test('the built-in agent is recommended only where it can work, and refused elsewhere before anything starts', async () => {
  const { project, home } = aProject({ 'go.mod': 'module x\n', 'x.go': 'package x\n' });
  const cli = (...args: string[]) => jumar(args, { cwd: project, home });
  const { stdout } = await cli('init');
  expect(stdout).toContain('--agent-command "any agent');
  expect(stdout).not.toContain('--agent repair');
  expect((await cli('doctor')).stdout).toMatch(
    /– repair +built in, but cannot work here: it changes only .*; this is Go\n/,
  );
  const refused = await cli('fix it', '--until', 'go test ./...', '--agent', 'repair');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot work here: it changes only') });
  expect((await cli('list')).stdout).not.toContain('fix it');
});

test('without any source that it knows the built-in agent is refused, too; one file without a manifest is enough', async () => {
  const { project, home } = aProject({ 'notes.txt': 'hi\n' });
  const cli = (...args: string[]) => jumar(args, { cwd: project, home });
  expect((await cli('init')).stdout).not.toContain('--agent repair');
  expect(await cli('fix it', '--until', 'false', '--agent', 'repair')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'cannot work here: it changes only JavaScript, TypeScript and Python; there is no such file here',
    ),
  });
  writeFiles(project, { 'lib/a.py': 'x = 1\n' });
  expect((await cli('init')).stdout).toContain('--agent repair');
});

test('completions come from the commands themselves', async () => {
  const { project, home } = aProject({ 'a.txt': '' });
  const { code, stdout } = await jumar(['completions', 'bash'], { cwd: project, home });
  expect(code).toBe(0);
  expect(stdout).toContain('complete -o default -F _jumar jumar');
  const asked = await jumar(['complete', '--', 'resume', '--max-i'], { cwd: project, home });
  expect(asked).toMatchObject({ code: 0, stderr: '' });
  expect(asked.stdout).toMatch(/^--max-iterations\tstop after/);
  expect((await jumar(['completions', 'tcsh'], { cwd: project, home })).stderr).toContain('bash, zsh, fish');
});
