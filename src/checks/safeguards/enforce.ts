import { createHash } from 'node:crypto';
import type { LoopFinding } from '../../core/state/finding.ts';
import type { ForbiddenChanges, IgnoredChange } from '../../ports/safeguards.ts';
import type { TreeDifference } from '../../ports/workspace.ts';
import type { PathRules } from '../../system/path-rules.ts';
import { ancestors, type BytePath, display } from '../../system/paths.ts';

const MAX_PATHS = 50;
const MAX_FINDINGS = 20;
const LINK = '120000';

/**
 * The agent's changes that must be reverted: those of protected paths, and those outside its scope. Ignored files in
 * protected places are listed separately, because no snapshot contains them. Null if there are none.
 */
export function findForbiddenChanges(
  changes: readonly TreeDifference[],
  rules: { protect: PathRules; only: PathRules | null },
  unexpectedFiles: readonly string[] = [],
  ignored: readonly IgnoredChange[] = [],
): ForbiddenChanges | null {
  const forbidden = changes.filter(({ path }) => rules.protect.matches(text(path)));
  const forbiddenPaths = new Set(forbidden.map(({ path }) => path));
  const outside = changes.filter(
    ({ path }) => !forbiddenPaths.has(path) && rules.only && !rules.only.matches(text(path)),
  );
  const paths = [...forbidden, ...outside].map(({ path }) => path);
  if (paths.length + unexpectedFiles.length + ignored.length === 0) return null;
  const links = new Set(changes.filter(({ after }) => after?.mode === LINK).map(({ path }) => path));
  const findings = [
    ...forbidden.map((change) => protectedFinding(display(change.path), describeChange(change, links))),
    ...unexpectedFiles.map((path) => protectedFinding(path, 'added as an ignored file')),
    ...ignored.filter(({ undoable }) => !undoable).map(ignoredFinding),
  ];
  const undoablePaths = ignored.filter(({ undoable }) => undoable).map(({ path }) => path);
  return {
    paths,
    unexpectedFiles: [...unexpectedFiles],
    ignored: [...ignored],
    fact: {
      protected: limitPaths([...forbidden.map(({ path }) => display(path)), ...unexpectedFiles]),
      scope: limitPaths([...outside.map(({ path }) => display(path)), ...undoablePaths]),
      findings: findings.slice(0, MAX_FINDINGS),
    },
  };
}

function describeChange({ path, before, after, modeOnly }: TreeDifference, links: ReadonlySet<BytePath>): string {
  if (!before) return after?.mode === LINK ? 'added as a link' : 'added';
  const parent = ancestors(path).find((folder) => links.has(folder));
  if (parent) return `replaced through the link ${display(parent)}`;
  if (!after) return 'deleted or moved';
  if (after.mode === LINK && before.mode !== LINK) return 'replaced by a link';
  return modeOnly ? 'given new permissions' : 'edited';
}

/** Not blocking, because the change was reverted before the checks. */
function protectedFinding(path: string, what: string): LoopFinding {
  return harmlessFinding(path, {
    id: 'protected',
    pattern: 'protected-path-changed',
    severity: 'high',
    why: `The protected ${path} was ${what}; that was undone before the checks ran.`,
    fix: 'Leave it as it is. If it is wrong, say so in the file that JUMAR_BLOCKED_FILE names.',
  });
}

/** Only a warning: there is no copy of a large file to restore. */
function ignoredFinding({ path, what }: IgnoredChange): LoopFinding {
  return harmlessFinding(path, {
    id: 'ignored',
    pattern: 'ignored-file-changed',
    severity: 'medium',
    why: `${path}, which git ignores, was ${what} although it is out of scope; it is too large to be restored.`,
    fix: 'Leave it as it is, or ask for it to be restored.',
  });
}

/** A finding that never blocks. The path completes its id. */
function harmlessFinding(
  path: string,
  { id, ...description }: Pick<LoopFinding, 'id' | 'pattern' | 'severity' | 'why' | 'fix'>,
): LoopFinding {
  return {
    ...description,
    id: `${id}-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`,
    type: 'validation_bypass',
    confidence: 1,
    before: { path, line: 1 },
    after: null,
    excerptBefore: '',
    excerptAfter: '',
    expectedByTask: false,
    blocking: false,
  };
}

function limitPaths(paths: readonly string[]) {
  return { paths: paths.slice(0, MAX_PATHS), count: paths.length };
}

function text(path: BytePath): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}
