import type { Assertion, FileModel, TestCase } from '../model.ts';

/** What a test says of a call: the values that it gives, the value that it wants, and the names that stand in it. */
export interface Claim {
  given: string;
  wanted: string;
  about: ReadonlySet<string>;
}

/** What the tests of these files claim of calls. */
export function claimsIn(files: (FileModel | null)[]): Claim[] {
  return files
    .filter((file): file is FileModel => file !== null && (file.tests.length > 0 || file.role === 'test'))
    .flatMap((file) => {
      const constants = constantsIn(file.tokens);
      return [
        ...file.tests.flatMap((test) => claimsOf(test, constants)),
        ...file.tests.flatMap((test) => test.rows.flatMap((row) => rowClaims(row, test.calls))),
        ...looseClaims(file.tokens),
      ];
    });
}

function claimsOf(test: TestCase, constants: Map<string, string>): Claim[] {
  const known = new Map([...constants, ...constantsIn(test.tokens)]);
  return test.assertions.map((one) => {
    const call = `${one.subject} ${originOf(one.subject, test.tokens)}`.split(' ');
    const given = call.map((token) => known.get(token) ?? token).join(' ');
    return { given, wanted: known.get(one.expected) ?? wantedBy(one), about: namesIn(call) };
  });
}

/** `assert ok(x)` wants the truth. */
const wantedBy = ({ kind, expected }: Assertion): string =>
  expected !== '' ? expected : /^(truthy|predicate)$/.test(kind) ? 'true' : kind === 'falsy' ? 'false' : '';

const namesIn = (tokens: string[]): Set<string> => new Set(tokens.filter((token) => /^[A-Za-z_$][\w$]*$/.test(token)));

/** `w = 250`: names that stand for a plain value. One that is given several stands for none. */
function constantsIn(tokens: string[]): Map<string, string> {
  const found = new Map<string, string>();
  const several = new Set<string>();
  tokens.forEach((token, i) => {
    if (!/^:?=$/.test(token) || !/^["'`\d-]/.test(tokens[i + 1] ?? '') || /^[-+*/%.([]$/.test(tokens[i + 2] ?? ''))
      return;
    const name = tokens[tokens[i - 2] === ':' ? i - 3 : i - 1] ?? '';
    if (!/^[A-Za-z_$][\w$]*$/.test(name)) return;
    if (found.has(name) && found.get(name) !== tokens[i + 1]) several.add(name);
    found.set(name, tokens[i + 1]!);
  });
  for (const name of several) found.delete(name);
  return found;
}

/** A case of a table: any of its values may be what the others ask for. A row of `@CsvSource` is one text. */
function rowClaims(row: string, about: ReadonlySet<string>): Claim[] {
  const text = /^"[^"]*,[^"]*"$/.test(row.trim()) ? row.trim().slice(1, -1).replaceAll(',', ' , ') : row;
  const values = text
    .replace(/^[[({]|[\])}]$/g, '')
    .split(/ , /)
    .map((value) => value.replace(/^\s*["']?\w+["']? : /, '').trim())
    .map((value) =>
      text === row || /^-?[\d.]+$|^(true|false)$/.test(value) ? value : `"${value.replace(/^'|'$/g, '')}"`,
    );
  return values.slice(1).map((value, i) => ({ given: values.toSpliced(i + 1, 1).join(' , '), wanted: value, about }));
}

/** The call that a claim's variable holds the result of: `result = price ( 100 )` for `result . total`, also as the first of several. */
function originOf(subject: string, tokens: string[]): string {
  const name = /^[A-Za-z_]\w*/.exec(subject)?.[0];
  const sign = (i: number): number => {
    let at = i + 1;
    while (tokens[at] === ',' && /^\w+$/.test(tokens[at + 1] ?? '')) at += 2;
    return /^:?=$/.test(tokens[at] ?? '') ? at : -1;
  };
  const found = name === undefined ? -1 : tokens.findIndex((token, i) => token === name && sign(i) > 0);
  if (found < 0) return '';
  const at = sign(found);
  const given: string[] = [];
  let depth = 0;
  for (const token of tokens.slice(at + 1, at + 40)) {
    given.push(token);
    if (token === '(') depth++;
    if (token === ')' && --depth === 0) break;
  }
  return given.join(' ');
}

/** `f(a) == b` in any statement of a test file, also outside of recognised tests. */
const looseClaims = (tokens: string[]): Claim[] =>
  tokens
    .join(' ')
    .split(/(?:^| )assert /)
    .slice(1)
    .map((part) => {
      const [given = '', wanted = ''] = part.slice(0, 400).split(/ == (.*)/s);
      return { given, wanted, about: namesIn(given.split(' ')) };
    });
