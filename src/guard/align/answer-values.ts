import { createHash } from 'node:crypto';

/** Values of tests: what a literal of the source may stand for. */
export interface TestValues {
  all: ReadonlySet<string>;
  /** The longest first. */
  texts: { value: string; text: string; digests: ReadonlySet<string> }[];
}

export function testValues(values: Iterable<string>): TestValues {
  const all = new Set(values);
  const texts = [...all]
    .map((value) => ({ value, text: textOf(value) }))
    .filter(({ text }) => text.length > 0 && text.length <= 200)
    .sort((a, b) => b.text.length - a.text.length)
    .map((one) => ({ ...one, digests: new Set(one.value.startsWith('"') ? digestsOf(one.text) : []) }));
  return { all, texts };
}

/** The values of tests that a literal holds: itself, or what it is made of, in whatever coding. */
export function valuesHeldBy(literal: string, { all, texts }: TestValues): string[] {
  if (all.has(literal)) return [literal];
  const text = textOf(literal).replace(/\\[nrt]/g, ' ');
  const digest = texts.find(({ digests }) => digests.has(text.replace(/^-/, '')));
  if (digest) return [digest.value];
  if (!literal.startsWith('"') || text.length > 20_000) return [];
  const forms = [text, ...decoded(text), [...text].reverse().join('')];
  for (const form of forms) {
    const found = partsOf(form.replace(/(?<=\d)\.0+\b/g, ''), texts);
    if (found.length > 0) return found;
  }
  return [];
}

/** The values that make up most of a text: a packed table, a key made of several values. */
function partsOf(text: string, texts: TestValues['texts']): string[] {
  let rest = text;
  const found: string[] = [];
  for (const { value, text: part } of texts) {
    if (part.length > rest.length || !/[\p{L}\p{N}]/u.test(part)) continue;
    const cut = without(rest, part);
    if (cut === rest) continue;
    rest = cut;
    found.push(value);
  }
  const size = (one: string): number => one.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return size(rest) * 4 <= size(text) ? found : [];
}

/** Takes out a text where it stands as a word of its own. */
function without(text: string, part: string): string {
  let from = 0;
  let rest = text;
  for (let at = rest.indexOf(part, from); at >= 0; at = rest.indexOf(part, from)) {
    const isWord = !isLetter(rest[at - 1]) && !isLetter(rest[at + part.length]);
    if (isWord) rest = `${rest.slice(0, at)} ${rest.slice(at + part.length)}`;
    from = at + 1;
  }
  return rest;
}

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

function decoded(text: string): string[] {
  const found: string[] = [];
  if (text.length >= 8 && text.length % 4 === 0 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text))
    found.push(Buffer.from(text, 'base64').toString('utf8'));
  if (text.length >= 4 && text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text))
    found.push(Buffer.from(text, 'hex').toString('utf8'));
  return found.filter((one) => !/[\uFFFD\x00-\x08]/.test(one));
}

function digestsOf(text: string): string[] {
  const bytes = ['md5', 'sha1', 'sha256'].map((name) => createHash(name).update(text).digest());
  return [...bytes.flatMap((one) => [one.toString('hex'), one.toString('base64')]), String(Math.abs(javaHash(text)))];
}

const javaHash = (text: string): number => [...text].reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) | 0, 0);

const textOf = (value: string): string => (value.startsWith('"') ? (JSON.parse(value) as string) : value);

/** Steps that a pattern may take are few if it repeats little: it comes from the code that is judged. */
const isCheap = (pattern: string): boolean =>
  pattern.length <= 120 && (pattern.match(/[*+{]/g) ?? []).length <= 4 && !/\)[*+{?]/.test(pattern);

/** The one text of the tests that a pattern was written for; null if it matches none or several. */
export function textMatchedBy(pattern: string, { texts }: TestValues): string | null {
  if (!isCheap(pattern) || !/[\p{L}\p{N}]/u.test(pattern)) return null;
  try {
    const form = new RegExp(pattern.replaceAll('\\\\', '\\'), 'iu');
    const matched = texts.filter(({ value, text }) => value.startsWith('"') && text.length <= 80 && form.test(text));
    return matched.length === 1 && [...matched[0]!.text].length >= 4 ? matched[0]!.value : null;
  } catch {
    return null;
  }
}
