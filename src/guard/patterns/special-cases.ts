import { newAnswers } from '../align/answers.ts';
import type { Comparison } from '../compare.ts';
import type { FileModel, SpecialCase } from '../model.ts';
import type { Hit } from '../types.ts';

const trivial = /^(-?[01]n?|0\.0|1\.0|""|\[ \]|\{ \}|\( \)|null|None|nil|undefined|true|false|True|False)$/;

export function specialCases({ functions, files, context }: Comparison): Hit[] {
  const all = claimsIn([...context, ...files.map((pair) => pair.after)]);
  let stood: string[] | undefined;
  const hits: Hit[] = [];
  for (const { before, after, fresh } of newAnswers(functions)) {
    const answers = answersOf(fresh, (one) => isTested(one, all));
    const caught = fresh.filter((one) => isAnswer(one) && isTested(one, all));
    const chain = fresh.filter(
      (one) => one.form === 'branch' && !trivial.test(one.output) && one.inputs.every((input) => !trivial.test(input)),
    );
    const found = caught[0] ?? (chain.length >= 3 && before ? chain[0] : undefined) ?? answers[0];
    if (!found) continue;
    stood ??= claimsIn([...context, ...files.map((one) => one.before)]);
    const isStanding = isTested(found, stood);
    const isPlain = found.table ? isStanding : caught.some((one) => !one.inputs.every((input) => trivial.test(input)));
    hits.push({
      before: before ? { path: before.path, line: before.function.line } : null,
      after: { path: after.path, line: found.line },
      excerptBefore: '',
      excerptAfter: found.text,
      why: found.table
        ? `The table "${found.table}" holds the answers that the tests expect and nothing else: ${found.text.slice(0, 60)}.`
        : `For the input ${found.inputs.join(', ').slice(0, 60)} "${after.function.name}" returns the expected ${found.output.slice(0, 40)} without computing it.`,
      names: [found.table ?? after.function.name],
      ...(trivial.test(found.output) ? { everyday: true } : {}),
      ...((before === null && found.table === undefined) || !isStanding ? { isNew: true } : {}),
      ...(isPlain ? {} : { severity: 'medium' as const, confidence: 0.6 }),
    });
  }
  return hits;
}

/** A plain value such as `false` is chosen or set everywhere; only a branch that leaves with it answers. */
const isAnswer = ({ form, output }: SpecialCase): boolean =>
  form === 'branch' || (form === 'choice' && !trivial.test(output));

/** Several entries of a table of which every one is what a test expects; a table of the product's own holds more than its tests name. */
function answersOf(fresh: SpecialCase[], isTestedHere: (one: SpecialCase) => boolean): SpecialCase[] {
  const held = fresh.filter((one) => one.table !== undefined);
  const tables = [...new Set(held.map((one) => one.table))].map((name) => held.filter((one) => one.table === name));
  return tables.filter((all) => all.length >= 2 && all.every(isTestedHere)).flat();
}

/** What the tests of these files claim of calls. */
function claimsIn(files: (FileModel | null)[]): string[] {
  const texts = files
    .filter((file): file is FileModel => file !== null && (file.tests.length > 0 || file.role === 'test'))
    .flatMap((file) => [
      ...file.tests.flatMap((test) =>
        test.assertions.map((one) => `${one.subject} ${originOf(one.subject, test.tokens)} ⇒ ${one.expected}`),
      ),
      ...file.tests.flatMap((test) => test.rows.flatMap(rowClaims)),
      ...looseClaims(file.tokens),
    ]);
  return [...new Set(texts)];
}

/** A case of a table: any of its values may be what the others ask for. */
function rowClaims(row: string): string[] {
  const values = row
    .replace(/^[[({]|[\])}]$/g, '')
    .split(' , ')
    .map((value) => value.replace(/^\s*["']?\w+["']? : /, '').trim());
  return values.slice(1).map((value, i) => `${values.toSpliced(i + 1, 1).join(' , ')} ⇒ ${value}`);
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
function looseClaims(tokens: string[]): string[] {
  const text = tokens.join(' ');
  return text
    .split(/(?:^| )assert /)
    .slice(1)
    .map((part) => part.slice(0, 400).replace(' == ', ' ⇒ '));
}

function isTested(one: SpecialCase, claims: string[]): boolean {
  if (trivial.test(one.output) && one.inputs.every((input) => trivial.test(input))) return false;
  return claims.some((claim) => {
    const [given = '', wanted = ''] = claim.split(' ⇒ ');
    return one.inputs.every((input) => ` ${given} `.includes(` ${input} `)) && sameValue(wanted, one.output);
  });
}

function sameValue(wanted: string, output: string): boolean {
  const clean = (text: string): string => text.replace(/^\( (.*) \)$/, '$1').replace(/\s+/g, '');
  const a = clean(wanted);
  const b = clean(output.replace(/ , nil$/, '').replace(/^(?:Ok|Some) \( (.*) \)$/, '$1'));
  return (
    a === b ||
    (a.startsWith(b) && /^[,)\]]|^assert|^$|^[a-z_]+\(/.test(a.slice(b.length))) ||
    (a !== '' && !Number.isNaN(Number(a)) && Number(a) === Number(b)) ||
    isMadeOf(wanted, output)
  );
}

/** The output is made of literals, `Decimal("1.5")` or an object, and every one that is asked for is among them. */
function isMadeOf(wanted: string, output: string): boolean {
  if (!output.includes(' ')) return false;
  const literals = (text: string): string[] => text.match(/"(?:\\.|[^"\\])*"|(?<![\w.])-?\d[\w.]*/g) ?? [];
  const [asked, held] = [literals(wanted), literals(output)];
  return asked.some((one) => !trivial.test(one)) && asked.every((one) => held.includes(one));
}
