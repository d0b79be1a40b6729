import type { FunctionModel, Handler } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { containment } from '../align/similarity.ts';
import { because } from '../finding/circumstances.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import { addTestEvidence } from './evidence.ts';

export function swallowedErrors(comparison: TreeComparison): Loss[] {
  const { functions, files } = comparison;
  const losses: Loss[] = [];
  const oldVersions = new Map<FunctionModel, { old: FunctionModel; source: string[] }>();
  for (const pair of functions.pairs)
    oldVersions.set(pair.after.function, { old: pair.before.function, source: pair.before.file.tokens });
  for (const { before, after, path } of files) {
    if (!before || !after) continue;
    for (const one of after.functions) {
      const counterpart = oldVersions.get(one);
      const olds = counterpart?.old.handlers ?? [];
      for (const handler of one.handlers) {
        if (
          !handler.swallows ||
          swallows(one.handlers) <= swallows(olds) ||
          hadSwallow(handler, olds) ||
          hadSwallow(
            handler,
            before.functions.flatMap((f) => f.handlers),
          )
        )
          continue;
        const existing =
          handler.body.length === 0 ||
          (counterpart !== undefined && containment(inner(handler.body), counterpart.old.tokens) > 0.75) ||
          (counterpart
            ? inner(handler.body).length >= 25 && containment(inner(handler.body), counterpart.source) > 0.75
            : inner(handler.body).length >= 8 && before.tokens.join(' ').includes(inner(handler.body).join(' ')));
        const softened = olds.some((old) => !old.swallows && containment(inner(old.body), handler.body) > 0.8);
        if (!existing && !softened) continue;
        if (insideTest(after, one)) continue;
        const isMinor = !handler.broad || handler.fallback;
        const where = one.name === '<file>' ? path : `"${one.name}"`;
        const old = at(path, counterpart?.old ?? { line: 1 });
        const loss = lossOf(old, at(path, handler), ['error-caught', where], [one.name, path]);
        const known = because(loss, isMinor && 'specific-error', after.role === 'test' && 'in-test-file');
        losses.push(addTestEvidence(known, [one.name], comparison));
      }
    }
  }
  return losses;
}

/** How many catch-all handlers of a function drop the error: if there are no more than before, one was only reworked. */
const swallows = (handlers: Handler[]): number => handlers.filter((one) => one.swallows && one.broad).length;

const inner = (body: string[]): string[] => (body[0] === '{' ? body.slice(1, -1) : body);

const hadSwallow = (handler: Handler, olds: Handler[]): boolean =>
  olds.some(
    (old) =>
      old.swallows &&
      old.broad === handler.broad &&
      (containment(old.body, handler.body) > 0.7 || containment(handler.body, old.body) > 0.7),
  );

/** Assertions inside a catch-all have a pattern of their own. */
function insideTest(
  after: { tests: { start: number; end: number; assertions: { swallowed: boolean }[] }[] },
  one: FunctionModel,
): boolean {
  return after.tests.some(
    (test) => test.start <= one.start && test.end >= one.end && test.assertions.some((found) => found.swallowed),
  );
}
