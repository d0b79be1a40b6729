import { TRIAL_SHARE_BY_FILES, trialSeconds } from '../core/agents/repair-fit.ts';
import type { RepairContext } from './context.ts';
import type { TestOutcome, TestRunner } from './model/model.ts';
import { chooseRunner, trialShare } from './runners/index.ts';
import type { Scratch } from './scratch.ts';

export interface TestSurvey {
  runner: TestRunner;
  outcome: TestOutcome;
}

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
  let slow: { command: string; share: number } | null = null;
  let passing: TestSurvey | null = null;
  for (const command of commands) {
    const share = await trialShare({ command, folder: scratch.cwd });
    const request = { command, folder: scratch.cwd, probes: work, env, timeoutMs: budgetMs * share };
    const choice = await chooseRunner(request, signal);
    if (signal.aborted) break;
    const outcome = await (choice.runner && choice.timedOut
      ? choice.runner.survey(scratch.cwd, budgetMs * REST, signal, Math.max(2000, budgetMs * FILE))
      : choice.runner?.survey(scratch.cwd, budgetMs, signal));
    if (!choice.runner || !outcome || outcome.tests.length === 0) {
      reasons.push(`${command}: ${choice.reason}`);
      if (choice.timedOut) slow ??= { command, share };
      continue;
    }
    const survey = { runner: choice.runner, outcome };
    if (outcome.tests.some(({ status }) => status === 'failed')) return survey;
    passing ??= survey;
  }
  if (passing) return passing;
  if (slow !== null) return { reason: tooSlow(slow, budgetMs) };
  return { reason: `I cannot tell the tests apart by name (${reasons.join('; ') || 'there is no command to run'})` };
}

/** The tests may be told apart, but nothing can be searched with a command that takes so long. */
function tooSlow({ command, share }: { command: string; share: number }, budgetMs: number): string {
  const seconds = trialSeconds(budgetMs / 1000, share);
  const enough = Math.round((budgetMs * 5) / 1000);
  return `${command} is too slow to search with: it took longer than ${seconds} s, ${share === TRIAL_SHARE_BY_FILES ? 'half' : 'a quarter'} of repair.budgetSeconds. Give it more (jumar config set repair.budgetSeconds ${enough}), or name a faster command that shows the failure (--until)`;
}
