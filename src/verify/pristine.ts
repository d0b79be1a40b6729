import { createHash } from 'node:crypto';
import type { Criterion } from '../core/criterion.ts';
import type { LoopFinding } from '../core/finding.ts';
import type { Verdict } from '../core/verdict.ts';
import { expectationOf } from '../guard/task.ts';
import type { TreeDifference } from '../workspace/amend.ts';
import type { LaidFile } from '../workspace/overlay.ts';
import { judgingPart } from './judge-files.ts';
import { overlaidPackage, overlaidSections } from './overlay-parts.ts';
import type { PathRules } from './path-rules.ts';

/** Reads a file of a snapshot; null where it has none. */
export type ReadFile = (commit: string, path: string) => Promise<Buffer | null>;

const LINK = '120000';
const EXECUTABLE = '100755';

export interface PristineFiles {
  files: LaidFile[];
  /** What the agent made of them: an approval holds for this and nothing else. */
  fingerprint: string;
}

/**
 * The baseline's versions of the tests, test configuration and check scripts that were changed since. Files that are new
 * stay as they are, and so does one that was only moved.
 */
export async function pristineFiles(
  changes: readonly TreeDifference[],
  commits: { baseline: string; current: string },
  scripts: PathRules,
  read: ReadFile,
): Promise<PristineFiles> {
  const arrived = new Set(changes.filter(({ before }) => !before).map(({ after }) => after?.object));
  const files: LaidFile[] = [];
  const hash = createHash('sha256');
  for (const { path, before, after } of changes) {
    const name = Buffer.from(path, 'latin1').toString('utf8');
    const part = scripts.matches(name) ? 'whole' : judgingPart(name);
    if (!part || !before || before.mode === LINK || (!after && arrived.has(before.object))) continue;
    const baseline = await read(commits.baseline, name);
    const current = after ? await read(commits.current, name) : null;
    const content = baseline && overlaid(part, baseline, current);
    if (!content) continue;
    files.push({ path: name, content, mode: before.mode === EXECUTABLE ? 0o755 : 0o644 });
    hash.update(`${name}\0${after?.object ?? ''}\0`);
  }
  return { files, fingerprint: hash.digest('hex').slice(0, 12) };
}

/** One finding for each criterion that holds with what the agent left and not with what the baseline had. */
export function pristineFindings(
  verdicts: readonly Verdict[],
  { files, fingerprint }: PristineFiles,
  { criteria, task, measured }: { criteria: readonly Criterion[]; task: string; measured(criterion: string): boolean },
): LoopFinding[] {
  const names = files.map(({ path }) => path);
  const expectedByTask = names.every(
    (path) => task.includes(path.split('/').at(-1) as string) || expectationOf(task, 'test_deletion', [path]) !== null,
  );
  const shown = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
  return verdicts
    .filter(({ outcome, criterion }) => outcome === 'fail' || (outcome === 'unmeasured' && measured(criterion)))
    .map(({ criterion, reason, excerpt }) => ({
      id: `pristine-${criterion}-${fingerprint}`,
      pattern: 'fails-with-original-tests',
      type: 'validation_bypass',
      severity: 'high',
      confidence: 0.9,
      before: null,
      after: { path: names[0] ?? '', line: 1 },
      excerptBefore: excerpt.slice(0, 600),
      excerptAfter: '',
      why: `${criteria.find(({ id }) => id === criterion)?.text ?? criterion} holds only with the changed ${shown}; with the original it does not (${reason}).`,
      fix: 'Make it hold with the original files too; a person can approve the change where they were wrong.',
      expectedByTask,
      blocking: !expectedByTask,
    }));
}

function overlaid(part: 'whole' | 'package-json' | 'sections', before: Buffer, after: Buffer | null): Buffer | null {
  if (part === 'whole' || !after) return after?.equals(before) ? null : before;
  const merge = part === 'package-json' ? overlaidPackage : overlaidSections;
  const text = merge(before.toString('utf8'), after.toString('utf8'));
  return text === null ? null : Buffer.from(text);
}
