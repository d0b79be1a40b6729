import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { abortOnInterrupt } from '../../../app/interrupts.ts';
import { planList, problemsOf } from '../../../app/tasks/plan-list.ts';
import { EXIT_INTERRUPTED } from '../../../core/state/outcome.ts';
import { UsageError } from '../../../system/usage-error.ts';
import { activityLine, doingOf } from '../../reports/activity-line.ts';
import { planText } from '../../reports/tasks/plan.ts';
import { appContext, type CommandContext } from './context.ts';
import { say, writeOutput } from './output.ts';

export interface PlanOptions {
  json?: boolean;
  out?: string;
  agent?: string[];
  agentCommand?: string;
  model?: string;
  sandbox?: string;
  setup?: string;
  attempts?: number;
  timeout?: number;
}

/** Shows what an agent would have done, and writes it if asked and if every task has a check that fails now. */
export async function planTasks(context: CommandContext, goal: string, options: PlanOptions): Promise<number> {
  const { out, json = false, agent, timeout, attempts = 2, ...choices } = options;
  if (out !== undefined && existsSync(resolve(context.cwd, out)))
    throw new UsageError(`${out} exists already`, 'name a new file, or remove it');
  const controller = new AbortController();
  const dispose = abortOnInterrupt(controller);
  let said: string | null = null;
  try {
    const plan = await planList(
      appContext(context),
      { ...choices, goal, attempts, agents: agent, timeoutMinutes: timeout },
      {
        signal: controller.signal,
        onActivity(activity) {
          const doing = activity.type === 'agent-activity' ? doingOf(activity) : null;
          if (json || doing === null || doing === said || activity.type !== 'agent-activity') return;
          said = doing;
          context.stderr.write(`${activityLine(activity, doing)}\n`);
        },
      },
    );
    const isSound = plan.text !== null && problemsOf(plan).length === 0;
    if (json) context.stdout.write(`${JSON.stringify({ ...plan, sound: isSound }, null, 2)}\n`);
    else say(context, planText(plan, { isSound, out }));
    if (isSound && out !== undefined && plan.text !== null) await writeOutput(context, `${plan.text.trim()}\n`, out);
    return isSound ? 0 : 1;
  } catch (error) {
    if (controller.signal.aborted) return EXIT_INTERRUPTED;
    throw error;
  } finally {
    dispose();
  }
}
