import type { LanguageName } from '../syntax/model.ts';

interface Framework {
  /** An import of a library that asserts or runs tests. */
  library: RegExp;
  /** Tools that run tests, as a word or within the name of an option or a file. */
  runners: string;
  /** What a runner puts among the globals. */
  globals?: string;
  /** A program that asks whether tests run it, in its tokens. */
  underTest: RegExp;
}

const JAVASCRIPT_GLOBALS = 'describe|it|expect|jest|vi|beforeEach|afterEach|beforeAll|afterAll|mocha|jasmine';

/** The words of test frameworks, one row per language. */
export const frameworks: Record<LanguageName, Framework> = {
  javascript: {
    library:
      /["'](?:node:)?(vitest|@jest\/globals|chai|ava|tap|tape|test|assert|tsd|tstyche|expect-type|expect|mocha|sinon|uvu|@playwright\/test|should|power-assert|assert\/strict)["']/gm,
    runners: 'vitest|jest|mocha|jasmine|karma|--test\\b|\\.test\\b|\\.spec\\b|spec\\b',
    globals: JAVASCRIPT_GLOBALS,
    underTest:
      /process \. env (?:\. (?:NODE_ENV|APP_ENV|ENV|RAILS_ENV)|\[ "(?:NODE_ENV|APP_ENV)" \]) (?:===?|!==?) "test(?:ing)?"|"test(?:ing)?" (?:===?|!==?) process \. env \. NODE_ENV|process \. env (?:\. |\[ ")(?:VITEST|JEST_WORKER_ID|MOCHA\w*|AVA_PATH|CYPRESS|PLAYWRIGHT\w*|TEST|TESTING|UNDER_TEST|IS_TEST|NODE_TEST_CONTEXT)\b|typeof (?:globalThis \. )?(?:jest|describe|vi|it|expect|__JEST__) [!=]==? "|globalThis \. (?:jest|vi|__vitest\w*)|"__vitest_\w+" in |expect \. getState \(|new Error \( \) \. stack .*(?:jest|vitest|mocha|\.test\.|\.spec\.)/g,
  },
  python: {
    library: /^\s*(?:import|from) (pytest|unittest|nose)\b/gm,
    runners: 'pytest|unittest',
    underTest:
      /"(?:pytest|unittest|_pytest)" (?:not )?in sys \. modules|PYTEST_CURRENT_TEST|"PYTEST_\w+"|os \. environ (?:\. get \(|\[) "(?:TESTING|TEST|UNIT_TEST|IS_TEST|CI_TEST|UNDER_TEST|APP_ENV)"|os \. getenv \( "(?:TESTING|TEST|UNIT_TEST|IS_TEST|UNDER_TEST|PYTEST\w*)"|"unittest" in |inspect \. stack \( \)|sys \. argv \[ 0 \] .*(?:pytest|test)|sys \. _called_from_test|hasattr \( sys , "_called_from_test"/g,
  },
  go: {
    library: /"(github\.com\/stretchr\/testify|gotest\.tools|github\.com\/onsi\/gomega|gopkg\.in\/check)/gm,
    runners: 'ginkgo',
    underTest:
      /testing \. Testing \( \)|flag \. Lookup \( "test\.|strings \. (?:HasSuffix|Contains) \( os \. Args \[ 0 \] , "[./]?_?test|os \. Getenv \( "(?:GO_TEST|TESTING|TEST|UNDER_TEST|GO_ENV)"/g,
  },
  rust: {
    library: /^\s*use (rstest|proptest|googletest|pretty_assertions)\b/gm,
    runners: 'nextest',
    underTest:
      /cfg ! \( test \)|env :: var \( "(?:TEST|TESTING|CARGO_TEST|UNDER_TEST|RUST_TEST\w*)"|env :: var(?:_os)? \( "(?:NEXTEST|CARGO_TARGET_TMPDIR)/g,
  },
  java: {
    library:
      /\b(org\.junit\.jupiter|org\.junit\.Test|org\.junit\.Assert|org\.assertj|org\.hamcrest|com\.google\.common\.truth|org\.testng|junit\.framework)\b/gm,
    runners: 'junit|surefire|testng',
    underTest:
      /(?:contains|startsWith|equals) \( "(?:org\.junit|junit|surefire|org\.testng|Test)|Class \. forName \( "org\.junit|getProperty \( "(?:surefire|test|testing|junit|env\.test)|getenv \( "(?:TEST|TESTING|UNDER_TEST|JUNIT)/g,
  },
};

export const anyRunner = `(?:${Object.values(frameworks)
  .map(({ runners }) => runners)
  .join('|')})`;
export const anyGlobal = `(?:${JAVASCRIPT_GLOBALS})`;

/** A function that says by its name that it asserts something. */
export const saysItAsserts = /^(assert|check|expect|verify|should|validate|then|catch|raises|throws)[A-Z_]\w{3,}/;

/** A name of which an assertion may be a part. */
export const mayAssert = /assert|expect|check|verif|should|must|ensure|raises|throws|equal|match|valid|fail|snapshot/i;
