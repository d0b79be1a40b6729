import { indentAt } from '../../syntax/layout.ts';
import { boundNames, functionAround, isFunction, isStatement } from '../../syntax/shapes.ts';
import { ancestor, field, named, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import { describeChange, type Mutation, type Operator, replaceNode, type Site } from './operator.ts';

const EMPTY = {
  javascript: ['null', '0', "''", '[]', 'false', 'undefined'],
  python: ['None', '0', '""', '[]', 'False'],
};
const SIMPLE = /^(identifier|member_expression|attribute|subscript_expression|subscript|call_expression|call|this)$/;

/** A value that may be missing but is used as if it were there. */
export const nullCheck: Operator = {
  name: 'null-check',
  prior: 0.7,
  *at(site) {
    const { node, file } = site;
    if (file.language === 'javascript') yield* optional(node);
    else yield* lookup(node);
    yield* fallback(node, site);
    yield* guardClauses(node, site);
    if (isStatement(node)) yield* leavesEarly(node, site);
  },
};

/** `a.b` → `a?.b`, and if it is returned, also `a?.b ?? null`. */
function* optional(node: SyntaxNode): Iterable<Mutation> {
  if (!/^(member_expression|subscript_expression)$/.test(node.type)) return;
  const object = field(node, 'object');
  if (
    !object ||
    !SIMPLE.test(object.type) ||
    /^(this|super|Math|Object|Array|JSON|Number|String|console|process|Promise)$/.test(textOf(object))
  )
    return;
  if (/\?\.$/.test(node.file.source.slice(object.end, object.end + 2)) || node.field === 'left') return;
  const isIndex = node.type === 'subscript_expression';
  const edit = isIndex
    ? { start: object.end, end: object.end, text: '?.' }
    : { start: object.end, end: object.end + 1, text: '?.' };
  const label = describeChange(textOf(node), `${textOf(object)}?.…`);
  yield { edits: [edit], label, weight: 0.7 };
  const isResult =
    node.parent?.type === 'return_statement' || (node.parent?.type === 'arrow_function' && node.field === 'body');
  if (isResult)
    yield {
      edits: [edit, { start: node.end, end: node.end, text: ' ?? null' }],
      label: `${label} ?? null`,
      weight: 0.6,
    };
}

/** `d[k]` → `d.get(k)`. */
function* lookup(node: SyntaxNode): Iterable<Mutation> {
  if (node.type !== 'subscript' || (node.field === 'left' && /assignment/.test(node.parent?.type ?? ''))) return;
  const [object, key] = [field(node, 'value'), field(node, 'subscript')];
  if (!object || !key || key.type === 'slice') return;
  const get = (rest: string) => `${textOf(object)}.get(${textOf(key)}${rest})`;
  for (const [rank, rest] of ['', ', 0', ', []', ', ""', ', False'].entries())
    yield replaceNode(node, get(rest), describeChange(textOf(node), get(rest)), 0.5 * 0.9 ** rank);
}

/** `x` → `(x ?? [])` if it is iterated, spread, called upon or computed with. */
function* fallback(node: SyntaxNode, { file }: Site): Iterable<Mutation> {
  if (!SIMPLE.test(node.type) || !isConsumed(node)) return;
  const text = textOf(node);
  const [join, values] =
    file.language === 'python'
      ? (['or', ['[]', '{}', '0', '""']] as const)
      : (['??', ['[]', '{}', '0', "''"]] as const);
  for (const [rank, value] of values.entries()) {
    const bare =
      node.parent?.type === 'for_in_statement' ||
      node.parent?.type === 'return_statement' ||
      node.parent?.type === 'variable_declarator';
    const replacement = bare ? `${text} ${join} ${value}` : `(${text} ${join} ${value})`;
    yield replaceNode(node, replacement, describeChange(text, replacement), 0.5 * 0.85 ** rank);
  }
}

function isConsumed(node: SyntaxNode): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (/^(spread_element|for_in_statement|for_in_clause|for_statement)$/.test(parent.type)) return node.field !== 'left';
  if (node.field === 'object' && parent.field === 'function') return true;
  if (/^(binary_expression|binary_operator|augmented_assignment|augmented_assignment_expression)$/.test(parent.type))
    return node.field !== 'left' || !/assignment/.test(parent.type);
  return /^(variable_declarator|return_statement)$/.test(parent.type) && node.type !== 'identifier';
}

