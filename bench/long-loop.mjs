// node bench/long-loop.mjs <home> <workspace> [iterations]: a state folder with one loop of so many iterations, as its sessions would
// have left it: metrics, verdicts, reflections, findings, snapshots in the shadow repository, prompts, outputs and test lists.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createJiti } from 'jiti';
import { encode, genesis } from '../dist/store/chain.js';
import { ensureProject, iterationFolder, loopPaths } from '../dist/store/layout.js';
import { openWorkspace } from '../dist/workspace/index.js';
import { gitProject } from './support.mjs';

const { scoredRecords } = await createJiti(import.meta.url).import('../test/support/scored-loop.ts');

export const LONG_LOOP = 'long-loop-00000000';
const FILES = 20;
const TESTS = 40;
const GROUPS = ['parser', 'printer', 'reader', 'writer', 'index'];

/** The loop never completes; its best iteration is in the middle. Files of iterations are left out with `files: false`. */
export async function writeLongLoop({ home, workspace, iterations, files = true, ended = true }) {
  const sources = Object.fromEntries(Array.from({ length: FILES }, (_, n) => [fileOf(n), sourceOf(n, 0)]));
  gitProject(workspace, { 'package.json': '{"name":"long"}\n', ...sources });
  const project = await ensureProject(home, workspace);
  await openWorkspace({ shadow: project.shadow, root: project.root, loop: LONG_LOOP });
  const snapshots = importSnapshots(project.shadow, iterations);
  const paths = loopPaths(project, LONG_LOOP);
  mkdirSync(paths.iterations, { recursive: true });
  if (files) for (let n = 0; n <= iterations; n++) writeIteration(paths.iterations, n);
  const root = realpathSync(workspace);
  const records = scoredRecords({
    created: {
      loop: LONG_LOOP,
      task: 'make the parser accept nested lists',
      agent: { name: 'command', command: 'agent' },
      workspace: { root, cwd: root },
      settings: endless((await import('../dist/core/index.js')).defaultSettings, iterations),
    },
    baseline: scored(0),
    iterations: Array.from({ length: iterations }, (_, index) => scored(index + 1)),
    ...(ended && { ended: { ending: 'iteration-limit', reason: `${iterations} of ${iterations} iterations used` } }),
  });
  return { project, paths, log: writeLog(paths, records, snapshots) };
}

function writeLog(paths, records, snapshots) {
  let link = genesis(LONG_LOOP);
  const lines = records.map(({ at, event }) => {
    const encoded = encode(link, at, withSnapshot(event, snapshots));
    link = encoded.link;
    return encoded.line;
  });
  const log = Buffer.concat(lines);
  writeFileSync(paths.log, log, { mode: 0o600 });
  writeFileSync(paths.head, `${String(link.seq).padStart(16, '0')} ${link.hash}\n`, { mode: 0o600 });
  return { bytes: log.length, records: records.length };
}

/** A test helper fills in commit and tree by number; these are the ones that fast-import made. */
function withSnapshot(event, snapshots) {
  if (event.type !== 'snapshot-taken') return event;
  return { ...event, ...snapshots[event.iteration], head: { branch: 'main', commit: null } };
}

function endless(settings, iterations) {
  return {
    ...settings,
    limits: { ...settings.limits, maxIterations: iterations, timeoutMinutes: 100_000 },
    rules: { ...settings.rules, maxSameError: 100_000, off: ['stalled', 'cycling', 'stuck'] },
  };
}

const fileOf = (n) => `src/module-${n % FILES}.js`;
const nameOf = (n) => `${GROUPS[n % GROUPS.length]} › handles case ${n}`;

function sourceOf(file, n) {
  const lines = Array.from({ length: 60 }, (_, line) => `export const value${line} = ${(file * 31 + line * 7) % 100};`);
  lines[n % 60] = `export const value${n % 60} = ${n};`;
  return `${lines.join('\n')}\n`;
}

const passedIn = (n) => 20 + (n % 15);
const excerptOf = (n) =>
  Array.from({ length: 4 }, (_, k) => `FAIL test/${nameOf(n + k)}\n  expected ${n + k} to equal ${n + k + 1}`).join(
    '\n',
  );

function scored(n) {
  const passed = passedIn(n);
  const failing = Array.from({ length: 5 }, (_, k) => nameOf(passed + k));
  const tests = { total: TESTS, passed, failed: TESTS - passed, skipped: 0 };
  const verdict = {
    criterion: 'c1',
    outcome: 'fail',
    reason: `exit 1; ${passed} of ${TESTS} tests pass`,
    unmeasured: null,
    exitCode: 1,
    durationMs: 812.5,
    tests,
    excerpt: excerptOf(n),
    outputFile: `iterations/${iterationFolder(n)}/check-c1.log`,
  };
  return {
    score: 0.4 + (n === 0 ? 0 : (n % 15) / 50 + (n > 4000 ? 0.001 : 0)),
    metrics: { tests, files: FILES + 1, loc: 1200 + (n % 7), lint: { errors: n % 3, warnings: n % 5 } },
    verdicts: [verdict],
    alerts: n % 15 === 1 ? [brokenAlert(n)] : [],
    findings: n === 0 ? undefined : n % 10 === 0 ? [findingOf(n)] : [],
    classification: n === 0 ? 'baseline' : n % 15 === 1 ? 'regression' : n % 2 ? 'forward' : 'plateau',
    breakdown: { validation: 0.5, completeness: 0.6, correctness: 0.4, readability: 0.9, efficiency: 1 },
    agent: {
      outputBytes: 2000,
      excerpt: `I changed ${fileOf(n)} again.`,
      usage: { input: 1200, output: 300, cacheRead: 0, cacheWrite: 0 },
      costUsd: 0.01,
    },
    changes: { paths: n === 0 ? [] : [fileOf(n)] },
    testsFile: `iterations/${iterationFolder(n)}/tests.json`,
    next: n === 0 ? [] : [reflected(n, failing)],
  };
}

