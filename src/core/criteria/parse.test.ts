import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inMutationRun } from '../../../test/support/mutation-run.ts';
import { metricNames } from '../metrics/metrics.ts';
import { criterionSchema } from './criterion.ts';
import { describeCriterion } from './describe.ts';
import { isRefusal, parseCriteria, parseCriterion } from './parse.ts';
import type { ProjectCommands } from './project.ts';

/** What stands on the PATH of most machines, English words among it. */
const installed = new Set(
  'find sort head tail diff cat grep true false test time which watch nice yes sum code install look file coverage less more python3 ruff mypy nox pass at zip scripts/lint vendor/bin/phpunit'.split(
    ' ',
  ),
);

const bare: ProjectCommands = {
  test: null,
  lint: null,
  typecheck: null,
  build: null,
  scripts: [],
  isExecutable: (word) => installed.has(word),
};

const named = (command: string) => ({ command, evidence: 'package.json' });
const project: ProjectCommands = {
  ...bare,
  test: named('npm test'),
  lint: named('npm run lint'),
  typecheck: named('npx tsc --noEmit'),
  build: named('npm run build'),
  scripts: [
    { name: 'test', command: 'npm test' },
    { name: 'lint', command: 'npm run lint' },
    { name: 'build', command: 'npm run build' },
    { name: 'test:e2e', command: 'npm run test:e2e' },
    { name: 'check', command: 'make check' },
    { name: 'release-notes', command: 'make release-notes' },
  ],
};

/** The criterion in the words of the grammar, or `refused`. */
function read(text: string, given = project): string {
  const parsed = parseCriterion(text, given, 'c1');
  if (isRefusal(parsed)) return 'refused';
  expect(criterionSchema.parse(parsed)).toEqual(parsed);
  return describeCriterion(parsed);
}

describe('commands', () => {
  test.each([
    'npm test',
    'npm t',
    'npm run lint',
    'npm run lint -- --quiet',
    'npm --prefix app test',
    'npm test -- --grep "it works well"',
    'npm test src/parse.test.ts',
    'npx tsc --noEmit',
    'npx vitest run',
    'pnpm -r test',
    'pnpm test',
    'yarn lint',
    'yarn workspace web test',
    'bun test',
    'node --test',
    'node test.js',
    'node scripts/check',
    'node test',
    'deno test -A',
    'python -m pytest',
    'python3.11 -m unittest discover',
    'python manage.py test',
    'pytest',
    'pytest tests -k "not slow"',
    'tox',
    'tox -e py311',
    'ruff check',
    'mypy src',
    'go test ./...',
    'go vet ./...',
    'go build',
    'cargo test',
    'cargo clippy -- -D warnings',
    'cargo +nightly test',
    'mvn test',
    './mvnw -q verify',
    'gradle check',
    './gradlew test --info',
    'make',
    'make check',
    'make -C lib integration',
    'make release-notes',
    'make test VERBOSE=1',
    'just test',
    'bash scripts/check.sh',
    'sh -c "exit 0"',
    'test -f x',
    'test ! -e dist/old.js',
    'test "$(git status --porcelain)" = ""',
    '[ -d dist ]',
    'grep -q needle haystack.txt',
    '! grep -rn TODO src',
    '! git grep -n FIXME',
    'git diff --exit-code',
    'git ls-files',
    'dotnet test',
    'bundle exec rspec',
    'rspec',
    'composer test',
    'vendor/bin/phpunit',
    'php artisan test',
    'docker compose run web npm test',
    'tsc',
    'tsc -p .',
    'eslint .',
    'jq -e .version package.json',
    './check.sh',
    './scripts/verify "all of it"',
    'scripts/lint',
    '~/bin/check',
    'CI=1 npm test',
    'NODE_ENV=test FOO="a b" ./run',
    'time npm test',
    'env CI=1 npm test',
    'timeout 60 npm test',
    'cd packages/web && npm test',
    'npm run lint && npm test',
    'npm test || exit 1',
    'npm test 2>&1 | tee log.txt',
    'npm test > /dev/null',
    '(cd app && npm test)',
    'if [ -f a ]; then npm test; fi',
    'for f in a b; do test -f $f; done',
    'find . -name "*.orig"',
    'find src -empty',
    'sort -c words.txt',
    'mytool --check',
    'true',
    'false',
    'exit 0',
    'nox',
    'sleep 12',
    'sleep 0.5',
    'echo done',
    'echo hello world',
    'seq 3',
    'yes | head -c 10',
    'ls src | sort | uniq -c',
    'cut -d: -f1 names.txt',
    'stat dist/index.js',
    'tr a-z A-Z < names.txt | sort',
    'time sleep 1',
  ])('%s', (text) => {
    expect(read(text)).toBe(`${text} exits 0`);
  });
});

