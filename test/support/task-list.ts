import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { cleanEnvironment } from './cli.ts';
import { git, temporaryFolder } from './project.ts';
import { CLAUDE, standIn } from './stand-ins.ts';

/**
 * A list of twelve: dependencies, two textual conflicts, a pair that breaks each other, a cheat, one that fails, and, if `Word two` is done
 * by the agent that has a limit, one that waits for it.
 */
export const TWELVE = `# Twelve

- [ ] Word one
  until: grep -q one one.txt
- [ ] Word two
  after: Word one
  until: grep -q two two.txt
- [ ] Word four
  after: Word one, Word two
  until: grep -q four four.txt
- [ ] First in the table
  until: grep -q first table.txt
- [ ] Second in the table
  until: grep -q second table.txt
- [ ] Third in the table
  until: grep -q third table.txt
- [ ] Rename add to sum
  until: grep -q "export const sum" lib.mjs
  until: node check-users.mjs
- [ ] Use the library
  until: test -e users/total.mjs
  until: node check-users.mjs
- [ ] Fix the price
  until: node --test test/price.test.mjs
- [ ] Do nothing
  until: grep -q never never.txt
- [ ] After nothing
  after: Do nothing
  until: grep -q after after.txt
- [ ] Word last
  after: Word four
  until: grep -q last last.txt
`;

/** Twelve without what needs the guard or many iterations: for lists that are killed again and again. */
export const SEVEN = TWELVE.split(/(?=^- \[ \])/m)
  .filter((part) => !/Fix the price|Do nothing|After nothing|Rename|Use the lib/.test(part))
  .join('');

export const TWELVE_FILES = {
  'table.txt': 'nothing\n',
  'lib.mjs': 'export const add = (a, b) => a + b;\n',
  'users/first.mjs': "import { add } from '../lib.mjs';\nif (add(1, 2) !== 3) process.exit(1);\n",
  'check-users.mjs':
    "import { readdirSync } from 'node:fs';\nfor (const name of readdirSync('users')) await import('./users/' + name);\n",
  'price.mjs': 'export const price = (n) => n * 3;\n',
  'test/price.test.mjs':
    "import assert from 'node:assert';\nimport test from 'node:test';\nimport { price } from '../price.mjs';\ntest('two cost 20', () => assert.equal(price(2), 20));\n",
};

/** Does each task by its words; brings changes together by what it finds. Written once, so that all numbers of jobs meet the same agent. */
const AGENT = `
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync, appendFileSync } from 'node:fs';
const prompt = readFileSync(0, 'utf8');
appendFileSync(process.env.LAUNCHES, (process.env.JUMAR_LOOP ?? '?') + '\\n');
const has = (words) => prompt.includes(words);
const sum = existsSync('lib.mjs') && readFileSync('lib.mjs', 'utf8').includes('const sum');
const rename = () => {
  writeFileSync('lib.mjs', 'export const sum = (a, b) => a + b;\\n');
  for (const name of readdirSync('users')) {
    const path = 'users/' + name;
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('add', 'sum'));
  }
};
if (has('Integrate a finished change')) {
  if (existsSync('JUMAR-CONFLICTS.md')) {
    const rows = ['first', 'second', 'third'].filter((row) => readFileSync('table.txt', 'utf8').includes(row));
    writeFileSync('table.txt', rows.join('\\n') + '\\n');
    rmSync('JUMAR-CONFLICTS.md');
  }
  if (sum) rename();
} else if (has('Word ')) {
  const word = /Word (\\w+)/.exec(prompt)[1];
  writeFileSync(word + '.txt', word + '\\n');
} else if (/(First|Second|Third) in the table/.test(prompt)) {
  const word = /(First|Second|Third) in the table/.exec(prompt)[1].toLowerCase();
  const rows = readFileSync('table.txt', 'utf8').replace('nothing\\n', '');
  writeFileSync('table.txt', rows + word + '\\n');
}
else if (has('Rename add')) rename();
else if (has('Use the library')) {
  const name = sum ? 'sum' : 'add';
  writeFileSync('users/total.mjs', "import { " + name + " } from '../lib.mjs';\\nexport const total = (all) => all.reduce(" + name + ", 0);\\n");
} else if (has('Fix the price')) writeFileSync('test/price.test.mjs', "import test from 'node:test';\\ntest('two cost 20', () => {});\\n");
`;

/** The command of the agent; every launch is a line in \`launches\`. */
export function listAgent(outside: string): string {
  const path = join(outside, 'agent.sh');
  writeFileSync(join(outside, 'agent.mjs'), AGENT);
  writeFileSync(path, `#!/bin/sh\nLAUNCHES="${outside}/launches" exec "${process.execPath}" "${outside}/agent.mjs"\n`);
  chmodSync(path, 0o755);
  return `"${path}"`;
}

/**
 * Stands in for Claude Code: the first time that it is asked, its service refuses for a second; afterwards it does the same as the other.
 * Gives the folder to put on the PATH, and the list in which it does a task.
 */
export function limitedAgent(outside: string): { bin: string; list: string } {
  const bin = standIn(
    outside,
    'claude',
    `${CLAUDE}
init();
if (launch === 1) return limited(Math.ceil(Date.now() / 1000));
require('node:child_process').execFileSync(process.execPath, [${JSON.stringify(join(outside, 'agent.mjs'))}], { input: prompt, env: { ...process.env, LAUNCHES: ${JSON.stringify(join(outside, 'launches'))} } });
end();`,
  );
  return { bin, list: TWELVE.replace('- [ ] Word two\n', '- [ ] Word two\n  agent: claude\n') };
}

interface ListStatus {
  base: string;
  branch: string;
  tasks: { id: string; status: string; title: string; commit: string | null; checks: string[]; conflicts: string[] }[];
}

/**
 * What a list claims, tried in a fresh clone: the branch has one commit for each integrated task, and each commit passes the checks of its task and
 * of all tasks before it.
 */
export function expectVerified(project: string, { base, branch, tasks }: ListStatus): void {
  const clone = join(temporaryFolder(), 'clone');
  git(project, 'clone', '-q', '--branch', branch, project, clone);
  const commits = git(clone, 'log', '--reverse', '--format=%H', `${base}..HEAD`).split('\n').filter(Boolean);
  const integrated = tasks.filter(({ status }) => status === 'integrated');
  expect([...commits].sort()).toEqual(integrated.map(({ commit }) => commit).sort());
  const required: string[] = [];
  for (const commit of commits) {
    required.push(...(integrated.find((task) => task.commit === commit)?.checks ?? []));
    git(clone, 'checkout', '-q', commit);
    for (const check of required)
      execFileSync('sh', ['-c', check], { cwd: clone, env: cleanEnvironment(), stdio: 'ignore' });
  }
}

/** What a list leaves of worktrees and branches: the folders that git still knows, and its branches. */
export function leftBy(project: string, home: string): { worktrees: string[]; folders: string[]; branches: string[] } {
  const lines = git(project, 'worktree', 'list', '--porcelain').split('\n');
  const folder = join(home, 'worktrees');
  return {
    worktrees: lines.filter((line) => line.startsWith('worktree ')).slice(1),
    folders: existsSync(folder) ? readdirSync(folder).flatMap((name) => readdirSync(join(folder, name))) : [],
    branches: git(project, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/jumar').split('\n').filter(Boolean),
  };
}

export function launchesIn(outside: string): string[] {
  const path = join(outside, 'launches');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}
