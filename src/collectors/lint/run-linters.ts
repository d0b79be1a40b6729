import type { LintCommand } from './detect.ts';
import { type LintRun, lintMetrics } from './lint-metrics.ts';
import { readLint } from './read-lint.ts';

/** Runs one command in its folder of the root, at most for its timeout; never rejects because it failed. */
export type RunLinter = (command: LintCommand) => Promise<{ text: string; exitCode: number | null }>;

/** Runs the linters beside one another, a few at a time, and tells what they found, by tool and as metrics. */
export async function runLinters(
  root: string,
  commands: readonly LintCommand[],
  run: RunLinter,
  atOnce = 2,
): Promise<{ metrics: ReturnType<typeof lintMetrics>; runs: LintRun[] }> {
  const runs: LintRun[] = [];
  const queue = commands.entries();
  const lane = async () => {
    for (const [index, command] of queue) {
      const { text, exitCode } = await run(command);
      const { linter, folder } = command;
      runs[index] = { linter, result: readLint(linter, { text, exitCode, root, folder }) };
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, lane));
  return { metrics: lintMetrics(runs), runs };
}
