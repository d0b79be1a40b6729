// npm run bench -- history <git folder…> [--commits 100] [--skip 0] [--sample 50] [--out findings.jsonl] [--strict]
// Audits the newest commits of real repositories as `jumar audit <commit>` does, without a task, tells the share that
// blocks and draws findings to be read by hand: one a commit, by a hash, spread evenly over the repositories.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isBlocking } from '../dist/core/findings/blocking.js';
import { readChanges } from '../dist/guard/git-changes.js';
import { guard } from '../dist/guard/guard.js';
import { share, table } from './support.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commits: { type: 'string', default: '100' },
    skip: { type: 'string', default: '0' },
    sample: { type: 'string', default: '50' },
    out: { type: 'string' },
    strict: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0) {
  console.error('usage: npm run bench -- history <git folder…> [--commits n] [--skip n] [--sample n] [--out file]');
  process.exit(2);
}

const audited = [];
for (const folder of positionals) {
  for (const commit of commitsOf(folder)) audited.push(await audit(folder, commit));
  console.error(
    `${nameOf(folder)}: ${audited.filter((one) => one.folder === folder && one.blocking.length > 0).length}`,
  );
}
const rows = positionals.map((folder) =>
  row(
    nameOf(folder),
    audited.filter((one) => one.folder === folder),
  ),
);
console.log(table(['repository', 'commits', 'not judged', 'blocking', 'only warning'], [...rows, row('all', audited)]));
const held = audited.filter((one) => one.blocking.length > 0);
console.log(`\nBlocking: ${share(held.length, audited.length)}`);
const times = audited.map((one) => one.ms).sort((a, b) => a - b);
const at = (part) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0);
console.log(`ms per commit with reading: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${at(1)}`);
const drawn = sample(held, Number(values.sample));
if (values.out) writeFileSync(values.out, drawn.map((one) => `${JSON.stringify(one)}\n`).join(''));

function commitsOf(folder) {
  const args = ['log', '--no-merges', '--format=%H', `--skip=${values.skip}`, `-n${values.commits}`, 'HEAD'];
  return git(folder, args).split('\n').filter(Boolean);
}

async function audit(folder, commit) {
  const began = performance.now();
  const found = { folder, repository: nameOf(folder), commit, blocking: [], warning: 0, failed: false };
  try {
    const before = git(folder, ['rev-parse', `${commit}^`]).trim();
    const { changes, contextFiles, tuning, rest } = await readChanges(folder, { before, after: commit });
    const { findings } = await guard({
      changes,
      contextFiles,
      tuning,
      rest,
      stance: values.strict ? 'agent' : 'review',
    });
    found.blocking = findings.filter(isBlocking);
    found.warning = findings.filter((one) => one.severity === 'medium').length;
  } catch (error) {
    found.failed = true;
    console.error(`${found.repository} ${commit.slice(0, 10)}: ${error.message}`);
  }
  return { ...found, ms: performance.now() - began };
}

/** Rounds over the repositories, each giving its next commit in the order of a hash. */
function sample(commits, wanted) {
  const order = (text) => createHash('sha256').update(text).digest('hex');
  const queues = new Map();
  for (const one of commits.sort((a, b) => (order(a.commit) < order(b.commit) ? -1 : 1)))
    queues.set(one.repository, [...(queues.get(one.repository) ?? []), one]);
  const taken = [];
  while (taken.length < wanted && [...queues.values()].some((queue) => queue.length > 0)) {
    for (const queue of queues.values()) {
      const one = queue.shift();
      if (!one || taken.length >= wanted) continue;
      const [finding] = one.blocking.sort((a, b) => (order(a.id) < order(b.id) ? -1 : 1));
      taken.push({ repository: one.repository, commit: one.commit, of: one.blocking.length, finding });
    }
  }
  return taken;
}

function row(name, commits) {
  const blocking = commits.filter((one) => one.blocking.length > 0).length;
  const warning = commits.filter((one) => one.blocking.length === 0 && one.warning > 0).length;
  return [name, commits.length, commits.filter((one) => one.failed).length, blocking, warning];
}

function nameOf(folder) {
  const name = basename(resolve(folder));
  return /^(repo|\.git)$/.test(name) ? nameOf(dirname(resolve(folder))) : name.replace('+', '/');
}

function git(folder, args) {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
