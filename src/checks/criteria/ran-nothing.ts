import { plainText } from '../../core/text/plain-text.ts';
import type { CommandRun } from './command-run.ts';
import { type Judgement, unmeasured } from './judgement.ts';

/**
 * make takes a target for done if a file or a folder has its name and nothing newer: exit 0, and no recipe ran. That is right
 * for what is built, and shows nothing if the target is a check. Null if anything else was printed.
 */
export function ranNothing({ tail, complete, result }: CommandRun): Judgement | null {
  if (result.exitCode !== 0 || !complete) return null;
  const lines = plainText(tail)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !FOLDER.test(line));
  const targets = lines.map((line) => DONE.exec(line)?.[1]);
  const target = targets.find((name) => name !== undefined && IS_CHECK.test(name));
  if (target === undefined || targets.includes(undefined)) return null;
  return unmeasured(
    'no-tests',
    `exit 0, but make ran nothing: '${target}' is up to date. Declare it: .PHONY: ${target}`,
  );
}

const FOLDER = /^g?make(?:\[\d+\])?: (?:Entering|Leaving) directory /;
const DONE = /^g?make(?:\[\d+\])?: (?:Nothing to be done for )?[`'‘](.+?)['’](?: is up to date)?\.$/;
const IS_CHECK = /(?:^|[-_./:])(?:tests?|checks?|specs?|verify|lint|e2e|unit|coverage|typecheck|ci)(?:$|[-_./:])/i;
