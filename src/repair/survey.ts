import type { RepairContext } from './context.ts';
import type { TestOutcome, TestRunner } from './model.ts';
import { chooseRunner } from './runners/index.ts';
import type { Scratch } from './scratch.ts';

export interface Survey {
  runner: TestRunner;
  outcome: TestOutcome;
}

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
    const request = { command, folder: scratch.cwd, probes: work, env, timeoutMs: budgetMs };
    const chosen = await chooseRunner(request, signal);
    if (signal.aborted) break;
    if ('reason' in chosen) {
      reasons.push(`${command}: ${chosen.reason}`);
      continue;
    }
    const outcome = await chosen.runner.survey(scratch.cwd, budgetMs, signal);
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
