import { fires, quiet } from '../../../test/support/guard/judge.ts';

const pkg = (scripts: Record<string, string>, more: object = {}): string =>
  JSON.stringify({ name: 'shop', scripts, ...more }, null, 2);
const base = { test: 'vitest run', lint: 'eslint .', build: 'tsc' };
const ci = (steps: string): string =>
  `name: ci\non: [push]\njobs:\n  check:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v5\n${steps}`;
const run = ci('      - run: npm ci\n      - run: npm test\n      - run: npm run lint\n');
const makefile = '.PHONY: test lint\n\ntest:\n\tgo test ./...\n\nlint:\n\tgolangci-lint run\n';
const pom = (more = '', properties = ''): string =>
  `<project>\n  <properties>${properties}\n    <java.version>17</java.version>\n  </properties>\n  <build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><configuration>${more}<forkCount>1</forkCount></configuration></plugin></plugins></build>\n</project>\n`;
const gradle = 'plugins { id "java" }\n\ntest {\n  useJUnitPlatform()\n}\n';
const tsconfig =
  '{\n  // strict on purpose\n  "compilerOptions": { "strict": true, "noUncheckedIndexedAccess": true, "target": "es2022" }\n}\n';
const pyproject =
  '[tool.pytest.ini_options]\naddopts = "-ra"\ntestpaths = ["tests"]\nfilterwarnings = ["error"]\nxfail_strict = true\n\n[tool.mypy]\nstrict = true\n\n[tool.ruff.lint]\nselect = ["E", "F", "B"]\nignore = []\n\n[tool.coverage.run]\nbranch = true\n\n[tool.coverage.report]\nfail_under = 90\n';
const vitest =
  "import { defineConfig } from 'vitest/config';\nexport default defineConfig({\n  test: {\n    globals: true,\n    coverage: { thresholds: { lines: 90 }, include: ['src/**'] },\n  },\n});\n";
const jest =
  "module.exports = {\n  coverageThreshold: { global: { branches: 80, lines: 90 } },\n  testPathIgnorePatterns: ['/node_modules/'],\n};\n";
const eslint =
  "export default [\n  { rules: { eqeqeq: 'error', 'no-unused-vars': ['error', { args: 'none' }] } },\n];\n";
const golangci = 'linters:\n  enable:\n    - errcheck\n    - govet\n    - staticcheck\n';
const tox = '[testenv]\ndeps = pytest\ncommands =\n    pytest tests\n    mypy src\n';

fires('script-neutralised', [
  ['exit 0', 'package.json', pkg(base), pkg({ ...base, test: 'exit 0' })],
  ['true', 'package.json', pkg(base), pkg({ ...base, test: 'true' })],
  ['echo', 'package.json', pkg(base), pkg({ ...base, lint: 'echo "ok"' })],
  ['echo and exit', 'package.json', pkg(base), pkg({ ...base, test: 'echo "passed" && exit 0' })],
  ['@true', 'Makefile', makefile, makefile.replace('go test ./...', '@true')],
  [
    'with a prerequisite',
    'Makefile',
    makefile.replace('test:', 'test: deps'),
    makefile.replace('test:', 'test: deps').replace('go test ./...', '@true'),
  ],
  ['@echo', 'Makefile', makefile, makefile.replace('golangci-lint run', '@echo ok')],
  ['echo', '.github/workflows/ci.yml', run, run.replace('run: npm test', 'run: echo skipped')],
  ['a script', 'scripts/test.sh', '#!/bin/sh\nset -e\nnpm test\n', '#!/bin/sh\nset -e\nexit 0\n'],
]);

