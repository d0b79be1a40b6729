/**
 * What `real-projects.mjs` runs. `command` prints the counts that are compared; `measured` is what is measured and timed where that
 * is another: plain `go test` prints none; `timed` is a part of the suite, where the whole takes too long for many pairs. Sources are npm packages that publish their tests, or GitHub repositories.
 */
export const projects = [
  {
    name: 'express',
    git: 'expressjs/express',
    runner: 'mocha',
    install: 'npm install --no-audit --no-fund --ignore-scripts --prefer-offline',
    command: 'npm test',
    timed: 'npx mocha --require test/support/env --reporter dot --check-leaks test/res.*.js',
  },
  {
    name: 'ufo',
    git: 'unjs/ufo',
    runner: 'vitest',
    install: 'npm install --no-audit --no-fund --ignore-scripts --prefer-offline --no-save vitest@4.1.12',
    command: 'npx vitest run',
  },
  {
    name: 'qs',
    npm: 'qs@6.17.1',
    runner: 'tape',
    // Its linters are not needed, and any tape 5 will do.
    install:
      'npm pkg delete devDependencies.@ljharb/eslint-config devDependencies.eslint devDependencies.evalmd devDependencies.npmignore && npm pkg set devDependencies.tape=^5 && npm install --no-audit --no-fund --ignore-scripts --prefer-offline',
    command: "npx tape 'test/**/*.js'",
  },
  {
    name: 'commander',
    git: 'tj/commander.js',
    runner: 'node:test',
    command: 'node --test',
    timed: 'node --test tests/command.a*.test.js',
  },
  {
    name: 'click',
    git: 'pallets/click',
    runner: 'pytest',
    env: { PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' },
    command: 'python3 -m pytest -p no:cacheprovider',
    timed: 'python3 -m pytest -p no:cacheprovider tests/test_options.py tests/test_basic.py',
  },
  { name: 'pflag', git: 'spf13/pflag', runner: 'go', command: 'go test -count=1 -v .', measured: 'go test -count=1 .' },
  {
    name: 'jest-extended',
    git: 'jest-community/jest-extended',
    runner: 'jest',
    install: 'npm install --no-audit --no-fund --ignore-scripts --prefer-offline --legacy-peer-deps',
    command: 'npx jest --coverage=false',
    timed: 'npx jest --coverage=false test/matchers/toBeA',
  },
];
