import { isTestPath } from '../../syntax/languages/index.ts';
import type { TreeComparison } from '../align/compare.ts';
import { atFile, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';

export function disabledFiles({ input, files }: TreeComparison): Loss[] {
  const losses: Loss[] = [];
  for (const change of input.changes) {
    const from = change.oldPath;
    if (from && change.before !== null && change.after !== null && from !== change.path && disables(from, change.path))
      losses.push(lossOfFile(from, change.path));
    if (change.before !== null && change.after === null) {
      const to = input.changes.find(
        (one) =>
          one.before === null &&
          one.after !== null &&
          disables(change.path, one.path) &&
          holdsMostLines(one.after, change.before!),
      );
      if (to) losses.push(lossOfFile(change.path, to.path));
    }
  }
  for (const { before, after, path } of files) {
    if (!before || !after || !before.tests.some((one) => !one.helper) || path === before.path) continue;
    if (isFound(before.path) && !isFound(path)) losses.push(lossOfFile(before.path, path));
  }
  return losses;
}

const lossOfFile = (from: string, to: string): Loss =>
  lossOf(atFile(from, from), atFile(to, to), ['file-not-found', to], [from]);

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
