import type { LoopState } from '../core/state.ts';
import { approvedChanges } from '../core/verification/approved-changes.ts';
import type { GitWorkspace } from '../workspace/index.ts';
import { isTest } from './judge-files.ts';
import type { Accepted } from './pristine.ts';

/** The versions of files that a person took as honest since the baseline, as the snapshots that were shown have them. */
export async function acceptedVersions(
  workspace: Pick<GitWorkspace, 'differences'>,
  baseline: string,
  state: LoopState,
): Promise<Accepted> {
  const since = state.iterations.find(({ snapshot }) => snapshot?.commit === baseline)?.n ?? 0;
  const accepted = new Map<string, (string | null)[]>();
  for (const { iteration, files } of approvedChanges(state, since)) {
    const commit = state.iterations[iteration]?.snapshot?.commit;
    // A snapshot that was pruned meanwhile can vouch for nothing.
    const changes = commit ? await workspace.differences(baseline, commit).catch(() => []) : [];
    for (const { path, after } of changes) {
      const name = Buffer.from(path, 'latin1').toString('utf8');
      const meant = files === 'judging' || (files === 'tests' ? isTest(name) : files.includes(name));
      if (meant) accepted.set(name, [...(accepted.get(name) ?? []), after?.object ?? null]);
    }
  }
  return accepted;
}
