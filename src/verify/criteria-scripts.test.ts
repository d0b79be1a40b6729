import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { criteriaScripts } from './criteria-scripts.ts';

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
    'outer.sh': '# sh run.sh\nset -e\nif sh check.sh; then node app.js; fi\ncd pkg\n. ./test.sh\nsh outer.sh\n',
    'tools/here.sh': 'cd "$(dirname "$0")"\npython3 grade.py\n',
    'package.json': JSON.stringify({
      scripts: {
        test: 'npm run check',
        pretest: 'sh scripts/prepare.sh',
        check: 'node scripts/verify.mjs',
        loop: 'npm run loop',
        measure: 'node app.js --size',
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
])('what %s runs for its number is %j, whatever its name', async (command, expected) => {
  expect(await criteriaScripts([{ command, cwd: root, prints: true }], 'make it small', root)).toEqual(expected);
});
