import { join } from 'node:path';
import { detectLinters, type LintCommand } from '../collectors/lint/detect.ts';
import { type LinterName, linters } from '../collectors/lint/index.ts';
import { type LintRun, lintMetrics } from '../collectors/lint/lint-metrics.ts';
import { type Area, areas, type Linter } from '../collectors/lint/linter.ts';
import { readLint } from '../collectors/lint/read-lint.ts';
import { recogniseLint } from '../collectors/lint/recognise.ts';
import { runLinters } from '../collectors/lint/run-linters.ts';
import type { Toolchain } from '../core/criteria/toolchain.ts';
import { plainText } from '../core/text/plain-text.ts';
import type { MeasureRequest, ReportSource } from '../ports/index.ts';
import { reportLint } from './report-lint.ts';
import type { RunTool, Tool, ToolRun } from './tool.ts';

type LintShare = ReturnType<typeof lintMetrics> & { costMs: Partial<Record<Area, number>> };

/** Problems found by the linters and type checkers of the frozen toolchain, or by the commands in the settings. */
export async function measureLint(
  { root, seenRoot = root, settings: { metrics }, toolchain, report }: MeasureRequest,
  env: Readonly<Record<string, string>>,
  run: RunTool,
): Promise<LintShare | undefined> {
  if (areas.every((area) => metrics[area] === false)) return undefined;
  const { commands, missing } = frozenLinters(toolchain) ?? (await detectLinters(root, env));
  const enabledCommands = commands.filter(({ linter }) => areasOf(linter).some((area) => metrics[area] === true));
  const costMs: LintShare['costMs'] = {};
  const addCost = (area: Area, { durationMs }: ToolRun) => {
    costMs[area] = (costMs[area] ?? 0) + durationMs;
  };
  const runByCommand = new Map<LintCommand, ToolRun>();
  const timed = (area: Area) => async (tool: Tool) => {
    const toolRun = await run(tool);
    addCost(area, toolRun);
    return toolRun;
  };
  const [{ runs }, own] = await Promise.all([
    runLinters(seenRoot, enabledCommands, async (lintCommand) => {
      const { linter, folder, command, timeoutMs } = lintCommand;
      const name = [linter, ...folder.split('/')].join('-');
      const toolRun = await run({ name, command, folder: join(root, folder), timeoutMs });
      runByCommand.set(lintCommand, toolRun);
      for (const area of areasOf(linter)) addCost(area, toolRun);
      return toolRun;
    }),
    Promise.all(areas.map((area) => ownLint(area, metrics[area], seenRoot, timed(area), report))),
  ]);
  for (const [index, lintCommand] of enabledCommands.entries()) {
    const toolRun = runByCommand.get(lintCommand);
    for (const area of areasOf(lintCommand.linter)) {
      const result = runs[index]?.result;
      if (metrics[area] === true && toolRun && result) reportLint(report, area, lintCommand, toolRun, result);
    }
  }
  const combined = lintMetrics([...runs, ...missing.flatMap(notRun)]);
  const detectedAreas = areas.filter((area) => metrics[area] === true);
  const unknown = combined.unknown.filter((reason) => detectedAreas.some((area) => reason.startsWith(`${area}:`)));
  const share: LintShare = { ...combined, unknown, costMs };
  for (const [index, area] of areas.entries()) {
    const result = own[index] ?? null;
    if (metrics[area] === true) continue;
    share[area] = typeof result === 'string' ? null : result;
    if (typeof result === 'string') share.unknown.push(result.startsWith(`${area}:`) ? result : `${area}: ${result}`);
  }
  return share;
}

/** A linter that is set up but cannot run makes its area unknown, even if the others can. */
function notRun(missing: string): LintRun[] {
  const linter = missing.split(':')[0] ?? '';
  return isLinter(linter) ? [{ linter, result: missing }] : [];
}

/** If the frozen toolchain has no linters, those that the project sets up later are used. */
function frozenLinters(toolchain: Toolchain | undefined): { commands: LintCommand[]; missing: string[] } | null {
  if (!toolchain || toolchain.linters.length === 0) return null;
  const commands = toolchain.linters.flatMap((one) => (isLinter(one.linter) ? [{ ...one, linter: one.linter }] : []));
  return { commands, missing: toolchain.missing };
}

async function ownLint(
  area: Area,
  setting: boolean | { command: string; timeoutMinutes?: number | undefined },
  root: string,
  run: RunTool,
  report: ReportSource | undefined,
): Promise<{ errors: number; warnings: number; tools: string[] } | string | null> {
  if (typeof setting === 'boolean') return null;
  const toolRun = await run({ name: area, ...setting });
  const name = recogniseLint(toolRun.text);
  const result = name === null ? resultByExit(area, toolRun) : readLint(name, { ...toolRun, root });
  reportLint(report, area, { linter: null, folder: '', ...setting }, toolRun, result);
  if (typeof result === 'string' || !('counts' in result)) return result;
  return { errors: result.counts.errors, warnings: result.counts.warnings, tools: [result.tool] };
}

/** For a user's command whose output has no known format: exit 0 without output means no problems. */
function resultByExit(area: Area, { text, exitCode }: ToolRun) {
  if (exitCode === 0 && isSilent(text)) return { errors: 0, warnings: 0, tools: ['command'] };
  if (exitCode === 127) return `${area}: its command was not found (${lastLine(text) || 'exit 127'})`;
  const end = exitCode === null ? 'it did not finish' : `exit ${exitCode}`;
  return `${area}: ${end}, and its output has no known format`;
}

function lastLine(text: string): string {
  return plainText(text).trim().split('\n').at(-1)?.trim().slice(0, 200) ?? '';
}

/** npm and similar tools print the command they run. */
function isSilent(text: string): boolean {
  return plainText(text)
    .split('\n')
    .every((line) => line.trim() === '' || /^(?:> |\$ )/.test(line));
}

const isLinter = (name: string): name is LinterName => Object.hasOwn(linters, name);
const areasOf = (name: LinterName): readonly Area[] => (linters[name] as Linter).areas;