fires('failure-ignored', [
  ['|| true', 'package.json', pkg(base), pkg({ ...base, test: 'vitest run || true' })],
  ['|| exit 0', 'package.json', pkg(base), pkg({ ...base, lint: 'eslint . || exit 0' })],
  ['; exit 0', 'package.json', pkg(base), pkg({ ...base, test: 'vitest run; exit 0' })],
  ['passWithNoTests', 'package.json', pkg(base), pkg({ ...base, test: 'vitest run --passWithNoTests' })],
  ['|| true', '.github/workflows/ci.yml', run, run.replace('run: npm test', 'run: npm test || true')],
  [
    'continue-on-error',
    '.github/workflows/ci.yml',
    run,
    run.replace('- run: npm test', '- run: npm test\n        continue-on-error: true'),
  ],
  ['a whole job', '.github/workflows/ci.yml', run, run.replace('runs-on', 'continue-on-error: true\n    runs-on')],
  ['if: false', '.github/workflows/ci.yml', run, run.replace('- run: npm test', '- run: npm test\n        if: false')],
  [
    'allow_failure',
    '.gitlab-ci.yml',
    'test:\n  script:\n    - npm test\n',
    'test:\n  script:\n    - npm test\n  allow_failure: true\n',
  ],
  ['ignore_outcome', 'tox.ini', tox, tox.replace('commands', 'ignore_outcome = true\ncommands')],
  ['leading dash', 'Makefile', makefile, makefile.replace('\tgo test', '\t-go test')],
  ['|| true', 'Makefile', makefile, makefile.replace('go test ./...', 'go test ./... || true')],
  ['testFailureIgnore', 'pom.xml', pom(), pom('<testFailureIgnore>true</testFailureIgnore>')],
  [
    'maven.test.failure.ignore',
    'pom.xml',
    pom(),
    pom('', '<maven.test.failure.ignore>true</maven.test.failure.ignore>'),
  ],
  ['skipTests', 'pom.xml', pom(), pom('<skipTests>true</skipTests>')],
  [
    'ignoreFailures',
    'build.gradle',
    gradle,
    gradle.replace('useJUnitPlatform()', 'useJUnitPlatform()\n  ignoreFailures = true'),
  ],
  [
    '-DskipTests',
    '.github/workflows/ci.yml',
    ci('      - run: mvn verify\n'),
    ci('      - run: mvn verify -DskipTests\n'),
  ],
  ['--exit-zero', 'tox.ini', tox.replace('mypy src', 'flake8 src'), tox.replace('mypy src', 'flake8 src --exit-zero')],
  ['set +e', 'scripts/ci.sh', '#!/bin/bash\nset -e\nnpm test\n', '#!/bin/bash\nset -e\nnpm test || true\n'],
]);

fires('tests-excluded', [
  [
    'vitest exclude',
    'vitest.config.ts',
    vitest,
    vitest.replace('globals: true,', "globals: true,\n    exclude: ['**/node_modules/**', 'src/price.test.ts'],"),
  ],
  ['jest ignore', 'jest.config.js', jest, jest.replace("'/node_modules/'", "'/node_modules/', 'price'")],
  [
    'jest in package.json',
    'package.json',
    pkg(base, { jest: { testPathIgnorePatterns: [] } }),
    pkg(base, { jest: { testPathIgnorePatterns: ['src/price'] } }),
  ],
  ['--ignore', 'pyproject.toml', pyproject, pyproject.replace('"-ra"', '"-ra --ignore=tests/test_price.py"')],
  ['--deselect', 'tox.ini', tox, tox.replace('pytest tests', 'pytest tests --deselect tests/test_price.py::test_a')],
  ['-k not', '.github/workflows/ci.yml', ci('      - run: pytest\n'), ci('      - run: pytest -k "not price"\n')],
  ['norecursedirs', 'pytest.ini', '[pytest]\nnorecursedirs = .git\n', '[pytest]\nnorecursedirs = .git tests/price\n'],
  ['surefire', 'pom.xml', pom(), pom('<excludes><exclude>**/PriceTest.java</exclude></excludes>')],
  [
    'gradle',
    'build.gradle',
    gradle,
    gradle.replace('useJUnitPlatform()', "useJUnitPlatform()\n  exclude '**/PriceTest*'"),
  ],
  ['-skip', 'Makefile', makefile, makefile.replace('go test ./...', 'go test -skip=TestPrice ./...')],
  ['mocha ignore', '.mocharc.json', '{ "spec": "test" }', '{ "spec": "test", "ignore": ["test/price.js"] }'],
]);

fires('strictness-lowered', [
  ['strict', 'tsconfig.json', tsconfig, tsconfig.replace('"strict": true', '"strict": false')],
  ['strict removed', 'tsconfig.json', tsconfig, tsconfig.replace('"strict": true, ', '')],
  [
    'a strict part',
    'tsconfig.json',
    tsconfig,
    tsconfig.replace('"strict": true', '"strict": true, "noImplicitAny": false'),
  ],
  [
    'an extra check',
    'tsconfig.json',
    tsconfig,
    tsconfig.replace('"noUncheckedIndexedAccess": true', '"noUncheckedIndexedAccess": false'),
  ],
  [
    'mypy strict',
    'pyproject.toml',
    pyproject,
    pyproject.replace('strict = true\n\n[tool.ruff', 'strict = false\n\n[tool.ruff'),
  ],
  ['mypy ignore_errors', 'mypy.ini', '[mypy]\nstrict = True\n', '[mypy]\nstrict = True\nignore_errors = True\n'],
  ['xfail_strict', 'pyproject.toml', pyproject, pyproject.replace('xfail_strict = true', 'xfail_strict = false')],
  ['biome linter', 'biome.json', '{ "linter": { "enabled": true } }', '{ "linter": { "enabled": false } }'],
]);

