import { rm } from 'node:fs/promises';
import type { LoopState } from '../../core/state.ts';
import { plural } from '../../reporters/format.ts';
import { listLoops } from '../../store/find-loop.ts';
import { stateHome } from '../../store/home.ts';
import { acquireLock } from '../../store/lock.ts';
import { type GitWorkspace, openWorkspace } from '../../workspace/index.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { readEntry } from '../loop-reading.ts';
import { projectHere } from '../project-here.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export default async function prune(
  context: CommandContext,
  { all = false, olderThan = 0 }: { all?: boolean; olderThan?: number },
): Promise<number> {
  await refuseBeneathAgent(context, 'prune');
  const home = await stateHome(context.env);
  const project = await projectHere(context, home);
  const entries = await listLoops(project);
  if (entries.length === 0) {
    context.stdout.write('no loops here\n');
    return 0;
  }
  const lock = await acquireLock(project.workspaceLock, { purpose: 'jumar prune' });
  try {
    const workspace = await openWorkspace({ shadow: project.shadow, root: project.root, loop: 'prune' });
    let pruned = 0;
    for (const entry of entries) {
      const reading = await readEntry(entry).catch((error: Error) => {
        context.stderr.write(`${entry.id} is left alone: ${error.message}\n`);
        return null;
      });
      if (!reading) continue;
      const { state, owner } = reading;
      if (!state.ended || owner !== null || Date.now() - state.ended.at < olderThan * DAY_MS) continue;
      const keep = all ? [] : await worthKeeping(workspace, state);
      await workspace.deleteSnapshots(entry.id, keep);
      if (all) await rm(entry.paths.folder, { recursive: true, force: true });
      pruned++;
    }
    context.stdout.write(
      `pruned ${plural(pruned, 'loop')} of ${entries.length}; loops that have not ended are kept whole\n`,
    );
    return 0;
  } finally {
    await lock.release();
  }
}

/** The baseline, the best, what a resumed loop goes on from, and whatever a person may want back. */
async function worthKeeping(workspace: GitWorkspace, state: LoopState): Promise<string[]> {
  const last = String(state.iterations.length - 1);
  const aside = (await workspace.listSnapshots(state.id)).map(({ name }) => name).filter((name) => !/^\d+$/.test(name));
  const byHand = state.iterations.filter((iteration) => iteration.byHand).map(({ n }) => String(n));
  return ['0', String(state.best ?? 0), last, ...byHand, ...aside];
}
