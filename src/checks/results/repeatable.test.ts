import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/support/project.ts';
import { isRepeatable } from './repeatable.ts';

describe('a command whose result may be cached', () => {
  it.each<[string, boolean]>([
    ['npm test', true],
    ['node --test', true],
    ['npx vitest run && npx tsc --noEmit', true],
    ['git status --porcelain', false],
    ['npm test && git diff --exit-code', false],
    ['sh -c "curl localhost:3000"', false],
    ['env CI=1 docker compose up', false],
    ['npm run e2e', false],
    ['npm run nested', false],
    ['./check.sh', false],
    ['sh check.sh', false],
    ['./fine.sh', true],
    ['make test', false],
    ['/usr/bin/git log', false],
    ['', false],
    ['grep -q 1 /elsewhere/e', false],
    ['grep -q 1 "/elsewhere/e"', false],
    ['node -e \'require("/elsewhere/e")\'', false],
    ['cat < /elsewhere/e', false],
    ['test --file=/elsewhere/e', false],
    ['grep -q 1 ../e', false],
    ['cd .. && cat e', false],
    ['cat src/../../e', false],
    ['cat src/../e', true],
    ['cat ~/e', false],
    ['cat ~', false],
    ['cat $HOME/e', false],
    ['cat "$HOME"/e', false],
    [`cat \${HOME}/e`, false],
    [`cat \${HOME:-/}/e`, false],
    ['cat $DATA', false],
    ['cat $NOBODY/e', false],
    ['test "$CI" = 1', true],
    ['cat $PWD/e $(pwd)/e', true],
    ['echo run >> /elsewhere/log && node --test 2>/dev/null', true],
    ['/usr/bin/env node --test', true],
    ['/opt/tools/eslint src -f json', true],
    ['go test ./... && npx tsc -p .', true],
    ["eslint 'src/**/*.{ts,tsx}'", true],
    ['D=build; cat $D/e', true],
    ['npm run outside', false],
    ['sh reads.sh', false],
    ['sh home.sh', false],
    ['sh own.sh', true],
    ['make -f other/Makefile', false],
  ])('%j: %s', (command, expected) => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      'package.json': JSON.stringify({
        scripts: {
          test: 'node --test',
          e2e: 'docker compose run tests',
          nested: 'npm run e2e',
          outside: 'cat ../e',
        },
      }),
      'check.sh': '#!/bin/sh\nset -e\ngit diff --exit-code\n',
      'fine.sh': '#!/bin/sh\nnode --test # no digit here\n',
      'reads.sh': 'grep -q 1 /elsewhere/e\n',
      'home.sh': 'E=$HOME/e\ncat "$E"\n',
      'own.sh': '#!/bin/sh\n# see /etc/passwd\ncd "$(dirname "$0")" || exit\nfor f in a b; do cat "$f/x"; done\n',
      'other/Makefile': 'all:\n\tcat /elsewhere/e\n',
      Makefile: 'test:\n\tcurl localhost\n',
    });
    const env = { HOME: '/home/someone', DATA: '/elsewhere/e', CI: '1' };
    expect(isRepeatable(command, { cwd: folder, root: folder, env })).toBe(expected);
  });
});

it('allows paths above the command’s folder, inside the workspace', () => {
  const root = temporaryFolder();
  const place = { cwd: `${root}/packages/one`, root, env: {} };
  expect(isRepeatable('cat ../../package.json', place)).toBe(true);
  expect(isRepeatable(`cat ${root}/package.json`, place)).toBe(true);
  expect(isRepeatable('cat ../../../e', place)).toBe(false);
});