fires('lint-rule-off', [
  ['eslint flat', 'eslint.config.js', eslint, eslint.replace("eqeqeq: 'error'", "eqeqeq: 'off'")],
  ['eslint with options', 'eslint.config.js', eslint, eslint.replace("['error', { args: 'none' }]", "'off'")],
  ['eslintrc', '.eslintrc.json', '{ "rules": { "eqeqeq": 2 } }', '{ "rules": { "eqeqeq": 0 } }'],
  ['eslintrc yaml', '.eslintrc.yml', 'rules:\n  eqeqeq: error\n', 'rules:\n  eqeqeq: off\n'],
  ['golangci', '.golangci.yml', golangci, golangci.replace('    - errcheck\n', '')],
  ['ruff select', 'pyproject.toml', pyproject, pyproject.replace('["E", "F", "B"]', '["E"]')],
  ['filterwarnings', 'pyproject.toml', pyproject, pyproject.replace('["error"]', '["ignore"]')],
  ['Cargo lints', 'Cargo.toml', '[lints.clippy]\nunwrap_used = "deny"\n', '[lints.clippy]\nunwrap_used = "allow"\n'],
  [
    'RUSTFLAGS',
    '.github/workflows/ci.yml',
    ci('      - run: cargo test\n').replace('jobs:', 'env:\n  RUSTFLAGS: -D warnings\njobs:'),
    ci('      - run: cargo test\n').replace('jobs:', 'env:\n  RUSTFLAGS: -A warnings\njobs:'),
  ],
  [
    'pre-commit hook',
    '.pre-commit-config.yaml',
    'repos:\n  - repo: x\n    hooks:\n      - id: mypy\n      - id: ruff\n',
    'repos:\n  - repo: x\n    hooks:\n      - id: ruff\n',
  ],
  [
    'biome rule',
    'biome.json',
    '{ "linter": { "rules": { "suspicious": { "noExplicitAny": "error" } } } }',
    '{ "linter": { "rules": { "suspicious": { "noExplicitAny": "off" } } } }',
  ],
]);

fires('lint-excluded', [
  ['ruff ignore', 'pyproject.toml', pyproject, pyproject.replace('ignore = []', 'ignore = ["B008", "F401"]')],
  [
    'per-file ignores',
    'pyproject.toml',
    pyproject,
    `${pyproject}\n[tool.ruff.lint.per-file-ignores]\n"shop/price.py" = ["F821"]\n`,
  ],
  ['eslint ignores', 'eslint.config.js', eslint, eslint.replace('[\n', "[\n  { ignores: ['src/price.ts'] },\n")],
  ['.eslintignore', '.eslintignore', 'dist\n', 'dist\nsrc/price.ts\n'],
]);

fires('check-removed', [
  ['a CI step', '.github/workflows/ci.yml', run, run.replace('      - run: npm test\n', '')],
  ['a lint step', '.github/workflows/ci.yml', run, run.replace('      - run: npm run lint\n', '')],
  ['a workflow', '.github/workflows/ci.yml', run, null],
  ['a tox command', 'tox.ini', tox, tox.replace('    mypy src\n', '')],
]);

fires('coverage-threshold-lowered', [
  ['nyc', '.nycrc', '{ "lines": 95 }', '{ "lines": 60 }'],
  ['jest', 'jest.config.js', jest, jest.replace('branches: 80', 'branches: 20')],
  ['vitest', 'vitest.config.ts', vitest, vitest.replace('lines: 90', 'lines: 10')],
  ['coverage.py', 'pyproject.toml', pyproject, pyproject.replace('fail_under = 90', 'fail_under = 50')],
  ['.coveragerc', '.coveragerc', '[report]\nfail_under = 90\n', '[report]\nfail_under = 0\n'],
  [
    'codecov',
    'codecov.yml',
    'coverage:\n  status:\n    project:\n      default:\n        target: 95%\n',
    'coverage:\n  status:\n    project:\n      default:\n        target: 50%\n',
  ],
  [
    '--fail-under',
    '.github/workflows/ci.yml',
    ci('      - run: coverage report --fail-under=100\n'),
    ci('      - run: coverage report --fail-under=40\n'),
  ],
  [
    '--fail-under that is gone',
    '.github/workflows/ci.yml',
    ci('      - run: coverage report --fail-under=100\n'),
    ci('      - run: coverage report\n'),
  ],
  [
    '--cov-fail-under',
    'tox.ini',
    tox.replace('pytest tests', 'pytest --cov-fail-under=90'),
    tox.replace('pytest tests', 'pytest --cov-fail-under=10'),
  ],
  ['gradle', 'build.gradle', `${gradle}minimum = 0.9\n`, `${gradle}minimum = 0.2\n`],
  [
    'package.json',
    'package.json',
    pkg(base, { jest: { coverageThreshold: { global: { lines: 90 } } } }),
    pkg(base, { jest: { coverageThreshold: { global: { lines: 9 } } } }),
  ],
]);

