import { languageOf } from '../syntax/languages/index.ts';
import type { FileModel } from '../syntax/model.ts';
import type { TreeComparison } from './align/compare.ts';
import { type LostFunction, type PlacedFunction, subjectOf } from './align/functions.ts';
import { deadImports, importTexts, isModuleAt } from './align/imports.ts';
import { newAnswers } from './align/new-answers.ts';
import { isPlainTest, namesDefinedIn, plainPairs } from './align/plain-files.ts';
import { namesReaching } from './align/reaching-names.ts';
import { explainLosses } from './align/replacement.ts';
import { isTelling, newValues, newValuesIn } from './align/test-literals.ts';
import { isDisabled, type LostTest } from './align/tests.ts';
import type { RestOfTree } from './finding/types.ts';
import { readModel } from './read-model.ts';
import { unreadable } from './unreadable.ts';

/** Finds out which lost functions are still named elsewhere: if no file names one any more and no test ever did, it was dead code. */
async function findNamedElsewhere({ functions, input }: TreeComparison): Promise<void> {
  const byExtension = new Map<string, LostFunction[]>();
  for (const one of functions.lost.filter((each) => each.file.role === 'source')) {
    const extension = one.path.split('.').at(-1)!;
    byExtension.set(extension, [...(byExtension.get(extension) ?? []), one]);
  }
  for (const [extension, lost] of byExtension) {
    const names = [...new Set(lost.map(subjectOf))].filter((name) => /^\w{4,}$/.test(name));
    if (names.length === 0) continue;
    const namedElsewhere = await input.rest!.namesUsedIn(names, extension);
    for (const one of lost)
      if (names.includes(subjectOf(one))) one.isNamedElsewhere = namedElsewhere.has(subjectOf(one));
  }
}

/** Finds remaining files that still import a deleted one. Without a compiler they only fail when they are loaded. */
async function findImporters({ functions, input }: TreeComparison, rest: RestOfTree): Promise<void> {
  const deletedFunctions = functions.lost.filter((one) => one.fate === 'file-gone' && one.file.role === 'source');
  const texts = [...new Set(deletedFunctions.map((one) => one.file))].flatMap(importTexts);
  if (texts.length === 0) return;
  const holding = (await rest.filesContaining(texts, 'source')).filter(({ path }) => languageOf(path));
  if (holding.length === 0) return;
  const left = new Set(
    input.changes.flatMap(({ path, oldPath, after }) => [...(after === null ? [path] : []), oldPath]),
  );
  const currentPaths = input.changes.filter((one) => one.after !== null).map((one) => one.path);
  const paths = [...(await rest.paths()).filter((path) => !left.has(path)), ...currentPaths];
  for (const { path, content } of holding) {
    const { language } = languageOf(path)!.dialect;
    const dead = deadImports({ path, language, source: content }, paths);
    for (const one of deletedFunctions)
      if (dead.some((module) => isModuleAt(module, path, one.path))) one.importedBy = path;
  }
}

/** Looks in unchanged files for tests that seem lost: a test that also exists there is not lost. */
export async function searchUnchangedFiles(comparison: TreeComparison): Promise<void> {
  const { files, tests, functions, context, input } = comparison;
  const { rest } = input;
  if (!rest) return;
  await findNamedElsewhere(comparison);
  await findImporters(comparison, rest);
  await findTestsOfNewAnswers(comparison, rest);
  await findTestsOfNewValues(comparison, rest);
  await findPlainTests(comparison, rest);
  const missed = tests.lost.filter((one) => one.explained === null && /gone$/.test(one.fate));
  const found = await testsWithNames(missed, rest);
  if (found.length > 0) explainLosses(files, tests, functions, [...context, ...found]);
  if (input.stance !== 'review') return;
  explainByNames(missed, [...found, ...files.flatMap(({ after }) => after ?? [])]);
  await explainDeadImports(missed, rest);
}