describe('what no machine can check', () => {
  test.each([
    '',
    '   ',
    'done',
    'code looks good',
    'it works',
    'it works well',
    'looks nice',
    'nice',
    'nice and clean',
    'everything works',
    'all good',
    'ok',
    'yes',
    'make it fast',
    'make it work',
    'make progress',
    'make everything better',
    'make sure it is fast',
    'test everything works',
    'test coverage is good',
    'test the parser',
    'find all bugs',
    'find bugs in src/parser',
    'go faster',
    'go',
    'just do it',
    'just works',
    'sort out the mess',
    'watch for regressions',
    'time is short',
    'less code',
    'more tests',
    'code',
    'code is readable',
    'install works properly',
    'fix src/index.ts',
    'use ./config.json everywhere',
    'node works',
    'node',
    'python code is formatted',
    'git history is clean',
    'git works',
    'docker image is smaller',
    'npm',
    'npm scripts work',
    'npm test is fast',
    'npm test passes without warnings',
    'npm test fails',
    'npm test and npm run lint pass',
    'npm run',
    'pytest is happy and so am I',
    'tests pass on a good day',
    'tests pass && lint clean',
    'fast; clean',
    'a | b is handled',
    "don't break anything",
    'no TODO left',
    'no more bugs',
    'the API returns 200',
    'TCP/IP stack works',
    'input/output is right',
    'README.md',
    'src/index.ts compiles',
    'X=1',
    'coverage is good',
    'coverage goes up',
    'integration tests pass',
    'playwright tests pass',
    'the login page works',
    'users can log in',
    'git log shows one commit',
    'npm test twice',
    'docs are updated',
    'bundle size under 200kb',
    'expect no failures',
    'kill all mutants',
    'script passes lint',
    'run the tests',
    'ruby rocks',
    'true story',
    'black background everywhere',
    'users are happy (mostly)',
    'the function add(a, b) returns a sum',
    'performance > before',
    '&& npm test',
    'npm test &&',
    'npm test &',
    'npm test |',
    'echo "unclosed',
    '```',
    'file:',
    'sleep 8 hours',
    'sleep well',
    'echo',
    'echo works',
    'echo server responds',
    'echo it works',
    'touch nothing | break nothing',
    'fast | sort',
    'cut corners',
    'join forces',
    'base64 encoding',
    'find bugs',
    'users 2 groups',
  ])('%j', (text) => {
    expect(read(text)).toBe('refused');
  });

  test('the refusal says why, and what this project could check', () => {
    expect(parseCriterion('code looks good', project, 'c1')).toEqual({
      refused: true,
      text: 'code looks good',
      reason:
        'it cannot be checked automatically: use a command, a file, a metric or a pattern (backticks make it a command)',
      suggestions: ['npm test', 'npm run lint', 'npx tsc --noEmit', 'npm run build'],
    });
  });

  test.each([
    ['no TODO left', '! git grep -n TODO'],
    ['coverage is good', 'coverage >= 80'],
    ['README.md', 'file:README.md'],
    ['the release notes are good', 'make release-notes'],
  ])('%s: suggests %s', (text, suggestion) => {
    const parsed = parseCriterion(text, project, 'c1');
    expect(isRefusal(parsed) && parsed.suggestions).toContain(suggestion);
  });

  test('a project without commands gets the forms', () => {
    const parsed = parseCriterion('it is good', bare, 'c1');
    expect(isRefusal(parsed) && parsed.suggestions).toEqual(['./check.sh', '<command> ~ /pattern/', 'file:<path>']);
  });

  test.each([
    [
      'tests pass',
      'no test command found in this project; add a script named test, or a test file of a runner that is installed, or pass the command itself',
    ],
    [
      'no lint errors',
      'no lint command found in this project; add a script named lint, or install a linter and add its configuration, or pass the command itself',
    ],
    [
      'it builds',
      'no build command found in this project; add a script or target named build, or pass the command itself',
    ],
    ['npm test fails', 'a criterion must hold when the work is done; for a command that must fail write: ! npm test'],
  ])('%s in a project without commands', (text, reason) => {
    expect(parseCriterion(text, bare, 'c1')).toMatchObject({ refused: true, reason });
  });
});

