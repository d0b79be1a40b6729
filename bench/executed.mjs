// Runs a loop on labelled changes whose tests can be run here:
//   GUARD_ROWS=detection.jsonl npm run bench -- executed <folder of git mirrors> [--cheats 60] [--honest 40] [--seed 1] [--minutes 600] [--rows results.jsonl]
// A mirror is a bare repository in <folder>/<owner>+<name>/repo. Nothing of the rows or of the repositories is kept but the figures.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { blocksOf } from './guard-rows.mjs';
import { outcomeOf } from './outcome-of-loop.mjs';
import { CLI, share, table, writeFiles } from './support.mjs';

export const title = 'Labelled changes through the loop';

const pytest = (files) => `PYTHONPATH=src python3 -m pytest -q -p no:cacheprovider ${files.join(' ')}`;
/** Repositories whose tests run with what is installed here, or with one installation from the npm registry. */
const projects = {
  'pallets/click': { tests: 'tests', command: pytest },
  'pallets/flask': { tests: 'tests', command: pytest },
  'python-attrs/attrs': { tests: 'tests', command: pytest },
  // Its tests fail before the change: they ask for it.
  LLMDebugger: { tests: '.', command: pytest, failsBefore: true },
  'expressjs/express': {
    tests: 'test',
    command: (files) => `node_modules/.bin/mocha --require test/support/env --check-leaks ${files.join(' ')}`,
    installs: true,
  },
  'colinhacks/zod': {
    tests: 'packages/zod/src',
    command: (files) => `node_modules/.bin/vitest run --typecheck.enabled=false ${files.join(' ')}`,
    links: resolve('node_modules'),
    // Types that are checked beside the tests need packages that are not here.
    edit: { path: 'vitest.config.ts', from: 'enabled: true', to: 'enabled: false' },
  },
};
const TEST = /(?:^|\/)(?:tests?|__tests__)\/|(?:^|\/)test_\w+\.py$|\.test\.\w+$/;
const MOST_FILES = 2;
const LIMIT_MS = 400_000;
/** What the guard blocks without its repository needs no run. */
const BY_GUARD = { outcome: 'blocked', how: 'guard alone', by: '' };
const NO_TIME = 'not judged in time';
const NOT_RUN = 'tests do not pass before';

export async function measure(options) {
  const of = (name, otherwise) => (options.includes(name) ? options[options.indexOf(name) + 1] : otherwise);
  const mirrors = options[0];
  const all = readFileSync(process.env.GUARD_ROWS, 'utf8').trim().split('\n').map(JSON.parse);
  const usable = all.filter(({ source, requires_task_context }) => projects[source.repo] && !requires_task_context);
  const seed = Number(of('--seed', 1));
  const isCheat = ({ category }) => category !== 'honest';
  const cheats = shuffled(usable.filter(isCheat), seed).slice(0, Number(of('--cheats', 60)));
  const honest = shuffled(
    usable.filter((row) => !isCheat(row)),
    seed,
  ).slice(0, Number(of('--honest', 40)));
  const folder = mkdtempSync(join(tmpdir(), 'jumar-executed-'));
  const results = [];
  const until = Date.now() + Number(of('--minutes', 600)) * 60_000;
  const next = [...cheats, ...honest].entries();
  const turn = async () => {
    for (const [at, row] of next) {
      if (Date.now() > until) return;
      const isKnown = isCheat(row) && (await blocksOf(row)).blocksLoop;
      const result = isKnown ? BY_GUARD : await judged(row, join(folder, String(at)), mirrors, folder);
      results.push({ ...row, ...result });
      console.error(`    ${row.id} ${row.category}: ${result.outcome} ${result.by}`);
      const { id, category, operator, language } = row;
      if (options.includes('--rows'))
        appendFileSync(of('--rows'), `${JSON.stringify({ id, category, operator, language, ...result })}\n`);
    }
  };
  await Promise.all([turn(), turn()]);
  rmSync(folder, { recursive: true, force: true });
  return report(results, {
    all: usable.filter(isCheat).length,
    honest: usable.length - usable.filter(isCheat).length,
    seed,
  });
}

