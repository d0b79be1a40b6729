import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { criteriaScripts, overlayScripts } from './criteria-scripts.ts';
import { filesOnDisk } from './project-files.ts';

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'jumar-scripts-')));
  const files: Record<string, string> = {
    'check.sh': 'exit 0\n',
    'run.sh': 'exit 0\n',
    'app.js': '',
    'scripts/verify.mjs': '',
    'scripts/prepare.sh': '',
    'tools/grade.py': '',
    'bin/doit': '#!/usr/bin/env bash\n',
    'pkg/package.json': JSON.stringify({ scripts: { test: 'sh ../check.sh' } }),
    'pkg/test.sh': '',
    'packages/a/package.json': JSON.stringify({ name: '@x/a', scripts: { test: 'sh judge' } }),
    'packages/a/judge': '',
    'packages/b/package.json': JSON.stringify({ name: '@x/b', scripts: { test: 'node go.js' } }),
    'packages/b/go.js': '',
    'scripts/look.js': '',
    'tools/go.js': '',
    'tools/make-it.js': '',
    'tools/judge': '',
    'src/self.js': '',
    'setup.js': '',
    'early.cjs': '',
    Makefile:
      'include rules.mk\nRUN = node\nall: ; node app.js\ncheck: prepared\n\t@$(RUN) tools/go.js\nsame:\n\tnode tools/go.js > out\n\tdiff out expected\n',
    'rules.mk': 'prepared:\n\t-sh tools/judge\nnpm:\n\t$(MAKE) -f build.mk lint\n',
    'build.mk': 'lint:\n\tnode scripts/look.js\n',
    'outer.sh': '# sh run.sh\nset -e\nif sh check.sh; then node app.js; fi\ncd pkg\n. ./test.sh\nsh outer.sh\n',
    'tools/here.sh': 'cd "$(dirname "$0")"\npython3 grade.py\n',
    'package.json': JSON.stringify({
      scripts: {
        test: 'npm run check',
        pretest: 'sh scripts/prepare.sh',
        check: 'node scripts/verify.mjs',
        loop: 'npm run loop',
        measure: 'node app.js --size',
        style: 'node scripts/look.js',
        demo: 'node tools/go.js',
        build: 'node tools/make-it.js',
        parse: 'node --check tools/make-it.js && node -c tools/go.js',
        ci: 'npm run build && npm run style',
        compare: 'node tools/go.js | diff - expected',
        'test:compared': 'node tools/go.js | diff - expected',
        'test:own': 'node src/self.js && node app.js',
        'test:set-up': 'node --import ./setup.js -r ./early --test test/',
        'test:options': "NODE_OPTIONS='--import ./setup.js' node --test",
        both: 'run-s style test:set-up',
      },
    }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync('scripts/prepare.sh', join(root, 'check-link.sh'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each<[string, string[]]>([
  ['sh check.sh', ['check.sh']],
  ['./check.sh --fast', ['check.sh']],
  ['bash -e ./run.sh', ['run.sh']],
  ['bin/doit', ['bin/doit']],
  ['node app.js', []],
  ['node scripts/verify.mjs', ['scripts/verify.mjs']],
  ['python3 tools/grade.py --all', ['tools/grade.py']],
  ['timeout 10 sh check.sh && node app.js', ['check.sh']],
  ["sh -c './check.sh'", ['check.sh']],
  ['npm test', ['scripts/prepare.sh', 'scripts/verify.mjs']],
  ['npm run loop', []],
  ['cd pkg && npm test', ['check.sh']],
  ['cd pkg && sh test.sh', ['pkg/test.sh']],
  ['sh check-link.sh', ['check-link.sh', 'scripts/prepare.sh']],
  ['node --test test/', []],
  ['npx vitest run', []],
  ['sh gone.sh', []],
  ['/bin/true', []],
  ['sh ../outside.sh', []],
  ['sh outer.sh', ['check.sh', 'outer.sh', 'pkg/test.sh']],
  ['sh tools/here.sh', ['tools/grade.py', 'tools/here.sh']],
  ['make check', ['tools/judge']],
  ['npm --prefix pkg test', ['check.sh']],
  ['npm -C pkg test', ['check.sh']],
  ['npm test -w packages/a', ['packages/a/judge']],
  ['npm test --workspace=@x/a', ['packages/a/judge']],
  ['npm test --workspaces', ['check.sh', 'packages/a/judge']],
  ['pnpm --filter @x/a test', ['packages/a/judge']],
  ['pnpm --filter "./packages/*" run test', ['packages/a/judge']],
  ['pnpm -C packages/a test', ['packages/a/judge']],
  ['yarn --cwd packages/a test', ['packages/a/judge']],
  ['yarn workspace @x/a test', ['packages/a/judge']],
  ['npm run demo', []],
  ['npm run style', []],
  ['node --check scripts/verify.mjs', []],
  ['bash -n check.sh', []],
])('%s is judged by %j', async (command, expected) => {
  expect(await criteriaScripts([{ command, cwd: root, prints: false }], 'make it work', root)).toEqual(expected);
});

test.each([['repair check.sh.'], ['the script `check.sh` is wrong'], ['fix ./check.sh']])(
  '%s lets it be changed',
  async (task) => {
    expect(await criteriaScripts([{ command: 'sh check.sh', cwd: root, prints: false }], task, root)).toEqual([]);
  },
);

test.each<[string, string[]]>([
  ['node app.js', ['app.js']],
  ['npm run measure', ['app.js']],
  ['sh outer.sh', ['app.js', 'check.sh', 'outer.sh', 'pkg/test.sh']],
  ['wc -c < app.js', []],
])('%s, run for its number, is judged by %j', async (command, expected) => {
  expect(await criteriaScripts([{ command, cwd: root, prints: true }], 'make it small', root)).toEqual(expected);
});

test.each<[string, string[]]>([
  ['npm run style', ['scripts/look.js']],
  ['node --run style', ['scripts/look.js']],
  ['npm run build', ['tools/make-it.js']],
  ['npm run parse', []],
  ['npm run ci', ['scripts/look.js']],
  ['npm run demo', []],
  ['npm run test:compared', []],
  ['npm run test:own', []],
  ['npm run test:set-up', ['early.cjs', 'setup.js']],
  ['npm run test:options', ['setup.js']],
  ['npm run both', ['early.cjs', 'scripts/look.js', 'setup.js']],
  ['node --import=./setup.js --test', ['setup.js']],
  ['node --import ./setup.js app.js', []],
  ['mocha -r ./early', ['early.cjs']],
  ['grep -r tools/go.js', []],
  ['npm test -w @x/b', ['packages/b/go.js']],
  ['make', ['Makefile', 'rules.mk']],
  ['make check', ['Makefile', 'rules.mk', 'tools/go.js']],
  ['make same', ['Makefile', 'rules.mk']],
  ['make npm', ['Makefile', 'build.mk', 'rules.mk', 'scripts/look.js']],
  ['make -f build.mk lint', ['build.mk', 'scripts/look.js']],
  ['sh outer.sh', []],
  ['node app.js', []],
])("%s also runs with the baseline's %j", async (command, expected) => {
  const overlay = (task: string) =>
    overlayScripts([{ command, cwd: root, prints: false }], task, root, filesOnDisk(root));
  expect(await overlay('make it work')).toEqual(expected);
  expect(await overlay(`change ${expected.join(', ')}`)).toEqual([]);
});
