import { type ChildProcess, fork } from 'node:child_process';
import { cp, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../system/package-root.ts';
import type { RunPlan, TestOutcome, WarmRunner } from '../model/model.ts';

interface Answer {
  id: number;
  tests: { file: string; name: string; status: 'passed' | 'failed' | 'skipped'; message: string | null }[];
  stopped: string | null;
}

const assets = () => join(packageRoot(), 'assets', 'repair', 'node');

/**
 * Runs node:test files in a warm thread, with a replacement for node:test: a fraction of the cost of a process. Good for a
 * first look only; what it finds is run again the project's own way.
 */
export async function warmNodeRunner(options: {
  /** An unchanged copy of the project, and a folder for the copies made of it. */
  from: string;
  place: string;
  files: readonly string[];
  env: Readonly<Record<string, string>>;
}): Promise<WarmRunner> {
  const template = join(options.place, 'template');
  await mkdir(options.place, { recursive: true });
  const node_modules = /(^|\/)node_modules$/;
  await cp(options.from, template, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !node_modules.test(path),
  });
  await cp(join(options.from, 'node_modules'), join(options.place, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  }).catch(() => {});
  const shim = join(assets(), 'shim.mjs');
  for (const file of options.files) {
    const path = join(template, file);
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replace(/(['"])node:test\1/g, () => JSON.stringify(shim)),
    );
  }
  return serve(await realpath(template), options);
}

function serve(template: string, { place, env }: { place: string; env: Readonly<Record<string, string>> }): WarmRunner {
  let child: ChildProcess | null = null;
  let count = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  const start = (): ChildProcess => {
    const started = fork(join(assets(), 'warm.mjs'), [template, place], {
      env,
      cwd: template,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer));
    started.once('exit', () => {
      if (child === started) child = null;
      for (const [id, settle] of waiting) settle({ id, tests: [], stopped: 'the driver ended' });
    });
    return started;
  };
  return {
    run: (plan, timeoutMs, signal) => {
      if (signal.aborted) return Promise.resolve(outcomeOf({ id: 0, tests: [], stopped: 'cancelled' }, 0));
      child ??= start();
      count += 1;
      const request = { id: count, ...requestOf(plan), timeoutMs };
      const startedAt = performance.now();
      return new Promise<TestOutcome>((resolve) => {
        const settle = (answer: Answer) => {
          waiting.delete(request.id);
          signal.removeEventListener('abort', cancel);
          resolve(outcomeOf(answer, performance.now() - startedAt));
        };
        const cancel = () => settle({ id: request.id, tests: [], stopped: 'cancelled' });
        waiting.set(request.id, settle);
        signal.addEventListener('abort', cancel, { once: true });
        child?.send(request);
      });
    },
    close: () => void child?.kill('SIGKILL'),
  };
}

function requestOf({ files, mustPass, allowed, changes = [] }: RunPlan) {
  return {
    files,
    mustPass: [...mustPass],
    allowed,
    changes: changes.map(({ path, after }) => ({ path, text: after })),
  };
}

function outcomeOf({ tests, stopped }: Answer, durationMs: number): TestOutcome {
  return {
    tests: tests.map(({ file, name, status, message }) => ({
      id: `${file} › ${name}`,
      file,
      name,
      status,
      message,
      frames: [],
      covered: null,
    })),
    complete: stopped === null,
    reason: stopped,
    durationMs,
  };
}
