import { createHash } from 'node:crypto';
import type { EventOf } from '../core/events.ts';
import type { LoopFinding } from '../core/finding.ts';
import type { TreeDifference } from '../workspace/amend.ts';
import { ancestors, type BytePath, display } from '../workspace/paths.ts';
import type { IgnoredChange } from './ignored-watch.ts';
import type { PathRules } from './path-rules.ts';

const MAX_PATHS = 50;
const MAX_FINDINGS = 20;
const LINK = '120000';

export interface Trespass {
  /** What goes back to how it was. */
  paths: BytePath[];
  /** Ignored files that lie in protected places and did not at the baseline. */
  strangers: string[];
  /** Ignored files outside of what the agent may change. */
  ignored: IgnoredChange[];
  fact: Pick<EventOf<'changes-reverted'>, 'protected' | 'scope' | 'findings'>;
}

/**
 * What of an agent's changes may not stand: those of protected paths, and those outside of what it may change. Ignored
 * files that came to lie in protected places are told apart, for no snapshot holds them. Null where all may stand.
 */
export function trespassIn(
  changes: readonly TreeDifference[],
  rules: { protect: PathRules; only: PathRules | null },
  strangers: readonly string[] = [],
  ignored: readonly IgnoredChange[] = [],
): Trespass | null {
  const forbidden = changes.filter(({ path }) => rules.protect.matches(text(path)));
  const guarded = new Set(forbidden.map(({ path }) => path));
  const outside = changes.filter(({ path }) => !guarded.has(path) && rules.only && !rules.only.matches(text(path)));
  const paths = [...forbidden, ...outside].map(({ path }) => path);
  if (paths.length + strangers.length + ignored.length === 0) return null;
  const links = new Set(changes.filter(({ after }) => after?.mode === LINK).map(({ path }) => path));
  const findings = [
    ...forbidden.map((change) => protectedFinding(display(change.path), wordsFor(change, links))),
    ...strangers.map((path) => protectedFinding(path, 'added, where git ignores it')),
    ...ignored.filter(({ undoable }) => !undoable).map(leftFinding),
  ];
  const undone = ignored.filter(({ undoable }) => undoable).map(({ path }) => path);
  return {
    paths,
    strangers: [...strangers],
    ignored: [...ignored],
    fact: {
      protected: named([...forbidden.map(({ path }) => display(path)), ...strangers]),
      scope: named([...outside.map(({ path }) => display(path)), ...undone]),
      findings: findings.slice(0, MAX_FINDINGS),
    },
  };
}

function wordsFor({ path, before, after, modeOnly }: TreeDifference, links: ReadonlySet<BytePath>): string {
  if (!before) return after?.mode === LINK ? 'added as a link' : 'added';
  const parent = ancestors(path).find((folder) => links.has(folder));
  if (parent) return `replaced through the link ${display(parent)}`;
  if (!after) return 'deleted or moved';
  if (after.mode === LINK && before.mode !== LINK) return 'replaced by a link';
  return modeOnly ? 'given other permissions' : 'edited';
}

/** Not blocking: it was undone before anything was verified. */
function protectedFinding(path: string, what: string): LoopFinding {
  const place = { path, line: 1 };
  return {
    id: `protected-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`,
    pattern: 'protected-path-changed',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 1,
    before: place,
    after: null,
    excerptBefore: '',
    excerptAfter: '',
    why: `The protected ${path} was ${what}; that was undone before the checks ran.`,
    fix: 'Leave it as it is. If it is wrong, say so in the file that JUMAR_BLOCKED_FILE names.',
    expectedByTask: false,
    blocking: false,
  };
}

/** A warning: of a large file there is no copy to put back. */
function leftFinding({ path, what }: IgnoredChange): LoopFinding {
  const place = { path, line: 1 };
  return {
    id: `ignored-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`,
    pattern: 'ignored-file-changed',
    type: 'validation_bypass',
    severity: 'medium',
    confidence: 1,
    before: place,
    after: null,
    excerptBefore: '',
    excerptAfter: '',
    why: `${path}, which git ignores, was ${what} outside of what may be changed; it is too large to be put back.`,
    fix: 'Leave it as it is, or ask for it to be made anew.',
    expectedByTask: false,
    blocking: false,
  };
}

function named(paths: readonly string[]) {
  return { paths: paths.slice(0, MAX_PATHS), count: paths.length };
}

function text(path: BytePath): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}
