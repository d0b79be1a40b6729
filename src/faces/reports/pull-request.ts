import { commandOf } from '../../core/criteria/criterion.ts';
import { findingsIn } from '../../core/findings/blockers.ts';
import { approvedIn } from '../../core/people/statements.ts';
import { type LoopState, launches } from '../../core/state/state.ts';
import { clip } from './columns.ts';
import { costText } from './end-rows.ts';
import { plural } from './format.ts';
import { markdownTable } from './markdown-table.ts';
import { testsText } from './tests-text.ts';

/** A pull request for an iteration: what was asked, what was checked, what a reviewer should look at, and how to check it again. */
export function pullRequestText(
  state: LoopState,
  n: number,
  { commit, branch }: { commit: string; branch: string },
): { title: string; body: string } {
  const iteration = state.iterations[n];
  const verdicts = iteration?.verdicts ?? [];
  const checks = verdicts.map((verdict) => {
    const criterion = state.criteria.find(({ id }) => id === verdict.criterion);
    return [criterion?.text ?? verdict.criterion, verdict.outcome, verdict.reason];
  });
  const findings = iteration ? findingsIn(iteration) : [];
  const approved = approvedIn(state, n);
  const tests = testsText(verdicts);
  const commands = state.criteria.flatMap((criterion) => commandOf(criterion) ?? []);
  const sections = [
    state.task,
    `## Checks\n\n${markdownTable(['check', 'result', 'why'], checks).join('\n')}${tests ? `\n\n${tests}` : ''}`,
    `## Evidence\n\n${[
      `- Checked in: ${iteration?.checkedIn?.kind ?? state.room.kind}, on tree \`${iteration?.snapshot?.tree ?? 'unknown'}\``,
      `- Iteration ${n}, after ${plural(launches(state), 'run')} of the agent; cost: ${costText(state)}`,
      ...(findings.length === 0 ? ['- The guard found no lost or weakened test'] : []),
      ...findings
        .slice(0, MAX_FINDINGS)
        .map(({ why, before, after }) => `- Look at: ${why}${placeOf(after ?? before)}`),
      ...approved.map(({ raised }) => `- Approved by a person: ${raised.text}`),
    ].join('\n')}`,
    `## Check it again\n\n${fence([
      `git fetch origin && git switch ${branch}`,
      ...commands,
      'jumar audit --pr --strict',
      `jumar verify-receipt ${commit.slice(0, 12)}   # on the machine that ran the loop: also the log`,
    ])}`,
    `Receipt: loop \`${state.id}\`, in the message of ${commit.slice(0, 12)}.`,
  ];
  return { title: clip(state.task.split('\n')[0] ?? state.id, 72), body: `${sections.join('\n\n')}\n` };
}

const MAX_FINDINGS = 10;

const placeOf = (place: { path: string; line: number } | null) => (place ? ` (${place.path}:${place.line})` : '');

const fence = (lines: readonly string[]) => `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
