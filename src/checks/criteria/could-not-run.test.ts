import { describe, expect, test } from 'vitest';
import { couldNotRun, missingArgument } from './could-not-run.ts';

function judge(command: string, exitCode: number | null, output: string): string | null {
  const judgement = couldNotRun(command, exitCode, output);
  return judgement && `${judgement.unmeasured}: ${judgement.reason}`;
}

describe('programs', () => {
  const dash = 'sh: 1: jest: not found\n';
  const missing = 'not-found: command not found: jest';

  test.each<[string, number, string, string | null]>([
    ['jest', 127, dash, missing],
    ['jest', 127, '/bin/sh: line 1: jest: command not found', missing],
    ['jest', 127, 'zsh:1: command not found: jest', missing],
    ['jest', 127, '', missing],
    ['./jest', 127, 'bash: line 1: ./jest: No such file or directory', 'not-found: command not found: ./jest'],
    ['./jest', 126, 'sh: 1: ./jest: Permission denied', 'not-found: command not executable: ./jest'],
    ['jest | grep -c FAIL', 1, `${dash}0`, missing],
    ['jest; exit 3', 3, dash, missing],
    ['if jest; then exit 1; fi', 0, dash, missing],
    ['jest || true', 0, dash, missing],
    ['jest || :', 0, dash, missing],
    ['jest || exit 0', 0, dash, missing],
    ['jest || echo "no jest"', 0, `${dash}no jest`, missing],
    ['jest || (echo none; exit 0)', 0, `${dash}none`, missing],
    ['jest || { echo none; exit 0; }', 0, `${dash}none`, missing],
    ['jest || true; npm run lint', 0, dash, missing],
    ['jest || true && npm run lint', 0, dash, missing],
    ["bash -c 'jest'", 127, 'bash: line 1: jest: command not found', missing],
    ["CI=1 sh -ec 'cd app && jest || true'", 0, dash, missing],
    ['exec jest', 127, 'sh: 1: exec: jest: not found', missing],
    ['env CI=1 jest', 127, 'env: ‘jest’: No such file or directory', missing],
    ['timeout 60 jest', 127, "timeout: failed to run command 'jest': No such file or directory", missing],
    ['nice -n 5 jest', 127, 'nice: ‘jest’: No such file or directory', missing],
    ['ls | xargs jest', 127, 'xargs: jest: No such file or directory', missing],
    ['sudo -n jest', 1, 'sudo: jest: command not found', missing],
    ['npx jest', 127, dash, missing],
    ['jest || ./check.sh', 0, dash, null],
    ['jest || ./check.sh', 1, dash, null],
    ['jest || (cd app && ./check.sh)', 0, dash, null],
    ['jest || { echo other; ./check.sh; }', 0, dash, null],
    ["sh -c 'jest || ./check.sh'", 0, dash, null],
    ['./check.sh', 127, dash, null],
    ['npm test', 127, dash, null],
    ['jest', 0, dash, null],
    ['jest', 1, 'Tests: 1 failed', null],
  ])('%s, exit %i', (command, exit, output, result) => {
    expect(judge(command, exit, output)).toBe(result);
  });

  test.each<[string, string, string | null]>([
    ['python3 -m pytest', '/usr/bin/python3: No module named pytest', 'not-found: python module not found: pytest'],
    [
      'python -m a.b',
      "/usr/bin/python: Error while finding module specification for 'a.b' (ModuleNotFoundError: No module named 'a')",
      'not-found: python module not found: a.b',
    ],
    ['python3 -m pytest', "E   ModuleNotFoundError: No module named 'pytest'", null],
    [
      'npx tsc',
      'npm error npx canceled due to missing packages and no YES option: ["tsc@2"]',
      'not-found: not installed: tsc',
    ],
    ['npx --yes tsc -p .', '   This is not the tsc command you are looking for   ', 'not-found: not installed: tsc'],
    ['npx nosuch', 'npm ERR! code E404\nnpm ERR! 404 Not Found', 'not-found: not installed: nosuch'],
    ['npm exec -- nosuch', 'npm error code ENOTFOUND', 'not-found: not installed: nosuch'],
    ['npm ci', 'npm error code E404', null],
    ['npx tsc', 'a.ts(1,1): error TS2304: Cannot find name', null],
  ])('%s: %s', (command, output, result) => {
    expect(judge(command, 1, output)).toBe(result);
  });
});

