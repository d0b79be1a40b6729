import { mergeRuns, type TestRun } from '../core/metrics/tests.ts';
import { collectionErrorsIn, crashIn, isEmptyFile, missingRunnerIn } from './output-errors.ts';
import { countTests, findAbandonedRunner } from './test-output/count.ts';

/** How a measured command ended. */
export interface CommandExit {
  code: number | null;
  ended: 'exit' | 'signal' | 'timeout' | 'not-found' | 'not-started';
  /** Both output streams; only the end if the output was too long. */
  output: string;
  /** False if the beginning of the output is missing. */
  whole: boolean;
}

/** What is known besides the exit code. */
export interface Evidence {
  runs: readonly TestRun[];
  /** Runners whose program started, even if they did not report. */
  started: readonly string[];
}

/** Only `tests` is a measurement; the others say why there is none. */
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
  /** What is known about the tests, even if the run was interrupted; null if nothing is. */
  run: TestRun | null;
  source: 'report' | 'human' | 'none';
  reason: string;
  /** Exit 0, all tests were executed, and none of them failed. */
  succeeded: boolean;
}

/**
 * Judges the end of a test command. Exit 0 alone proves nothing: a runner must have reported that it finished, with as
 * many tests as it had collected.
 */
export function judge(exit: CommandExit, evidence: Evidence): Measurement {
  const human = countTests(exit.output, exit.whole);
  const compileErrors = collectionErrorsIn(exit.output);
  const merged = mergeRuns(evidence.runs);
  const run = merged && { ...merged, collectionErrors: [...merged.collectionErrors, ...compileErrors] };
  const source = run ? 'report' : human ? 'human' : 'none';
  const bestRun = run ?? (human ? humanRun(human) : null);
  const conclude = (outcome: Outcome, reason: string): Measurement => ({
    outcome,
    run: bestRun,
    source,
    reason,
    succeeded: outcome === 'tests' && exit.code === 0 && bestRun !== null && bestRun.counts.failed === 0,
  });
  const endedEarly = (who: string) =>
    exit.code === 0
      ? conclude('exit0-before-end', `exit 0, but ${who} did not finish`)
      : conclude('crashed', `${who} did not finish (${ending(exit)})`);

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
    return concludeByCounts(run, exit, conclude);
  }
  const missing =
    exit.code === 127 || exit.code === 126 ? ending(exit) : exit.code === 0 ? null : missingRunnerIn(exit.output);
  if (missing !== null) return conclude('runner-missing', missing);
  const abandonedRunner = findAbandonedRunner(exit.output);
  if (abandonedRunner !== null) return endedEarly(abandonedRunner);
  const [error] = compileErrors;
  if (error !== undefined) return conclude('collection-error', error);
  if (human?.ranNothing) return conclude('no-tests', 'no test was executed');
  const crash = crashIn(exit.output);
  if (crash !== null) return conclude('crashed', crash);
  if (human?.counts.total === 0) return conclude('collection-error', `${human.runner} ran no test (${ending(exit)})`);
  if (bestRun) return concludeByCounts(bestRun, exit, conclude);
  const [startedRunner] = evidence.started;
  if (startedRunner !== undefined && exit.code === 0) return endedEarly(startedRunner);
  if (startedRunner !== undefined)
    return conclude('collection-error', `${startedRunner} exited before it ran a test (${ending(exit)})`);
  if (exit.ended === 'signal') return conclude('crashed', ending(exit));
  return conclude('unknown', `${ending(exit)}; no runner reported, and the output does not say how many tests ran`);
}

function concludeByCounts(
  run: TestRun,
  exit: CommandExit,
  conclude: (outcome: Outcome, reason: string) => Measurement,
): Measurement {
  const { total, passed, failed, skipped } = run.counts;
  if (total === 0) return conclude('no-tests', 'no test was found');
  if (passed + failed === 0) return conclude('no-tests', `all ${skipped} tests were skipped`);
  const summary = failed > 0 ? `${failed} of ${total} tests failed` : `${passed} tests passed`;
  if (exit.code === 0 && failed > 0) return conclude('tests', `exit 0, although ${summary}`);
  return conclude('tests', exit.code !== 0 && failed === 0 ? `${summary}, but ${ending(exit)}` : summary);
}

function humanRun(human: NonNullable<ReturnType<typeof countTests>>): TestRun {
  const { runner, counts } = human;
  const notes = [`counted in the output of ${runner}; the names are unknown`];
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