/** The tree before the change with the repository around it; its own tests must pass there. */
async function judged(row, folder, mirrors, shared) {
  const project = join(folder, 'project');
  mkdirSync(project, { recursive: true });
  try {
    const { repo, commit } = row.source;
    const setUp = projects[repo];
    unpack(repo, row.origin === 'git-history' ? `${commit}^` : commit, project, mirrors);
    if (setUp.edit) edited(project, setUp.edit);
    for (const { path, before } of row.files) place(project, path, before);
    for (const { path, content } of row.context_files ?? []) place(project, path, content);
    linkModules(setUp, project, shared);
    const command = setUp.command(testsOf(row, project, setUp));
    if (spawnSync('git', ['init', '-q'], { cwd: project }).status !== 0) throw new Error('no git');
    writeFileSync(join(project, '.git/info/exclude'), 'node_modules\n__pycache__\n');
    git(project, 'add', '-A');
    git(project, '-c', 'user.name=b', '-c', 'user.email=b@b', 'commit', '-qm', 'before');
    const after = join(folder, 'after');
    mkdirSync(after);
    writeFiles(
      after,
      Object.fromEntries(row.files.flatMap(({ path, after: text }) => (text === null ? [] : [[path, text]]))),
    );
    const gone = row.files.filter(({ after: text }) => text === null).map(({ path }) => `rm -f '${path}'`);
    const agent = [...gone, `cp -R ${after}/. .`, 'touch changed.txt'].join(' && ');
    const args = ['run', row.task, '--until', command, '--until', 'test -e changed.txt', '--agent-command', agent];
    const { code, stdout } = await outputOf([CLI, ...args, '--max-iterations', '1', '--json'], {
      cwd: project,
      env: { ...process.env, JUMAR_HOME: join(folder, 'home') },
      timeout: LIMIT_MS,
    });
    if (code === null || code > 128) return { outcome: NO_TIME, by: '', how: null };
    if (!setUp.failsBefore && !passesAtStart(stdout)) return { outcome: NOT_RUN, by: '', how: null };
    const result = outcomeOf(code, stdout);
    // All checks hold, and it does not complete: for example because tests are gone.
    return result.outcome.startsWith('exit ') ? { ...result, outcome: 'blocked', how: result.outcome } : result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const git = (cwd, ...args) => execFileSync('git', args, { cwd, stdio: 'ignore' });

function unpack(repo, commit, project, mirrors) {
  if (repo === 'LLMDebugger') return;
  const mirror = join(mirrors, repo.replace('/', '+'), 'repo');
  const archive = execFileSync('git', ['--git-dir', mirror, 'archive', commit], { maxBuffer: 1e9 });
  execFileSync('tar', ['x', '-C', project], { input: archive });
}

function edited(project, { path, from, to }) {
  const file = join(project, path);
  if (existsSync(file)) writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

function place(project, path, text) {
  if (text === null) rmSync(join(project, path), { force: true });
  else {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
}

function linkModules({ links, installs }, project, shared) {
  const modules = links ?? join(shared, 'express', 'node_modules');
  if (installs && !existsSync(modules)) {
    mkdirSync(join(shared, 'express'), { recursive: true });
    execFileSync('cp', [join(project, 'package.json'), join(shared, 'express')]);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: join(shared, 'express'),
      stdio: 'ignore',
    });
  }
  if (links || installs) symlinkSync(modules, join(project, 'node_modules'));
}

/** The test files of the change; of sources, those that name them; all tests if a test file goes or none is found. */
function testsOf({ files, context_files = [] }, project, { tests }) {
  const own = [...files, ...context_files].filter(({ path }) => TEST.test(path) && !path.endsWith('conftest.py'));
  if (own.some(({ after }) => after === null)) return [...new Set(own.map(({ path }) => dirname(path)))];
  const there = own.map(({ path }) => path).filter((path) => existsSync(join(project, path)));
  if (there.length > 0) return there;
  const stems = files.map(({ path }) =>
    basename(path)
      .replace(/\.\w+$/, '')
      .replace(/^_+/, ''),
  );
  const found = spawnSync(
    'grep',
    ['-rlwE', '--include=*.py', '--include=*.js', '--include=*.ts', stems.join('|'), tests],
    {
      cwd: project,
      encoding: 'utf8',
    },
  );
  const named = found.stdout.split('\n').filter((path) => TEST.test(path) && /test/.test(basename(path) + tests));
  return named.length > 0 ? named.sort().slice(0, MOST_FILES) : [tests];
}

/** The first criterion, on the tree before the change. */
const passesAtStart = (stdout) =>
  stdout.split('\n').some((line) => {
    const record = line.startsWith('{') ? JSON.parse(line) : {};
    const { type, iteration, verdicts = [] } = record.event ?? record;
    return type === 'checks-finished' && iteration === 0 && verdicts[0]?.outcome === 'pass';
  });

function outputOf(args, options) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
    let stdout = '';
    child.stdout.on('data', (data) => {
      stdout += data;
    });
    child.on('close', (code) => done({ code, stdout }));
  });
}

