import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileModel } from '../syntax/model.ts';
import { containsMost } from './align/containment.ts';
import { containment } from './align/similarity.ts';
import { readModel } from './read-model.ts';
import { share } from './share.ts';

const body =
  "export function total(net) {\n  if (net < 0) throw new RangeError('below zero');\n  return net * 1.19;\n}\n";
const other = 'export const more = (net) => total(net) + 1;\n';

const models = (...texts: string[]): Promise<FileModel[]> =>
  Promise.all(texts.map(async (text) => (await readModel('src/total.js', text))!));

test('two versions of a file share equal parts, but not positions', async () => {
  const [before, after] = (await models(body, `import './log.js';\n\n${body}${other}`)) as [FileModel, FileModel];
  const plain = structuredClone(after);
  share(before, after);
  expect(after).toEqual(plain);
  expect(after.functions[0]!.tokens).toBe(before.functions[0]!.tokens);
  expect(after.functions[0]!.guards[0]!.literals).toBe(before.functions[0]!.guards[0]!.literals);
  expect(after.functions[0]!.line).toBe(before.functions[0]!.line + 2);
  expect(after.tokens).not.toBe(before.tokens);
});

test('a file skipped for missing names would not have contained the code', async () => {
  const [file] = (await models(body)) as [FileModel];
  const words = fc.array(fc.constantFrom(...new Set(file.tokens), 'tax', 'country'), { maxLength: 20 });
  const part = fc.tuple(fc.nat(20), fc.nat(20)).map(([from, size]) => file.tokens.slice(from, from + size));
  fc.assert(
    fc.property(words, part, fc.constantFrom(0.3, 0.5, 0.85), (some, run, floor) => {
      const tokens = [...run, ...some];
      expect(containsMost(file, tokens, floor)).toBe(containment(tokens, file.tokens) > floor);
    }),
  );
});
