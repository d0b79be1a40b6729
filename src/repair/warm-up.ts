import { join } from 'node:path';
import type { Baseline } from './evaluate.ts';
import type { TestOutcome, TestRunner } from './model/model.ts';
import { isWholeFile } from './model/whole-file.ts';
import type { Scratch } from './scratch.ts';

const TIMEOUT_MS = 15_000;

/** Gives each scratch copy a warm runner, if there is one and its results agree with those of the project's own runner. */
export async function warmUp(
  scratches: readonly Scratch[],
  runner: TestRunner,
  baseline: Baseline,
  work: string,
  signal: AbortSignal,
): Promise<void> {
  // Results of a run that hangs cannot be compared.
  for (const [n, scratch] of runner.warm && !baseline.hasHang ? scratches.entries() : []) {
    const warm = await runner.warm?.(scratch.cwd, join(work, `warm-${n}`)).catch(() => null);
    if (!warm) return;
    const files = [...baseline.failingFiles, ...baseline.otherFiles];
    const result = await warm.run({ files, mustPass: new Set(), allowed: Number.MAX_SAFE_INTEGER }, TIMEOUT_MS, signal);
    const agrees = (status: string, ids: ReadonlySet<string>) => {
      const own = result.tests.filter((test) => test.status === status);
      return own.length === ids.size && own.every(({ id }) => ids.has(id));
    };
    if (result.complete && agrees('failed', baseline.failing) && agrees('passed', baseline.passing))
      scratch.warm = warm;
    else return warm.close();
  }
}

/**
 * Most candidates change nothing for the failing tests: without the other tests of their files that takes a fraction of the
 * time. Only if they fail alone as they do among the others. The messages are then those of the runner, not of the survey.
 */
export async function tryFailingAlone(
  { cwd }: Scratch,
  runner: TestRunner,
  baseline: Baseline,
  signal: AbortSignal,
): Promise<Baseline> {
  if (!runner.selects || baseline.hasHang) return baseline;
  const { failing, failingFiles: files, limitMs } = baseline;
  // Which tests a file has that cannot be loaded, nobody knows: they cannot be asked for by name.
  if ([...failing].some(isWholeFile)) return baseline;
  const plan = { files, mustPass: new Set<string>(), allowed: Number.MAX_SAFE_INTEGER };
  const among = messagesIn(await runner.run(cwd, plan, limitMs, signal));
  const alone = messagesIn(await runner.run(cwd, { ...plan, only: failing }, limitMs, signal));
  const failsAlone = [...failing].every((id) => alone.has(id) && alone.get(id) === among.get(id));
  if (!failsAlone) return baseline;
  return { ...baseline, failsAlone, messages: alone, isSilent: [...alone.values()].some((text) => SILENT.test(text)) };
}

const SILENT = /^(?:AssertionError:?\s*)?$/;

function messagesIn({ tests, complete }: TestOutcome): Map<string, string> {
  const failed = complete ? tests.filter(({ status }) => status === 'failed') : [];
  return new Map(failed.map(({ id, message }) => [id, message ?? '']));
}

export function closeAll(scratches: readonly Scratch[], runner: TestRunner): void {
  for (const { warm } of scratches) warm?.close();
  runner.close?.();
}
