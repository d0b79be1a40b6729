import { languageOf } from '../../syntax/languages/index.ts';
import { parse } from '../../syntax/parse.ts';
import { textOf, walk } from '../../syntax/tree.ts';
import type { ChangedSource } from '../written-functions.ts';

const MOST = 200;
const TEXT = /^(?:string|interpreted_string_literal|raw_string_literal|string_literal)$/;
const NUMBER = /^(?:number|integer|float|int_literal|float_literal)$/;
const KEY = /^(?:property_identifier|shorthand_property_identifier)$/;

/** Texts, numbers and keys that stand in the changed files and did not before: what a table may know. */
export async function writtenLiterals(sources: readonly ChangedSource[]): Promise<(string | number)[]> {
  const found = new Set<string | number>();
  for (const { path, before, after } of sources) {
    const known = new Set(before === null ? [] : await literalsIn(path, before));
    for (const one of await literalsIn(path, after)) if (!known.has(one)) found.add(one);
  }
  return [...found].slice(0, MOST);
}

async function literalsIn(path: string, text: string): Promise<(string | number)[]> {
  const grammar = languageOf(path)?.grammar;
  if (!grammar) return [];
  const found: (string | number)[] = [];
  walk(await parse(grammar, text), (node) => {
    if (TEXT.test(node.type)) found.push(textOf(node).replace(/^\w*(["'`]+)([\s\S]*)\1$/, '$2'));
    if (KEY.test(node.type) && node.parent?.type === 'pair') found.push(textOf(node));
    if (NUMBER.test(node.type) && Number.isFinite(Number(textOf(node)))) found.push(Number(textOf(node)));
  });
  return found.filter((one) => typeof one === 'number' || (one.length > 0 && one.length < 80));
}
