import type { Assertion } from '../../syntax/model.ts';
import { plainStrings } from './strings.ts';

/**
 * Two assertions mean the same in different words: emptiness, an error with a message, one call, a double negation. Does
 * not compare keys.
 */
export const meansTheSame = (b: Assertion, a: Assertion): boolean =>
  b.strength > 0 && (a.strength >= 4 || a.kind === 'not-equal') && meaningOf(b) === meaningOf(a);

/** A partial match pins the same part: `x.body` is y, and x includes `{ body: y }`. */
export function pinsPart(whole: Assertion, part: Assertion): boolean {
  if (whole.kind !== 'contains' || !/^(strict-equal|equal|null)$/.test(part.kind) || whole.unreachable) return false;
  const rest = bare(part.subject).startsWith(`${bare(whole.subject)} `)
    ? bare(part.subject).slice(bare(whole.subject).length + 1)
    : '';
  const key = /^\. ([\w$]+)$|^\[ "(.*)" \]$/.exec(rest)?.slice(1).find(Boolean);
  return key !== undefined && fieldsOf(whole.expected).get(key) === plainStrings(part.expected);
}

/** Removes the parentheses that member access needs: `( await f ( ) ) . x`. */
const bare = (subject: string): string => subject.replace(/^\( ([^()]*(?:\([^()]*\)[^()]*)*) \)/, '$1');

const meanings = new WeakMap<Assertion, string>();

function meaningOf(one: Assertion): string {
  const found = meanings.get(one) ?? computeMeaning(one);
  meanings.set(one, found);
  return found;
}

function computeMeaning(one: Assertion): string {
  const { kind, subject, key } = one;
  const expected = plainStrings(one.expected);
  const empty = emptyThing(one);
  if (empty !== null) return `empty|${empty}`;
  if (kind === 'throws-message') return `throws|${subject}|${errorIn(expected)}`;
  if (kind === 'not-equal') return `equal|${subject}|! ${expected}`;
  if (/^verify\b/.test(one.text)) return `verify|${onceByDefault(expected)}`;
  if (kind === 'called-times') return `times|${subject}|${timesIn(one)}`;
  const claim = key.split('|')[0]!;
  return /^(truthy|falsy)$/.test(claim) ? key : `${claim}|${subject}|${expected}`;
}

const emptyValue =
  /^(\[ \]|\{ \}|\( \)|""|& \[ \]|vec ! \[ \]|new \w+ \[ (0 )?\]( \{ \})?|(\[ \d* ?\]|map \[ [^{}]* \]) ?[\w.*[\] ]+ \{ \}|(?:new )?(?:\w+ (?:\.|::) )*(emptyList|emptyMap|emptySet|emptyIterable|emptyString|anEmptyMap|empty|BeEmpty|List|Map|Set|Vec|Array\w*|HashMap|HashSet|LinkedList|dict|list|set|tuple|str|(?:List|Set|Map|ImmutableList|ImmutableSet|ImmutableMap|Vec|String|HashMap|HashSet|BTreeMap|BTreeSet) (?:\.|::) (?:of|new)) (?:< [^()]*> )?\( \))$/;

/** What the assertion says is empty, or null. */
function emptyThing({ kind, subject, expected, text }: Assertion): string | null {
  if (/^(strict-equal|equal|contains)$/.test(kind) && emptyValue.test(expected)) return subject;
  if (kind === 'length' && (expected === '0' || (expected === '' && /\b(to)?(be|is)?empty\b/i.test(text))))
    return subject;
  if (kind === 'null' && /\bis(NullOr)?Empty \( \)|\. Empty(f)? \(/.test(text)) return subject;
  if (/equal$/.test(kind) && expected === '0')
    return /^len \( (.*) \)$|^(.*) \. (?:length|size|len)(?: \( \))?$/.exec(subject)?.slice(1).find(Boolean) ?? null;
  if (kind === 'predicate') return /^(.*) \. is_?[eE]mpty \( \)$/.exec(subject)?.[1] ?? null;
  return null;
}

/** `{ message: m }`, `Error, m`, `new Error(m)`, `match=m`: the message, and the type if it is specific. */
function errorIn(expected: string): string {
  const fields = fieldsOf(expected);
  const made = /^(?:new )?([A-Z][\w.]*) \( (.*) \)$/.exec(expected);
  const [type, message] = fields.has('message')
    ? [fields.get('instanceOf') ?? fields.get('name')?.replace(/"/g, '') ?? '', fields.get('message')!]
    : made
      ? [made[1]!, made[2]!]
      : (/^([A-Z][\w. ]*) , (?:match = )?(.*)$/.exec(expected)?.slice(1) ?? ['', expected]);
  return `${/^(Error|Exception)$/.test(type!) ? '' : type},${message}`;
}

/** The fields of an object literal: `{ a : 1 , b }`. */
function fieldsOf(expected: string): Map<string, string> {
  const fields = new Map<string, string>();
  if (!/^\{ .* \}$/.test(expected)) return fields;
  let depth = 0;
  let open: string[] = [];
  for (const token of [...expected.slice(2, -2).split(' '), ',']) {
    if (/^[([{]$|\$\{$/.test(token)) depth++;
    if (/^[)\]}]$/.test(token)) depth--;
    if (token !== ',' || depth !== 0) open.push(token);
    else {
      const key = (open[0] ?? '').replace(/^"|"$/g, '');
      fields.set(key, plainStrings(open[1] === ':' ? open.slice(2).join(' ') : open.join(' ')));
      open = [];
    }
  }
  return fields;
}

/** Mockito expects one call with equal arguments by default. */
function onceByDefault(call: string): string {
  const out: string[] = [];
  const closed: boolean[] = [];
  const tokens = call
    .replace(/ , (?:Mockito \. )?times \( 1 \)/, '')
    .replace(/\b(?:ArgumentMatchers|Matchers|Mockito) \. eq \(/g, 'eq (')
    .split(' ');
  tokens.forEach((token, i) => {
    if (token === 'eq' && tokens[i + 1] === '(') return;
    if (token === '(') closed.push(tokens[i - 1] === 'eq');
    const silent = token === '(' ? closed.at(-1) : token === ')' ? closed.pop() : false;
    if (!silent) out.push(token);
  });
  return out.join(' ');
}

const timesIn = ({ expected, text }: Assertion): string =>
  /^\(?\s*\d+/.test(expected)
    ? expected.replace(/[()\s]/g, '')
    : /[oO]nce/.test(text)
      ? '1'
      : /[tT]wice/.test(text)
        ? '2'
        : expected;
