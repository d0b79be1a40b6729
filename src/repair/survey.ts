import type { RepairContext } from './context.ts';
import type { TestOutcome, TestRunner } from './model.ts';
import { chooseRunner } from './runners/index.ts';
import type { Scratch } from './scratch.ts';

export interface Survey {
  runner: TestRunner;
  outcome: TestOutcome;
}

/** Of the budget: what takes longer is not searched in this iteration anyway, and may never end. */
const TRIAL = 0.25;
/** After a trial that did not end, by slowness or for ever: the runner's own survey tells which. */
const REST = 0.5;
const FILE = 0.05;

/** The first of the commands whose tests can be told apart, and what they say of the program as it is. */
export async function surveyTests(
  { commands, budgetMs }: RepairContext,
  env: Readonly<Record<string, string>>,
  scratch: Scratch,
  work: string,
  signal: AbortSignal,
): Promise<Survey | { reason: string }> {
  const reasons: string[] = [];
  let passing: Survey | null = null;
  for (const command of commands) {
    const request = { command, folder: scratch.cwd, probes: work, env, timeoutMs: budgetMs * TRIAL };
    const chosen = await chooseRunner(request, signal);
    if (signal.aborted) break;
    const outcome = await (chosen.runner && chosen.hangs
      ? chosen.runner.survey(scratch.cwd, budgetMs * REST, signal, Math.max(2000, budgetMs * FILE))
      : chosen.runner?.survey(scratch.cwd, budgetMs, signal));
    if (!chosen.runner || !outcome || outcome.tests.length === 0) {
      reasons.push(`${command}: ${chosen.reason}`);
      continue;
    }
    const survey = { runner: chosen.runner, outcome };
    if (outcome.tests.some(({ status }) => status === 'failed')) return survey;
    passing ??= survey;
  }
  return (
    passing ?? {
      reason: `I cannot tell the tests apart by name (${reasons.join('; ') || 'there is no command to run'})`,
    }
  );
}
