import type { Directive, FileModel } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { Pool } from '../align/similarity.ts';
import { because } from '../finding/circumstances.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss } from '../finding/types.ts';

export function newDirectives(
  { files, input }: TreeComparison,
  kind: Directive['kind'],
  scope: Directive['scope'] | 'any',
): Loss[] {
  const exact = new Pool();
  const byName = new Pool();
  const oldDirectives = new Set(
    files.flatMap((pair) => pair.before?.directives ?? []).map((one) => `${one.name}|${one.rules}`),
  );
  const all = files.flatMap((pair) => (pair.before?.directives ?? []).filter((one) => one.kind === kind));
  for (const one of all) {
    exact.add(`${one.name}|${one.target}`);
    byName.add(one.name);
  }
  const added = new Set(input.changes.filter((change) => change.before === null).map((change) => change.path));
  const fresh: { one: Directive; path: string; isNew: boolean; inNewFile: boolean; canBlock: boolean }[] = [];
  for (const { before, after, path } of files) {
    for (const one of after?.directives ?? []) {
      if (one.kind !== kind) continue;
      if (exact.take(`${one.name}|${one.target}`)) {
        byName.take(one.name);
        continue;
      }
      if (before === null && oldDirectives.has(`${one.name}|${one.rules}`)) continue;
      fresh.push({
        one,
        path,
        inNewFile: before === null,
        isNew: before === null || isFresh(before.source, after!.source, one.target),
        canBlock: !added.has(path) && !hadNoCode(before) && !isInTest(one, after!),
      });
    }
  }
  const losses: Loss[] = [];
  for (const { one, path, isNew, inNewFile, canBlock } of fresh) {
    if (byName.take(one.name)) continue;
    if (scope !== 'any' && one.scope !== scope) continue;
    const reason: Reason = kind === 'coverage' ? ['code-unmeasured', one.text] : ['report-hidden', one.text, one.scope];
    const known = because(
      lossOf(null, at(path, one), reason, [path, one.name, one.rules]),
      ((isNew && one.scope === 'line') || inNewFile) && 'with-new-code',
      (!canBlock || (one.scope === 'file' && isNarrow(one))) && 'never-blocking',
    );
    losses.push(known);
  }
  return losses;
}

/** The file had no code before: everything in it is new. */
const hadNoCode = (before: FileModel | null): boolean =>
  before !== null && before.tokens.length < 20 && before.functions.every((one) => one.name === '<file>');

const isInTest = ({ kind }: Directive, { role }: FileModel): boolean => kind === 'suppression' && role === 'test';

const blanket = /(^|[ ,("])(all|warnings|unused|skip-file)([ ,)"]|$)/;

/** Names the rules that it silences, and not all of them. */
const isNarrow = (one: Directive): boolean =>
  /^(eslint-disable|eslint-rule-off|oxlint-disable|deno-lint-ignore|tslint:disable|#\[allow\]|@SuppressWarnings|nolint|noqa|pylint|biome-ignore)$/.test(
    one.name,
  ) &&
  one.rules !== '' &&
  !(one.name === '@SuppressWarnings' ? /(^|[ ,("])(all|warnings)([ ,)"]|$)/ : blanket).test(one.rules);

/** The line that the directive is for is new, or appears more often than before. */
function isFresh(before: string, after: string, target: string): boolean {
  const line = target.slice(0, 60);
  if (line === '') return false;
  const times = (source: string): number => source.replace(/\s+/g, '').split(line).length - 1;
  return times(after) > times(before);
}
