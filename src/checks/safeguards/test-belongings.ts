import { isOnlyForClaims } from './claiming-functions.ts';
import { judgingPart } from './judge-files.ts';
import { loadedBySetUp, mayLoad } from './loaded-by-setup.ts';
import { definedNames, importersIn, isCode } from './module-imports.ts';
import { filesNamedIn } from './named-data.ts';

/** Whether the baseline's text of a file says what belongs to its tests. */
export function isEvidence(path: string): boolean {
  return isCode(path) || mayLoad(path);
}

/**
 * Files that belong to the baseline's tests although their names do not show it: helpers, what the runner's configuration loads, and
 * data that tests read. The work must not use them, or they are part of it. That only tests import a module is not enough, because
 * that is also true of the code of many libraries.
 */
export function testBelongings(texts: ReadonlyMap<string, string>, paths: readonly string[]): Set<string> {
  const code = new Map([...texts].filter(([path]) => isCode(path)));
  const importers = importersIn(code);
  const modules = modulesOf(code, importers, texts);
  const isWork = (path: string) => !isJudge(path) && !modules.has(path);
  const testers = new Set([...importers].flatMap(([path, by]) => (isWork(path) ? by : [])));
  const textsOf = (which: (path: string) => boolean) =>
    [...code].flatMap(([path, text]) => (which(path) ? [text] : []));
  const named = filesNamedIn(textsOf((path) => !isWork(path) && testers.has(path)));
  const data = paths.filter((path) => mayBeData(path) && named.names(path));
  if (data.length === 0) return modules;
  const usedByWork = filesNamedIn(textsOf(isWork));
  return new Set([...modules, ...data.filter((path) => !usedByWork.names(path))]);
}

/** Helpers, and what the runner's configuration loads: only tests import them, directly or through each other. */
function modulesOf(
  code: ReadonlyMap<string, string>,
  importers: ReadonlyMap<string, string[]>,
  texts: ReadonlyMap<string, string>,
): Set<string> {
  const loaded = new Set([...texts].flatMap(([path, text]) => (mayLoad(path) ? loadedBySetUp(path, text) : [])));
  const imports = new Map<string, string[]>();
  for (const [path, by] of importers) for (const one of by) imports.set(one, [...(imports.get(one) ?? []), path]);
  const textOf = (path: string) => code.get(path) ?? '';
  const isComparison = (path: string, by: readonly string[]): boolean => {
    const others = by.flatMap((one) => imports.get(one) ?? []).filter((one) => one !== path && !isJudge(one));
    const work = [...new Set(others)].flatMap((one) => definedNames(one, textOf(one)));
    return isOnlyForClaims([path, textOf(path)], by.map(textOf), work);
  };
  const belongs = (path: string, visited: readonly string[]): boolean => {
    const by = importers.get(path) ?? [];
    if (isJudge(path) || !(by.length > 0 || loaded.has(path))) return false;
    const areTests = by.every((one) => isJudge(one) || visited.includes(one) || belongs(one, [...visited, path]));
    return areTests && (loaded.has(path) || looksLikeHelper(path, textOf(path)) || isComparison(path, by));
  };
  return new Set([...code.keys()].filter((path) => belongs(path, [])));
}

const isJudge = (path: string) => judgingPart(path) !== null || mayLoad(path);

/** Documents are work, even if a test reads them. */
const mayBeData = (path: string) =>
  !isCode(path) && judgingPart(path) === null && !mayLoad(path) && !DOCUMENT.test(path);
const DOCUMENT = /^[^/]+\.(?:md|rst|adoc|txt)$|(?:^|\/)docs?\/|^[^/]*(?:LICENSE|Dockerfile)[^/]*$/;

const HELPER_NAME =
  /(?:^|[/._-])(?:tests?|testing|spec)[-_.]?(?:utils?|helpers?|support|lib|kit|tools?|common|setup|harness)[/._-]|(?:^|\/)testing\//i;
const BESIDE_WORK = /(?:^|\/)(?:support|helpers?|harness|mocks?|__mocks__|assertions?|matchers?)\//i;
const WORK = /(?:^|\/)(?:src|lib|app)\//;
const TEST_LIBRARY =
  /\bfrom\s+['"](?:vitest|chai|expect|sinon|node:test|@jest\/\w+|@testing-library\/[\w-]+)['"]|\brequire\(['"](?:chai|expect|sinon|node:test)['"]\)|^\s*(?:import|from)\s+(?:pytest|unittest)\b|^\s*(?:import\s+)?"testing"$/m;

function looksLikeHelper(path: string, text: string): boolean {
  return HELPER_NAME.test(path) || (BESIDE_WORK.test(path) && !WORK.test(path)) || TEST_LIBRARY.test(text);
}
