import { argumentsOf, calleeName, isCall } from '../../syntax/shapes.ts';
import { field, type SyntaxNode, textOf } from '../../syntax/tree.ts';
import { describeChange, type Mutation, type Operator, replaceNode } from './operator.ts';

/** Methods and functions that are easily confused. */
const FAMILIES = {
  javascript: [
    ['push', 'unshift', 'concat'],
    ['pop', 'shift'],
    ['some', 'every'],
    ['filter', 'find', 'map', 'flatMap', 'forEach', 'some'],
    ['find', 'findLast'],
    ['findIndex', 'findLastIndex'],
    ['indexOf', 'lastIndexOf', 'includes'],
    ['slice', 'splice', 'substring'],
    ['startsWith', 'endsWith', 'includes'],
    ['toUpperCase', 'toLowerCase'],
    ['padStart', 'padEnd'],
    ['trim', 'trimStart', 'trimEnd'],
    ['keys', 'values', 'entries'],
    ['floor', 'ceil', 'round', 'trunc'],
    ['min', 'max'],
    ['replace', 'replaceAll'],
    ['add', 'delete', 'has'],
    ['has', 'get'],
    ['reduce', 'reduceRight'],
    ['sort', 'toSorted'],
    ['Number', 'parseInt', 'parseFloat', 'String'],
    ['all', 'allSettled', 'race', 'any'],
    ['flat', 'flatMap'],
    ['charAt', 'charCodeAt'],
    ['set', 'get'],
    ['isInteger', 'isFinite', 'isNaN'],
    ['match', 'matchAll', 'test'],
  ],
  python: [
    ['append', 'extend', 'add', 'insert'],
    ['min', 'max'],
    ['any', 'all'],
    ['upper', 'lower', 'title', 'capitalize'],
    ['strip', 'lstrip', 'rstrip'],
    ['startswith', 'endswith'],
    ['find', 'rfind', 'index', 'rindex'],
    ['keys', 'values', 'items'],
    ['split', 'rsplit'],
    ['partition', 'rpartition'],
    ['sorted', 'reversed', 'list', 'set'],
    ['sum', 'len', 'max', 'min'],
    ['floor', 'ceil'],
    ['round', 'int', 'float'],
    ['union', 'intersection', 'difference', 'symmetric_difference'],
    ['add', 'discard', 'remove'],
    ['pop', 'popleft'],
    ['append', 'appendleft'],
    ['ljust', 'rjust', 'center'],
    ['isdigit', 'isalpha', 'isalnum'],
    ['setdefault', 'get'],
    ['update', 'add'],
    ['replace', 'strip'],
    ['isupper', 'islower'],
    ['heappush', 'heappop'],
    ['bisect_left', 'bisect_right'],
  ],
} as const;

/** The wrong method of a collection, a string or a number; a sort that compares strings; the wrong end of a list. */
export const collection: Operator = {
  name: 'collection',
  prior: 0.85,
  *at({ node, file }) {
    if (!isCall(node)) return;
    const name = calleeName(node);
    if (!name) return;
    const own = textOf(name);
    const others = new Set(
      FAMILIES[file.language].filter((family) => (family as readonly string[]).includes(own)).flat() as string[],
    );
    others.delete(own);
    for (const [rank, other] of [...others].entries())
      yield replaceNode(name, other, describeChange(own, other), 0.95 ** rank);
    if (file.language === 'javascript') yield* javascript(node, own);
    else yield* python(node, own);
  },
};

function* javascript(call: SyntaxNode, own: string): Iterable<Mutation> {
  const text = textOf(call);
  if (/^(sort|toSorted)$/.test(own) && argumentsOf(call).length === 0) {
    const list = field(call, 'arguments');
    if (list) {
      yield replaceNode(list, '((a, b) => a - b)', describeChange(text, `${own}((a, b) => a - b)`), 1);
      yield replaceNode(list, '((a, b) => b - a)', describeChange(text, `${own}((a, b) => b - a)`), 0.7);
    }
  }
  const receiver = field(field(call, 'function') ?? call, 'object');
  if (receiver && /^(sort|reverse|splice)$/.test(own))
    yield replaceNode(receiver, `[...${textOf(receiver)}]`, describeChange(text, `a copy, ${own}`), 0.6);
  if (receiver && /^(trim|toLowerCase|toUpperCase|reverse|flat|sort)$/.test(own))
    yield replaceNode(call, textOf(receiver), describeChange(text, textOf(receiver)), 0.35);
}

function* python(call: SyntaxNode, own: string): Iterable<Mutation> {
  const text = textOf(call);
  const args = argumentsOf(call);
  if (own === 'pop' && args.length === 0)
    yield replaceNode(call, `${text.slice(0, -2)}(0)`, describeChange(text, 'pop(0)'), 0.7);
  if (own === 'pop' && args.length === 1 && textOf(args[0]) === '0')
    yield replaceNode(args[0]!, '', describeChange(text, 'pop()'), 0.7);
  if (/^(sorted|sort)$/.test(own)) {
    const last = args.at(-1);
    const reverse = args.find((one) => /^reverse/.test(textOf(one)));
    if (!reverse && last)
      yield {
        edits: [{ start: last.end, end: last.end, text: ', reverse=True' }],
        label: describeChange(text, 'reverse=True'),
        weight: 0.6,
      };
    if (!reverse && !last)
      yield replaceNode(
        { start: call.end - 2, end: call.end },
        '(reverse=True)',
        describeChange(text, 'reverse=True'),
        0.6,
      );
    if (reverse && args.length > 1)
      yield {
        edits: [{ start: args[args.indexOf(reverse) - 1]?.end ?? reverse.start, end: reverse.end, text: '' }],
        label: describeChange(text, 'not reversed'),
        weight: 0.6,
      };
  }
  if (/^(sorted|reversed|set|list|tuple)$/.test(own) && args.length === 1)
    yield replaceNode(call, textOf(args[0]), describeChange(text, textOf(args[0])), 0.35);
}