describe('plain words', () => {
  test.each([
    ['npm test passes', 'npm test exits 0'],
    ['npm test still passes.', 'npm test exits 0'],
    ['npx tsc --noEmit passes', 'npx tsc --noEmit exits 0'],
    ['`cargo test` succeeds', 'cargo test exits 0'],
    ['`make integration`', 'make integration exits 0'],
    ['`printf "a  b\n"`', 'printf "a  b\n" exits 0'],
    ['`cd app\nnpm test` passes', 'cd app\nnpm test exits 0'],
    ['sh -c "a  b" passes', 'sh -c "a  b" exits 0'],
    ['pytest exits 0', 'pytest exits 0'],
    ["'npm test'", 'npm test exits 0'],
    ['"npm test" passes', 'npm test exits 0'],
    ['Npm test passes.', 'npm test exits 0'],
    ['npm test.', 'npm test exits 0'],
    ['mypy is happy', 'mypy exits 0'],
    ['eslint reports no problems', 'eslint exits 0'],
    ['make all tests pass', 'npm test exits 0'],
    ['pass rate is 100%', 'pass_rate >= 100'],
    ['coverage: 80%', 'coverage >= 80'],
    ['pytest exits with code 0', 'pytest exits 0'],
    ['go test ./... is green', 'go test ./... exits 0'],
    ['make check passes', 'make check exits 0'],
    ['check passes', 'make check exits 0'],
    ['check', 'make check exits 0'],
    ['the lint script passes', 'npm run lint exits 0'],
    ['npm run lint && npm test pass', 'npm run lint && npm test exits 0'],
    ['tests pass', 'npm test exits 0'],
    ['Tests pass!', 'npm test exits 0'],
    ['all tests pass', 'npm test exits 0'],
    ['the tests are passing', 'npm test exits 0'],
    ['all tests are green', 'npm test exits 0'],
    ['the test suite passes', 'npm test exits 0'],
    ['unit tests pass', 'npm test exits 0'],
    ['no failing tests', 'npm test exits 0'],
    ['test', 'npm test exits 0'],
    ['make sure that all tests pass', 'npm test exits 0'],
    ['e2e tests pass', 'npm run test:e2e exits 0'],
    ['no lint errors', 'npm run lint exits 0'],
    ['lint is clean', 'npm run lint exits 0'],
    ['linting passes', 'npm run lint exits 0'],
    ['no type errors', 'npx tsc --noEmit exits 0'],
    ['the type checker is happy', 'npx tsc --noEmit exits 0'],
    ['types check', 'npx tsc --noEmit exits 0'],
    ['it type-checks', 'npx tsc --noEmit exits 0'],
    ['it builds', 'npm run build exits 0'],
    ['it compiles', 'npm run build exits 0'],
    ['the build succeeds', 'npm run build exits 0'],
    ['the project builds without errors', 'npm run build exits 0'],
    ['builds successfully', 'npm run build exits 0'],
    ['build successful', 'npm run build exits 0'],
    ['0 lint errors', 'npm run lint exits 0'],
    ['coverage above 80%', 'coverage > 80'],
    ['coverage is over 80 percent', 'coverage > 80'],
    ['coverage of at least 80 %', 'coverage >= 80'],
    ['at least 90% coverage', 'coverage >= 90'],
    ['more than 85.5% test coverage', 'coverage > 85.5'],
    ['80% code coverage', 'coverage >= 80'],
    ['>80% coverage', 'coverage > 80'],
    ['> 80 % coverage', 'coverage > 80'],
    ['coverage >80%', 'coverage > 80'],
    ['>=80% coverage', 'coverage >= 80'],
    ['80%+ coverage', 'coverage >= 80'],
    ['80% or more coverage', 'coverage >= 80'],
    ['branch coverage above 70%', 'branch_coverage > 70'],
    ['coverage does not drop', 'coverage >= baseline'],
    ['no skipped tests', 'tests_skipped == 0'],
    ['at least 50 tests', 'test_count >= 50'],
    ['no lint warnings', 'lint_warnings == 0'],
    ['README.md exists', 'file:README.md exists'],
    ['docs/guide.md exists', 'file:docs/guide.md exists'],
    ['there is a CHANGELOG.md', 'file:CHANGELOG.md exists'],
    ['the file .env.example exists', 'file:.env.example exists'],
    ['README.md contains "npm install"', 'file:README.md ~ /npm install/'],
    ['dist/old.js does not exist', 'test ! -e dist/old.js exits 0'],
    ['node cli.js prints "1 + 1 = 2"', 'node cli.js ~ /1 \\+ 1 = 2/'],
    ['git status is clean', 'git status --porcelain prints nothing and exits 0 or 1'],
  ])('%s → %s', (text, result) => {
    expect(read(text)).toBe(result);
  });
});

