// Answers requests on its channel by running test files in a thread that stays warm, for a fraction of what a process costs.
// A thread that hangs, dies or has run for long is replaced.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const RUNS_PER_THREAD = 150;
const [template, place] = process.argv.slice(2);
let worker = null;
let runs = 0;
let count = 0;

function start() {
  worker = new Worker(new URL('./warm-worker.mjs', import.meta.url), { stdout: true, stderr: true });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.on('error', () => {});
  runs = 0;
}

process.on('message', async ({ id, changes, files, mustPass, allowed, timeoutMs }) => {
  if (!worker || runs >= RUNS_PER_THREAD) {
    await worker?.terminate();
    start();
  }
  runs += 1;
  count += 1;
  const folder = join(place, `w${count}`);
  cpSync(template, folder, { recursive: true, verbatimSymlinks: true });
  for (const { path, text } of changes) writeFileSync(join(folder, path), text);
  const answer = await ask({ id, folder, files, mustPass, allowed }, timeoutMs);
  rmSync(folder, { recursive: true, force: true });
  process.send(answer);
});
process.on('disconnect', () => process.exit(0));

function ask(request, timeoutMs) {
  const thread = worker;
  return new Promise((resolve) => {
    const end = async (answer, broken) => {
      clearTimeout(timer);
      thread.off('message', onMessage);
      thread.off('exit', onExit);
      if (broken && worker === thread) {
        worker = null;
        await thread.terminate();
      }
      resolve(answer);
    };
    const failed = (stopped) => ({ id: request.id, tests: [], stopped });
    const onMessage = (answer) => void end(answer, false);
    const onExit = () => void end(failed('the thread ended'), true);
    const timer = setTimeout(() => void end(failed('timeout'), true), timeoutMs);
    thread.once('message', onMessage);
    thread.once('exit', onExit);
    thread.postMessage(request);
  });
}
