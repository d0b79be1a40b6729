// One thread that runs test files again and again, each time from a folder of its own, so that every module is fresh.
import { parentPort } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import { collectTests } from './shim.mjs';

parentPort.on('message', async ({ id, folder, files, mustPass, allowed }) => {
  const must = new Set(mustPass);
  const tests = [];
  let left = allowed;
  let stopped = null;
  class Stop extends Error {}
  const settle = (file) => ({ name, status, error }) => {
    const failed = status === 'failed';
    tests.push({ file, name, status, message: failed ? messageOf(error) : null });
    if (!failed) return;
    if (must.has(`${file} › ${name}`)) stopped = `${name} passed before`;
    else if (--left < 0) stopped = 'too many failures to be better';
    if (stopped) throw new Stop(stopped);
  };
  try {
    for (const file of files) {
      const run = collectTests();
      await import(pathToFileURL(`${folder}/${file}`).href);
      await run(settle(file));
    }
  } catch (error) {
    stopped ??= messageOf(error);
  }
  parentPort.postMessage({ id, tests, stopped });
});

function messageOf(error) {
  try {
    return String(error?.message ?? error).slice(0, 2000);
  } catch {
    return 'an error that cannot be shown';
  }
}
