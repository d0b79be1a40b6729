import type { SpecialCase } from '../model.ts';
import { child, field, flat, isComment, lineOf, named, type SyntaxNode, textOf, tokensOf } from '../tree.ts';
import { isLiteral } from './assertion.ts';
import type { Dialect } from './dialect.ts';

type Statements = (body: SyntaxNode) => SyntaxNode[];

/** Hard-coded answers for given inputs: behind an `if`, in a conditional expression, in a `switch` or `match`, in a table. */
export function specialCasesAt(node: SyntaxNode, dialect: Dialect, statementsOf: Statements): SpecialCase[] {
  const conditional = dialect.conditional(node);
  if (conditional) {
    const then = statementsOf(conditional.then);
    const last = then.at(-1);
    if (!last || then.length > 3) return [];
    const leaves = dialect.returned(last) !== null;
    const output = leaves || then.length === 1 ? answerOf(last, dialect) : null;
    return casesOf(node, leaves ? 'branch' : 'choice', inputsOf(conditional.condition), output);
  }
  if (/^(ternary|conditional)_expression$/.test(node.type)) return chosen(node);
  if (arms.test(node.type)) return armCase(node, dialect, statementsOf);
  return tables.test(node.type) ? tableCases(node) : [];
}

/** One case for each of the inputs with this answer. */
const casesOf = (
  node: SyntaxNode,
  form: SpecialCase['form'],
  inputs: string[][],
  output: string[] | null,
): SpecialCase[] =>
  output && isConstant(output)
    ? inputs.map((all) => ({
        form,
        inputs: all,
        output: output.join(' '),
        text: textOf(node).slice(0, 300),
        line: lineOf(node),
      }))
    : [];

/** The value that a statement returns or assigns. */
function answerOf(statement: SyntaxNode, dialect: Dialect): string[] | null {
  const value = dialect.returned(statement);
  if (value) return tokensOf(value);
  const set = /^[\w$. ]+ =(?= [^=])/.exec(flat(statement).replace(/ ;$/, ''));
  return set ? flat(statement).replace(/ ;$/, '').slice(set[0].length).trim().split(' ') : null;
}

