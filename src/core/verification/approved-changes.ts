import { findingKey, findingsIn } from '../findings/blockers.ts';
import { answersIn } from '../people/answers.ts';
import type { IterationState, LoopState } from '../state/state.ts';

/** A change of what judges that a person took as honest: which files of an iteration's snapshot. */
export interface ApprovedChange {
  iteration: number;
  /** By name, or all that judge, or all that are tests. */
  files: string[] | 'judging' | 'tests';
}

/**
 * In the order of the answers. An approval is of the content that was shown: a finding's files, everything that was overlaid for
 * a criterion that held only with it, or the tests where some were lost; each as that iteration has it, and nothing else.
 */
export function approvedChanges(state: LoopState, since: number): ApprovedChange[] {
  const approvals = answersIn(state)
    .filter(({ word, iteration }) => word === 'approve' && iteration > since)
    .flatMap(({ iteration, about }) => about.map((id) => ({ iteration, id })));
  const marked = state.iterations
    .filter(({ n }) => n > since)
    .flatMap((one) =>
      state.marked.flatMap(({ id }) => (isPristine(id) && raises(one, id) ? [{ iteration: one.n, id }] : [])),
    );
  return [...approvals, ...marked].flatMap(({ iteration, id }) => {
    const files = filesOf(state.iterations[iteration], id);
    return files ? [{ iteration, files }] : [];
  });
}

function filesOf(iteration: IterationState | undefined, id: string): ApprovedChange['files'] | null {
  if (!iteration) return null;
  if (isPristine(id)) return 'judging';
  if (isAboutRunning(id)) return null;
  if (/^lost-tests?:|^alert:\d+:test_deletion/.test(id)) return 'tests';
  const finding = findingsIn(iteration).find((one) => findingKey(one.id) === id);
  const paths = [finding?.before?.path, finding?.after?.path].filter((path) => path !== undefined);
  return paths.length > 0 ? paths : null;
}

/** It names a test to show where, and approves no change of it. */
const isAboutRunning = (id: string) => id.startsWith(findingKey('flipped-'));
const isPristine = (id: string) => id.startsWith(findingKey('pristine-'));
const raises = (iteration: IterationState, id: string) =>
  findingsIn(iteration).some((finding) => findingKey(finding.id) === id);
