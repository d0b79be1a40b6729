import type { LintCommand } from './detect.ts';
import { type LintRun, lintMetrics } from './lint-metrics.ts';
import { readLint } from './read-lint.ts';

/** Runs one command in its folder, with its timeout. Never rejects because the command failed. */
export type RunLinter = (command: LintCommand) => Promise<{ text: string; exitCode: number | null }>;

/** Runs the linters in parallel, a few at a time, and returns their results per tool and as metrics. */
export async function runLinters(
  root: string,
  commands: readonly LintCommand[],
  run: RunLinter,
  concurrency = 2,
): Promise<{ metrics: ReturnType<typeof lintMetrics>; runs: LintRun[] }> {
  const runs: LintRun[] = [];
  const queue = commands.entries();
  const worker = async () => {
    for (const [index, command] of queue) {
      const { text, exitCode } = await run(command);
      const { linter, folder } = command;
      runs[index] = { linter, result: readLint(linter, { text, exitCode, root, folder }) };
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  return { metrics: lintMetrics(runs), runs };
}