/** Consists only of literals: plain, in a list or object, or passed to a function that makes a value of them. */
export function isConstant(tokens: string[]): boolean {
  if (isLiteral(tokens)) return true;
  return (
    tokens.length < 60 &&
    tokens.some((token) => literal.test(token)) &&
    tokens.every((token, i) => {
      const next = tokens[i + 1] ?? '';
      if (literal.test(token) || /^[[\](){},:&!.]$|^::$|^=>?$|^(new|await)$/.test(token)) return true;
      if (!/^[A-Za-z_$][\w$]*$/.test(token)) return false;
      return /^(:|=|=>|::|\.|\{|!)$/.test(next) || (next === '(' && (/^[A-Z]/.test(token) || makers.test(token)));
    })
  );
}

const literal = /^([a-zA-Z]{0,2}["'`][\s\S]*|-?\d[\w.]*|true|false|True|False|None|null|nil|undefined)$/;

/** Functions that only turn a literal into a value. */
const makers =
  /^(of|from|valueOf|to_string|to_owned|to_vec|into|parse|list|dict|set|tuple|frozenset|date|datetime|timedelta|asList|entry|float64|float32|int64|int|float|str)$/;

const equality = /(?:==|===| is |\. equals \(|\. eq \()/;

/** The literals that a condition compares with, for each alternative; empty if it checks anything else. */
function inputsOf(condition: SyntaxNode): string[][] {
  const text = flat(condition).replace(/^\( (.*) \)$/, '$1');
  if (!equality.test(` ${text} `) && !/ in /.test(text)) return [];
  const ways = text.split(/ (?:or|\|\|) /).map((way) => way.split(/ (?:and|&&) /).map(comparedWith));
  return ways.every((way) => way.every((one) => one !== null)) ? (ways as string[][]) : [];
}

function comparedWith(side: string): string | null {
  const parts = side.split(/ (?:===|==|is|in) | \. equals \( | \. eq \( /);
  if (parts.length !== 2) return null;
  const [left, right] = parts.map((part) => part.replace(/ \)$/, '').replace(/^\( ?/, '')) as [string, string];
  const value = isLiteral(right.split(' ')) ? right : isLiteral(left.split(' ')) ? left : null;
  const variable = value === right ? left : right;
  return /^[\w$]+(?: (?:\.|\[|\]|\(|\)|[\w$"]+))*$/.test(variable) ? value : null;
}

/** `n === 7 ? 343 : n * n`, if the other value is computed. */
function chosen(node: SyntaxNode): SpecialCase[] {
  const [first, second, third] = named(node);
  const [condition, value, otherwise] =
    node.type === 'conditional_expression' && !field(node, 'condition')
      ? [second, first, third]
      : [field(node, 'condition') ?? first, field(node, 'consequence') ?? second, field(node, 'alternative') ?? third];
  if (!condition || !value || !otherwise || isConstant(tokensOf(otherwise))) return [];
  return casesOf(node, 'choice', inputsOf(condition), tokensOf(value));
}

const arms = /^(switch_case|case_clause|expression_case|match_arm|switch_block_statement_group|switch_rule)$/;

/**
 * An arm with a hard-coded answer, if another arm or the code after it computes. A choice of nothing but constants is a
 * table that the product needs.
 */
function armCase(node: SyntaxNode, dialect: Dialect, statementsOf: Statements): SpecialCase[] {
  const { label, body } = partsOf(node, statementsOf);
  const input = label.replace(/^case /, '').replace(/ :$/, '');
  const [only, ...more] = body;
  if (!only || more.length > 0 || !isLiteral(input.split(' ')) || !node.parent) return [];
  const isGeneral = (statements: SyntaxNode[]): boolean =>
    statements.some((one) => {
      const answer = answerOf(one, dialect) ?? tokensOf(one);
      return !dialect.raises(one) && !raising.test(flat(one)) && !isConstant(answer);
    });
  const others = named(node.parent).filter((one) => one !== node && /case|arm|default|switch_/.test(one.type));
  const general = others.some((one) => isGeneral(partsOf(one, statementsOf).body)) || isGeneral(behind(node.parent));
  return general ? casesOf(node, 'choice', [[input]], answerOf(only, dialect) ?? bare(only)) : [];
}

const raising = /^(throw|raise|panic|unreachable|todo|unimplemented)\b/;

/** An arm that is just a value. */
const bare = (statement: SyntaxNode): string[] => tokensOf(statement).filter((token) => token !== ';' && token !== ',');

function partsOf(arm: SyntaxNode, statementsOf: Statements): { label: string; body: SyntaxNode[] } {
  const label = field(arm, 'value') && arm.type !== 'match_arm' ? field(arm, 'value') : null;
  const head = label ?? field(arm, 'pattern') ?? child(arm, 'case_pattern', 'switch_label', 'expression_list');
  const rest = named(arm).filter((one) => one !== head && !isComment(one) && one.type !== 'case_pattern');
  const body = rest
    .flatMap((one) => (/block|body|suite|statement_list/.test(one.type) ? statementsOf(one) : [one]))
    .filter((one) => !/^(break|pass)( ;)?$/.test(flat(one)));
  return { label: head ? flat(head) : '', body };
}

/** The statements that follow a `switch` in its block. */
function behind(container: SyntaxNode): SyntaxNode[] {
  let statement = container;
  while (statement.parent && !/block|body|suite|statement_list|program|module|source_file/.test(statement.parent.type))
    statement = statement.parent;
  const all = statement.parent ? named(statement.parent) : [];
  return all.slice(all.findIndex((one) => one.start === statement.start && one.end === statement.end) + 1);
}

const tables = /^(object|dictionary|literal_value)$/;
const mostEntries = 40;

/** A table of answers that has a name. */
function tableCases(node: SyntaxNode): SpecialCase[] {
  const pairs = named(node).filter((one) => /^(pair|keyed_element)$/.test(one.type));
  const name = pairs.length > mostEntries ? '' : nameOf(node);
  if (!/^[\w$]+$/.test(name)) return [];
  return pairs.flatMap((pair) => {
    const [key, value] = named(pair);
    const text = flat(key ?? null).replace(/^\[ (.*) \]$/, '$1');
    const input = /^[A-Za-z_$][\w$]*$/.test(text) && key?.type === 'property_identifier' ? `"${text}"` : text;
    const found = isLiteral(input.split(' ')) ? casesOf(pair, 'entry', [[input]], tokensOf(value ?? null)) : [];
    return found.map((one) => ({ ...one, table: name }));
  });
}

/** The variable that contains it, directly or through a Go map literal. */
function nameOf(node: SyntaxNode): string {
  const holder = node.parent?.type === 'composite_literal' ? node.parent.parent : node.parent;
  const declared = holder?.type === 'expression_list' ? holder.parent : holder;
  return textOf(field(declared, 'name') ?? field(declared, 'left'));
}
