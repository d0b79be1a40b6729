import type { Mutant, Mutants } from '../../ports/mutator.ts';
import { isTestPath, languageOf } from '../../syntax/languages/index.ts';
import { parse } from '../../syntax/parse.ts';
import { lineOf, type SyntaxNode, some, tokensOf } from '../../syntax/tree.ts';
import { applyEdits, excerptsOf, type TextEdit } from '../text-edit.ts';
import { changedLines } from './changed-lines.ts';
import { type MutantOperator, mutantOperators } from './operators.ts';
import { spread } from './sample.ts';
import { isLeftOut } from './scene.ts';

/** A file that differs; `before` is null if it is new. */
export interface ChangedFile {
  path: string;
  before: string | null;
  after: string;
}

interface Candidate {
  path: string;
  line: number;
  operator: MutantOperator['name'];
  edit: TextEdit;
}

interface Source {
  root: SyntaxNode;
  text: string;
}

const SUPPORTED = /^(?:javascript|python)$/;
const NO_SOURCE =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|fixtures?|testing|examples?|bench(?:marks?)?|scripts|docs?|dist|build|vendor|node_modules)\/|(?:^|\/)(?:conftest|setup|noxfile)\.py$|\.config\.\w+$|\.d\.[cm]?ts$|\.min\.js$/;
const LONGEST_LINE = 1000;

/** Whether a mutant of the file could say anything: it is source, and not what tests it, sets it up or was made of it. */
export function isMutable(path: string): boolean {
  return languageOf(path) !== null && !isTestPath(path) && !NO_SOURCE.test(path);
}

/** Small changes of the lines that a change wrote, each of which tests that watch these lines must notice. */
export async function mutate(files: readonly ChangedFile[], most: number): Promise<Mutants> {
  const candidates: Candidate[] = [];
  const sources = new Map<string, Source>();
  const unsupported = new Map<string, string[]>();
  const leaveOut = (path: string, reason: string) =>
    unsupported.set(reason, [...(unsupported.get(reason) ?? []), path]);
  for (const { path, before, after } of files.filter((file) => isMutable(file.path))) {
    const language = languageOf(path);
    if (!language) continue;
    const { grammar, dialect } = language;
    if (!SUPPORTED.test(dialect.language)) {
      leaveOut(path, `mutants are not supported in ${NAMES[dialect.language] ?? dialect.language}`);
      continue;
    }
    if (after.split('\n').some((line) => line.length > LONGEST_LINE)) {
      leaveOut(path, 'the file looks generated');
      continue;
    }
    const root = await parse(grammar, after);
    if (isBroken(root)) {
      leaveOut(path, 'the file could not be parsed');
      continue;
    }
    sources.set(path, { root, text: after });
    candidates.push(...candidatesIn(path, root, changedLines(before, after)));
  }
  const mutants = await validMutants(spread(candidates, candidates.length), sources, most);
  return {
    mutants,
    possible: candidates.length,
    unsupported: [...unsupported].map(([reason, paths]) => ({ reason, paths })),
  };
}

const NAMES: Readonly<Record<string, string>> = { go: 'Go', rust: 'Rust', java: 'Java' };

function candidatesIn(path: string, root: SyntaxNode, lines: ReadonlySet<number>): Candidate[] {
  const found: Candidate[] = [];
  const isPython = path.endsWith('.py');
  const visit = (node: SyntaxNode): void => {
    if (isLeftOut(node)) return;
    for (const { name, at } of mutantOperators) {
      const edit = at(node, isPython);
      const line = edit && lineOf({ ...node, start: edit.start });
      if (edit && line !== null && lines.has(line)) found.push({ path, line, operator: name, edit });
    }
    for (const child of node.children) visit(child);
  };
  visit(root);
  return found.sort((a, b) => a.edit.start - b.edit.start);
}

/** The first of them that parse, and whose tokens are neither those of the original nor of another mutant. */
async function validMutants(
  candidates: readonly Candidate[],
  sources: ReadonlyMap<string, Source>,
  most: number,
): Promise<Mutant[]> {
  const mutants: Mutant[] = [];
  const seen = new Set([...sources].map(([path, { root }]) => keyOf(path, root)));
  const sizes = new Set([...sources].map(([path, { text }]) => `${path}:${text.length}`));
  for (const { path, line, operator, edit } of candidates) {
    if (mutants.length >= most) break;
    const { text, root: original } = sources.get(path) as Source;
    const edited = applyEdits(text, [edit]);
    const root = await parse(languageOf(path)?.grammar ?? 'javascript', edited);
    const key = keyOf(path, root);
    if (isBroken(root) || seen.has(key)) continue;
    seen.add(key);
    const { before, after } = shown(original.file.source, edit);
    mutants.push({ path, line, operator, before, after, text: ofNewSize(path, edited, sizes) });
  }
  return mutants;
}

const keyOf = (path: string, root: SyntaxNode) => [path, ...tokensOf(root)].join('\0');

const isBroken = (root: SyntaxNode) => some(root, ({ type }) => type === 'ERROR' || type === 'MISSING');

/** Lines are added, so that no cache which knows files by their size and time takes one for another. */
function ofNewSize(path: string, text: string, sizes: Set<string>): string {
  let padded = `${text}\n`;
  while (sizes.has(`${path}:${padded.length}`)) padded += '\n';
  sizes.add(`${path}:${padded.length}`);
  return padded;
}

const LONGEST_EXCERPT = 160;

/** The first line of what is there and what is not; nothing is left of what was taken away. */
function shown(source: string, edit: TextEdit): { before: string; after: string } {
  if (edit.text === '') return { before: firstLine(source.slice(edit.start, edit.end).trim()), after: '' };
  const { before, after } = excerptsOf(source, [edit]);
  return { before: firstLine(before), after: firstLine(after) };
}

function firstLine(text: string): string {
  const [line = '', ...more] = text.split('\n');
  const cut = line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT)}…` : line;
  return more.length > 0 ? `${cut} …` : cut;
}