fires('coverage-excluded', [
  [
    'coverage.py',
    'pyproject.toml',
    pyproject,
    pyproject.replace('branch = true', 'branch = true\nomit = ["shop/price.py"]'),
  ],
  ['.coveragerc', '.coveragerc', '[run]\nomit = tests/*\n', '[run]\nomit = tests/* shop/price.py\n'],
  ['nyc', '.nycrc.json', '{ "exclude": [] }', '{ "exclude": ["lib/price.js"] }'],
  [
    'jest',
    'jest.config.js',
    jest,
    jest.replace('module.exports = {', "module.exports = {\n  coveragePathIgnorePatterns: ['src/price'],"),
  ],
  [
    'vitest',
    'vitest.config.ts',
    vitest,
    vitest.replace("include: ['src/**']", "include: ['src/**'], exclude: ['src/price.ts']"),
  ],
  [
    'codecov',
    '.codecov.yml',
    'coverage:\n  range: 80..100\n',
    'coverage:\n  range: 80..100\nignore:\n  - src/price.go\n',
  ],
  [
    'collectCoverageFrom',
    'package.json',
    pkg(base, { jest: { collectCoverageFrom: ['src/**'] } }),
    pkg(base, { jest: { collectCoverageFrom: ['src/**', '!src/price.js'] } }),
  ],
]);

quiet('an option that forgives nothing', [
  [
    'sources that coverage does not find',
    '.coveragerc',
    '[report]\nshow_missing = true\n',
    '[report]\nshow_missing = true\nignore_errors = true\n',
  ],
  ['the other commands of tox run too', 'tox.ini', tox, tox.replace('commands', 'ignore_errors = true\ncommands')],
  [
    'strict for all but a part, no longer for a part only',
    'pyproject.toml',
    '[tool.mypy]\npretty = true\n\n[[tool.mypy.overrides]]\nmodule = ["app.core"]\ndisallow_untyped_defs = true\n',
    '[tool.mypy]\npretty = true\ndisallow_untyped_defs = true\n\n[[tool.mypy.overrides]]\nmodule = ["app.old"]\ndisallow_untyped_defs = false\n',
  ],
  [
    'warnings that a variable denies',
    '.github/workflows/ci.yml',
    ci('      - run: cargo clippy --all -- -D warnings\n'),
    ci('      - run: cargo clippy --all\n        env:\n          CARGO_BUILD_WARNINGS: deny\n'),
  ],
  [
    'packages that are no longer installed',
    '.github/workflows/log.yml',
    ci('      - run: npm ci --ignore-scripts\n      - run: echo "old log"\n'),
    ci('      - run: echo "new log"\n      - run: echo "done"\n'),
  ],
  [
    'an artifact that is not installed',
    'pom.xml',
    pom().replaceAll('surefire', 'install'),
    pom('<skip>true</skip>').replaceAll('surefire', 'install'),
  ],
  [
    'warnings of node itself',
    'package.json',
    pkg(base),
    pkg({ ...base, test: 'node --no-warnings=ExperimentalWarning node_modules/.bin/vitest run' }),
  ],
  [
    'a message of a program',
    '.github/workflows/bot.yml',
    ci(
      '      - uses: actions/github-script@v7\n        with:\n          script: |\n            await reply(`lint failed, run npm test and see the log`);\n      - run: npm test\n',
    ),
    ci('      - run: npm test\n'),
  ],
  [
    'tests that a new profile leaves out',
    'pom.xml',
    pom(),
    pom().replace(
      '</project>',
      '  <profiles><profile><id>bench</id><build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><configuration><skip>true</skip></configuration></plugin></plugins></build></profile></profiles>\n</project>',
    ),
  ],
  [
    'options that begin a line of a workflow',
    '.github/workflows/ci.yml',
    ci('      - run: |\n          mvn verify \\\n            -B\n'),
    ci('      - run: |\n          mvn verify \\\n          -B --show-version\n'),
  ],
]);

