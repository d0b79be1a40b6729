import type { Criterion } from '../../core/criteria/criterion.ts';
import { customMetric } from '../../core/metrics/custom-metric.ts';
import type { Settings } from '../../core/state/settings.ts';
import { hiddenChecks } from '../../core/state/verification-settings.ts';

/** A command whose result judges the loop. */
export interface JudgingCommand {
  command: string;
  /** Where it runs. */
  cwd: string;
  /** It prints a number, so anything it runs measures, whatever its name. */
  prints: boolean;
}

/** Every command that judges: those of the criteria, hidden checks, the objective, and the user's own measuring commands. */
export function judgingCommands(
  criteria: readonly Criterion[],
  { goal, metrics, verify }: Pick<Settings, 'goal' | 'metrics' | 'verify'>,
  { root, cwd }: { root: string; cwd: string },
): JudgingCommand[] {
  const optimising = goal.mode === 'maximize' || goal.mode === 'minimize';
  const here = [
    ...criteria.flatMap((criterion) => ('command' in criterion ? [criterion.command] : [])),
    ...hiddenChecks(verify).map(({ command }) => command),
    ...ownCommand(metrics.tests),
    ...(typeof metrics.build === 'string' ? [metrics.build] : ownCommand(metrics.build)),
  ];
  const atRoot = [metrics.lint, metrics.types, metrics.coverage].flatMap(ownCommand);
  const numbers = [
    ...Object.values(metrics.custom).map((entry) => customMetric(entry).command),
    ...(optimising && goal.command ? [goal.command] : []),
  ];
  return [
    ...here.map((command) => ({ command, cwd, prints: false })),
    ...atRoot.map((command) => ({ command, cwd: root, prints: false })),
    ...numbers.map((command) => ({ command, cwd: root, prints: true })),
  ];
}

function ownCommand(setting: unknown): string[] {
  if (typeof setting !== 'object' || setting === null || !('command' in setting)) return [];
  return typeof setting.command === 'string' ? [setting.command] : [];
}