/** Fisher and Yates, with the generator of Park and Miller. */
function shuffled(all, seed) {
  const list = [...all];
  let state = seed * 48271;
  for (let at = list.length - 1; at > 0; at--) {
    state = (state * 48271) % 2147483647;
    const other = state % (at + 1);
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}

function report(results, { all, honest, seed }) {
  const ran = results.filter(({ outcome }) => outcome !== NOT_RUN && outcome !== NO_TIME);
  const [bad, good] = [
    ran.filter(({ category }) => category !== 'honest'),
    ran.filter(({ category }) => category === 'honest'),
  ];
  const count = (rows, ...outcomes) => rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const line = (name, rows) => [
    name,
    rows.length,
    count(rows, 'blocked'),
    count(rows, 'tests fail'),
    count(rows, 'warned'),
    count(rows, 'accepted'),
    rows.length - count(rows, 'blocked', 'tests fail', 'warned', 'accepted'),
  ];
  const categories = [...new Set(ran.map(({ category }) => category))].sort();
  const head = ['label', 'ran', 'blocked', 'the tests fail', 'warned', 'accepted', 'other'];
  const stopped = count(bad, 'blocked', 'tests fail');
  const misses = bad.filter(({ outcome }) => outcome === 'warned' || outcome === 'accepted');
  const operators = [...new Set(misses.map(({ operator }) => operator))];
  return `Labelled changes in their repositories at their commit, as one iteration of a loop with default settings. The tests are those of the changed test files, or up to ${MOST_FILES} that name the changed source; a second criterion fails until the change is made. Rows count if these tests pass before the change, with what is installed and in the time that a row has; what the guard blocks without its repository is not run again (${Object.keys(projects).length} of 21 sources: Python and JavaScript or TypeScript). Sampled with seed ${seed}: ${results.filter(({ category }) => category !== 'honest').length} of ${all} cheats, ${results.filter(({ category }) => category === 'honest').length} of ${honest} honest rows.

${table(
  head,
  categories.map((name) =>
    line(
      name,
      ran.filter(({ category }) => category === name),
    ),
  ),
)}

Of the cheats ${share(stopped, bad.length)} do not complete, ${share(count(bad, 'blocked'), bad.length)} because of a finding; of the honest rows ${share(count(good, 'blocked'), good.length)} are blocked. Missed, by how they were made: ${operators.map((name) => `${name} ${misses.filter(({ operator }) => operator === name).length}`).join(', ') || 'none'}.`;
}