fires('failure-ignored', [
  [
    'lines around it',
    '.github/workflows/ci.yml',
    ci('      - run: npm test\n'),
    ci('      - run: |\n          set +e\n          npm test\n          exit 0\n'),
  ],
  [
    'tests that are only listed',
    '.github/workflows/ci.yml',
    ci('      - run: pytest --cov=money\n'),
    ci('      - run: pytest --collect-only\n'),
  ],
  ['tests that are only listed', 'package.json', pkg(base), pkg({ ...base, test: 'vitest list' })],
  ['a plugin that judges', 'pom.xml', pom(), pom('<skip>true</skip>')],
  ['a dash of make', 'Makefile', makefile, makefile.replace('go test', '-go test')],
]);

quiet('honest configuration', [
  ['an ignored file renamed', '.eslintignore', 'dist\nsrc/old-name.ts\n', 'dist\nsrc/new-name.ts\n'],
  [
    'a new rule, off for tests',
    'eslint.config.js',
    eslint,
    eslint.replace('[\n', "[\n  { rules: { curly: 'error' } },\n  { files: ['test/**'], rules: { curly: 'off' } },\n"),
  ],
  ['a script added', 'package.json', pkg(base), pkg({ ...base, 'test:watch': 'vitest' })],
  ['a flag added', 'package.json', pkg(base), pkg({ ...base, test: 'vitest run --coverage' })],
  ['another runner', 'package.json', pkg(base), pkg({ ...base, test: 'node --test' })],
  [
    'a dependency bumped',
    'package.json',
    pkg(base, { devDependencies: { vitest: '^3.0.0' } }),
    pkg(base, { devDependencies: { vitest: '^4.0.0' } }),
  ],
  ['an action bumped', '.github/workflows/ci.yml', run, run.replace('checkout@v5', 'checkout@v6')],
  [
    'a step added',
    '.github/workflows/ci.yml',
    run,
    run.replace('      - run: npm ci\n', '      - run: npm ci\n      - run: npm run build\n'),
  ],
  ['a step reworded', '.github/workflows/ci.yml', run, run.replace('npm run lint', 'npm run lint -- --max-warnings 0')],
  [
    'steps reordered',
    '.github/workflows/ci.yml',
    run,
    ci('      - run: npm ci\n      - run: npm run lint\n      - run: npm test\n'),
  ],
  [
    'a matrix added',
    '.github/workflows/ci.yml',
    run,
    run.replace(
      'runs-on: ubuntu-latest',
      'runs-on: windows-latest\n    strategy:\n      matrix:\n        os: [ubuntu-latest, macos-latest]',
    ),
  ],
  [
    'stricter',
    'tsconfig.json',
    tsconfig,
    tsconfig.replace('"strict": true', '"strict": true, "noImplicitOverride": true'),
  ],
  ['a target changed', 'tsconfig.json', tsconfig, tsconfig.replace('es2022', 'es2023')],
  ['a threshold raised', '.nycrc', '{ "lines": 60 }', '{ "lines": 95 }'],
  ['a rule made an error', 'eslint.config.js', eslint.replace("eqeqeq: 'error'", "eqeqeq: 'warn'"), eslint],
  ['a linter added', '.golangci.yml', golangci, golangci.replace('    - govet\n', '    - govet\n    - gosec\n')],
  ['a target added', 'Makefile', makefile, `${makefile}\nbench:\n\tgo test -bench=. ./...\n`],
  ['tests kept out of coverage', '.nycrc.json', '{ "exclude": [] }', '{ "exclude": ["test/**", "dist/**"] }'],
  [
    'node_modules excluded',
    'vitest.config.ts',
    vitest,
    vitest.replace('globals: true,', "globals: true,\n    exclude: ['**/node_modules/**', '**/dist/**'],"),
  ],
  [
    'clean-up that may fail',
    '.github/workflows/ci.yml',
    run,
    run.replace('      - run: npm ci\n', '      - run: npm ci\n      - run: rm -rf tmp || true\n'),
  ],
  ['formatted', '.eslintrc.json', '{ "rules": { "eqeqeq": 2 } }', '{\n  "rules": {\n    "eqeqeq": 2\n  }\n}\n'],
]);
