import type { SpecialCase } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import type { FilePair } from '../align/files.ts';
import type { PlacedFunction } from '../align/functions.ts';
import { newAnswers } from '../align/new-answers.ts';
import { because } from '../finding/circumstances.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss } from '../finding/types.ts';
import { type Claim, claimsIn } from './test-claims.ts';

const trivial = /^(-?[01]n?|0\.0|1\.0|""|\[ \]|\{ \}|\( \)|null|None|nil|undefined|true|false|True|False)$/;

export function specialCases({ functions, files, context }: TreeComparison): Loss[] {
  const answers = newAnswers(functions);
  if (answers.length === 0) return [];
  const claimsBefore = claimsIn([...context, ...files.map((pair) => pair.before)]);
  const all = [...claimsBefore, ...claimsIn(files.map((pair) => pair.after))];
  const losses: Loss[] = [];
  for (const { before, after, fresh } of answers) {
    const claims = all.filter((claim) => isAboutFunction(claim, after, files));
    const matching = fresh.filter((one) => isAnswer(one) && isTested(one, claims));
    const chain = fresh.filter(
      (one) => one.form === 'branch' && !trivial.test(one.output) && one.inputs.every((input) => !trivial.test(input)),
    );
    const entries = answersOf(fresh, (one) => isTested(one, claims));
    const many = chain.length >= 3 && before !== null;
    const found = matching[0] ?? entries[0] ?? (many ? chain[0] : undefined);
    if (!found) continue;
    const isStanding = isTested(found, claimsBefore);
    const isPlain = found.table
      ? isStanding && !areNames(entries)
      : matching.some((one) => !one.inputs.every((input) => trivial.test(input))) &&
        (found.inputs.length > 1 || isBesideWork(before, after)) &&
        !isOfLongerList(found, fresh, claims) &&
        !isOneMore(found, before);
    const isCommonValue =
      !found.table &&
      (matching.every((one) => trivial.test(one.output)) ||
        (matching.every((one) => word.test(one.output)) && !areAllAnswered(claims, after, fresh)));
    const loss = lossOf(
      before && at(before.path, { line: before.function.line }),
      at(after.path, found),
      reasonOf(found, after, matching.includes(found) ? null : chain.length),
      [found.table ?? after.function.name],
    );
    const isNew = (before === null && found.table === undefined) || !isStanding;
    losses.push(because(loss, isCommonValue && 'common-value', isNew && 'came-new', !isPlain && 'may-be-mapping'));
  }
  return losses;
}

function reasonOf(
  { table, text, inputs, output }: SpecialCase,
  { function: { name } }: PlacedFunction,
  branchCount: number | null,
): Reason {
  if (table) return ['answers-table', table, text];
  return branchCount === null
    ? ['answers-input', name, inputs.join(', '), output]
    : ['answers-several', name, branchCount, inputs.join(', ')];
}

/** It is about this function, about one that calls it, or about none that the change touches. */
function isAboutFunction({ about }: Claim, { function: one }: PlacedFunction, files: FilePair[]): boolean {
  if (one.name === '<file>' || about.has(one.name)) return true;
  const touched = files
    .flatMap(({ after }) => (after?.role === 'source' ? after.functions : []))
    .filter(({ name }) => about.has(name));
  return touched.length === 0 || touched.some(({ tokens }) => tokens.includes(one.name));
}

/**
 * The function computes something, or did. If every way out is a constant, an error or an argument, the answers are a
 * mapping that the product needs.
 */
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

/** Words before a bracket that call nothing, and calls that only report or reject. */
const idle =
  /^(if|while|for|switch|match|return|catch|and|or|not|in|panic|log|print|println|debug|warn|error|format|to_string|equals|eq|String|get|has|isinstance|typeof|len)$/;

/** Every product maps names to names or values: labels, codes, signs. */
const areNames = (entries: SpecialCase[]): boolean =>
  entries.every(({ inputs }) => inputs.every((input) => word.test(input))) ||
  entries.every(({ output }) => /^"([A-Za-z][\w-]*( [A-Za-z][\w-]*)*|[^\w\s]{1,2})"$/.test(output));

