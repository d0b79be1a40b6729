import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject } from './support/project.ts';

/** The first iteration breaks a test, and is rolled back; the second gets there. */
const CHECK = `v=$(cat value.txt)
echo TAP version 13
for n in 1 2 3 4 5 6 7 8; do
  if [ "$n" -le "$v" ]; then echo "ok $n - t$n"; else echo "not ok $n - t$n"; fi
done
echo 1..8
test "$v" = 8
`;

function scene(agent: string) {
  const { project, home, outside } = aProject({
    'value.txt': '5\n',
    'check.sh': CHECK,
    '.gitignore': '.env*\nlocal/\nnode_modules/\nlarge.bin\n',
  });
  const put = (path: string, text: string) => writeFileSync(join(project, path), text);
  put('.env', 'SECRET=hunter2-hunter2\n');
  put('.env.test', 'A=1\n');
  const command = agentScript(outside, `cat > "${outside}/prompt-$JUMAR_ITERATION"\n${agent}`);
  const options = { cwd: project, home, env: WITHOUT_ANALYST };
  return {
    put,
    project,
    home,
    options,
    run: (...args: string[]) =>
      jumar(['run', 'bring the value up', '--until', 'sh check.sh', '--agent-command', command, ...args], options),
    read: (path: string) => readFileSync(join(project, path), 'utf8'),
    prompt: (n: number) => readFileSync(join(outside, `prompt-${n}`), 'utf8'),
    log: () => logOf(loopFolders(home)[0] as string).map(({ event }) => event),
  };
}

test('what a rejected iteration did to ignored files is undone, and said to the agent and in the report', async () => {
  const { run, read, prompt, log, project, home, put, options } = scene(
    `if [ "$JUMAR_ITERATION" = 1 ]; then
       echo 1 > value.txt; rm .env; echo B=2 > .env.test; echo changed > large.bin; mkdir -p node_modules; echo x > node_modules/a
     else echo 8 > value.txt; fi`,
  );
  put('large.bin', 'x'.repeat(1024 * 1024 + 1));
  const { code, stdout } = await run();
  expect(code).toBe(0);
  expect(read('.env')).toBe('SECRET=hunter2-hunter2\n');
  expect(read('.env.test')).toBe('A=1\n');
  expect(read('value.txt')).toBe('8\n');
  expect(stdout).toContain('.env (removed), .env.test (changed), large.bin (changed, no copy)');
  expect(stdout).toContain('put back as before the agent: .env, .env.test');
  expect(stdout).toContain('large.bin, which git ignores, stays as it is');
  expect(prompt(2)).toContain('.env (removed), .env.test (changed)');
  const report = (await jumar(['report', '--format', 'md'], options)).stdout;
  expect(report).toContain('put back as it was before the agent: .env, .env.test');
  // The agent's version is not lost, either.
  expect(read('.jumar/aside/.gitignore')).toBe('*\n');
  // Nothing of their content is in the log.
  expect(JSON.stringify(log())).not.toContain('hunter2');
  expect(existsSync(join(loopFolders(home)[0] as string, 'local-files', '1'))).toBe(false);
  expect(existsSync(join(project, 'node_modules/a'))).toBe(true);
});

test('of a kept iteration they stay as they are, are named, and come back with `jumar rollback 0`', async () => {
  const { run, read, options, home, project } = scene('echo 8 > value.txt; rm .env');
  const { code, stdout } = await run();
  expect(code).toBe(0);
  expect(existsSync(join(project, '.env'))).toBe(false);
  const copies = join(loopFolders(home)[0] as string, 'local-files/1/before');
  expect(stdout).toContain('iteration 1 changed files that git ignores, which no snapshot holds: .env (removed)');
  expect(stdout).toContain(copies);
  expect(readFileSync(join(copies, '.env'), 'utf8')).toBe('SECRET=hunter2-hunter2\n');
  expect(statSync(join(copies, '.env')).mode & 0o077).toBe(0);
  expect(statSync(copies).mode & 0o077).toBe(0);

  const undone = await jumar(['rollback', '0'], options);
  expect(undone.stdout).toContain('put back as before the agent: .env');
  expect(read('.env')).toBe('SECRET=hunter2-hunter2\n');
});

test('what a person changed after the agent stays', async () => {
  const { run, read, options, put } = scene('echo 8 > value.txt; echo AGENT=1 > .env; rm .env.test');
  expect((await run()).code).toBe(0);
  put('.env', 'MINE=1\n');
  const undone = await jumar(['rollback', '0'], options);
  expect(undone.stdout).toContain('.env, which git ignores, stays as it is: the agent changed it, and somebody else');
  expect(read('.env')).toBe('MINE=1\n');
  expect(read('.env.test')).toBe('A=1\n');
  const copy = /the version from before is (\S+)/.exec(undone.stdout)?.[1] ?? '';
  expect(readFileSync(copy, 'utf8')).toBe('SECRET=hunter2-hunter2\n');
});