/** Finds tests that name a function and contain one of its new hard-coded answers; they may be in a file with any name. */
async function findTestsOfNewAnswers({ functions, context }: TreeComparison, rest: RestOfTree): Promise<void> {
  const all = newAnswers(functions);
  const outputs = all.flatMap(({ fresh }) => fresh.flatMap((one) => one.output.split(' ')));
  const literals = outputs.filter((token) => /^\w?["'`]|^-?\d/.test(token));
  const texts = literals.map((token) => token.replace(/^\w?["'`]|["'`]$/g, '')).filter((text) => text.length > 2);
  const contextPaths = new Set(context.map((file) => file.path));
  const isNaming = ({ path, identifiers }: FileModel): boolean =>
    !contextPaths.has(path) && all.some(({ after }) => namesOf(after).some((name) => identifiers.has(name)));
  context.push(...(await readTests([...new Set(texts)], rest)).filter(isNaming));
}

/** Finds tests that reach a file with several new values by a name; they may be in a file with any name. */
async function findTestsOfNewValues({ files, context, reaching }: TreeComparison, rest: RestOfTree): Promise<void> {
  const changed = files.flatMap(({ after }) => after ?? []);
  for (const { before, after } of files) {
    if (after?.role !== 'source') continue;
    const { literals, isNew } = newValues(before, after);
    const values = new Set(literals.filter((one) => isTelling(one.value) && isNew(one)).map(({ value }) => value));
    if (values.size < 2) continue;
    reaching.set(after.path, await namesReaching(after, changed, (all) => readFiles(all, 'source', rest)));
  }
  const names = [...reaching.values()].flatMap((all) => [...all]);
  const known = new Set(context.map(({ path }) => path));
  const found = await readTests([...new Set(names)], rest);
  context.push(
    ...found.filter(({ path, identifiers }) => !known.has(path) && names.some((name) => identifiers.has(name))),
  );
}

/** The same for languages that have no grammar here. Tests in another language may call them, too. */
async function findPlainTests({ others, plainTests }: TreeComparison, rest: RestOfTree): Promise<void> {
  const names = plainPairs(others).flatMap(({ before, after }) => {
    const { literals, isNew } = newValuesIn(before, after);
    const values = new Set(literals.filter((one) => isTelling(one.value) && isNew(one)).map(({ value }) => value));
    return values.size < 2 ? [] : namesDefinedIn(after);
  });
  if (names.length === 0) return;
  const [plain, known] = [await rest.filesContaining(names, 'source'), await rest.filesContaining(names, 'test')];
  for (const { path, content } of [...plain.filter((one) => isPlainTest(one.path)), ...known])
    plainTests.push({ path, source: content });
}

/** Code outside of functions may be used by any function of the file. */
const namesOf = ({ function: { name }, file }: PlacedFunction): string[] =>
  name === '<file>' ? file.functions.map((one) => one.name) : [name];

const testsWithNames = (missed: LostTest[], rest: RestOfTree): Promise<FileModel[]> =>
  readTests(
    missed.map((one) => one.test.name).filter((name) => name.length >= 8),
    rest,
  );

const readTests = (holding: string[], rest: RestOfTree): Promise<FileModel[]> => readFiles(holding, 'test', rest);

async function readFiles(holding: string[], role: 'test' | 'source', rest: RestOfTree): Promise<FileModel[]> {
  const texts = holding.filter((text) => text !== '' && !text.includes('\n'));
  if (texts.length === 0) return [];
  const found: FileModel[] = [];
  for (const { path, content } of await rest.filesContaining(texts, role)) {
    const model = unreadable(path, content) ? null : await readModel(path, content).catch(() => null);
    if (model) found.push(model);
  }
  return found;
}

/** A deleted test file that imported a module which was already gone could not run before the change either. */
async function explainDeadImports(missed: LostTest[], rest: RestOfTree): Promise<void> {
  const deletedTests = missed.filter((one) => one.fate === 'file-gone' && one.explained === null);
  if (deletedTests.length === 0) return;
  const paths = await rest.paths();
  for (const file of new Set(deletedTests.map((one) => one.file))) {
    const [module] = deadImports(file, paths);
    if (module === undefined) continue;
    for (const one of deletedTests.filter((each) => each.file === file)) {
      one.explained = ['import-was-gone', module];
      one.loosely = true;
    }
  }
}

/** Several lost tests whose names all exist in other files were duplicates. Names prove little, so only a review accepts this. */
function explainByNames(missed: LostTest[], found: FileModel[]): void {
  for (const path of new Set(missed.map((one) => one.path))) {
    const group = missed.filter((one) => one.path === path && one.explained === null);
    const existingTests = found
      .filter((file) => file.path !== path)
      .flatMap((file) =>
        file.tests.filter((test) => !test.helper && !isDisabled(test)).map(({ name }) => [name, file.path] as const),
      );
    const names = new Map(existingTests);
    if (group.length < 2 || !group.every(({ test }) => names.has(test.name))) continue;
    for (const one of group) {
      one.explained = ['names-exist', names.get(one.test.name)!];
      one.loosely = true;
    }
  }
}
