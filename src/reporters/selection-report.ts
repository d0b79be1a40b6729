import { type Selection, selectionOf } from '../core/selection.ts';
import type { LoopState } from '../core/state.ts';
import { trajectoryOf } from '../core/trajectory.ts';
import { signed } from './chart.ts';
import { markdownTable } from './markdown-table.ts';

/** Which iteration is kept and why that one, as Markdown; null until one has been judged. */
export function selectionReport(state: LoopState): string | null {
  const selection = selectionOf(state);
  if (!selection) return null;
  const { selected, final, rationale } = selection;
  const snapshot = state.iterations[selected]?.snapshot;
  return `${[
    `# Output selection: ${state.id}`,
    '',
    `**Selected**: iteration ${selected} (quality: ${score(selection.selectedScore)})`,
    `**Final**: iteration ${final} (quality: ${score(selection.finalScore)})`,
    `**Selected over final**: ${difference(selection)}`,
    ...(snapshot ? [`**Snapshot**: commit ${snapshot.commit}, tree ${snapshot.tree}`] : []),
    '',
    '## Trajectory',
    '',
    ...markdownTable(
      ['Iteration', 'Quality', 'Delta', 'Classification', 'Criteria', 'Decision', ''],
      trajectoryOf(state).map((point) => [
        String(point.iteration),
        score(point.score),
        point.iteration === 0 || point.delta === null ? '' : signed(point.delta, 3),
        point.classification ?? '',
        point.verified ? 'hold' : 'do not hold',
        `${point.decision.action}: ${point.decision.reason}`,
        point.best ? 'selected' : '',
      ]),
    ),
    '',
    '## Why',
    '',
    ...rationale.map((reason) => `- ${reason}`),
    '',
    '## Degradation',
    '',
    ...degradation(selection),
    '',
    '## Applied',
    '',
    ...applied(state, selected),
  ].join('\n')}\n`;
}

function difference({ selected, final, delta, improvementPercentage }: Selection): string {
  if (selected === final) return 'they are the same';
  if (delta === null) return 'unknown';
  return `${signed(delta, 2)}${improvementPercentage === null ? '' : ` (${signed(improvementPercentage, 1)} %)`}`;
}

function degradation({ degradation: found }: Selection): string[] {
  if (!found) return ['None: nothing after the peak is lower than it.'];
  return [
    `- **Began**: iteration ${found.startedAt}, after the peak at iteration ${found.peak}`,
    `- **Pattern**: ${found.pattern}`,
    `- **Iterations after the peak**: ${found.iterationsAfterPeak}`,
    `- **Loss from the peak**: ${found.lossPercentage} %`,
  ];
}

function applied(state: LoopState, selected: number): string[] {
  if (!state.ended) return ['Nothing yet: the loop has not ended.'];
  if (state.ended.ending === 'aborted') return ['Nothing: the loop was aborted.'];
  const held = state.workspaceTree === state.iterations[selected]?.snapshot?.tree;
  const paths = [
    ...new Set(state.iterations.slice(1, selected + 1).flatMap((one) => one.snapshot?.changes.paths ?? [])),
  ];
  return [
    `The working tree ${held ? 'holds' : 'was given'} the tree of iteration ${selected}.`,
    ...paths.slice(0, 50).map((path) => `- ${path}`),
  ];
}

const score = (value: number | null) => (value === null ? 'unknown' : value.toFixed(2));