describe('scripts, targets, files and folders of the project', () => {
  const noScript = 'no-script: package.json has no script "lint"';
  const noManifest = 'no-script: there is no package.json';

  test.each<[string, string, string | null]>([
    ['npm run lint', 'npm warn x\nnpm error Missing script: "lint"\nnpm error', noScript],
    ['npm run lint', 'npm ERR! missing script: lint', noScript],
    ['npm --prefix app run lint', 'npm error Missing script: "lint"', noScript],
    ['npm run lint || true', 'npm error Missing script: "lint"', noScript],
    ['npm t', 'npm error Missing script: "test"', 'no-script: package.json has no script "test"'],
    ['pnpm lint', ' ERR_PNPM_NO_SCRIPT  Missing script: lint', noScript],
    ['pnpm run lint', ' ERR_PNPM_NO_IMPORTER_MANIFEST_FOUND  No package.json (or …) was found in "/a".', noManifest],
    ['yarn lint', 'yarn run v1.22.22\nerror Command "lint" not found.', noScript],
    ['yarn run lint', 'Usage Error: Couldn\'t find a script named "lint".', noScript],
    ['yarn test', 'error Couldn\'t find a package.json file in "/a"', noManifest],
    ['bun run lint', 'error: Script not found "lint"', noScript],
    ['npm test', "npm error enoent Could not read package.json: Error: ENOENT: no such file, open '/a'", noManifest],
    ['npm test', '\n> a@1.0.0 test\n> npm run lint\n\nnpm error Missing script: "lint"', null],
    ['npm run lint', '\n> lint\n> cd app && npm run lint\n\nnpm error Missing script: "lint"', null],
    ['npm run lint || npx eslint .', 'npm error Missing script: "lint"', null],
    ['npm run lint', 'error Command failed with exit code 1.', null],

    ['make', 'make: *** No targets specified and no makefile found.  Stop.', 'no-script: there is no makefile'],
    ['make lint', "make: *** No rule to make target 'lint'.  Stop.", 'no-script: make has no target "lint"'],
    ['make lint', "make: *** No rule to make target `lint'.  Stop.", 'no-script: make has no target "lint"'],
    ['make -C app', 'make: *** app: No such file or directory.  Stop.', 'unreadable: there is no folder app'],
    ['make', "make: *** No rule to make target 'a.c', needed by 'a'.  Stop.", null],
    ['make check', "make[1]: *** No rule to make target 'check'.  Stop.\nmake: *** [check] Error 2", null],

    [
      'cargo test',
      'error: could not find `Cargo.toml` in `/a` or any parent directory',
      'no-script: there is no Cargo.toml',
    ],
    ['cargo test', 'error[E0432]: unresolved import `Cargo.toml`', null],
    [
      'go test ./...',
      'pattern ./...: directory prefix . does not contain main module or its selected dependencies',
      'no-script: there is no go.mod',
    ],
    [
      'mvn -q test',
      '[ERROR] The goal you specified requires a project to execute but there is no POM in this directory (/a).',
      'no-script: there is no pom.xml',
    ],

    ['sh a.sh', 'sh: 0: cannot open a.sh: No such file', 'unreadable: sh cannot open a.sh'],
    ['bash -x ./a.sh', 'bash: ./a.sh: No such file or directory', 'unreadable: bash cannot open ./a.sh'],
    ['node ../a.js', "Error: Cannot find module '/x/a.js'", 'unreadable: node cannot open ../a.js'],
    [
      'node -r ./hook a.js',
      "Error: Cannot find module './hook'\nRequire stack:",
      'unreadable: node cannot open ./hook',
    ],
    ['npx tsx a.ts', "Error: Cannot find module '/x/a.ts'", 'unreadable: tsx cannot open a.ts'],
    ['python a.py', "python: can't open file '/x/a.py': [Errno 2] No such file", 'unreadable: python cannot open a.py'],
    ['ruby a.rb', 'ruby: No such file or directory -- a.rb (LoadError)', 'unreadable: ruby cannot open a.rb'],
    ['perl a.pl', `Can't open perl script "a.pl": No such file or directory`, 'unreadable: perl cannot open a.pl'],
    ['php a.php', 'Could not open input file: a.php', 'unreadable: php cannot open a.php'],
    ['deno run a.ts', 'error: Module not found "file:///x/a.ts".', 'unreadable: deno cannot open a.ts'],
    ['node a.js', "Error: Cannot find module './b.js'\nRequire stack:\n- /x/a.js", null],
    ['node a.js', "Error: Cannot find module '/x/ba.js'", null],
    ['node a.js b.js', "Error: Cannot find module '/x/b.js'", null],
    ["node -e 'require(1)' b.js", "Error: Cannot find module '/x/b.js'", null],

    ['cd app && npm test', "sh: 1: cd: can't cd to app", 'unreadable: there is no folder app'],
    ['cd app; npm test', 'bash: line 1: cd: app: No such file or directory', 'unreadable: there is no folder app'],
  ])('%s: %s', (command, output, result) => {
    expect(judge(command, 1, output)).toBe(result);
  });

  test('a plain command that exits 0 has run, whatever it prints', () => {
    expect(judge('npm test', 0, 'npm error Missing script: "test"')).toBe(null);
    expect(judge('npm test | cat', 0, 'npm error Missing script: "test"')).not.toBe(null);
  });

  test('a program that reports a missing argument', () => {
    expect(missingArgument('cat a.txt', 'cat: a.txt: No such file or directory')).toMatch(/^cat: a\.txt/);
    expect(missingArgument('/bin/ls dist | wc', "ls: cannot access 'dist': No such file or directory\n0")).toMatch(
      /^ls/,
    );
    expect(missingArgument('./check.sh', 'cat: a.txt: No such file or directory')).toBe(null);
    expect(missingArgument('cat b.txt', 'cat: a.txt: No such file or directory')).toBe(null);
  });
});
