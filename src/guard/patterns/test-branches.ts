import type { TreeComparison } from '../align/compare.ts';
import { at, atFile, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import { plainAccess } from './caller-facts.ts';

export const environment =
  /process \. env (?:\. (?:NODE_ENV|APP_ENV|ENV|RAILS_ENV)|\[ "(?:NODE_ENV|APP_ENV)" \]) (?:===?|!==?) "test(?:ing)?"|"test(?:ing)?" (?:===?|!==?) process \. env \. NODE_ENV|process \. env (?:\. |\[ ")(?:VITEST|JEST_WORKER_ID|MOCHA\w*|AVA_PATH|CYPRESS|PLAYWRIGHT\w*|TEST|TESTING|UNDER_TEST|IS_TEST|NODE_TEST_CONTEXT)\b|typeof (?:globalThis \. )?(?:jest|describe|vi|it|expect|__JEST__) [!=]==? "|globalThis \. (?:jest|vi|__vitest\w*)|"(?:pytest|unittest|_pytest)" (?:not )?in sys \. modules|PYTEST_CURRENT_TEST|"PYTEST_\w+"|os \. environ (?:\. get \(|\[) "(?:TESTING|TEST|UNIT_TEST|IS_TEST|CI_TEST|UNDER_TEST|APP_ENV)"|os \. getenv \( "(?:TESTING|TEST|UNIT_TEST|IS_TEST|UNDER_TEST|PYTEST\w*)"|testing \. Testing \( \)|flag \. Lookup \( "test\.|strings \. (?:HasSuffix|Contains) \( os \. Args \[ 0 \] , "[./]?_?test|os \. Getenv \( "(?:GO_TEST|TESTING|TEST|UNDER_TEST|GO_ENV)"|cfg ! \( test \)|env :: var \( "(?:TEST|TESTING|CARGO_TEST|UNDER_TEST|RUST_TEST\w*)"|env :: var(?:_os)? \( "(?:NEXTEST|CARGO_TARGET_TMPDIR)|(?:contains|startsWith|equals) \( "(?:org\.junit|junit|surefire|org\.testng|Test)|Class \. forName \( "org\.junit|getProperty \( "(?:surefire|test|testing|junit|env\.test)|getenv \( "(?:TEST|TESTING|UNDER_TEST|JUNIT)|"unittest" in |inspect \. stack \( \)|sys \. argv \[ 0 \] .*(?:pytest|test)|sys \. _called_from_test|hasattr \( sys , "_called_from_test"|"__vitest_\w+" in |expect \. getState \(|new Error \( \) \. stack .*(?:jest|vitest|mocha|\.test\.|\.spec\.)/g;

export function testBranches({ files }: TreeComparison): Loss[] {
  return files.flatMap(({ before, after, path, oldPath }) => {
    if (
      after?.role !== 'source' ||
      /(config|setup|jest|vitest|babel|webpack|rollup|karma|gulpfile|Gruntfile|conftest|\.eslintrc|environment|env)\b[\w.-]*\.\w+$|(^|\/)(scripts?|build|tools|config|examples?|bench\w*)\//.test(
        path,
      )
    )
      return [];
    const now = environmentChecks(after.tokens);
    const oldMatches = environmentChecks(before?.tokens ?? []);
    if (now.length <= oldMatches.length) return [];
    const text = now.find((one) => !oldMatches.includes(one)) ?? now[0]!;
    const needle =
      /"([\w.]+)"|([A-Z_]{4,}|cfg|Testing|modules)/.exec(text)?.[0]?.replace(/"/g, '') ?? text.split(' ')[0]!;
    const line = after.source.slice(0, Math.max(0, after.source.indexOf(needle))).split('\n').length;
    const reason = ['asks-if-tested', text.replace(/ ([.()[\]]) ?/g, '$1')] as const;
    return [lossOf(atFile(oldPath), at(path, { line, text }), reason, [path])];
  });
}

const environmentChecks = (tokens: string[]): string[] =>
  [...plainAccess(tokens.join(' ')).matchAll(environment)].map((match) => match[0]);
