import { commandOf } from '../../core/criteria/criterion.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';
import type { LoopState } from '../../core/state/state.ts';
import { isNoise } from '../../core/text/noise.ts';
import { evidenceTexts } from '../../core/verification/evidence-texts.ts';

const LINES = 6;
const CLOSING = 3;
/** A failed test in the output of TAP, node:test, vitest, jest, mocha, pytest, go or cargo. */
const FAILED_TEST = /^\s*(?:not ok \d+|✖ |✗ |× |● |FAIL(?:ED)?\s|--- FAIL: |\d+\) |test .* FAILED$)/;

/** Its checks hold for what was kept, whether or not they show that the task is done. */
export function showsChecks({ ended }: LoopState): boolean {
  return ended?.ending === 'completed' || ended?.ending === 'not-shown';
}

/** On success: the checks and their results. Otherwise: how the last iteration failed. */
export function verificationLines(state: LoopState): string[] {
  const complete = showsChecks(state);
  const iteration = complete
    ? state.iterations[state.best ?? -1]
    : state.iterations.findLast(({ verdicts }) => verdicts);
  const verdicts = (iteration?.verdicts ?? []).filter(({ outcome }) => complete || outcome !== 'pass');
  const shown = complete && iteration ? evidenceTexts(iteration) : [];
  return [
    ...verdicts.flatMap((verdict) => [
      `$ ${commandText(state, verdict)}`,
      ...verdictLines(verdict).map((line) => `  ${line}`),
    ]),
    ...shown,
  ];
}

/** The command of a check, else its text. */
export function commandText(state: LoopState, verdict: Verdict): string {
  const criterion = state.criteria.find(({ id }) => id === verdict.criterion);
  return (criterion && commandOf(criterion)) ?? criterion?.text ?? verdict.criterion;
}

function verdictLines(verdict: Verdict): string[] {
  const output = verdict.excerpt
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean);
  if (verdict.outcome === 'pass') return [verdict.reason, ...closing(output)];
  return [verdict.reason, ...withName(output), ...(verdict.advice ?? [])];
}

/** The last lines of a passing run that say something. */
function closing(output: readonly string[]): string[] {
  return output.filter((line) => !isNoise(line)).slice(-CLOSING);
}

/** The end of an output, below the line with the name of the failed test. */
function withName(output: readonly string[]): string[] {
  const end = output.slice(-LINES);
  if (end.some((line) => FAILED_TEST.test(line))) return end;
  const name = output.findLast((line) => FAILED_TEST.test(line));
  return name === undefined ? end : [name.trim(), ...end.slice(1 - LINES)];
}
