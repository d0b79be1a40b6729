import { isTestPath } from '../../syntax/languages/index.ts';
import type { TreeComparison } from '../align/compare.ts';
import type { Hit } from '../finding/types.ts';

export function disabledFiles({ input, files }: TreeComparison): Hit[] {
  const hits: Hit[] = [];
  for (const change of input.changes) {
    const from = change.oldPath;
    if (from && change.before !== null && change.after !== null && from !== change.path && disables(from, change.path))
      hits.push({
        before: { path: from, line: 1 },
        after: { path: change.path, line: 1 },
        excerptBefore: from,
        excerptAfter: change.path,
        why: `No runner finds tests in ${change.path}.`,
        names: [from],
      });
    if (change.before !== null && change.after === null) {
      const to = input.changes.find(
        (one) =>
          one.before === null &&
          one.after !== null &&
          disables(change.path, one.path) &&
          holdsMostLines(one.after, change.before!),
      );
      if (to)
        hits.push({
          before: { path: change.path, line: 1 },
          after: { path: to.path, line: 1 },
          excerptBefore: change.path,
          excerptAfter: to.path,
          why: `No runner finds tests in ${to.path}.`,
          names: [change.path],
        });
    }
  }
  for (const { before, after, path } of files) {
    if (!before || !after || !before.tests.some((one) => !one.helper) || path === before.path) continue;
    if (isFound(before.path) && !isFound(path))
      hits.push({
        before: { path: before.path, line: 1 },
        after: { path, line: 1 },
        excerptBefore: before.path,
        excerptAfter: path,
        why: `No runner finds tests in ${path}.`,
        names: [before.path],
      });
  }
  return hits;
}

/** If a runner with default settings looks for tests under this name. */
function isFound(path: string): boolean {
  const name = path.split('/').at(-1)!;
  if (/\.py$/.test(name)) return /^test|_test\.py$|^tests?\.py$/.test(name);
  if (/\.go$/.test(name)) return /_test\.go$/.test(name);
  if (/\.[cm]?[jt]sx?$/.test(name)) return /test|spec/i.test(name) || /(^|\/)(__tests__|tests?|specs?)\//.test(path);
  return true;
}

const disables = (from: string, to: string): boolean =>
  isTestPath(from) &&
  /\.(disabled?|bak|old|skip|off|txt|orig|ignore|broken|tmp|_)$|\.(disabled|skip|bak)\.\w+$/.test(to);

/** A renamed file counts as the same one only if it contains most of its lines. */
function holdsMostLines(text: string, before: string): boolean {
  const now = new Set(text.split('\n'));
  const lines = before.split('\n').filter((line) => line.trim() !== '');
  return lines.filter((line) => now.has(line)).length >= lines.length * 0.7;
}
