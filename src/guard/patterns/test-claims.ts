import type { Assertion, FileModel, TestCase } from '../../syntax/model.ts';

/** What a test says about a call: its arguments, the expected value, and the names in it. */
export interface Claim {
  callText: string;
  expected: string;
  about: ReadonlySet<string>;
}

/** What the tests of these files assert about calls. */
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
  const values = new Map([...constants, ...constantsIn(test.tokens)]);
  return test.assertions.map((one) => {
    const call = `${one.subject} ${originOf(one.subject, test.tokens)}`.split(' ');
    const callText = call.map((token) => values.get(token) ?? token).join(' ');
    return { callText, expected: values.get(one.expected) ?? expectedBy(one), about: namesIn(call) };
  });
}

/** `assert ok(x)` expects true. */
const expectedBy = ({ kind, expected }: Assertion): string =>
  expected !== '' ? expected : /^(truthy|predicate)$/.test(kind) ? 'true' : kind === 'falsy' ? 'false' : '';

const namesIn = (tokens: string[]): Set<string> => new Set(tokens.filter((token) => /^[A-Za-z_$][\w$]*$/.test(token)));

/** `w = 250`: names for a plain value. A name that is assigned several values is left out. */
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

/** A case of a table: any of its values may be the expected one. A row of `@CsvSource` is one string. */
function rowClaims(row: string, about: ReadonlySet<string>): Claim[] {
  const text = /^"[^"]*,[^"]*"$/.test(row.trim()) ? row.trim().slice(1, -1).replaceAll(',', ' , ') : row;
  const values = text
    .replace(/^[[({]|[\])}]$/g, '')
    .split(/ , /)
    .map((value) => value.replace(/^\s*["']?\w+["']? : /, '').trim())
    .map((value) =>
      text === row || /^-?[\d.]+$|^(true|false)$/.test(value) ? value : `"${value.replace(/^'|'$/g, '')}"`,
    );
  return values
    .slice(1)
    .map((value, i) => ({ callText: values.toSpliced(i + 1, 1).join(' , '), expected: value, about }));
}

/** The call whose result the asserted variable contains: `result = price ( 100 )` for `result . total`, also as the first of several. */
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
  const callTokens: string[] = [];
  let depth = 0;
  for (const token of tokens.slice(at + 1, at + 40)) {
    callTokens.push(token);
    if (token === '(') depth++;
    if (token === ')' && --depth === 0) break;
  }
  return callTokens.join(' ');
}

/** `f(a) == b` in any statement of a test file, also outside of recognised tests. */
const looseClaims = (tokens: string[]): Claim[] =>
  tokens
    .join(' ')
    .split(/(?:^| )assert /)
    .slice(1)
    .map((part) => {
      const [callText = '', expected = ''] = part.slice(0, 400).split(/ == (.*)/s);
      return { callText, expected, about: namesIn(callText.split(' ')) };
    });
