import { join } from 'node:path';
import { detectLinters, type LintCommand } from '../collectors/lint/detect.ts';
import { type LinterName, linters } from '../collectors/lint/index.ts';
import { type LintRun, lintMetrics } from '../collectors/lint/lint-metrics.ts';
import { type Area, areas, type Linter } from '../collectors/lint/linter.ts';
import { readLint } from '../collectors/lint/read-lint.ts';
import { recogniseLint } from '../collectors/lint/recognise.ts';
import { runLinters } from '../collectors/lint/run-linters.ts';
import { plainText } from '../core/plain-text.ts';
import type { Toolchain } from '../core/toolchain.ts';
import type { MeasureRequest } from '../runner/ports.ts';
import type { RunTool, ToolRun } from './tool.ts';

type LintShare = ReturnType<typeof lintMetrics>;

/** What the linters and type checkers find: those of the frozen toolchain, or the commands that the settings name. */
export async function measureLint(
  { root, settings: { metrics }, toolchain }: MeasureRequest,
  env: Readonly<Record<string, string>>,
  run: RunTool,
): Promise<LintShare | undefined> {
  if (areas.every((area) => metrics[area] === false)) return undefined;
  const { commands, missing } = frozen(toolchain) ?? (await detectLinters(root, env));
  const wanted = commands.filter(({ linter }) => areasOf(linter).some((area) => metrics[area] === true));
  const [{ runs }, own] = await Promise.all([
    runLinters(root, wanted, ({ linter, folder, command, timeoutMs }) =>
      run({ name: [linter, ...folder.split('/')].join('-'), command, folder: join(root, folder), timeoutMs }),
    ),
    Promise.all(areas.map((area) => ownLint(area, metrics[area], root, run))),
  ]);
  const found = lintMetrics([...runs, ...missing.flatMap(notRun)]);
  const asked = areas.filter((area) => metrics[area] === true);
  const share: LintShare = {
    ...found,
    unknown: found.unknown.filter((reason) => asked.some((area) => reason.startsWith(`${area}:`))),
  };
  for (const [index, area] of areas.entries()) {
    const result = own[index] ?? null;
    if (metrics[area] === true) continue;
    share[area] = typeof result === 'string' ? null : result;
    if (typeof result === 'string') share.unknown.push(result);
  }
  return share;
}

/** One that is set up and cannot be run leaves its area unknown, whatever the others say. */
function notRun(missing: string): LintRun[] {
  const linter = missing.split(':')[0] ?? '';
  return isLinter(linter) ? [{ linter, result: missing }] : [];
}

/** With nothing frozen there is nothing to hide: what a project sets up later is measured from then on. */
function frozen(toolchain: Toolchain | undefined): { commands: LintCommand[]; missing: string[] } | null {
  if (!toolchain || toolchain.linters.length === 0) return null;
  const commands = toolchain.linters.flatMap((one) => (isLinter(one.linter) ? [{ ...one, linter: one.linter }] : []));
  return { commands, missing: toolchain.missing };
}

async function ownLint(
  area: Area,
  setting: boolean | { command: string; timeoutMinutes?: number | undefined },
  root: string,
  run: RunTool,
): Promise<{ errors: number; warnings: number; tools: string[] } | string | null> {
  if (typeof setting === 'boolean') return null;
  return readOwn(area, await run({ name: area, ...setting }), root);
}

/** A user's own command: whose report it prints is seen by the report; a clean exit that says nothing is clean. */
function readOwn(area: Area, { text, exitCode }: ToolRun, root: string) {
  const name = recogniseLint(text);
  if (name === null) {
    if (exitCode === 0 && isSilent(text)) return { errors: 0, warnings: 0, tools: ['command'] };
    if (exitCode === 127) return `${area}: its command was not found (${lastLine(text) || 'exit 127'})`;
    const end = exitCode === null ? 'it did not come to its end' : `exit ${exitCode}`;
    return `${area}: ${end}, and its output is of no known format`;
  }
  const result = readLint(name, { text, exitCode, root });
  if (typeof result === 'string') return result;
  return { errors: result.counts.errors, warnings: result.counts.warnings, tools: [result.tool] };
}

function lastLine(text: string): string {
  return plainText(text).trim().split('\n').at(-1)?.trim().slice(0, 200) ?? '';
}

/** npm and the like say what they run. */
function isSilent(text: string): boolean {
  return plainText(text)
    .split('\n')
    .every((line) => line.trim() === '' || /^(?:> |\$ )/.test(line));
}

const isLinter = (name: string): name is LinterName => Object.hasOwn(linters, name);
const areasOf = (name: LinterName): readonly Area[] => (linters[name] as Linter).areas;
