import { spawnSync } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLI } from './support/cli.ts';
import { temporaryFolder } from './support/project.ts';

function run(args: string[], options: { stdout?: number; require?: string } = {}) {
  const folder = temporaryFolder();
  const required = join(folder, 'required.cjs');
  writeFileSync(required, options.require ?? '');
  const env = { PATH: process.env.PATH, HOME: folder, JUMAR_HOME: join(folder, 'home') };
  return spawnSync(process.execPath, ['--require', required, CLI, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', options.stdout ?? 'pipe', 'pipe'],
  });
}

test.skipIf(process.platform !== 'linux')('output that cannot be written is a failure in words, not a crash', () => {
  const { status, stderr } = run(['--help'], { stdout: openSync('/dev/full', 'w') });
  expect(stderr).toMatch(/^jumar: cannot write the output: no space left \(ENOSPC\)\n {2}free some space/);
  expect(stderr.match(/ENOSPC/g)).toHaveLength(1);
  expect(status).toBe(70);
});

test('a command that failed ends, whatever keeps its process alive', () => {
  const { status, signal, stderr } = run(['show', 'nothing'], { require: 'setInterval(() => {}, 1000);' });
  expect(stderr).toMatch(/^jumar: /);
  expect({ status, signal }).toEqual({ status: 2, signal: null });
});

test('an error that nobody expected is a failure of Jumar, not a limit that was reached', () => {
  // Throws as soon as the command writes: by then, its own handlers are in place.
  const crash = `const { write } = process.stdout;
process.stdout.write = (...all) => { queueMicrotask(() => { throw new Error('out of the blue'); }); return write.apply(process.stdout, all); };`;
  const { status, stderr } = run(['--help'], { require: crash });
  expect(stderr).toContain('out of the blue');
  expect(status).toBe(70);
});
