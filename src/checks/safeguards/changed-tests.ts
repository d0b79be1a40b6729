import type { ChangedTests, OverlayFile } from '../../ports/safeguards.ts';
import type { TreeDifference } from '../../ports/workspace.ts';
import type { PathRules } from '../../system/path-rules.ts';
import { isTest, judgingPart } from './judge-files.ts';

interface Sources {
  file(commit: string, path: string): Promise<Buffer | null>;
  /** What else of the snapshot belongs to its tests. */
  belongings(): Promise<ReadonlySet<string>>;
}

/**
 * From the differences of a snapshot to the baseline: all that is tests or sets them up, as the snapshot has it. Tests of the baseline
 * that it no longer has are taken away.
 */
export async function changedTests(
  changes: readonly TreeDifference[],
  commit: string,
  scripts: PathRules,
  sources: Sources,
): Promise<ChangedTests> {
  const named = changes
    .filter(({ modeOnly }) => !modeOnly)
    .map((change) => ({ ...change, path: Buffer.from(change.path, 'latin1').toString('utf8') }));
  const belongings = await sources.belongings();
  const isOfTests = (path: string) => judgingPart(path) !== null || scripts.matches(path) || belongings.has(path);
  const files: OverlayFile[] = [];
  for (const { path, before } of named) {
    if (!isOfTests(path) || before?.mode === LINK || (!before && !isTest(path))) continue;
    const content = before && (await sources.file(commit, path));
    files.push({ path, content, mode: before?.mode === EXECUTABLE ? 0o755 : 0o644 });
  }
  return { files, hasOtherChanges: named.some(({ path }) => !isOfTests(path)) };
}

const LINK = '120000';
const EXECUTABLE = '100755';
