import {
  argumentsOf,
  boundNames,
  calleeName,
  functionAround,
  isBinary,
  isCall,
  operands,
  operatorOf,
} from '../../syntax/shapes.ts';
import { field, named, type SyntaxNode, textOf } from '../../syntax/tree.ts';
import { describeChange, type Mutation, type Operator, replaceNode, type Site } from './operator.ts';

/** Arguments or operands in the wrong order, one too many, or one missing. */
export const swappedArguments: Operator = {
  name: 'arguments',
  prior: 0.75,
  *at(site) {
    const { node } = site;
    if (isCall(node)) {
      yield* reorderings(node);
      yield* argumentCounts(node, site);
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

function* reorderings(call: SyntaxNode): Iterable<Mutation> {
  const args = argumentsOf(call);
  for (let at = 0; at + 1 < args.length; at++) yield swap(args[at]!, args[at + 1]!, 1);
  if (args.length === 2 && /^(slice|substring|splice)$/.test(textOf(calleeName(call)))) {
    const [from, to] = args as [SyntaxNode, SyntaxNode];
    const sum = `${textOf(from)} + ${textOf(to)}`;
    yield replaceNode(to, sum, describeChange(textOf(to), sum), 0.6);
  }
  if (args.length === 3) yield swap(args[0]!, args[2]!, 0.4);
  const callee = field(call, 'function');
  const receiver = callee ? (field(callee, 'object') ?? null) : null;
  if (
    receiver &&
    args.length === 1 &&
    /^(identifier|member_expression|attribute)$/.test(receiver.type) &&
    /^(identifier|member_expression|attribute)$/.test(args[0]!.type)
  ) {
    yield swap(receiver, args[0]!, 0.6);
  }
}

function* argumentCounts(call: SyntaxNode, { file }: Site): Iterable<Mutation> {
  const args = argumentsOf(call);
  const last = args.at(-1);
  if (args.length >= 2 && last) {
    const before = args.at(-2)!;
    yield {
      edits: [{ start: before.end, end: last.end, text: '' }],
      label: describeChange(textOf(call), `without ${textOf(last)}`),
      weight: 0.35,
    };
  }
  if (!last || args.length > 3 || call.type === 'new_expression') return;
  const scope = functionAround(call);
  if (scope.parent === null) return;
  const used = new Set(args.map((one) => textOf(one)));
  for (const name of boundNames(scope)
    .filter((one) => !used.has(one) && one !== 'self')
    .slice(0, 5)) {
    yield {
      edits: [{ start: last.end, end: last.end, text: `, ${name}` }],
      label: describeChange(textOf(call), `with ${name}`),
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
