import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newAnswers } from './align/answers.ts';
import { type LostFunction, type PlacedFunction, subjectOf } from './align/functions.ts';
import { explainLosses } from './align/replacement.ts';
import { isHeldBack, type LostTest } from './align/tests.ts';
import type { Comparison } from './compare.ts';
import { git } from './git.ts';
import type { Trees } from './git-changes.ts';
import { deadImports, importsOf, importTexts, isModuleAt, stemOf } from './imports.ts';
import { isTestPath, languageOf } from './languages/index.ts';
import type { FileModel } from './model.ts';
import { readModel } from './read-model.ts';
import { quoted } from './tree.ts';
import type { RestOfTree } from './types.ts';
import { unreadable } from './unreadable.ts';

const mostFiles = 10;
const mostNames = 40;

/** What the change left alone, searched by git: nothing is read before something is missed. */
export const restOfTree = (root: string, { before, after }: Trees, changed: Set<string>): RestOfTree => {
  const where = after === null ? ['--untracked'] : after === 'index' ? ['--cached'] : [];
  const tree = after === null || after === 'index' ? [] : [after];
  const search = async (how: string[], texts: string[], among: string[]): Promise<string[]> => {
    const asked = texts.flatMap((text) => ['-e', text]);
    const found = await git(root, ['grep', '-z', '-I', '-F', ...how, ...where, ...asked, ...tree, '--', ...among]);
    return found.stdout.toString().split(how.includes('-l') ? '\0' : '\n');
  };
  const pathIn = (line: string): string => (tree.length > 0 ? line.slice(line.indexOf(':') + 1) : line);
  return {
    async holding(texts, role) {
      const paths = (await search(['-l'], texts, []))
        .map(pathIn)
        .filter((path) => path && !changed.has(path) && isTestPath(path) === (role === 'test'));
      const contents = await Promise.all(paths.slice(0, mostFiles).map((path) => contentOf(root, after, path)));
      return contents.filter((one) => one !== null);
    },
    async naming(names, extension) {
      const told = new Set<string>();
      for (const line of await search(['-w', '-o'], names, [`*.${extension}`])) {
        const [place = '', name = ''] = line.split('\0');
        if (name && !changed.has(pathIn(place))) told.add(name);
      }
      return told;
    },
    async paths() {
      const { stdout } = await git(root, ['ls-tree', '-r', '-z', '--name-only', before]);
      return stdout.toString().split('\0').filter(Boolean);
    },
  };
};

async function contentOf(root: string, after: Trees['after'], path: string) {
  if (after === null) {
    const content = await readFile(join(root, path), 'utf8').catch(() => null);
    return content === null ? null : { path, content };
  }
  const { code, stdout } = await git(root, ['cat-file', 'blob', `${after === 'index' ? '' : after}:${path}`]);
  return code === 0 ? { path, content: stdout.toString() } : null;
}

/** Asks who still names what went: a thing that no file names any more, and that no test ever did, was dead. */
async function askForNames({ functions, input }: Comparison): Promise<void> {
  const byExtension = new Map<string, LostFunction[]>();
  for (const one of functions.lost.filter((each) => each.file.role === 'source')) {
    const extension = one.path.split('.').at(-1)!;
    byExtension.set(extension, [...(byExtension.get(extension) ?? []), one]);
  }
  for (const [extension, lost] of byExtension) {
    const names = [...new Set(lost.map(subjectOf))].filter((name) => /^\w{4,}$/.test(name)).slice(0, mostNames);
    if (names.length === 0) continue;
    const told = await input.rest!.naming(names, extension);
    for (const one of lost) if (names.includes(subjectOf(one))) one.named = told.has(subjectOf(one));
  }
}

/** Asks which files that stay still take from one that is gone: where no compiler tells, they fail when they are loaded. */
async function askForUsers({ functions, input }: Comparison, rest: RestOfTree): Promise<void> {
  const gone = functions.lost.filter((one) => one.fate === 'file-gone' && one.file.role === 'source');
  const texts = [...new Set(gone.map((one) => one.file))].flatMap(importTexts).slice(0, mostNames);
  if (texts.length === 0) return;
  const holding = (await rest.holding(texts, 'source')).filter(({ path }) => languageOf(path));
  if (holding.length === 0) return;
  const left = new Set(
    input.changes.flatMap(({ path, oldPath, after }) => [...(after === null ? [path] : []), oldPath]),
  );
  const came = input.changes.filter((one) => one.after !== null).map((one) => one.path);
  const paths = [...(await rest.paths()).filter((path) => !left.has(path)), ...came];
  for (const { path, content } of holding) {
    const { language } = languageOf(path)!.dialect;
    const dead = deadImports({ path, language, source: content }, paths);
    for (const one of gone) if (dead.some((module) => isModuleAt(module, path, one.path))) one.importedBy = path;
  }
}

/** Looks for tests that seem lost in files that did not change: one that stands there too is no loss. */
export async function askRest(comparison: Comparison): Promise<void> {
  const { files, tests, functions, context, input } = comparison;
  const { rest } = input;
  if (!rest) return;
  await askForNames(comparison);
  await askForUsers(comparison, rest);
  await askForClaims(comparison, rest);
  const missed = tests.lost.filter((one) => one.explained === null && /gone$/.test(one.fate));
  const found = await holdingNames(missed, rest);
  if (found.length > 0) explainLosses(files, tests, functions, [...context, ...found]);
  if (input.stance !== 'review') return;
  explainByNames(missed, [...found, ...files.flatMap(({ after }) => after ?? [])]);
  await askForImports(missed, rest);
  await askForDead(missed, comparison, rest);
}

