import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/support/project.ts';
import { isRepeatable } from './repeatable.ts';

describe('a command whose result may be kept', () => {
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
  ])('%j: %s', (command, expected) => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      'package.json': JSON.stringify({
        scripts: { test: 'node --test', e2e: 'docker compose run tests', nested: 'npm run e2e' },
      }),
      'check.sh': '#!/bin/sh\nset -e\ngit diff --exit-code\n',
      'fine.sh': '#!/bin/sh\nnode --test # no digit here\n',
      Makefile: 'test:\n\tcurl localhost\n',
    });
    expect(isRepeatable(command, folder)).toBe(expected);
  });
});
