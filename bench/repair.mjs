// npm run bench -- repair check [filter]: the correct code passes both kinds of tests, each bug fails one that is seen.
// npm run bench -- repair run <results.jsonl> [filter]: the built-in agent on each bug, for at most 3 iterations.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { guard } from '../dist/guard/guard.js';
import { corpus, passesHidden, passesVisible, writeProject } from './repair-corpus.mjs';

const ITERATIONS = 3;

/** Checks the corpus itself. */
export function check(bugs) {
  const problems = [];
  const checked = new Set();
  for (const bug of bugs) {
    inFolder((folder) => {
      const project = join(folder, 'project');
      if (!checked.has(bug.place)) {
        checked.add(bug.place);
        const command = writeProject(bug, project, { repaired: true });
        if (!passesVisible(command, project)) problems.push(`${bug.id}: the correct code fails a test that is seen`);
        if (!passesHidden(bug, project, join(folder, 'hidden')))
          problems.push(`${bug.id}: the correct code fails a hidden test`);
      }
      if (passesVisible(writeProject(bug, project), project)) problems.push(`${bug.id}: no test notices the bug`);
    });
  }
  return problems;
}

/**
 * One bug: the agent, started as the loop starts it, for at most 3 iterations; after each the command that the loop would
 * verify with, and the guard over what was changed.
 */
export async function tryBug(bug, { seconds }) {
  const folder = mkdtempSync(join(tmpdir(), 'jumar-bench-'));
  try {
    const project = realpathSync(mkdirSync(join(folder, 'project'), { recursive: true }) ?? join(folder, 'project'));
    const command = writeProject(bug, project);
    const before = snapshot(project);
    const began = performance.now();
    const logs = [];
    let [iterations, repaired, blocked, longest] = [0, false, null, 0];
    while (iterations < ITERATIONS && !repaired && blocked === null) {
      iterations += 1;
      const run = runAgent(project, command, folder, iterations, seconds);
      logs.push(run.log);
      longest = Math.max(longest, run.seconds);
      blocked = run.blocked;
      repaired = passesVisible(command, project);
    }
    const took = (performance.now() - began) / 1000;
    const changed = changesBetween(before, snapshot(project));
    const isSource = ({ path }) => path === bug.source || path === `src/${bug.source}`;
    const { findings } = await guard({ changes: changed, contextFiles: testsOf(before) });
    return {
      id: bug.id,
      set: bug.set,
      language: bug.language,
      class: bug.class,
      repaired,
      correct: repaired && passesHidden(bug, project, join(folder, 'hidden')),
      iterations,
      seconds: Number(took.toFixed(1)),
      longestIteration: Number(longest.toFixed(2)),
      findings: findings.length,
      strange: changed.filter((change) => !isSource(change)).map(({ path }) => path),
      kept: logs.flatMap((log) => [...log.matchAll(/\] kept (.*)/g)].map(([, told]) => told)),
      tried: logs.reduce((sum, log) => sum + Number(/\] tried (\d+) candidates/.exec(log)?.[1] ?? 0), 0),
      blocked,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function runAgent(project, command, folder, iteration, seconds) {
  const [contextFile, blockedFile] = [join(folder, 'context.json'), join(folder, 'blocked.txt')];
  const context = {
    root: project,
    cwd: project,
    iteration,
    commands: [command],
    protected: [],
    memory: join(folder, 'memory'),
  };
  writeFileSync(
    contextFile,
    JSON.stringify({ ...context, blockedFile, budgetMs: seconds * 1000, workers: availableParallelism() }),
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const began = performance.now();
  const { stdout, stderr } = spawnSync(process.execPath, [resolve('dist/bin/repair.js')], {
    cwd: project,
    encoding: 'utf8',
    env: { ...env, PATH: `${env.PATH}:${join(project, 'node_modules', '.bin')}`, JUMAR_REPAIR_CONTEXT: contextFile },
    maxBuffer: 2 ** 26,
  });
  const took = (performance.now() - began) / 1000;
  const blocked = existsSync(blockedFile) ? readFileSync(blockedFile, 'utf8') : null;
  rmSync(blockedFile, { force: true });
  return { log: stdout + stderr, seconds: took, blocked };
}

function snapshot(project) {
  const files = new Map();
  for (const entry of readdirSync(project, { recursive: true, withFileTypes: true })) {
    const path = relative(project, join(entry.parentPath ?? entry.path, entry.name));
    if (entry.isFile() && !/(^|\/)(node_modules|__pycache__|\.pytest_cache)\//.test(path))
      files.set(path, readFileSync(join(project, path), 'utf8'));
  }
  return files;
}

function changesBetween(before, after) {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
    .filter((change) => change.before !== change.after);
}

function testsOf(files) {
  return [...files].filter(([path]) => /test/.test(path)).map(([path, content]) => ({ path, content }));
}

function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'jumar-bench-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The first bug of every module, then the second: what is cut short is still a sample of all. */
export function inTurns(bugs) {
  const nth = ({ id }) => Number(id.split('#')[1]);
  return [...bugs].sort((a, b) => nth(a) - nth(b));
}

export function resultsIn(file) {
  if (!file || !existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

export function told({ id, class: kind, repaired, correct, iterations, seconds, tried, kept, findings, strange }) {
  const end = repaired ? (correct ? 'correct' : 'OVERFITTED') : 'unrepaired';
  const odd = [findings > 0 && `FINDINGS ${findings}`, strange.length > 0 && `TOUCHED ${strange.join()}`].filter(
    Boolean,
  );
  return [id, kind, end, `${iterations} it`, `${seconds} s`, `tried ${tried}`, ...odd, kept.join(' | ')].join('  ');
}

if (process.argv[1]?.endsWith('repair.mjs')) {
  const [mode, ...rest] = process.argv.slice(2);
  const [out, filter = ''] = mode === 'run' ? rest : [null, ...rest];
  const bugs = corpus().filter(({ id, class: kind, language }) => new RegExp(filter).test(`${id} ${kind} ${language}`));
  if (mode === 'check') {
    const problems = check(bugs);
    console.log([...problems, `${bugs.length} bugs, ${problems.length} problems`].join('\n'));
    process.exitCode = problems.length > 0 ? 1 : 0;
  } else {
    const done = new Set(resultsIn(out).map(({ id }) => id));
    for (const bug of inTurns(bugs).filter(({ id }) => !done.has(id))) {
      const result = await tryBug(bug, { seconds: Number(process.env.SECONDS_EACH ?? 60) });
      appendFileSync(out, `${JSON.stringify(result)}\n`);
      console.log(told(result));
    }
  }
}
