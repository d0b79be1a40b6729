import { field, type SyntaxNode, textOf } from '../../guard/tree.ts';
import { argumentsOf, calleeName, isCall } from '../syntax.ts';
import { type Mutation, type Operator, replaced, told } from './operator.ts';

/** Methods and functions that are taken for each other. */
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

/** The wrong method of a collection, a text or a number; a sort that compares texts; an end taken for the other. */
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
    for (const [rank, other] of [...others].entries()) yield replaced(name, other, told(own, other), 0.95 ** rank);
    if (file.language === 'javascript') yield* javascript(node, own);
    else yield* python(node, own);
  },
};

function* javascript(call: SyntaxNode, own: string): Iterable<Mutation> {
  const text = textOf(call);
  if (/^(sort|toSorted)$/.test(own) && argumentsOf(call).length === 0) {
    const list = field(call, 'arguments');
    if (list) {
      yield replaced(list, '((a, b) => a - b)', told(text, `${own}((a, b) => a - b)`), 1);
      yield replaced(list, '((a, b) => b - a)', told(text, `${own}((a, b) => b - a)`), 0.7);
    }
  }
  const receiver = field(field(call, 'function') ?? call, 'object');
  if (receiver && /^(sort|reverse|splice)$/.test(own))
    yield replaced(receiver, `[...${textOf(receiver)}]`, told(text, `a copy, ${own}`), 0.6);
  if (receiver && /^(trim|toLowerCase|toUpperCase|reverse|flat|sort)$/.test(own))
    yield replaced(call, textOf(receiver), told(text, textOf(receiver)), 0.35);
}

function* python(call: SyntaxNode, own: string): Iterable<Mutation> {
  const text = textOf(call);
  const given = argumentsOf(call);
  if (own === 'pop' && given.length === 0) yield replaced(call, `${text.slice(0, -2)}(0)`, told(text, 'pop(0)'), 0.7);
  if (own === 'pop' && given.length === 1 && textOf(given[0]) === '0')
    yield replaced(given[0]!, '', told(text, 'pop()'), 0.7);
  if (/^(sorted|sort)$/.test(own)) {
    const last = given.at(-1);
    const reverse = given.find((one) => /^reverse/.test(textOf(one)));
    if (!reverse && last)
      yield {
        edits: [{ start: last.end, end: last.end, text: ', reverse=True' }],
        label: told(text, 'reverse=True'),
        weight: 0.6,
      };
    if (!reverse && !last)
      yield replaced({ start: call.end - 2, end: call.end }, '(reverse=True)', told(text, 'reverse=True'), 0.6);
    if (reverse && given.length > 1)
      yield {
        edits: [{ start: given[given.indexOf(reverse) - 1]?.end ?? reverse.start, end: reverse.end, text: '' }],
        label: told(text, 'not reversed'),
        weight: 0.6,
      };
  }
  if (/^(sorted|reversed|set|list|tuple)$/.test(own) && given.length === 1)
    yield replaced(call, textOf(given[0]), told(text, textOf(given[0])), 0.35);
}
