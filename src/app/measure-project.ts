import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { complexityGrowth } from '../collectors/code/growth.ts';
import { loadSettings } from '../config/load.ts';
import type { Criterion } from '../core/criteria/criterion.ts';
import { metricVerdict } from '../core/criteria/metric-verdict.ts';
import type { Verdict } from '../core/criteria/verdict.ts';
import type { GrownFunction } from '../core/metrics/metrics.ts';
import { verdictsRemedy } from '../core/remedies/check-remedy.ts';
import type { Settings } from '../core/state/settings.ts';
import { isOnMutants } from '../core/verification/mutants-due.ts';
import { freezeToolchain } from '../measure/freeze-toolchain.ts';
import { detectProject } from '../project/detect.ts';
import { stateHome } from '../store/home.ts';
import { ensureProject } from '../store/layout.ts';
import { lockOwner } from '../store/lock.ts';
import { git } from '../system/git.ts';
import { UsageError } from '../system/usage-error.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import { layerOf, type MeasuringChoices } from './choices.ts';
import { chooseCriteria } from './choose-criteria.ts';
import type { AppContext } from './context.ts';
import { keepTree, type PutBack } from './keep-tree.ts';
import { type MeasuredTree, measureTree } from './measure-tree.ts';
import { type MutantsOfChange, mutantsOfChange } from './mutants/mutants-of-change.ts';
import { withCoverage, withTestCommand } from './test-command.ts';

export interface MeasureRequest extends MeasuringChoices {
  until: readonly string[];
  /** A commit to measure too. */
  compare?: string | undefined;
  /** Also test mutants of what changed since HEAD, or since the commit to compare with. */
  mutants?: boolean | undefined;
  signal: AbortSignal;
  source: string;
}

export interface MeasuredProject {
  now: MeasuredTree;
  then: MeasuredTree | null;
  criteria: Criterion[];
  verdicts: Verdict[];
  settings: Settings;
  /** What to do so that the checks can run; null if nothing known keeps them from it. */
  remedy: string | null;
  /** Null if they were not asked for. */
  mutants: MutantsOfChange | null;
}

/** The metrics of the working tree, without a loop, and of a commit to compare it with. */
export async function measureProject(context: AppContext, request: MeasureRequest): Promise<MeasuredProject> {
  const { until, compare, signal } = request;
  const workspace = await locateWorkspace(context.cwd);
  const loaded = await loadSettings(context.env, workspace, layerOf(request));
  const criteria = await criteriaOf(workspace, until, loaded.settings);
  const settings = withCoverage(await withTestCommand(loaded.settings, criteria, workspace), criteria);
  const toolchain = await freezeToolchain(workspace, settings, context.env);
  const { folder: state, workspaceLock } = await ensureProject(await stateHome(context.env), workspace.root);
  const scratch = await mkdtemp(join(tmpdir(), 'jumar-measure-'));
  const aside = join(state, 'aside', `measure-${new Date().toISOString().replace(/[:.]/g, '-')}`);
  // A running loop looks after the workspace itself, and its agent may be changing it.
  const isFree = (await lockOwner(workspaceLock).catch(() => null)) === null;
  const kept = isFree ? await keepTree(workspace.root, { copies: join(scratch, 'copies'), aside }) : null;
  const tree = { workspace, settings, criteria, toolchain, scratch, state, env: context.env, signal };
  try {
    const measured = await measureTree(tree, null);
    const then = compare === undefined ? null : await measureTree(tree, compare);
    const areMutantsAsked = request.mutants || criteria.some(isOnMutants);
    const before = compare ?? 'HEAD';
    const mutants = areMutantsAsked
      ? await mutantsOfChange({ ...tree, before: await commitOf(workspace.root, before), after: null })
      : null;
    const now = mutants ? withMutants(measured, mutants) : measured;
    const verdicts = verdictsOf(criteria, now, then);
    return { now, then, criteria, verdicts, settings, remedy: verdictsRemedy(verdicts, toolchain), mutants };
  } finally {
    const putBack = await kept?.putBack().catch((error: Error) => error.message);
    if (putBack)
      context.note?.(typeof putBack === 'string' ? `could not put the tree back: ${putBack}` : putBackText(putBack));
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }
}

const SHOWN = 5;

function putBackText({ paths, aside }: PutBack): string {
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : '';
  return `while this ran, ${paths.slice(0, SHOWN).join(', ')}${more} changed; put back as before, and saved as it was left in ${aside}`;
}

async function commitOf(root: string, name: string): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const found = await git(args, { cwd: root, userConfig: true, mayFetch: true }).catch(() => null);
  if (!found)
    throw new UsageError(`mutants are of what changed since a commit, and git knows no ${name} here`, 'commit first');
  return found.stdout.toString().trim();
}

function withMutants(tree: MeasuredTree, { counts, problem }: MutantsOfChange): MeasuredTree {
  const { metrics } = tree;
  const known =
    problem === undefined
      ? { ...metrics, mutants: counts }
      : { ...metrics, unknown: [...metrics.unknown, `mutants: ${problem}`] };
  return { ...tree, metrics: known };
}

/** The functions that grew most since the commit it is compared with. */
export function findGrownFunctions(
  { now, then }: Pick<MeasuredProject, 'now' | 'then'>,
  most: number,
): GrownFunction[] {
  return then ? complexityGrowth(then.functions, now.functions, most) : [];
}

/** A project without tests is measured too. */
async function criteriaOf(
  workspace: { root: string; cwd: string },
  requested: readonly string[],
  settings: Settings,
): Promise<Criterion[]> {
  const hasCriteria = requested.length > 0 || settings.verify.criteria.length > 0;
  if (!hasCriteria && !(await detectProject(workspace.root, workspace.cwd)).test) return [];
  return (await chooseCriteria(workspace, 'measure', requested, settings)).criteria;
}

function verdictsOf(criteria: readonly Criterion[], now: MeasuredTree, then: MeasuredTree | null): Verdict[] {
  return criteria.flatMap((criterion) => {
    if (criterion.kind === 'metric') return [metricVerdict(criterion, now.metrics, then?.metrics ?? null, now.sources)];
    return now.verdicts.find((verdict) => verdict.criterion === criterion.id) ?? [];
  });
}
