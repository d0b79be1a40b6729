import { constants } from 'node:os';
import type { Criterion } from '../core/criterion.ts';
import { excerptOf } from '../core/excerpt.ts';
import { plainText } from '../core/plain-text.ts';
import type { Verdict } from '../core/verdict.ts';
import type { CommandRun } from './command-run.ts';
import { absentArgument, couldNotRun } from './could-not-run.ts';
import { fail, type Judgement, pass, unmeasured } from './judgement.ts';
import type { Limits } from './pattern-thread.ts';
import { searchFile } from './search-file.ts';
import { shownOf } from './shown.ts';

type CommandCriterion = Extract<Criterion, { command: string }>;

const PARTIAL: readonly string[] = ['collection-error', 'crashed', 'exit0-before-end', 'timeout'];

/** How much of the end of a passing run is looked at. */
const PASSING_TAIL = 16 * 1024;

/**
 * What a command's run means for a criterion. Whatever form the criterion has, a command that could not be run, ran out
 * of time, or executed no test has measured nothing, and never passes. Rejects with the signal's reason where it was
 * cancelled, and in no other case.
 */
export async function judgeCommand(
  criterion: CommandCriterion,
  run: CommandRun,
  maxChars: number,
  limits: Limits,
): Promise<Verdict> {
  const judgement = notMeasured(run) ?? withoutTests(run) ?? (await judge(criterion, run, limits));
  return {
    criterion: criterion.id,
    ...judgement,
    exitCode: run.result.exitCode,
    durationMs: run.result.durationMs,
    tests: run.measurement.run?.counts ?? null,
    ...(run.measurement.run && PARTIAL.includes(run.measurement.outcome) && { partial: true as const }),
    ...(judgement.outcome === 'pass'
      ? { excerpt: excerptOf(run.tail.slice(-PASSING_TAIL), maxChars) }
      : await shownOf(run.outputFile.absolute, maxChars)),
    outputFile: run.result.ended === 'not-started' ? null : run.outputFile.relative,
  };
}

function notMeasured(run: CommandRun): Judgement | null {
  const { ended, error } = run.result;
  if (ended === 'not-started') return unmeasured('not-started', `could not be started: ${error ?? 'no reason known'}`);
  if (ended !== 'exited') return unmeasured('timeout', `ran out of time after ${duration(run.timeoutMs)}`);
  return couldNotRun(run.command, run.result.exitCode, run.tail);
}

/** Whatever its exit code: pytest says 5 where there is nothing to run, vitest 1, node 0. */
function withoutTests(run: CommandRun): Judgement | null {
  const { outcome, run: tests } = run.measurement;
  if (outcome !== 'no-tests' && !(outcome === 'collection-error' && filesAreEmpty(run))) return null;
  return unmeasured('no-tests', `${ending(run)}, but no test ran${tests ? ` (${tests.runner})` : ''}`);
}

/** Vitest and jest call a file without tests broken; where that is all that is wrong, no test ran. */
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

/** Exit 0 is not enough where the runner's own words say otherwise. */
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
  if (saysTooLittle(run)) return fail('exit 0, but the test runner was ended before it could report');
  return pass(counts ? `exit 0, ${counts.passed} ${counts.passed === 1 ? 'test' : 'tests'} passed` : 'exit 0');
}

/** Runners that end every run with a summary, and have printed nothing but their line of dots. */
function saysTooLittle({ command, tail, complete }: CommandRun): boolean {
  return (
    complete &&
    /^(?:\S*python[\d.]* -m (?:pytest|unittest)|(?:\S*\/)?(?:pytest|rspec|phpunit)|bundle exec rspec)(?: (?!-\w*h|--help|--version)\S+)*$/.test(
      command,
    ) &&
    /^[.FEsxXRSIWN*\s]*$/.test(tail)
  );
}

/** With exit 1 too: that is how grep and diff say that there is nothing to print. */
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
  const shown = `/${pattern}/${flags}`;
  const killed = killedBy(run);
  if (killed) return fail(`killed by ${killed}`);
  const search = await searchFile(run.outputFile.absolute, new RegExp(pattern, flags), limits);
  if (search === null) return unmeasured('unreadable', 'its output could not be read');
  if ('tooHard' in search) return unmeasured('timeout', `the pattern ${shown} ${search.tooHard}`);
  if (!search.found && search.bytes < run.result.outputBytes) {
    return unmeasured('unreadable', `it printed ${run.result.outputBytes} bytes, too many to be searched whole`);
  }
  const reason = `${ending(run)}, output ${search.found ? 'matches' : 'does not match'} ${shown}`;
  if (search.found !== present) return fail(reason);
  return (present ? null : silentFailure(run, reason)) ?? pass(reason);
}

/** A command that ended before it could do its work does not print what must not be there, and proves nothing by that. */
function silentFailure(run: CommandRun, reason: string): Judgement | null {
  const { outcome, reason: why } = run.measurement;
  if (/^(?:runner-missing|crashed|collection-error|exit0-before-end)$/.test(outcome))
    return fail(`${reason}, but ${why}`);
  const absent = run.result.exitCode === 0 ? null : absentArgument(run.command, run.tail);
  return absent ? unmeasured('unreadable', absent) : null;
}

/** Shells report a signal that ended their command as 128 plus its number. */
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