/** Asks for the tests that name a function and hold what it newly answers with: they may stand in a file of any name. */
async function askForClaims({ functions, context }: Comparison, rest: RestOfTree): Promise<void> {
  const all = newAnswers(functions);
  const outputs = all.flatMap(({ fresh }) => fresh.flatMap((one) => one.output.split(' ')));
  const literals = outputs.filter((token) => /^\w?["'`]|^-?\d/.test(token));
  const texts = literals.map((token) => token.replace(/^\w?["'`]|["'`]$/g, '')).filter((text) => text.length > 2);
  const known = new Set(context.map((file) => file.path));
  const isNaming = ({ path, identifiers }: FileModel): boolean =>
    !known.has(path) && all.some(({ after }) => namesOf(after).some((name) => identifiers.has(name)));
  context.push(...(await readTests([...new Set(texts)], rest)).filter(isNaming));
}

/** What stands beside the functions of a file is asked by any of them. */
const namesOf = ({ function: { name }, file }: PlacedFunction): string[] =>
  name === '<file>' ? file.functions.map((one) => one.name) : [name];

const holdingNames = (missed: LostTest[], rest: RestOfTree): Promise<FileModel[]> =>
  readTests(
    missed.map((one) => one.test.name).filter((name) => name.length >= 8),
    rest,
  );

async function readTests(holding: string[], rest: RestOfTree): Promise<FileModel[]> {
  const texts = holding.filter((text) => !text.includes('\n')).slice(0, mostNames);
  if (texts.length === 0) return [];
  const found: FileModel[] = [];
  for (const { path, content } of await rest.holding(texts, 'test')) {
    const model = unreadable(path, content) ? null : await readModel(path, content).catch(() => null);
    if (model) found.push(model);
  }
  return found;
}

/** A test file that is gone and that took from what was gone before it could not run any more. */
async function askForImports(missed: LostTest[], rest: RestOfTree): Promise<void> {
  const gone = missed.filter((one) => one.fate === 'file-gone' && one.explained === null);
  if (gone.length === 0) return;
  const paths = await rest.paths();
  for (const file of new Set(gone.map((one) => one.file))) {
    const [module] = deadImports(file, paths);
    if (module === undefined) continue;
    for (const one of gone.filter((each) => each.file === file)) {
      one.explained = `"${module}", from which its file took, was gone before`;
      one.loosely = true;
    }
  }
}

/** A test file that went with a module that it took from and that nothing else named: both were dead. */
async function askForDead(missed: LostTest[], { input }: Comparison, rest: RestOfTree): Promise<void> {
  const gone = missed.filter((one) => one.fate === 'file-gone' && one.explained === null);
  const product = input.changes.filter(({ path }) => !isTestPath(path) && mayUse(path));
  for (const file of new Set(gone.map((one) => one.file))) {
    const taken = importsOf(file);
    const subjects = product.filter((one) => one.after === null && isCalled(stemOf(one.path), taken));
    const stems = [...new Set(subjects.map((one) => stemOf(one.path)))];
    const isUsed = (text: string): boolean => stems.some((stem) => isCalled(stem, [text]));
    if (stems.length === 0 || product.some((one) => !subjects.includes(one) && isUsed(one.before ?? ''))) continue;
    const others = (await rest.holding(stems, 'source')).filter(({ path }) => mayUse(path));
    if (others.some(({ content }) => isUsed(content))) continue;
    for (const one of gone.filter((each) => each.file === file)) {
      one.explained = `"${stems[0]}", from which its file took, went with it, and nothing else named it`;
      one.loosely = true;
    }
  }
}

/** A file that takes from modules or names an entry: not the lists of a build, nor what is written for people. */
const mayUse = (path: string): boolean =>
  !/\.(build|md|mdx|rst|adoc|txt|lock|bazel)$|(^|\/)(BUILD|CHANGE\w*)$/.test(path);

/** A name that stands for a module alone; shorter and common ones stand for other things too. */
const isCalled = (name: string, texts: string[]): boolean =>
  name.length > 5 && texts.some((text) => new RegExp(`\\b${quoted(name)}\\b`).test(text));

/** Several tests whose names all stand in other files: they were doubled there. Names are no proof, so only a review takes it. */
function explainByNames(missed: LostTest[], found: FileModel[]): void {
  for (const path of new Set(missed.map((one) => one.path))) {
    const group = missed.filter((one) => one.path === path && one.explained === null);
    const standing = found
      .filter((file) => file.path !== path)
      .flatMap((file) =>
        file.tests.filter((test) => !test.helper && !isHeldBack(test)).map(({ name }) => [name, file.path] as const),
      );
    const names = new Map(standing);
    if (group.length < 2 || !group.every(({ test }) => names.has(test.name))) continue;
    for (const one of group) {
      one.explained = `tests of these names stand in ${names.get(one.test.name)}`;
      one.loosely = true;
    }
  }
}
