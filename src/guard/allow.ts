import type { Change, Finding } from './types.ts';

const form = /jumar-allow\s+([\w-]+|\*)\s*:\s*(\S.*?)\s*(?:\*\/|-->)?$/gm;

interface Allowance {
  path: string;
  pattern: string;
  reason: string;
  line: number;
  text: string;
}

/** Allowances a person wrote beforehand, and those that the change itself adds. */
export function allowances(changes: Change[]): { standing: Allowance[]; added: Allowance[] } {
  const standing: Allowance[] = [];
  const added: Allowance[] = [];
  for (const change of changes) {
    if (!change.after?.includes('jumar-allow') && !change.before?.includes('jumar-allow')) continue;
    const old = found(change.oldPath ?? change.path, change.before ?? '');
    const now = found(change.path, change.after ?? '');
    standing.push(...old, ...now.filter((one) => old.some((other) => other.text === one.text)));
    added.push(...now.filter((one) => !old.some((other) => other.text === one.text)));
  }
  return { standing, added };
}

function found(path: string, content: string): Allowance[] {
  return [...content.matchAll(form)].map((match) => ({
    path,
    pattern: match[1]!,
    reason: match[2]!,
    line: content.slice(0, match.index).split('\n').length,
    text: match[0],
  }));
}

/** An allowance covers its own line and the two lines beneath it. */
export function reasonFor(finding: Finding, standing: Allowance[]): string | null {
  const covers = standing.find(
    (one) =>
      (one.pattern === finding.pattern || one.pattern === '*') &&
      [finding.before, finding.after].some(
        (place) => place?.path === one.path && place.line >= one.line && place.line <= one.line + 2,
      ),
  );
  return covers?.reason ?? null;
}
