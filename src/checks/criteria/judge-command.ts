import { constants } from 'node:os';
import type { Criterion } from '../../core/criteria/criterion.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';
import { excerptOf } from '../../core/failures/excerpt.ts';
import { plainText } from '../../core/text/plain-text.ts';
import type { CommandRun } from './command-run.ts';
import { couldNotRun, missingArgument } from './could-not-run.ts';
import { fail, type Judgement, pass, unmeasured } from './judgement.ts';
import type { Limits } from './pattern-thread.ts';
import { ranNothing } from './ran-nothing.ts';
import { searchFile } from './search-file.ts';
import { readExcerpt } from './shown.ts';

type CommandCriterion = Extract<Criterion, { command: string }>;

const PARTIAL: readonly string[] = ['collection-error', 'crashed', 'exit0-before-end', 'timeout'];

/** How much of the output's end is used for the excerpt of a passing run. */
const PASSING_TAIL = 16 * 1024;

/**
 * The verdict of a criterion on a command's run. Regardless of the kind of criterion, a command that could not run, ran
 * out of time, or ran no tests counts as unmeasured and never passes. Rejects only with the signal's reason, if
 * cancelled.
 */
export async function judgeCommand(
  criterion: CommandCriterion,
  run: CommandRun,
  maxChars: number,
  limits: Limits,
): Promise<Verdict> {
  const judgement = notMeasured(run) ?? ranNothing(run) ?? withoutTests(run) ?? (await judge(criterion, run, limits));
  return {
    criterion: criterion.id,
    ...judgement,
    exitCode: run.result.exitCode,
    durationMs: run.result.durationMs,
    tests: run.measurement.run?.counts ?? null,
    ...(run.measurement.run && { runner: run.measurement.run.runner }),
    ...(run.measurement.run && PARTIAL.includes(run.measurement.outcome) && { partial: true as const }),
    ...(judgement.outcome === 'pass'
      ? { excerpt: excerptOf(run.tail.slice(-PASSING_TAIL), maxChars) }
      : await readExcerpt(run.outputFile.absolute, maxChars)),
    outputFile: run.result.ended === 'not-started' ? null : run.outputFile.relative,
  };
}

function notMeasured(run: CommandRun): Judgement | null {
  const { ended, error } = run.result;
  if (ended === 'not-started') return unmeasured('not-started', `could not be started: ${error ?? 'unknown reason'}`);
  if (ended !== 'exited') return unmeasured('timeout', `ran out of time after ${duration(run.timeoutMs)}`);
  return couldNotRun(run.command, run.result.exitCode, run.tail);
}

/** Regardless of the exit code: without tests, pytest exits with 5, vitest with 1, node with 0. */
function withoutTests(run: CommandRun): Judgement | null {
  const { outcome, run: tests } = run.measurement;
  if (outcome !== 'no-tests' && !(outcome === 'collection-error' && filesAreEmpty(run))) return null;
  return unmeasured('no-tests', `${ending(run)}, but no test ran${tests ? ` (${tests.runner})` : ''}`);
}

/** Vitest and jest report a file without tests as broken. If there is no other problem, no test ran. */
function filesAreEmpty({ tail, measurement }: CommandRun): boolean {
  const text = plainText(tail);
  const broken = text.match(/^ *FAIL /gm)?.length ?? 0;
  const empty = text.match(/No test suite found in file|must contain at least one test/g)?.length ?? 0;
  return measurement.run?.counts.total === 0 && broken > 0 && broken === empty;
}

async function judge(criterion: CommandCriterion, run: CommandRun, limits: Limits): Promise<Judgement> {
  switch (criterion.kind) {
    case 'exit':
      return judgeExit(run);
    case 'silent':
      return judgeSilence(run);
    case 'output':
      return judgeOutput(criterion, run, limits);
  }
}

