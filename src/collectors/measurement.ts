import { mergeRuns, type TestRun } from '../core/tests.ts';
import { collectionErrorsIn, crashIn, isEmptyFile, missingRunnerIn } from './output-errors.ts';
import { abandonedBy, countTests } from './tests/count.ts';

/** How a measured command came to its end. */
export interface CommandExit {
  code: number | null;
  ended: 'exit' | 'signal' | 'timeout' | 'not-found' | 'not-started';
  /** What it printed, both streams; its end where it was too long. */
  output: string;
  /** False where the output's beginning is missing. */
  whole: boolean;
}

/** What was found beside the exit code. */
export interface Evidence {
  runs: readonly TestRun[];
  /** Runners whose program was seen to start, whether they came to report or not. */
  started: readonly string[];
}

/** `tests` alone is a measurement; everything else says why there is none. */
export type Outcome =
  | 'tests'
  | 'no-tests'
  | 'collection-error'
  | 'crashed'
  | 'exit0-before-end'
  | 'runner-missing'
  | 'timeout'
  | 'unknown';

export interface Measurement {
  outcome: Outcome;
  /** What is known of the tests, also where the run was cut short; null where nothing is. */
  run: TestRun | null;
  source: 'report' | 'human' | 'none';
  reason: string;
  /** Exit 0, tests were executed to the end, and none of them failed. */
  succeeded: boolean;
}

/**
 * What a test command's end is worth. Exit 0 proves nothing by itself: a runner must have said that it came to its end, with
 * as many tests as it had set out to run.
 */
export function judge(exit: CommandExit, evidence: Evidence): Measurement {
  const human = countTests(exit.output, exit.whole);
  const compileErrors = collectionErrorsIn(exit.output);
  const merged = mergeRuns(evidence.runs);
  const run = merged && { ...merged, collectionErrors: [...merged.collectionErrors, ...compileErrors] };
  const source = run ? 'report' : human ? 'human' : 'none';
  const known = run ?? (human ? humanRun(human) : null);
  const conclude = (outcome: Outcome, reason: string): Measurement => ({
    outcome,
    run: known,
    source,
    reason,
    succeeded: outcome === 'tests' && exit.code === 0 && known !== null && known.counts.failed === 0,
  });
  const endedEarly = (who: string) =>
    exit.code === 0
      ? conclude('exit0-before-end', `exit 0, but ${who} did not come to its end`)
      : conclude('crashed', `${who} did not come to its end (${ending(exit)})`);

  if (exit.ended === 'timeout') return conclude('timeout', 'the time limit was reached');
  if (exit.ended === 'not-found' || exit.ended === 'not-started') {
    return conclude('runner-missing', 'the command could not be started');
  }
  if (run) {
    const [error] = run.collectionErrors;
    if (!run.complete && run.counts.total === 0 && run.notes.length === 0 && human?.ranNothing)
      return conclude('no-tests', 'no test was found');
    if (!run.complete) return endedEarly(run.runner);
    if (run.counts.total === 0 && error !== undefined && run.collectionErrors.every(isEmptyFile)) {
      return conclude('no-tests', firstLine(error));
    }
    if (error !== undefined) return conclude('collection-error', firstLine(error));
    if (exit.code === 0 && run.collected !== null && run.counts.total < run.collected) {
      return conclude(
        'exit0-before-end',
        `exit 0, but only ${run.counts.total} of ${run.collected} tests were reported`,
      );
    }
    return ofCounts(run, exit, conclude);
  }
  const missing =
    exit.code === 127 || exit.code === 126 ? ending(exit) : exit.code === 0 ? null : missingRunnerIn(exit.output);
  if (missing !== null) return conclude('runner-missing', missing);
  const abandoned = abandonedBy(exit.output);
  if (abandoned !== null) return endedEarly(abandoned);
  const [error] = compileErrors;
  if (error !== undefined) return conclude('collection-error', error);
  if (human?.ranNothing) return conclude('no-tests', 'no test was executed');
  const crash = crashIn(exit.output);
  if (crash !== null) return conclude('crashed', crash);
  if (human?.counts.total === 0) return conclude('collection-error', `${human.runner} ran no test (${ending(exit)})`);
  if (known) return ofCounts(known, exit, conclude);
  const [started] = evidence.started;
  if (started !== undefined && exit.code === 0) return endedEarly(started);
  if (started !== undefined)
    return conclude('collection-error', `${started} ended before it ran a test (${ending(exit)})`);
  if (exit.ended === 'signal') return conclude('crashed', ending(exit));
  return conclude('unknown', `${ending(exit)}; no runner reported, and the output does not tell how many tests ran`);
}

function ofCounts(
  run: TestRun,
  exit: CommandExit,
  conclude: (outcome: Outcome, reason: string) => Measurement,
): Measurement {
  const { total, passed, failed, skipped } = run.counts;
  if (total === 0) return conclude('no-tests', 'no test was found');
  if (passed + failed === 0) return conclude('no-tests', `all ${skipped} tests were skipped`);
  const told = failed > 0 ? `${failed} of ${total} tests failed` : `${passed} tests passed`;
  if (exit.code === 0 && failed > 0) return conclude('tests', `exit 0, although ${told}`);
  return conclude('tests', exit.code !== 0 && failed === 0 ? `${told}, but ${ending(exit)}` : told);
}

function humanRun(human: NonNullable<ReturnType<typeof countTests>>): TestRun {
  const { runner, counts } = human;
  const notes = [`counted in what ${runner} printed; the names are not known`];
  return { runner, tests: null, counts, complete: true, collected: null, collectionErrors: [], notes };
}

function ending({ code, ended }: CommandExit): string {
  return code === null || ended === 'signal' ? 'ended by a signal' : `exit ${code}`;
}

function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim()
      .slice(0, 300) ?? 'a test file could not be loaded'
  );
}
