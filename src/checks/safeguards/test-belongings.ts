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
  const loaded = new Set([...texts].flatMap(([path, text]) => (mayLoad(path) ? loadedBySetUp(path, text) : [])));
  const found = new Set<string>();
  const isJudge = (path: string) => judgingPart(path) !== null || mayLoad(path);
  const belongs = (path: string, visited: readonly string[]): boolean => {
    const by = importers.get(path) ?? [];
    if (isJudge(path) || !(by.length > 0 || loaded.has(path))) return false;
    const areTests = by.every((one) => isJudge(one) || visited.includes(one) || belongs(one, [...visited, path]));
    return areTests && (loaded.has(path) || looksLikeHelper(path, texts.get(path) ?? '') || isComparison(path, by));
  };
  const isComparison = (path: string, by: readonly string[]): boolean => {
    const work = [...code].filter(
      ([one]) => one !== path && !isJudge(one) && by.some((test) => importers.get(one)?.includes(test)),
    );
    const tests = by.map((one) => texts.get(one) ?? '');
    return isOnlyForClaims(
      [path, texts.get(path) ?? ''],
      tests,
      work.flatMap((one) => definedNames(...one)),
    );
  };
  for (const path of code.keys()) if (belongs(path, [])) found.add(path);
  const isWork = (path: string) => !isJudge(path) && !found.has(path);
  const usesWork = (test: string) => [...importers].some(([path, by]) => isWork(path) && by.includes(test));
  const named = filesNamedIn([...code].flatMap(([path, text]) => (!isWork(path) && usesWork(path) ? [text] : [])));
  const usedByWork = filesNamedIn([...code].flatMap(([path, text]) => (isWork(path) ? [text] : [])));
  for (const path of paths) if (mayBeData(path) && named.names(path) && !usedByWork.names(path)) found.add(path);
  return found;
}

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
