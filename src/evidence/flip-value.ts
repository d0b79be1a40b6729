import { field, named, type SyntaxNode, textOf, walk } from '../syntax/tree.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * Changes one literal of an expected value so that no equal value can meet it: 5 → 6, "a" → "a" and the marker, true →
 * false; inside a list or an object, one of its values. Null if it holds no literal. The type stays, for compilers.
 */
export function flipValue(node: SyntaxNode, marker: string): TextEdit | null {
  const text = textOf(node);
  const replaced = (by: string | null): TextEdit | null =>
    by === null ? null : { start: node.start, end: node.end, text: by };
  if (NUMBER.test(node.type)) return replaced(flipNumber(text));
  if (CHARACTER.test(node.type)) return replaced(text === "'z'" ? "'y'" : "'z'");
  if (STRING.test(node.type)) return endOfString(node, text, marker);
  const word = WORDS[text];
  if (word) return replaced(word);
  if (NOTHING.test(text) && /^(?:null|undefined|none|identifier)$/.test(node.type)) return replaced(`"${marker}"`);
  const empty = EMPTY[node.type];
  if (empty && named(node).length === 0) return replaced(empty(marker));
  if (!CONTAINER.test(node.type) || (UNARY.test(node.type) && !/^[-+&]/.test(text))) return null;
  for (const one of valuesIn(node)) {
    const edit = flipValue(one, marker);
    if (edit) return edit;
  }
  return null;
}

/** The same for a language whose macros are only tokens: the first literal there, if what is around it only wraps it. */
export function flipTokens(root: SyntaxNode, { start, end }: { start: number; end: number }, marker: string) {
  let edit: TextEdit | null = null;
  let isPlain = true;
  walk(root, (node) => {
    if (node.end <= start || node.start >= end) return false;
    const isWhole = node.start >= start && node.end <= end;
    if (isWhole && (NUMBER.test(node.type) || STRING.test(node.type) || /char|bool/.test(node.type))) {
      edit ??= flipValue(node, marker);
      return false;
    }
    if (isWhole && node.named && node.children.length === 0 && !WRAPPING.test(textOf(node))) isPlain = false;
    return true;
  });
  return isPlain ? edit : null;
}

const WRAPPING = /^(?:Some|Ok|Err|vec|String|from|to_string|to_owned|into|Box|Rc|Arc|new|as_slice|as_str|&|-)$/;
const NUMBER = /^(?:number|integer|float|int_literal|float_literal|integer_literal|decimal_\w+|hex_integer_literal)$/;
const STRING = /^(?:string|template_string|interpreted_string_literal|raw_string_literal|string_literal)$/;
const CHARACTER = /^(?:rune_literal|char_literal|character_literal)$/;
const UNARY = /^unary_/;
const CONTAINER =
  /^(?:array|object|list|tuple|set|dictionary|parenthesized_expression|unary_expression|unary_operator|composite_literal|literal_value|literal_element|as_expression|satisfies_expression|concatenated_string|array_initializer)$/;
const WORDS: Partial<Record<string, string>> = { true: 'false', false: 'true', True: 'False', False: 'True' };
const NOTHING = /^(?:null|undefined|None)$/;
const EMPTY: Partial<Record<string, (marker: string) => string>> = {
  array: (marker) => `["${marker}"]`,
  list: (marker) => `["${marker}"]`,
  tuple: (marker) => `("${marker}",)`,
  object: (marker) => `{ ${marker}: 1 }`,
  dictionary: (marker) => `{"${marker}": 1}`,
};

/** What is compared in it: the values of an object, not its keys; of a typed value, not its type. */
function valuesIn(node: SyntaxNode): SyntaxNode[] {
  if (node.type === 'composite_literal') return [field(node, 'body')].filter((one) => one !== null);
  if (/^(?:as|satisfies)_expression$/.test(node.type)) return named(node).slice(0, 1);
  if (UNARY.test(node.type)) return named(node).slice(-1);
  return named(node).flatMap((one) => {
    if (one.type === 'pair') return [field(one, 'value')].filter((value) => value !== null);
    if (one.type === 'keyed_element') return named(one).slice(-1);
    return [one];
  });
}

/** Letters do not change an escape that stands before them. */
function endOfString(node: SyntaxNode, text: string, marker: string): TextEdit | null {
  const closing = /(?:"""|'''|["'`])#*$/.exec(text)?.[0];
  if (!closing || text.length < closing.length * 2) return null;
  const at = node.end - closing.length;
  return { start: at, end: at, text: marker };
}

/** No number of its type leaves the range: the first digit of one with a point, the second one of a longer integer. */
export function flipNumber(text: string): string | null {
  const based = /^(0[xXbBoO])([\da-fA-F_]+?)([iu](?:8|16|32|64|128|size)|[nlL])?$/.exec(text);
  if (based) {
    const [, prefix = '', digits = '', suffix = ''] = based;
    const last = Number.parseInt(digits.at(-1) ?? '', 16);
    return Number.isNaN(last) ? null : `${prefix}${digits.slice(0, -1)}${(last ^ 1).toString(16)}${suffix}`;
  }
  const isWhole = /^\d[\d_]*(?:[iu](?:8|16|32|64|128|size)|[nlLjJ])?$/.test(text);
  const mantissa = /^[\d_.]+/.exec(text)?.[0];
  if (!mantissa) return null;
  const places = [...mantissa].flatMap((one, index) => (/\d/.test(one) ? [index] : []));
  const whole = isWhole && places.length > 1 ? places[1] : undefined;
  const at = whole ?? places.find((place) => mantissa[place] !== '0') ?? places[0];
  if (at === undefined || Math.abs(Number(/[eE]([-+]?\d+)/.exec(text)?.[1] ?? 0)) > 30) return null;
  const digit = Number(mantissa[at]);
  const next = whole !== undefined ? (digit === 0 ? 1 : digit - 1) : digit === 9 ? 8 : digit + 1;
  return `${text.slice(0, at)}${next}${text.slice(at + 1)}`;
}
