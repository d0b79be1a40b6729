import { field, named, type SyntaxNode, textOf } from '../../guard/tree.ts';
import {
  argumentsOf,
  boundNames,
  calleeName,
  functionAround,
  isBinary,
  isCall,
  operands,
  operatorOf,
} from '../syntax.ts';
import { type Mutation, type Operator, replaced, type Site, told } from './operator.ts';

/** Arguments or operands in the wrong order, one too many, or one that was left out. */
export const swappedArguments: Operator = {
  name: 'arguments',
  prior: 0.75,
  *at(site) {
    const { node } = site;
    if (isCall(node)) {
      yield* ordered(node);
      yield* counted(node, site);
    }
    const sides = isBinary(node) ? operands(node) : null;
    if (sides && /^(-|\/|%|\*\*|\/\/|<|>|<=|>=|\?\?|\|\||in|instanceof|<<|>>|\+)$/.test(operatorOf(node)?.type ?? '')) {
      const isSum = operatorOf(node)?.type === '+';
      yield swap(sides[0], sides[1], isSum ? 0.4 : 0.9);
    }
    if (node.type === 'ternary_expression') {
      const [yes, no] = [field(node, 'consequence'), field(node, 'alternative')];
      if (yes && no) yield swap(yes, no, 0.7);
    }
    if (/^(array|tuple|list|expression_list|pattern_list)$/.test(node.type)) {
      const items = named(node);
      if (items.length === 2) yield swap(items[0]!, items[1]!, 0.3);
    }
  },
};

function* ordered(call: SyntaxNode): Iterable<Mutation> {
  const given = argumentsOf(call);
  for (let at = 0; at + 1 < given.length; at++) yield swap(given[at]!, given[at + 1]!, 1);
  if (given.length === 2 && /^(slice|substring|splice)$/.test(textOf(calleeName(call)))) {
    const [from, to] = given as [SyntaxNode, SyntaxNode];
    const sum = `${textOf(from)} + ${textOf(to)}`;
    yield replaced(to, sum, told(textOf(to), sum), 0.6);
  }
  if (given.length === 3) yield swap(given[0]!, given[2]!, 0.4);
  const callee = field(call, 'function');
  const receiver = callee ? (field(callee, 'object') ?? null) : null;
  if (
    receiver &&
    given.length === 1 &&
    /^(identifier|member_expression|attribute)$/.test(receiver.type) &&
    /^(identifier|member_expression|attribute)$/.test(given[0]!.type)
  ) {
    yield swap(receiver, given[0]!, 0.6);
  }
}

function* counted(call: SyntaxNode, { file }: Site): Iterable<Mutation> {
  const given = argumentsOf(call);
  const last = given.at(-1);
  if (given.length >= 2 && last) {
    const before = given.at(-2)!;
    yield {
      edits: [{ start: before.end, end: last.end, text: '' }],
      label: told(textOf(call), `without ${textOf(last)}`),
      weight: 0.35,
    };
  }
  if (!last || given.length > 3 || call.type === 'new_expression') return;
  const scope = functionAround(call);
  if (scope.parent === null) return;
  const used = new Set(given.map((one) => textOf(one)));
  for (const name of boundNames(scope)
    .filter((one) => !used.has(one) && one !== 'self')
    .slice(0, 5)) {
    yield {
      edits: [{ start: last.end, end: last.end, text: `, ${name}` }],
      label: told(textOf(call), `with ${name}`),
      weight: file.language === 'python' ? 0.2 : 0.25,
    };
  }
}

function swap(a: SyntaxNode, b: SyntaxNode, weight: number): Mutation {
  return {
    edits: [
      { start: a.start, end: a.end, text: textOf(b) },
      { start: b.start, end: b.end, text: textOf(a) },
    ],
    label: `\`${textOf(a).slice(0, 24)}\` ↔ \`${textOf(b).slice(0, 24)}\``,
    weight,
  };
}
