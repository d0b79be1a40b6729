import type { Probe, ProbeRequest, RecordingProbe, ReplayRequest } from '../../ports/test-prober.ts';
import { languageOf } from '../../syntax/languages/index.ts';
import type { LanguageName } from '../../syntax/model.ts';
import { parse } from '../../syntax/parse.ts';
import { findDefinition } from '../match-names.ts';
import { parseFile, type TestFile } from '../test-files.ts';
import { applyEdits } from '../text-edit.ts';
import type { ChangedSource } from '../written-functions.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import type { ProbedFile, ProbedLanguage } from './probed-file.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';
import { writtenLiterals } from './written-literals.ts';

const LANGUAGES: Partial<Record<LanguageName, ProbedLanguage>> = { javascript, python, go, rust, java };
/** Of a tree of many modules, those near the tests. */
const NEEDS_OTHERS: ReadonlySet<LanguageName> = new Set(['go', 'rust', 'java']);
const MOST_FILES = 6;

/** What is read of a snapshot: files that may hold the tests, files near them, and all paths. */
export interface ProbedTree {
  files: readonly TestFile[];
  near: readonly TestFile[];
  /** The same files in the tree that a replay is put over. */
  sources?: readonly TestFile[];
  paths: readonly string[];
}

/** The test files of these tests, so that they write down what they call. */
export async function recordCalls(
  tree: ProbedTree,
  sources: readonly ChangedSource[],
  { tests, marker }: Pick<ProbeRequest, 'tests' | 'marker'>,
): Promise<RecordingProbe> {
  const probe: RecordingProbe = { ...nothing(), literals: await writtenLiterals(sources), untried: [] };
  for (const { path, text } of await filesOf(tests, tree.files)) {
    const file = await probedFile(path, text, tree);
    const language = languageFor(path);
    const uses = file ? (language?.uses(file) ?? []) : [];
    const untried = file ? (language?.untried?.(file) ?? []) : [];
    probe.untried.push(...untried.filter(({ name }, at) => untried.findIndex((one) => one.name === name) === at));
    if (!file || !language || uses.length === 0) continue;
    const numbered = uses.map((use) => ({ ...use, name: `${probe.paths.length}:${use.name}` }));
    const { edits, beside } = language.record(file, numbered, marker);
    add(probe, { path, text: applyEdits(text, edits) }, language.command?.(path, marker, false));
    if (beside && !probe.files.some((one) => one.path === beside.path)) probe.files.push(beside);
  }
  return probe;
}

/** Files in their place that make these calls again. */
export async function replayCalls(
  tree: ProbedTree,
  { calls, marker }: Pick<ReplayRequest, 'calls' | 'marker'>,
): Promise<Probe> {
  const probe = nothing();
  for (const { path, text } of tree.files) {
    const own = calls[path] ?? [];
    const file = own.length > 0 ? await probedFile(path, text, tree) : null;
    const language = languageFor(path);
    if (!file || !language) continue;
    const names = [...new Set(own.map(({ f }) => f))];
    const replay = language.replay(file, names, own, marker);
    add(probe, { path, text: replay }, language.command?.(path, marker, true));
  }
  return probe;
}

const nothing = (): Probe => ({ files: [], paths: [], commands: {} });

function add(probe: Probe, file: TestFile, command: string | undefined): void {
  probe.files.push(file);
  probe.paths.push(file.path);
  if (command !== undefined) probe.commands[file.path] = command;
}

const languageFor = (path: string): ProbedLanguage | undefined => {
  const language = languageOf(path)?.dialect.language;
  return language && LANGUAGES[language];
};

async function probedFile(
  path: string,
  text: string,
  { near, sources, paths }: ProbedTree,
): Promise<ProbedFile | null> {
  const language = languageOf(path);
  if (!language) return null;
  const { grammar, dialect } = language;
  const others = NEEDS_OTHERS.has(dialect.language)
    ? near.filter((one) => languageOf(one.path)?.grammar === grammar)
    : [];
  const parsed = await Promise.all(others.map(async (one) => ({ ...one, root: await parse(grammar, one.text) })));
  const source = sources?.find((one) => one.path === path)?.text ?? null;
  return { path, text, root: await parse(grammar, text), source, near: parsed, paths: new Set(paths) };
}

/** Files in which these tests are defined, those with the most of them first. */
async function filesOf(tests: readonly string[], files: readonly TestFile[]): Promise<TestFile[]> {
  const known = files.filter(({ path }) => languageFor(path));
  const parsed = (await Promise.all(known.map(parseFile))).filter((file) => file !== null);
  const definitions = parsed.flatMap((file) => file.definitions);
  const counts = new Map<string, number>();
  for (const test of tests) {
    const path = findDefinition(test, definitions)?.path;
    if (path !== undefined) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const paths = [...counts].sort((a, b) => b[1] - a[1]).map(([path]) => path);
  return paths.slice(0, MOST_FILES).flatMap((path) => parsed.find((one) => one.path === path) ?? []);
}