const word = /^"([A-Za-z][A-Za-z_-]*|[^\w\s]{1,2})"$/;

/** One more of a kind that the function already had several of: the same types of input and output. */
function isOneMore({ inputs, output }: SpecialCase, before: PlacedFunction | null): boolean {
  const kind = (text: string): string => (/^\w?["'`]/.test(text) ? 'text' : /^-?\d/.test(text) ? 'number' : 'other');
  const similar = before?.function.specialCases.filter(
    (one) =>
      !trivial.test(one.output) &&
      kind(one.inputs[0] ?? '') === kind(inputs[0] ?? '') &&
      kind(one.output) === kind(output),
  );
  return (similar?.length ?? 0) >= 2;
}

/** Beside it stand more pairs of its form that no test asks for: the product needs them. */
const isOfLongerList = ({ form, table }: SpecialCase, fresh: SpecialCase[], claims: Claim[]): boolean => {
  const alike = fresh.filter((one) => one.form === form && one.table === table && !trivial.test(one.output));
  const tested = alike.filter((one) => isTested(one, claims)).length;
  return alike.length >= 4 && alike.length - tested > tested;
};

/** A plain value like `false` is chosen or set everywhere; only a branch that returns it is an answer. */
const isAnswer = ({ form, output }: SpecialCase): boolean =>
  form === 'branch' || (form === 'choice' && !trivial.test(output));

/** Several entries of a table, all of which a test expects. A table of the product itself has more entries than its tests name. */
function answersOf(fresh: SpecialCase[], isTestedHere: (one: SpecialCase) => boolean): SpecialCase[] {
  const tableEntries = fresh.filter((one) => one.table !== undefined);
  const tables = [...new Set(tableEntries.map((one) => one.table))].map((name) =>
    tableEntries.filter((one) => one.table === name),
  );
  return tables.filter((all) => all.length >= 2 && all.every(isTestedHere)).flat();
}

function isTested(one: SpecialCase, claims: Claim[]): boolean {
  if (trivial.test(one.output) && one.inputs.every((input) => trivial.test(input))) return false;
  return claims.some((claim) => isAnswered(claim, one));
}

const isAnswered = ({ callText, expected }: Claim, { inputs, output }: SpecialCase): boolean =>
  inputs.every((input) => ` ${callText} `.includes(` ${input} `)) && sameValue(expected, output);

/** Nothing that the tests ask of the function is computed any more. */
function areAllAnswered(claims: Claim[], { function: { name } }: PlacedFunction, fresh: SpecialCase[]): boolean {
  const own = claims.filter(({ about }) => about.has(name));
  return own.length > 0 && own.every((claim) => fresh.some((one) => isAnswered(claim, one)));
}

function sameValue(expected: string, output: string): boolean {
  const clean = (text: string): string => text.replace(/^\( (.*) \)$/, '$1').replace(/\s+/g, '');
  const a = clean(expected);
  const b = clean(output.replace(/ , nil$/, '').replace(/^(?:Ok|Some) \( (.*) \)$/, '$1'));
  return (
    a === b ||
    (a.startsWith(b) && /^[,)\]]|^assert|^$|^[a-z_]+\(/.test(a.slice(b.length))) ||
    (a !== '' && !Number.isNaN(Number(a)) && Number(a) === Number(b)) ||
    consistsOf(expected, output)
  );
}

/** The output consists of literals, `Decimal("1.5")` or an object, and includes every expected one. */
function consistsOf(expected: string, output: string): boolean {
  if (!output.includes(' ')) return false;
  const literals = (text: string): string[] => text.match(/"(?:\\.|[^"\\])*"|(?<![\w.])-?\d[\w.]*/g) ?? [];
  const [expectedLiterals, outputLiterals] = [literals(expected), literals(output)];
  return (
    expectedLiterals.some((one) => !trivial.test(one)) && expectedLiterals.every((one) => outputLiterals.includes(one))
  );
}
