import { isAgentAtWork, type LoopState } from '../../core/state/state.ts';
import { stateHome } from '../../store/home.ts';
import { ensureProject, loopPaths, type Project } from '../../store/layout.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import type { AppContext } from '../context.ts';
import { readEntry } from '../loop-reading.ts';
import { refuseReadOnly } from '../refuse-read-only.ts';
import { ownChecks } from '../tasks/own-checks.ts';
import { noteAgentProcess } from './agent-process.ts';
import { driveOutside } from './drive.ts';
import { firstLoop, nextLoop } from './session-loop.ts';
import { readSession, type SessionName, type SessionRecord, writeSession } from './session-store.ts';

/** What became of a hook that runs before an agent works. */
export type Begun =
  | { kind: 'ready'; loop: string; failing: boolean }
  /** The baseline of an earlier prompt still counts: its work was not verified. */
  | { kind: 'open'; loop: string }
  | { kind: 'off'; why: string };

/**
 * A person's prompt: takes the tree as it is for the baseline that the agent's work is compared with, unless earlier work waits for its
 * verdict. Checks and settings are those of the session's first prompt.
 */
export async function beginTurn(
  context: AppContext,
  { task, ...name }: SessionName & { task: string },
  signal: AbortSignal,
): Promise<Begun> {
  const here = await locateWorkspace(context.cwd);
  refuseReadOnly(here.root);
  const home = await stateHome(context.env);
  const project = await ensureProject(home, here.root);
  await noteAgentProcess(home, name.agent);
  const known = await readSession(project, name);
  if (known?.isOff) return { kind: 'off', why: 'you let this session go' };
  const open = known && (await openLoopOf(project, known));
  if (open) return { kind: 'open', loop: open.id };

  const created = known ? nextLoop(context, known.created, task) : await createFirst(context, here, name, task);
  if (created === null) return { kind: 'off', why: NO_CHECKS };
  if (created.settings.room.mode === 'in-place') return { kind: 'off', why: IN_PLACE };
  const { loop } = created;
  await writeSession(project, { ...name, version: 1, created: known?.created ?? created, loop, isOff: false });
  const minutes = created.settings.session.timeoutMinutes;
  const state = await driveOutside({ project, loop }, context, signal, minutes, (now) => (now ? [] : [created]));
  if (state.ended) return { kind: 'off', why: state.ended.reason };
  const failing = state.iterations[0]?.verdicts?.some(({ outcome }) => outcome !== 'pass') ?? false;
  return { kind: 'ready', loop, failing };
}

const NO_CHECKS = 'no checks are known here; set verify.criteria (jumar config set verify.criteria "npm test")';
const IN_PLACE = 'room.mode is in-place, and checks would run among your files while you work';

async function createFirst(
  context: AppContext,
  here: { root: string; cwd: string },
  { agent }: SessionName,
  task: string,
) {
  const criteria = await ownChecks(context, here);
  return criteria.length === 0 ? null : firstLoop(context, { agent, task, criteria });
}

/** The loop that judges what is under way; null if there is none, or it was verified. */
export async function openLoopOf(project: Project, { loop }: SessionRecord): Promise<LoopState | null> {
  if (loop === null) return null;
  const entry = { id: loop, project, paths: loopPaths(project, loop), createdAt: 0 };
  const reading = await readEntry(entry).catch(() => null);
  if (reading === null) return null;
  const { ended } = reading.state;
  const isOver = ended?.ending === 'completed' || ended?.ending === 'aborted';
  // Before any agent worked, there is nothing to judge.
  const isBefore = ended !== null && !reading.state.iterations.some(({ run }) => run !== null);
  return isOver || (isBefore && !isAgentAtWork(reading.state)) ? null : reading.state;
}
