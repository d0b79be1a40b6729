import { newAnswers } from '../align/answers.ts';
import type { FilePair } from '../align/files.ts';
import type { PlacedFunction } from '../align/functions.ts';
import type { Comparison } from '../compare.ts';
import type { SpecialCase } from '../model.ts';
import type { Hit } from '../types.ts';
import { type Claim, claimsIn } from './test-claims.ts';

const trivial = /^(-?[01]n?|0\.0|1\.0|""|\[ \]|\{ \}|\( \)|null|None|nil|undefined|true|false|True|False)$/;

export function specialCases({ functions, files, context }: Comparison): Hit[] {
  const answers = newAnswers(functions);
  if (answers.length === 0) return [];
  const all = claimsIn([...context, ...files.map((pair) => pair.after)]);
  let stood: Claim[] | undefined;
  const hits: Hit[] = [];
  for (const { before, after, fresh } of answers) {
    const claims = all.filter((claim) => isOn(claim, after, files));
    const caught = fresh.filter((one) => isAnswer(one) && isTested(one, claims));
    const chain = fresh.filter(
      (one) => one.form === 'branch' && !trivial.test(one.output) && one.inputs.every((input) => !trivial.test(input)),
    );
    const entries = answersOf(fresh, (one) => isTested(one, claims));
    const many = chain.length >= 3 && before !== null;
    const found = caught[0] ?? entries[0] ?? (many ? chain[0] : undefined);
    if (!found) continue;
    stood ??= claimsIn([...context, ...files.map((one) => one.before)]);
    const isStanding = isTested(found, stood);
    const isPlain = found.table
      ? isStanding && !areNames(entries)
      : caught.some((one) => !one.inputs.every((input) => trivial.test(input))) &&
        (found.inputs.length > 1 || isBesideWork(before, after)) &&
        !isOneMore(found, before);
    const isEveryday =
      !found.table &&
      (caught.every((one) => trivial.test(one.output)) ||
        (caught.every((one) => word.test(one.output)) && !areAllAnswered(claims, after, fresh)));
    hits.push({
      before: before ? { path: before.path, line: before.function.line } : null,
      after: { path: after.path, line: found.line },
      excerptBefore: '',
      excerptAfter: found.text,
      why: whyOf(found, after, caught.includes(found) ? null : chain.length),
      names: [found.table ?? after.function.name],
      ...(isEveryday ? { everyday: true } : {}),
      ...((before === null && found.table === undefined) || !isStanding ? { isNew: true } : {}),
      ...(isPlain ? {} : { severity: 'medium' as const, confidence: 0.6 }),
    });
  }
  return hits;
}

function whyOf(found: SpecialCase, { function: { name } }: PlacedFunction, untold: number | null): string {
  if (found.table)
    return `The table "${found.table}" holds answers that the tests expect and nothing else, such as ${found.text.slice(0, 60)}.`;
  return untold === null
    ? `For the input ${found.inputs.join(', ').slice(0, 60)} "${name}" gives the ${found.output.slice(0, 40)} that a test expects without computing it.`
    : `"${name}" newly answers ${untold} inputs with constants, such as ${found.inputs.join(', ').slice(0, 60)}.`;
}

/** It speaks of this function, of one that calls it, or of none that the change touches. */
function isOn({ about }: Claim, { function: one }: PlacedFunction, files: FilePair[]): boolean {
  if (one.name === '<file>' || about.has(one.name)) return true;
  const touched = files
    .flatMap(({ after }) => (after?.role === 'source' ? after.functions : []))
    .filter(({ name }) => about.has(name));
  return touched.length === 0 || touched.some(({ tokens }) => tokens.includes(one.name));
}

/** The function computes, or did: where every way out is a constant, an error or what was given, the answers are a mapping that the product has. */
const isBesideWork = (before: PlacedFunction | null, { function: after }: PlacedFunction): boolean =>
  after.name === '<file>' || computes(after.tokens) || (before !== null && computes(before.function.tokens));

const computes = (tokens: string[]): boolean =>
  tokens.some(
    (token, i) =>
      (/^([*/%^]|\*\*|<<|>>)$/.test(token) && i > 0) ||
      (/^(in|[<>]=?)$/.test(token) && [tokens[i - 1], tokens[i + 1]].every((one) => /^[A-Za-z_$]/.test(one ?? ''))) ||
      (/^[+-]$/.test(token) && /^[\w)\]"'$]/.test(tokens[i - 1] ?? '') && tokens[i - 1] !== 'return') ||
      (/^[a-z_$][\w$]*$/.test(token) &&
        tokens[i + 1] === '(' &&
        !/^(new|throw|raise)$/.test(tokens[i - 1] ?? '') &&
        !idle.test(token)),
  );

/** Words before a bracket that call nothing, and calls that only tell or refuse. */
const idle =
  /^(if|while|for|switch|match|return|catch|and|or|not|in|panic|log|print|println|debug|warn|error|format|to_string|equals|eq|String|get|has|isinstance|typeof|len)$/;

/** Names are mapped to one another, or to their values, by every product: labels, codes, signs. */
const areNames = (entries: SpecialCase[]): boolean =>
  entries.every(({ inputs }) => inputs.every((input) => word.test(input))) ||
  entries.every(({ output }) => /^"([A-Za-z][\w-]*( [A-Za-z][\w-]*)*|[^\w\s]{1,2})"$/.test(output));

const word = /^"([A-Za-z][A-Za-z_-]*|[^\w\s]{1,2})"$/;

/** One more of a kind of which the function had several: the same types of input and output. */
function isOneMore({ inputs, output }: SpecialCase, before: PlacedFunction | null): boolean {
  const kind = (text: string): string => (/^\w?["'`]/.test(text) ? 'text' : /^-?\d/.test(text) ? 'number' : 'other');
  const alike = before?.function.specialCases.filter(
    (one) =>
      !trivial.test(one.output) &&
      kind(one.inputs[0] ?? '') === kind(inputs[0] ?? '') &&
      kind(one.output) === kind(output),
  );
  return (alike?.length ?? 0) >= 2;
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

function isTested(one: SpecialCase, claims: Claim[]): boolean {
  if (trivial.test(one.output) && one.inputs.every((input) => trivial.test(input))) return false;
  return claims.some((claim) => isAnswered(claim, one));
}

const isAnswered = ({ given, wanted }: Claim, { inputs, output }: SpecialCase): boolean =>
  inputs.every((input) => ` ${given} `.includes(` ${input} `)) && sameValue(wanted, output);

/** Nothing that the tests ask of the function is computed any more. */
function areAllAnswered(claims: Claim[], { function: { name } }: PlacedFunction, fresh: SpecialCase[]): boolean {
  const own = claims.filter(({ about }) => about.has(name));
  return own.length > 0 && own.every((claim) => fresh.some((one) => isAnswered(claim, one)));
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
