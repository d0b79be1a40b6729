import { named, type SyntaxNode, textOf } from './tree.ts';

/** Operators that are easily written one for the other, the likeliest first. Repair tries all of them, a mutant takes the first. */
type Opposites = Readonly<Record<string, readonly string[]>>;

export const BOUNDARIES: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

export const COMPARISONS: Opposites = {
  '<': ['>', '>=', '!=='],
  '<=': ['>=', '>', '==='],
  '>': ['<', '<=', '!=='],
  '>=': ['<=', '<', '==='],
  '===': ['!==', '<=', '>='],
  '!==': ['===', '<', '>'],
  '==': ['!=', '<=', '>='],
  '!=': ['==', '<', '>'],
  in: ['not in'],
  'not in': ['in'],
  is: ['is not'],
  'is not': ['is'],
};

export const LOGIC: Opposites = {
  '&&': ['||'],
  '||': ['&&', '??'],
  '??': ['||', '&&'],
  and: ['or'],
  or: ['and'],
};

export const ARITHMETIC: Opposites = {
  '+': ['-', '*', '/', '%'],
  '-': ['+', '/', '*', '%'],
  '*': ['/', '+', '-', '**', '%'],
  '/': ['*', '-', '//', '%', '+'],
  '//': ['/', '%', '*'],
  '%': ['/', '//', '*', '-', '+'],
  '**': ['*'],
  '<<': ['>>'],
  '>>': ['<<', '>>>'],
  '&': ['|', '^'],
  '|': ['&'],
  '^': ['&', '|'],
  '+=': ['-=', '=', '*='],
  '-=': ['+=', '='],
  '*=': ['/=', '+=', '='],
  '/=': ['*=', '//='],
  '//=': ['/=', '%='],
  '%=': ['/=', '//='],
  '=': ['+=', '-=', '*='],
  '++': ['--'],
  '--': ['++'],
};

export const WORDS: ReadonlyMap<string, string> = new Map([
  ['true', 'false'],
  ['false', 'true'],
  ['True', 'False'],
  ['False', 'True'],
]);

const BARE =
  /^(identifier|call|call_expression|member_expression|attribute|true|false|subscript|subscript_expression)$/;

export interface Negation {
  text: string;
  /** `drop`: a negation was taken away; `bare`: it needed no brackets. */
  form: 'drop' | 'bare' | 'brackets';
}

/** `x` → `!x`, `!x` → `x`, in the words of the language. */
export function negationOf(node: SyntaxNode, isPython: boolean): Negation {
  const text = textOf(node);
  const inner = /^(unary_expression|not_operator)$/.test(node.type) && /^(!|not\b)/.test(text) ? named(node)[0] : null;
  if (inner) return { text: textOf(inner), form: 'drop' };
  const sign = isPython ? 'not ' : '!';
  return BARE.test(node.type)
    ? { text: `${sign}${text}`, form: 'bare' }
    : { text: `${sign}(${text})`, form: 'brackets' };
}