function brokenAlert(n) {
  return {
    type: 'working_test_failing',
    severity: 'critical',
    message: `1 test that passed fails now: ${nameOf(n)}`,
    tests: [nameOf(n)],
  };
}

function findingOf(n) {
  return {
    id: createHash('sha256')
      .update(`finding ${n % 200}`)
      .digest('hex')
      .slice(0, 12),
    pattern: 'assertion-weakened',
    type: 'assertion_weakening',
    severity: 'medium',
    confidence: 0.7,
    before: { path: `test/case-${n % 200}.test.js`, line: 10 },
    after: { path: `test/case-${n % 200}.test.js`, line: 10 },
    excerptBefore: 'expect(read(text)).toEqual([1, [2, 3]])',
    excerptAfter: 'expect(read(text)).toBeDefined()',
    why: 'toEqual was replaced by toBeDefined, which any value passes.',
    fix: 'Restore the assertion and repair the code.',
    expectedByTask: false,
    blocking: false,
  };
}

function reflected(n, failing) {
  return {
    type: 'iteration-reflected',
    iteration: n,
    reflection: {
      kind: 'assertion',
      whatFailed: `${failing[0]}: expected ${n} to equal ${n + 1}`,
      why: `The change to \`${fileOf(n)}\` did not reach the cause.`,
      whatToTry: `Look at \`${fileOf(n)}\` again, and at what calls it.`,
      failing,
      fixed: [],
      broken: n % 15 === 1 ? [nameOf(n)] : [],
      files: [fileOf(n)],
      repeats: n > FILES ? [n - FILES] : [],
      signature: `assertion | ${failing[0]} | ${fileOf(n)}`,
      source: 'rules',
    },
    summary: { text: `Changed ${fileOf(n)}; ${failing.length} tests fail.`, source: 'rules' },
    problem: null,
    durationMs: 1,
  };
}

function writeIteration(folder, n) {
  const place = join(folder, iterationFolder(n));
  mkdirSync(place);
  const statuses = Array.from({ length: TESTS }, (_, k) => [nameOf(k), k < passedIn(n) ? 'passed' : 'failed']);
  writeFileSync(join(place, 'tests.json'), JSON.stringify(Object.fromEntries(statuses)));
  writeFileSync(join(place, 'check-c1.log'), excerptOf(n));
  if (n === 0) return;
  writeFileSync(join(place, 'prompt.md'), `Iteration ${n}.\n\n${excerptOf(n).repeat(6)}\n`);
  writeFileSync(join(place, 'agent.log'), `I read ${fileOf(n)}.\n${'I think about it.\n'.repeat(100)}`);
}

/** A commit for each iteration, in one process. */
function importSnapshots(shadow, iterations) {
  const stream = [];
  for (let n = 0; n <= iterations; n++) {
    stream.push(
      `commit refs/jumar/${LONG_LOOP}/${n}\nmark :${n + 1}\ncommitter b <b@localhost> ${1_700_000_000 + n} +0000\n`,
    );
    stream.push(`data 1\nx\n`);
    if (n > 0) stream.push(`from :${n}\n`);
    for (const file of n === 0 ? Array.from({ length: FILES }, (_, k) => k) : [n]) {
      const text = sourceOf(file % FILES, n);
      stream.push(`M 100644 inline ${fileOf(file)}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
    }
  }
  git(shadow, ['fast-import', '--quiet'], stream.join(''));
  const listed = git(shadow, ['log', '--reverse', '--format=%H %T', `refs/jumar/${LONG_LOOP}/${iterations}`]);
  return listed
    .trim()
    .split('\n')
    .map((line) => ({ commit: line.split(' ')[0], tree: line.split(' ')[1] }));
}

function git(folder, args, input = '') {
  const { status, stdout, stderr } = spawnSync('git', args, {
    env: { ...process.env, GIT_DIR: folder },
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  return stdout;
}

if (process.argv[1]?.endsWith('long-loop.mjs')) {
  const [home, workspace, iterations = '10000'] = process.argv.slice(2);
  const { log } = await writeLongLoop({ home, workspace, iterations: Number(iterations) });
  console.log(`${log.records} records, ${log.bytes} bytes`);
  process.exit(0);
}