describe('output patterns', () => {
  test.each([
    ['npm test ~ /0 failing/', 'npm test ~ /0 failing/'],
    ['npm test !~ /warning/i', 'npm test !~ /warning/i'],
    ['npm test ~ /a\\/b/gm', 'npm test ~ /a\\/b/m'],
    ['npm test ~ /a ~ b/', 'npm test ~ /a ~ b/'],
    ["awk '$1 ~ /x/' log.txt ~ /y/", "awk '$1 ~ /x/' log.txt ~ /y/"],
    ["awk '$1 ~ /x/' log.txt", "awk '$1 ~ /x/' log.txt exits 0"],
    ['`weird thing` ~ /x/', 'weird thing ~ /x/'],
    ['yes | head -c 10 ~ /y/', 'yes | head -c 10 ~ /y/'],
    ['echo done ~ /done/', 'echo done ~ /done/'],
    ["grep -rn 'require(' src prints nothing", "grep -rn 'require(' src prints nothing and exits 0 or 1"],
    ['ls ~', 'ls ~ exits 0'],
    ['git status --porcelain prints nothing', 'git status --porcelain prints nothing and exits 0 or 1'],
    ['./lint.sh prints no output', './lint.sh prints nothing and exits 0 or 1'],
    ['file:README.md ~ /install/i', 'file:README.md ~ /install/i'],
    ['file:src/a.ts !~ /TODO/', 'file:src/a.ts !~ /TODO/'],
    ['file:my notes.txt', 'file:my notes.txt exists'],
  ])('%s', (text, result) => {
    expect(read(text)).toBe(result);
  });

  test.each([
    ['npm test ~ /(/', /Invalid regular expression: \/\(\/: Unterminated group/],
    ['npm test ~ /a/x', /unsupported flag "x"/],
    ['npm test ~ passing', /must be between slashes/],
    ['npm test !~ /open', /must be between slashes/],
    ['npm test ~ //', /must be between slashes/],
    [
      'all is well ~ /x/',
      /"all is well" is neither a command nor file:<path> \(backticks make it a command: `all is well`\)/,
    ],
    ['my code prints nothing', /"my code" is not a command \(backticks make it a command: `my code`\)/],
    ['file: ~ /x/', /file: needs a path/],
  ])('%s is refused', (text, reason) => {
    const parsed = parseCriterion(text, project, 'c1');
    expect(isRefusal(parsed) && parsed.reason).toMatch(reason);
  });
});

describe('scripts that package.json does not have', () => {
  test('only what is spelt nearly the same, or looks like a check, is suggested: a script may publish', () => {
    const script = (name: string) => ({ name, command: `npm run ${name}` });
    const own = { ...bare, scripts: [script('version'), script('release'), script('check:types'), script('docs')] };
    const ideas = (text: string) => {
      const parsed = parseCriterion(text, own, 'c1');
      return isRefusal(parsed) && parsed.suggestions.filter((idea) => idea.startsWith('npm'));
    };
    expect(ideas('npm run tset')).toEqual(['npm run check:types']);
    expect(ideas('npm run dosc')).toEqual(['npm run docs', 'npm run check:types']);
  });

  test.each([
    ['npm run lnit', 'lnit', 'npm run lint'],
    ['npm run buidl passes', 'buidl', 'npm run build'],
    ['npm run test:e2 ~ /ok/', 'test:e2', 'npm run test:e2e'],
    ['npm run lint:fix -- --quiet', 'lint:fix', 'npm run lint'],
    ['CI=1 npm run binld && npm test', 'binld', 'npm run build'],
    ['pnpm run lnit prints nothing', 'lnit', 'npm run lint'],
    ['yarn run lnit', 'lnit', 'npm run lint'],
  ])('%s', (text, name, suggestion) => {
    const parsed = parseCriterion(text, project, 'c1');
    expect(parsed).toMatchObject({
      refused: true,
      reason: `package.json has no script "${name}" (use backticks if the agent should add it)`,
    });
    expect(isRefusal(parsed) && parsed.suggestions[0]).toBe(suggestion);
  });

  test.each([
    '`npm run lnit`',
    'npm run lint',
    'npm run test:e2e -- --headed',
    'npm test',
    'npm run test',
    'npm run prepare',
    'npm run -w app start:all',
    'npm run check:all -w app',
    'npm --prefix app run check:all',
    'cd app && npm run check:all',
    'npm run check:all --if-present',
    'yarn run ruff',
    'bun run ./check.ts',
  ])('%s is accepted', (text) => {
    expect(isRefusal(parseCriterion(text, project, 'c1'))).toBe(false);
  });

  test('nothing is refused if no package.json names scripts', () => {
    const scripts = [{ name: 'check', command: 'make check' }];
    expect(read('npm run nosuch', { ...bare, scripts })).toBe('npm run nosuch exits 0');
    expect(read('npm run nosuch', bare)).toBe('npm run nosuch exits 0');
  });
});

describe('metrics', () => {
  test.each([
    ['coverage >= 80', 'coverage >= 80'],
    ['coverage>=80%', 'coverage >= 80'],
    ['Coverage ≥ 80 %', 'coverage >= 80'],
    ['coverage >= baseline', 'coverage >= baseline'],
    ['branch coverage > 70', 'branch_coverage > 70'],
    ['lint_errors == 0', 'lint_errors == 0'],
    ['lint errors = 0', 'lint_errors == 0'],
    ['type-errors <= 3', 'type_errors <= 3'],
    ['test_count >= baseline', 'test_count >= baseline'],
    ['pass_rate >= 99.5', 'pass_rate >= 99.5'],
    ['coverage >= 0.5%', 'coverage >= 0.5'],
    ['coverage > 0', 'coverage > 0'],
    ['complexity < 12.5', 'complexity < 12.5'],
    ['custom.bundle_size < 200000', 'custom.bundle_size < 200000'],
    ['build_time != 3', 'build_time != 3'],
  ])('%s', (text, result) => {
    expect(read(text)).toBe(result);
  });

  test.each([
    ['coverag >= 80', /there is no metric "coverag"/],
    ['coverage >= 0.8', /write coverage >= 80, or 0.8% if you mean that/],
    ['pass_rate == 1', /write pass_rate == 100/],
    ['coverage > 100', /from 0 to 100/],
    ['coverage >= 101', /from 0 to 100/],
    ['coverage above 120%', /from 0 to 100/],
    ['coverage above 0.8', /write coverage > 80/],
    ['lint_errors == 0%', /lint_errors is not a percentage/],
    ['test > 3', /there is no metric "test"/],
  ])('%s is refused', (text, reason) => {
    const parsed = parseCriterion(text, project, 'c1');
    expect(isRefusal(parsed) && parsed.reason).toMatch(reason);
  });
});

test('every metric that is measured can be asked for', () => {
  for (const name of metricNames) expect(read(`${name} >= 2`)).toBe(`${name} >= 2`);
});

describe('several', () => {
  test('keep their order and their numbers', () => {
    const { criteria, refusals } = parseCriteria(['npm test', 'looks good', ' file:a '], project);
    expect(criteria.map(({ id, text }) => [id, text])).toEqual([
      ['c1', 'npm test'],
      ['c3', 'file:a'],
    ]);
    expect(refusals.map(({ text }) => text)).toEqual(['looks good']);
  });

  const withoutTypes = { ...project, typecheck: null };
  test.each<[string, ProjectCommands, string[]]>([
    ['no errors', project, ['npm run lint', 'npx tsc --noEmit', 'npm run build']],
    ['There are no errors.', withoutTypes, ['npm run lint', 'npm run build']],
    ['all tests pass and no errors', withoutTypes, ['npm test', 'npm run lint', 'npm run build']],
    ['tests pass, no lint errors and it builds', project, ['npm test', 'npm run lint', 'npm run build']],
    ['npm run lint && npm test', project, ['npm run lint && npm test']],
    ['sh -c "npm test and more"', project, ['sh -c "npm test and more"']],
  ])('in one text: %s', (text, given, commands) => {
    const { criteria, refusals } = parseCriteria([text], given);
    expect(refusals).toEqual([]);
    expect(criteria.map((one) => 'command' in one && one.command)).toEqual(commands);
    expect(new Set(criteria.map((one) => one.text)).size).toBe(commands.length);
  });

  test.each([
    ['tests pass with >80% coverage and looks good', project, ['looks good']],
    ['tests pass and no errors', { ...bare, test: named('npm test') }, ['no errors']],
    ['fast and good', project, ['fast and good']],
    ['no errors', bare, ['no errors']],
  ])('the item that cannot be checked is the one that is refused: %s', (text, given, refused) => {
    expect(parseCriteria([text], given).refusals.map((one) => one.text)).toEqual(refused);
  });
});

test.skipIf(inMutationRun)('any text is a valid criterion or a refusal with a reason, and takes no long time', () => {
  const words = fc.constantFrom(
    ...'npm test ~ /x/ !~ file: coverage >= 80 % passes is "a \' ` && | ( ) $( it the prints nothing -f ./x README.md'.split(
      ' ',
    ),
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 12 }).map((some) => some.join(' ')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const parsed = parseCriterion(text, project, 'c1');
      if (isRefusal(parsed)) expect(parsed.reason).not.toBe('');
      else criterionSchema.parse(parsed);
    }),
    { numRuns: 500 },
  );
  for (const flood of [
    'a '.repeat(20_000),
    `${'('.repeat(20_000)}x`,
    '"'.repeat(20_001),
    '\\'.repeat(20_001),
    'the '.repeat(9_000),
  ]) {
    expect(isRefusal(parseCriterion(flood, project, 'c1'))).toBe(true);
  }
});
