import { indentAt, indented, lineSpan } from '../../syntax/layout.ts';
import { functionAround, isBlock, isFunction, isStatement } from '../../syntax/shapes.ts';
import { ancestor, field, named, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import { type Mutation, type Operator, type Site, shorten } from './operator.ts';

const DELETABLE =
  /^(expression_statement|break_statement|continue_statement|if_statement|return_statement|delete_statement)$/;
const LOOP = /^(for_statement|for_in_statement|while_statement|do_statement)$/;

/** A statement that is superfluous, misplaced or missing: a reset, a step, an exit from a loop. */
export const statement: Operator = {
  name: 'statement',
  prior: 0.55,
  *at(site) {
    const { node } = site;
    if (!isStatement(node) || functionAround(node).parent === null) return;
    yield* deletions(node, site);
    yield* moves(node);
    yield* assignments(node, site);
    yield* otherwise(node, site);
    yield* exits(node, site);
  },
};

function* deletions(node: SyntaxNode, { file }: Site): Iterable<Mutation> {
  if (!DELETABLE.test(node.type)) return;
  const only = named(node.parent!).length === 1;
  if (only && file.language === 'python') return;
  yield {
    edits: [{ ...lineSpan(node), text: '' }],
    label: `without \`${shorten(textOf(node))}\``,
    weight: node.type === 'expression_statement' ? 0.6 : 0.45,
  };
  const alternative = node.type === 'if_statement' ? field(node, 'alternative') : null;
  if (alternative) {
    const from = node.file.source.slice(0, alternative.start).trimEnd().length;
    yield {
      edits: [{ start: from, end: alternative.end, text: '' }],
      label: `without \`${shorten(textOf(alternative))}\``,
      weight: 0.4,
    };
  }
}

/** Swaps it with the next one, or moves it out of its block. */
function* moves(node: SyntaxNode): Iterable<Mutation> {
  const siblings = named(node.parent!);
  const next = siblings[siblings.indexOf(node) + 1];
  if (next && isStatement(next)) {
    yield {
      edits: [
        { start: node.start, end: node.end, text: textOf(next) },
        { start: next.start, end: next.end, text: textOf(node) },
      ],
      label: `\`${shorten(textOf(node))}\` after \`${shorten(textOf(next))}\``,
      weight: 0.6,
    };
  }
  const outer = ancestor(node, isStatement);
  if (!outer || siblings.length < 2 || /^(break|continue)/.test(node.type)) return;
  const [own, to] = [indentAt(node), indentAt(outer)];
  const text = indented(textOf(node), own, to);
  if (siblings.at(-1) === node || node.type === 'return_statement') {
    const after = lineSpan(outer);
    yield {
      edits: [
        { ...lineSpan(node), text: '' },
        { start: after.end, end: after.end, text: `${to}${text}\n` },
      ],
      label: `\`${shorten(text)}\` after its block`,
      weight: 0.6,
    };
  }
  if (siblings[0] === node) {
    yield {
      edits: [
        { start: outer.start, end: outer.start, text: `${text}\n${to}` },
        { ...lineSpan(node), text: '' },
      ],
      label: `\`${shorten(text)}\` before its block`,
      weight: 0.4,
    };
  }
}

/** After the statement: resets a variable of the function to its first value, or assigns one variable to another. */
function* assignments(node: SyntaxNode, { file }: Site): Iterable<Mutation> {
  const loop = ancestor(node, ({ type }) => LOOP.test(type));
  if (/^(return|break|continue|throw|raise)/.test(node.type)) return;
  const end = file.language === 'python' ? '' : ';';
  const indent = indentAt(node);
  const declared = initialised(functionAround(node));
  const after = (text: string, weight: number): Mutation => ({
    edits: [{ start: node.end, end: node.end, text: `\n${indent}${text}${end}` }],
    label: `after it: \`${text}\``,
    weight,
  });
  for (const { name, value } of declared) if (loop) yield after(`${name} = ${value}`, 0.4);
  const isLast = named(node.parent!).at(-1) === node;
  if (!loop || !isLast) return;
  const others = namesIn(loop);
  for (const { name } of declared) {
    for (const step of [`${name} += 1`, `${name} -= 1`]) yield after(step, 0.35);
    for (const other of others.filter((one) => one !== name).slice(0, 6)) yield after(`${name} = ${other}`, 0.3);
  }
}

/** An `if` in a loop without an `else`. */
function* otherwise(node: SyntaxNode, { file }: Site): Iterable<Mutation> {
  if (
    node.type !== 'if_statement' ||
    field(node, 'alternative') ||
    node.children.some(({ type }) => /^(else_clause|elif_clause)$/.test(type))
  )
    return;
  const indent = indentAt(node);
  for (const { name, value } of initialised(functionAround(node))) {
    const text =
      file.language === 'python' ? `\n${indent}else:\n${indent}    ${name} = ${value}` : ` else ${name} = ${value};`;
    const isBraced = field(node, 'consequence')?.type === 'statement_block';
    yield {
      edits: [
        {
          start: node.end,
          end: node.end,
          text: isBraced || file.language === 'python' ? text : `\n${indent}${text.trimStart()}`,
        },
      ],
      label: `otherwise \`${name} = ${value}\``,
      weight: 0.45,
    };
  }
}

function* exits(node: SyntaxNode, { file }: Site): Iterable<Mutation> {
  const loop = ancestor(node, ({ type }) => LOOP.test(type));
  const block = node.parent!;
  const end = file.language === 'python' ? '' : ';';
  const indent = indentAt(node);
  if (/^(return|break|continue|throw|raise)/.test(node.type)) {
    const other = node.type === 'break_statement' ? 'continue' : node.type === 'continue_statement' ? 'break' : null;
    if (other)
      yield {
        edits: [{ start: node.start, end: node.end, text: `${other}${end}` }],
        label: `\`${other}\` instead`,
        weight: 0.8,
      };
    return;
  }
  if (!loop || named(block).at(-1) !== node || !isBlock(block) || ancestor(block, isFunction) === block.parent) return;
  for (const word of ['continue', 'break']) {
    yield {
      edits: [{ start: node.end, end: node.end, text: `\n${indent}${word}${end}` }],
      label: `after it: \`${word}\``,
      weight: 0.4,
    };
  }
}

/** Variables that the function initialises with a plain value. */
function initialised(scope: SyntaxNode): { name: string; value: string }[] {
  const initialValues = new Map<string, string>();
  walk(scope, (node) => {
    if (node !== scope && isFunction(node)) return false;
    const isJavascript = node.type === 'variable_declarator' && /^let\b|^var\b/.test(textOf(node.parent));
    const [target, value] = isJavascript
      ? [field(node, 'name'), field(node, 'value')]
      : node.type === 'assignment'
        ? [field(node, 'left'), field(node, 'right')]
        : [null, null];
    if (
      target?.type === 'identifier' &&
      value &&
      textOf(value).length < 24 &&
      !/function|class/.test(value.type) &&
      !initialValues.has(textOf(target))
    ) {
      initialValues.set(textOf(target), value.type === 'assignment' ? textOf(field(value, 'right')) : textOf(value));
    }
    if (value?.type === 'assignment') initialValues.set(textOf(field(value, 'left')), textOf(field(value, 'right')));
    return true;
  });
  return [...initialValues].map(([name, value]) => ({ name, value })).slice(0, 5);
}

function namesIn(loop: SyntaxNode): string[] {
  const names = new Set<string>();
  walk(
    loop,
    (one) => void (one.type === 'identifier' && !/call/.test(one.parent?.type ?? '') && names.add(textOf(one))),
  );
  return [...names];
}
