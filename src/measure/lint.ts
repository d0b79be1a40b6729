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
import type { MeasureRequest, Tell } from '../runner/ports.ts';
import { tellLint } from './tell-lint.ts';
import type { RunTool, ToolRun } from './tool.ts';

type LintShare = ReturnType<typeof lintMetrics>;

/** What the linters and type checkers find: those of the frozen toolchain, or the commands that the settings name. */
export async function measureLint(
  { root, settings: { metrics }, toolchain, tell }: MeasureRequest,
  env: Readonly<Record<string, string>>,
  run: RunTool,
): Promise<LintShare | undefined> {
  if (areas.every((area) => metrics[area] === false)) return undefined;
  const { commands, missing } = frozen(toolchain) ?? (await detectLinters(root, env));
  const wanted = commands.filter(({ linter }) => areasOf(linter).some((area) => metrics[area] === true));
  const ended = new Map<LintCommand, ToolRun>();
  const [{ runs }, own] = await Promise.all([
    runLinters(root, wanted, async (wants) => {
      const { linter, folder, command, timeoutMs } = wants;
      const name = [linter, ...folder.split('/')].join('-');
      const ran = await run({ name, command, folder: join(root, folder), timeoutMs });
      ended.set(wants, ran);
      return ran;
    }),
    Promise.all(areas.map((area) => ownLint(area, metrics[area], root, run, tell))),
  ]);
  for (const [index, wants] of wanted.entries()) {
    const ran = ended.get(wants);
    for (const area of areasOf(wants.linter)) {
      const result = runs[index]?.result;
      if (metrics[area] === true && ran && result) tellLint(tell, area, wants, ran, result);
    }
  }
  const found = lintMetrics([...runs, ...missing.flatMap(notRun)]);
  const asked = areas.filter((area) => metrics[area] === true);
  const unknown = found.unknown.filter((reason) => asked.some((area) => reason.startsWith(`${area}:`)));
  const share: LintShare = { ...found, unknown };
  for (const [index, area] of areas.entries()) {
    const result = own[index] ?? null;
    if (metrics[area] === true) continue;
    share[area] = typeof result === 'string' ? null : result;
    if (typeof result === 'string') share.unknown.push(result.startsWith(`${area}:`) ? result : `${area}: ${result}`);
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
  tell: Tell | undefined,
): Promise<{ errors: number; warnings: number; tools: string[] } | string | null> {
  if (typeof setting === 'boolean') return null;
  const ran = await run({ name: area, ...setting });
  const name = recogniseLint(ran.text);
  const read = name === null ? unrecognised(area, ran) : readLint(name, { ...ran, root });
  tellLint(tell, area, { linter: null, folder: '', ...setting }, ran, read);
  if (typeof read === 'string' || !('counts' in read)) return read;
  return { errors: read.counts.errors, warnings: read.counts.warnings, tools: [read.tool] };
}

/** A user's own command whose report nobody knows: a clean exit that says nothing is clean. */
function unrecognised(area: Area, { text, exitCode }: ToolRun) {
  if (exitCode === 0 && isSilent(text)) return { errors: 0, warnings: 0, tools: ['command'] };
  if (exitCode === 127) return `${area}: its command was not found (${lastLine(text) || 'exit 127'})`;
  const end = exitCode === null ? 'it did not come to its end' : `exit ${exitCode}`;
  return `${area}: ${end}, and its output is of no known format`;
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
