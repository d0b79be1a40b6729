// A test runner for Stryker that loads the tests of the pure core once and runs those that reach a mutant in this very process.
// Vitest would start a worker and load every module anew for each of some thousand mutants.
import { symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { testFiles } from './tests.mjs';

/** Its own, as a process that did not come to an end is replaced by another. */
const BUILT = `.mutation/${process.pid}`;
const [SUCCESS, FAILED] = [0, 1];

globalThis.__stryker__ ??= {};

class InProcessRunner {
  /** What instrumented code asks for the mutant that is on, and tells what it ran. */
  stryker = globalThis.__stryker__;

  /** Mutants are on only while tests run, also those that tables of tests reach while they are loaded: nothing is to be reloaded. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    // A mutant may leave a promise behind that nobody waits for.
    process.on('unhandledRejection', () => {});
    this.files = testFiles();
    await build(this.files);
  }

  async dryRun() {
    this.tests ??= await load(this.files);
    const results = [];
    for (const { id, run } of this.tests) {
      this.stryker.currentTestId = id;
      const began = performance.now();
      const failureMessage = await failureOf(run);
      const status = failureMessage === null ? SUCCESS : FAILED;
      results.push({ id, name: id, status, failureMessage, timeSpentMs: performance.now() - began });
    }
    this.stryker.currentTestId = undefined;
    return { status: 'complete', tests: results, mutantCoverage: this.stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }) {
    if (mutantActivation === 'static') throw new Error('what takes effect while modules are loaded needs ignoreStatic');
    this.tests ??= await load(this.files);
    const wanted = testFilter && new Set(testFilter);
    Object.assign(this.stryker, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    let nrOfTests = 0;
    for (const { id, run } of this.tests) {
      if (wanted && !wanted.has(id)) continue;
      nrOfTests += 1;
      const failureMessage = await failureOf(run);
      if (this.stryker.hitCount > hitLimit) return { status: 'timeout', reason: 'it does not come to an end' };
      if (failureMessage !== null) return { status: 'killed', failureMessage, killedBy: [id], nrOfTests };
    }
    return { status: 'survived', nrOfTests };
  }
}

/** Module by module, so that each is found where its source lies: some tests read files beside them. */
async function build(files) {
  const bundle = await rolldown({
    input: files,
    platform: 'node',
    treeshake: false,
    external: (id) => /^[a-z@]/i.test(id) && id !== 'vitest' && !id.startsWith('src/'),
    resolve: { alias: { vitest: resolve('scripts/mutation/vitest-shim.mjs') } },
    logLevel: 'silent',
  });
  await bundle.write({
    dir: BUILT,
    preserveModules: true,
    preserveModulesRoot: process.cwd(),
    entryFileNames: '[name].mjs',
  });
  for (const folder of ['test', 'assets']) symlinkSync(resolve(folder), resolve(BUILT, folder));
}

async function load(files) {
  const at = (path) => pathToFileURL(resolve(BUILT, path)).href;
  const { registered } = await import(at('scripts/mutation/vitest-shim.mjs'));
  const tests = [];
  for (const file of files) {
    const before = registered.length;
    await import(at(file.replace(/\.ts$/, '.mjs')));
    tests.push(...registered.slice(before).map(({ name, run }) => ({ id: `${file}#${name}`, run })));
  }
  return tests;
}

async function failureOf(run) {
  try {
    await run();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner }];
