import { excerptOf } from '../failures/excerpt.ts';
import { survivorText } from '../metrics/mutants.ts';
import { localFilesText } from '../state/local-changes.ts';
import { whatIsMissing } from '../state/shown-by.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { fenced } from '../text/fence.ts';

const MAX_NAMES = 12;

/** What the next prompt says about an iteration beside its verdicts. */
export function promptRemarks(iteration: IterationState, { agent }: Pick<LoopState, 'agent'>): string[] {
  const { reverted, flaky, newTests, mutants, taskTests, decision, snapshot, refsReset } = iteration;
  const lines: string[] = [];
  const { localChanges = [] } = snapshot ?? {};
  if (localChanges.length > 0) {
    const what = refsReset ? 'Not yours to change, so put back' : 'Leave files that git ignores as they are; changed';
    lines.push(`**${what}:** ${localFilesText(localChanges)}`);
  }
  if (reverted && reverted.protected.count > 0) {
    lines.push(`${undoneWords(agent.isOutside, 'these files are protected')} ${named(reverted.protected)}`);
  }
  if (reverted && reverted.scope.count > 0) {
    lines.push(
      `${undoneWords(agent.isOutside, 'these files are outside of what may be changed')} ${named(reverted.scope)}`,
    );
  }
  if (flaky.length > 0) {
    const names = named({ paths: flaky, count: flaky.length });
    lines.push(`**Flaky, passed and failed with no change in between:** ${names}`);
  }
  const missing = taskTests && whatIsMissing({ taskTests, newTests });
  if (missing) {
    lines.push(`**Your tests do not show the task yet:** ${missing}`);
  } else if (newTests && newTests.passing.count > 0) {
    const { tests: paths, count } = newTests.passing;
    lines.push(`**New tests that pass without your change, and so show nothing of it:** ${named({ paths, count })}`);
  }
  if (mutants?.verdicts.some(({ outcome }) => outcome !== 'pass') && mutants.survivors.length > 0) {
    const paths = mutants.survivors.map(survivorText);
    const faults = named({ paths, count: mutants.counts.survived }, '; ');
    lines.push(`**No test notices these faults in your change; add tests that do:** ${faults}`);
  }
  if (decision?.rule === 'hook' && decision.action === 'continue') lines.push(`**Not done yet:** ${decision.reason}`);
  return lines;
}

/** An agent outside of the loop has to undo it itself: its files are not written to. */
function undoneWords(isOutside: boolean | undefined, why: string): string {
  return isOutside
    ? `**Put back what they were before, because ${why} and the checks ran without your changes to them:**`
    : `**Undone, because ${why}:**`;
}

/** How the criteria came out with the original tests, if they held only with the changed ones. */
export function pristineLines(state: LoopState, { pristine }: IterationState, budget: number): string[] {
  if (!pristine || pristine.findings.length === 0) return [];
  const failed = pristine.verdicts.filter(({ outcome }) => outcome !== 'pass');
  return [
    `**${originalsOf(pristine)}:**${pristine.problem ? ` not run, because ${pristine.problem}` : ''}`,
    ...failed.flatMap(({ criterion, reason, excerpt }) => {
      const name = state.criteria.find(({ id }) => id === criterion)?.text ?? criterion;
      return [`- ${name}: ${reason}`, ...(excerpt && budget > 0 ? [fenced(excerptOf(excerpt, budget))] : [])];
    }),
  ];
}

function originalsOf({ files, added = [] }: NonNullable<IterationState['pristine']>): string {
  const changed = files.paths.filter((path) => !added.includes(path));
  const count = files.count - added.length;
  const parts = [
    ...(count > 0 ? [`with the original versions of ${named({ paths: changed, count })}`] : []),
    ...(added.length > 0 ? [`without the new ${named({ paths: added, count: added.length })}`] : []),
  ];
  const words = parts.join(' and ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function named({ paths, count }: { paths: readonly string[]; count: number }, between = ', '): string {
  const listed = paths.slice(0, MAX_NAMES);
  return `${listed.join(between)}${count > listed.length ? ` and ${count - listed.length} more` : ''}`;
}
