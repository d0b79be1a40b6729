import type { Change, Finding } from './finding/types.ts';

const form = /jumar-allow\s+([\w-]+|\*)\s*:\s*(\S.*?)\s*(?:\*\/|-->)?$/gm;

interface Allowance {
  path: string;
  pattern: string;
  reason: string;
  line: number;
  text: string;
}

/** Splits `jumar-allow` comments into those that existed before the change and those the change adds. */
export function allowances(changes: Change[]): { existing: Allowance[]; added: Allowance[] } {
  const existing: Allowance[] = [];
  const added: Allowance[] = [];
  for (const change of changes) {
    if (!change.after?.includes('jumar-allow') && !change.before?.includes('jumar-allow')) continue;
    const old = allowancesIn(change.oldPath ?? change.path, change.before ?? '');
    const now = allowancesIn(change.path, change.after ?? '');
    existing.push(...old, ...now.filter((one) => old.some((other) => other.text === one.text)));
    added.push(...now.filter((one) => !old.some((other) => other.text === one.text)));
  }
  return { existing: existing, added };
}

function allowancesIn(path: string, content: string): Allowance[] {
  return [...content.matchAll(form)].map((match) => ({
    path,
    pattern: match[1]!,
    reason: match[2]!,
    line: content.slice(0, match.index).split('\n').length,
    text: match[0],
  }));
}

/** An allowance covers its own line and the two lines below it. */
export function reasonFor(finding: Finding, existing: Allowance[]): string | null {
  const match = existing.find(
    (one) =>
      (one.pattern === finding.pattern || one.pattern === '*') &&
      [finding.before, finding.after].some(
        (place) => place?.path === one.path && place.line >= one.line && place.line <= one.line + 2,
      ),
  );
  return match?.reason ?? null;
}