/** Exit 0 is not enough if the runner's output contradicts it. */
function judgeExit(run: CommandRun): Judgement {
  const { outcome, reason } = run.measurement;
  const counts = run.measurement.run?.counts;
  if (run.result.exitCode !== 0) {
    if (counts && PARTIAL.includes(outcome)) {
      const failed = counts.failed > 0 ? `${counts.failed} of ${counts.total} counted tests failed, and ` : '';
      return fail(`${ending(run)}, ${failed}not all tests ran (${reason})`);
    }
    return fail(counts?.failed ? `${ending(run)}, ${counts.failed} of ${counts.total} tests failed` : ending(run));
  }
  if (counts?.failed) return fail(`exit 0, but ${counts.failed} of ${counts.total} tests failed`);
  if (outcome === 'exit0-before-end' || outcome === 'crashed' || outcome === 'collection-error') {
    return fail(reason.startsWith('exit 0') ? reason : `exit 0, but ${reason}`);
  }
  if (hasNoSummary(run)) return fail('exit 0, but the test runner exited before it could report');
  return pass(counts ? `exit 0, ${counts.passed} ${counts.passed === 1 ? 'test' : 'tests'} passed` : 'exit 0');
}

/** Whether a runner that always prints a summary has printed only its line of dots. */
function hasNoSummary({ command, tail, complete }: CommandRun): boolean {
  return (
    complete &&
    /^(?:\S*python[\d.]* -m (?:pytest|unittest)|(?:\S*\/)?(?:pytest|rspec|phpunit)|bundle exec rspec)(?: (?!-\w*h|--help|--version)\S+)*$/.test(
      command,
    ) &&
    /^[.FEsxXRSIWN*\s]*$/.test(tail)
  );
}

/** Exit 1 is accepted too: grep and diff use it when they have nothing to print. */
function judgeSilence(run: CommandRun): Judgement {
  if (run.result.exitCode !== 0 && run.result.exitCode !== 1) return fail(ending(run));
  if (!run.complete || plainText(run.tail).trim() !== '') return fail(`${ending(run)}, but it printed something`);
  return pass(`${ending(run)}, nothing printed`);
}

async function judgeOutput(
  { pattern, flags, present }: Extract<Criterion, { kind: 'output' }>,
  run: CommandRun,
  limits: Limits,
): Promise<Judgement> {
  const patternText = `/${pattern}/${flags}`;
  const signalName = killedBy(run);
  if (signalName) return fail(`killed by ${signalName}`);
  const search = await searchFile(run.outputFile.absolute, new RegExp(pattern, flags), limits);
  if (search === null) return unmeasured('unreadable', 'its output could not be read');
  if ('tooHard' in search) return unmeasured('timeout', `the pattern ${patternText} ${search.tooHard}`);
  if (!search.found && search.bytes < run.result.outputBytes) {
    return unmeasured('unreadable', `it printed ${run.result.outputBytes} bytes, too many to search`);
  }
  const reason = `${ending(run)}, output ${search.found ? 'matches' : 'does not match'} ${patternText}`;
  if (search.found !== present) return fail(reason);
  return (present ? null : silentFailure(run, reason)) ?? pass(reason);
}

/** If a command ended before it did its work, the absence of a pattern in its output proves nothing. */
function silentFailure(run: CommandRun, reason: string): Judgement | null {
  const { outcome, reason: why } = run.measurement;
  if (/^(?:runner-missing|crashed|collection-error|exit0-before-end)$/.test(outcome))
    return fail(`${reason}, but ${why}`);
  const missing = run.result.exitCode === 0 ? null : missingArgument(run.command, run.tail);
  return missing ? unmeasured('unreadable', missing) : null;
}

/** Shells report a signal as exit code 128 plus its number. */
function killedBy({ result: { exitCode, signal } }: CommandRun): string | null {
  if (exitCode === null) return signal ?? 'a signal';
  const name = Object.entries(constants.signals).find(([, number]) => exitCode === 128 + number)?.[0];
  return name ? `${name} (exit ${exitCode})` : null;
}

function ending({ result: { exitCode, signal } }: CommandRun): string {
  return exitCode === null ? `killed by ${signal ?? 'a signal'}` : `exit ${exitCode}`;
}

function duration(ms: number): string {
  return ms >= 60_000 ? `${Math.round(ms / 6000) / 10} min` : `${Math.round(ms / 100) / 10} s`;
}
