import { importersIn, isCode } from './module-imports.ts';
import { filesNamedIn } from './named-data.ts';

export interface MeasuredProject {
  /** Every file of the snapshot. */
  paths: readonly string[];
  /** Its code, by path. */
  code: ReadonlyMap<string, string>;
  /** Null if there is no such file. */
  text(path: string): Promise<string | null>;
}

/**
 * Lists of what is measured, of modules or data: only the scripts that print the number read them, and they name files of the project
 * and compute nothing. A shorter list is a smaller number, and no better work. Settings that name no files are the work.
 */
export async function measuredLists(
  scripts: readonly string[],
  { paths, code, text }: MeasuredProject,
): Promise<string[]> {
  const isScript = (path: string) => scripts.includes(path);
  const own = scripts.flatMap((path) => code.get(path) ?? []);
  const others = [...code].flatMap(([path, content]) => (isScript(path) ? [] : [content]));
  const importers = importersIn(code);
  const modules = [...importers].flatMap(([path, by]) => (by.every(isScript) && !isScript(path) ? [path] : []));
  const named = filesNamedIn(own);
  const data = paths.filter((path) => !isCode(path) && !isScript(path) && named.names(path));
  const inUse = data.length > 0 ? filesNamedIn(others) : null;
  const candidates = [...modules, ...data.filter((path) => !inUse?.names(path))];
  const lists: string[] = [];
  for (const path of candidates) {
    const content = await text(path);
    if (content !== null && content.length <= MAX_CHARS && isList(path, content, paths)) lists.push(path);
  }
  return lists;
}

const MAX_CHARS = 100_000;
const COMPUTES = /=>|\b(?:function|class|def|func|lambda|for|while|if|return)\b/;

function isList(path: string, content: string, paths: readonly string[]): boolean {
  if (isCode(path) && COMPUTES.test(content.replace(STRING, ''))) return false;
  const words = new Set(isCode(path) ? stringsIn(content) : content.split(/[\s"',;:=[\]{}()]+/));
  return paths.some((one) => one !== path && [one, `./${one}`].some((name) => words.has(name)));
}

const STRING = /(["'`])(?:\\.|(?!\1)[^\\\n])*\1/g;
const stringsIn = (text: string) => [...text.matchAll(STRING)].map(([literal]) => literal.slice(1, -1));