/** `f(x.y)` → `x ? f(x.y) : 0`. */
function* guardClauses(node: SyntaxNode, { file }: Site): Iterable<Mutation> {
  const isValue =
    (node.field === 'value' && node.parent?.type === 'variable_declarator') ||
    (node.field === 'right' && /^(assignment|assignment_expression)$/.test(node.parent?.type ?? '')) ||
    node.parent?.type === 'return_statement' ||
    (node.parent?.type === 'arrow_function' && node.field === 'body' && node.type !== 'statement_block');
  if (!isValue || /function|ternary|conditional|^(number|integer|string|identifier|true|false)$/.test(node.type))
    return;
  const text = textOf(node);
  for (const name of dereferenced(node).slice(0, 3)) {
    for (const [rank, value] of EMPTY[file.language].slice(0, 4).entries()) {
      const replacement =
        file.language === 'python' ? `${text} if ${name} else ${value}` : `${name} ? ${text} : ${value}`;
      yield replaceNode(node, replacement, describeChange(text, `${value} without ${name}`), 0.45 * 0.9 ** rank);
    }
  }
}

/** Names of which a member or an element is read. */
function dereferenced(node: SyntaxNode): string[] {
  const names = new Set<string>();
  walk(node, (one) => {
    if (isFunction(one)) return false;
    const object = field(one, 'object') ?? (one.type === 'subscript' ? field(one, 'value') : null);
    if (
      object &&
      SIMPLE.test(object.type) &&
      object.type !== 'this' &&
      !/^(Math|Object|Array|JSON|Number|String|self|this|Date)$/.test(textOf(object))
    )
      names.add(textOf(object));
    return true;
  });
  return [...names].sort((a, b) => a.length - b.length);
}

/**
 * An early exit before the statement: `if (!x) return null;`, in a loop `if (!x) continue;`, for two equal parameters `if
 * (a === b) return false;`.
 */
function* leavesEarly(node: SyntaxNode, { file }: Site): Iterable<Mutation> {
  const scope = functionAround(node);
  if (scope.parent === null) return;
  const names = new Set(boundNames(scope));
  const used = usedNames(node)
    .filter((name) => names.has(name) && name !== 'self')
    .slice(0, 3);
  const isTop = ancestor(node, isFunction) === node.parent?.parent;
  const inLoop = ancestor(node, ({ type }) => /^(for|while)/.test(type)) !== null && !isTop;
  const values = [...new Set([...returnedLiterals(scope), ...EMPTY[file.language]])].slice(0, 6);
  const ways = [...(inLoop ? ['continue'] : []), ...values.map((value) => `return ${value}`)];
  for (const name of used) {
    const tests =
      file.language === 'python'
        ? [`not ${name}`, `${name} is None`]
        : [`!${name}`, `${name} == null`, `${name}.length === 0`];
    for (const [nth, test] of tests.entries()) {
      for (const [rank, way] of ways.entries()) {
        yield early(node, file.language, test, way, (isTop || inLoop ? 0.4 : 0.25) * 0.85 ** rank * 0.8 ** nth);
      }
    }
  }
  if (!isTop || named(node.parent!)[0] !== node) return;
  const [first, second] = parameterNames(scope);
  if (!first || !second) return;
  const same = file.language === 'python' ? `${first} == ${second}` : `${first} === ${second}`;
  for (const [rank, way] of ways.entries()) yield early(node, file.language, same, way, 0.3 * 0.85 ** rank);
}

function early(
  node: SyntaxNode,
  language: 'javascript' | 'python',
  test: string,
  way: string,
  weight: number,
): Mutation {
  const indent = indentAt(node);
  const guard = language === 'python' ? `if ${test}:\n${indent}    ${way}` : `if (${test}) ${way};`;
  return {
    edits: [{ start: node.start, end: node.start, text: `${guard}\n${indent}` }],
    label: `before it: \`${guard.replace(/\s+/g, ' ')}\``,
    weight,
  };
}

function parameterNames(scope: SyntaxNode): string[] {
  const parameters = field(scope, 'parameters');
  const plain = parameters
    ? named(parameters).map((one) => (one.type === 'identifier' ? one : field(one, 'pattern')))
    : [];
  return plain.flatMap((one) => (one?.type === 'identifier' && textOf(one) !== 'self' ? [textOf(one)] : []));
}

function usedNames(node: SyntaxNode): string[] {
  const names = new Set<string>();
  walk(node, (one) => void (one.type === 'identifier' && names.add(textOf(one))));
  return [...names];
}

/** Literals that the function already returns. */
export function returnedLiterals(scope: SyntaxNode): string[] {
  const literals = new Set<string>();
  walk(scope, (one) => {
    const value = one.type === 'return_statement' ? named(one)[0] : null;
    if (
      value &&
      /^(number|integer|string|true|false|null|none|undefined|array|list|dictionary|object)$/.test(value.type) &&
      textOf(value).length < 12
    )
      literals.add(textOf(value));
  });
  return [...literals];
}
