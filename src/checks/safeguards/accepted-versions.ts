import type { LoopState } from '../../core/state/state.ts';
import { approvedChanges } from '../../core/verification/approved-changes.ts';
import type { GitWorkspace } from '../../workspace/index.ts';
import { isTest } from './judge-files.ts';
import type { AcceptedVersions } from './pristine.ts';

/** The versions of files that a person has approved since the baseline, taken from the snapshots they were shown. */
export async function acceptedVersions(
  workspace: Pick<GitWorkspace, 'differences'>,
  baseline: string,
  state: LoopState,
): Promise<AcceptedVersions> {
  const since = state.iterations.find(({ snapshot }) => snapshot?.commit === baseline)?.n ?? 0;
  const accepted = new Map<string, (string | null)[]>();
  for (const { iteration, files } of approvedChanges(state, since)) {
    const commit = state.iterations[iteration]?.snapshot?.commit;
    // A snapshot may have been pruned since; then its versions are unknown.
    const changes = commit ? await workspace.differences(baseline, commit).catch(() => []) : [];
    for (const { path, after } of changes) {
      const name = Buffer.from(path, 'latin1').toString('utf8');
      const isApproved = files === 'judging' || (files === 'tests' ? isTest(name) : files.includes(name));
      if (isApproved) accepted.set(name, [...(accepted.get(name) ?? []), after?.object ?? null]);
    }
  }
  return accepted;
}
