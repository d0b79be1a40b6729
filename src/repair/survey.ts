import type { RepairContext } from './context.ts';
import type { TestOutcome, TestRunner } from './model/model.ts';
import { chooseRunner } from './runners/index.ts';
import type { Scratch } from './scratch.ts';

export interface TestSurvey {
  runner: TestRunner;
  outcome: TestOutcome;
}

/** Share of the budget for the trial run: a slower command would leave no time to search in this iteration, and may hang. */
const TRIAL = 0.25;
/** Shares for the runner's own survey if the trial timed out: it shows if the tests are slow or hang. */
const REST = 0.5;
const FILE = 0.05;

/** The first command whose tests can be identified, and their results on the unchanged program. */
export async function surveyTests(
  { commands, budgetMs }: RepairContext,
  env: Readonly<Record<string, string>>,
  scratch: Scratch,
  work: string,
  signal: AbortSignal,
): Promise<TestSurvey | { reason: string }> {
  const reasons: string[] = [];
  let passing: TestSurvey | null = null;
  for (const command of commands) {
    const request = { command, folder: scratch.cwd, probes: work, env, timeoutMs: budgetMs * TRIAL };
    const choice = await chooseRunner(request, signal);
    if (signal.aborted) break;
    const outcome = await (choice.runner && choice.timedOut
      ? choice.runner.survey(scratch.cwd, budgetMs * REST, signal, Math.max(2000, budgetMs * FILE))
      : choice.runner?.survey(scratch.cwd, budgetMs, signal));
    if (!choice.runner || !outcome || outcome.tests.length === 0) {
      reasons.push(`${command}: ${choice.reason}`);
      continue;
    }
    const survey = { runner: choice.runner, outcome };
    if (outcome.tests.some(({ status }) => status === 'failed')) return survey;
    passing ??= survey;
  }
  return (
    passing ?? {
      reason: `I cannot tell the tests apart by name (${reasons.join('; ') || 'there is no command to run'})`,
    }
  );
}
