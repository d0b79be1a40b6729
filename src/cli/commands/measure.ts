import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../config/load.ts';
import { metricVerdict } from '../../core/criteria/metric-verdict.ts';
import type { Criterion } from '../../core/criterion.ts';
import type { Verdict } from '../../core/verdict.ts';
import { type MeasuredTree, measureTree } from '../../measure/measure-tree.ts';
import { measureOutput } from '../../measure/output.ts';
import { abortOnInterrupt } from '../../process/interrupts.ts';
import { measureText } from '../../reporters/measure-text.ts';
import { stateHome } from '../../store/home.ts';
import { ensureProject } from '../../store/layout.ts';
import { detectProject } from '../../toolchain/detect.ts';
import { freezeToolchain } from '../../toolchain/freeze.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import type { CommandContext } from '../context.ts';
import { chooseCriteria } from '../criteria.ts';
import { say } from '../output.ts';
import { withTestCommand } from '../test-command.ts';

interface MeasureOptions {
  json?: boolean;
  compare?: string;
  until?: string[];
  coverage?: string;
  cache?: boolean;
}

/**
 * The metrics of the working tree, with no loop; with `--compare`, also those of a commit and what moved between them.
 * Exit 0 where it measured. With `--until`: 1 where a criterion does not hold, 7 where one could not be measured.
 */
export default async function measure(context: CommandContext, options: MeasureOptions): Promise<number> {
  const workspace = await locateWorkspace(context.cwd);
  const loaded = await loadSettings(context.env, workspace, { source: 'the command line', values: flagsOf(options) });
  const criteria = await criteriaOf(workspace, options.until ?? [], loaded.settings);
  const settings = await withTestCommand(loaded.settings, criteria, workspace);
  const toolchain = await freezeToolchain(workspace, settings, context.env);
  const { folder: state } = await ensureProject(await stateHome(context.env), workspace.root);
  const scratch = await mkdtemp(join(tmpdir(), 'jumar-measure-'));
  const controller = new AbortController();
  const dispose = abortOnInterrupt(controller);
  const tree = {
    workspace,
    settings,
    criteria,
    toolchain,
    scratch,
    state,
    env: context.env,
    signal: controller.signal,
  };
  try {
    const now = await measureTree(tree, null);
    const then = options.compare === undefined ? null : await measureTree(tree, options.compare);
    const verdicts = verdictsOf(criteria, now, then);
    const shown = () => measureOutput(now, then, { criteria, verdicts, score: settings.score });
    const text = () => measureText(now, then, { criteria, verdicts, settings });
    if (options.json) context.stdout.write(`${JSON.stringify(shown(), null, 2)}\n`);
    else say(context, text());
    return (options.until ?? []).length > 0 ? exitCodeOf(verdicts) : 0;
  } finally {
    dispose();
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }
}

function flagsOf({ coverage, cache }: MeasureOptions): Record<string, unknown> {
  return {
    ...(coverage !== undefined && { 'metrics.coverage': coverage }),
    ...(cache === false && { 'verify.cache': false }),
  };
}

/** A project without tests is measured too. */
async function criteriaOf(
  workspace: { root: string; cwd: string },
  asked: readonly string[],
  settings: Parameters<typeof chooseCriteria>[3],
): Promise<Criterion[]> {
  const given = asked.length > 0 || settings.verify.criteria.length > 0;
  if (!given && !(await detectProject(workspace.root, workspace.cwd)).test) return [];
  return chooseCriteria(workspace, 'measure', asked, settings);
}

function verdictsOf(criteria: readonly Criterion[], now: MeasuredTree, then: MeasuredTree | null): Verdict[] {
  return criteria.flatMap((criterion) => {
    if (criterion.kind === 'metric') return [metricVerdict(criterion, now.metrics, then?.metrics ?? null, now.sources)];
    return now.verdicts.find((verdict) => verdict.criterion === criterion.id) ?? [];
  });
}

function exitCodeOf(verdicts: readonly Verdict[]): number {
  if (verdicts.some(({ outcome }) => outcome === 'unmeasured')) return 7;
  return verdicts.every(({ outcome }) => outcome === 'pass') ? 0 : 1;
}
