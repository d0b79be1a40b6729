import { join } from 'node:path';
import type { Decision } from '../../../core/state/decision.ts';
import { changesIn, type IterationState, type LoopState } from '../../../core/state/state.ts';
import { nameOf } from '../../reports/markdown.ts';
import { recoveriesOf } from '../../reports/recovery-rows.ts';
import { scoreSum } from '../../reports/score-rows.ts';

/** One iteration in detail; `folder` holds its prompt and outputs. */
export function iterationText(state: LoopState, iteration: IterationState, folder: string): string {
  const { n } = iteration;
  const at = (file: string) => join(folder, file);
  const lines = [
    `${state.id} #${n}`,
    `  decision  ${iteration.decision ? decisionText(iteration.decision) : 'none yet'}`,
    ...recoveriesOf(state, n).map((line, index) => `  ${index === 0 ? 'recovery' : '        '}  ${line}`),
    `  score     ${scoreSum(state, iteration)}`,
    `  started   from iteration ${iteration.parent ?? 'none'}`,
    `  changed   ${changedText(iteration)}${iteration.byHand ? ', by hand' : ''}`,
    ...(iteration.snapshot?.notes ?? []).map((note) => `  note      ${note}`),
    ...(iteration.agent ? [`  agent     ${iteration.agent.reason}, output in ${at(iteration.agent.outputFile)}`] : []),
    ...(iteration.prompt ? [`  prompt    ${at(iteration.prompt.file)}`] : []),
    ...(iteration.verdicts ?? []).flatMap((verdict) => [
      `  check     ${nameOf(state, verdict)} ${verdict.outcome}: ${verdict.reason}${verdict.outputFile ? `, output in ${at(verdict.outputFile)}` : ''}`,
      ...verdict.excerpt
        .split('\n')
        .filter(Boolean)
        .map((line) => `            ${line}`),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function changedText(iteration: IterationState): string {
  return iteration.changesUnknown ? 'unrecorded changes' : changesIn(iteration)?.paths.join(', ') || 'nothing';
}

function decisionText({ action, rule, confidence, reason }: Decision): string {
  return `${action} (${rule}, confidence ${confidence.toFixed(2)}): ${reason}`;
}
