import { appendFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/support/project.ts';
import { environmentKey } from './environment-key.ts';

describe('the environment key', () => {
  const base = { PATH: '/nowhere', HOME: '/nobody', LANG: 'C' };

  it.each<[string, Record<string, string>, boolean]>([
    ['a variable', { DATABASE_URL: 'x' }, false],
    ['another PATH', { PATH: '/elsewhere' }, false],
    ['another shell', { SHLVL: '3', PWD: '/x', TERM_SESSION_ID: '1', SSH_AUTH_SOCK: '/y' }, true],
    ["jumar's own", { JUMAR_RUN: 'x' }, true],
  ])('%s: the same is %s', (_, more, same) => {
    expect(environmentKey({ ...base, ...more }) === environmentKey(base)).toBe(same);
  });

  it('changes when a tool is replaced, and when the home folder selects another version', () => {
    const home = temporaryFolder();
    writeFiles(home, { 'bin/node': 'old', '.pyenv/version': '3.11' });
    chmodSync(join(home, 'bin/node'), 0o755);
    const env = { PATH: join(home, 'bin'), HOME: home };
    const keys = [environmentKey(env)];
    appendFileSync(join(home, 'bin/node'), 'newer');
    keys.push(environmentKey(env));
    appendFileSync(join(home, '.pyenv/version'), '.4');
    keys.push(environmentKey(env), environmentKey(env));
    expect(new Set(keys).size).toBe(3);
  });
});
