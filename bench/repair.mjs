// node bench/repair.mjs check [filter]: the correct code passes both kinds of tests, each bug fails one that is seen.
// node bench/repair.mjs run <results.jsonl> [filter]: the built-in agent on each bug, in a real loop of 3 iterations.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpus, passesHidden, passesVisible, writeProject } from './repair-corpus.mjs';
import { CLI } from './support.mjs';

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

/** One bug through `jumar run --agent repair`. */
export function tryBug(bug, { seconds }) {
  return inFolder((folder) => {
    const project = join(folder, 'project');
    const command = writeProject(bug, project);
    const git = (...args) =>
      execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], {
        cwd: project,
        encoding: 'utf8',
      });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'start');
    const began = performance.now();
    const args = ['run', 'make the tests pass', '--until', command, '--agent', 'repair', '--json'];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [CLI, ...args, '--max-iterations', String(ITERATIONS)],
      { cwd: project, encoding: 'utf8', env: environment(folder, seconds), maxBuffer: 2 ** 28 },
    );
    const took = (performance.now() - began) / 1000;
    const events = stdout.split('\n').flatMap((line) => asJson(line));
    const changed = git('status', '--porcelain', '--untracked-files=all')
      .split('\n')
      .filter((line) => line !== '' && !line.includes('.jumar/'));
    const logs = agentLogs(join(folder, 'home'));
    return {
      id: bug.id,
      set: bug.set,
      language: bug.language,
      class: bug.class,
      repaired: status === 0,
      correct: status === 0 && passesHidden(bug, project, join(folder, 'hidden')),
      iterations: events.filter(({ type }) => type === 'agent-finished').length,
      seconds: Number(took.toFixed(1)),
      agentSeconds: Math.max(
        0,
        ...events.flatMap(({ type, durationMs }) => (type === 'agent-finished' ? [durationMs / 1000] : [])),
      ),
      findings: events.reduce((sum, { type, count }) => sum + (type === 'diff-guarded' ? count : 0), 0),
      strange: changed.filter((line) => !line.endsWith(bug.source)),
      kept: logs.flatMap((log) =>
        log
          .split('\n')
          .filter((line) => /\] kept /.test(line))
          .map((line) => line.replace(/^.*?kept /, '')),
      ),
      tried: logs.reduce((sum, log) => sum + Number(/\] tried (\d+) candidates/.exec(log)?.[1] ?? 0), 0),
      ...(status !== 0 && { end: `${status} ${stderr.trim().split('\n').at(-1) ?? ''}`.trim() }),
    };
  });
}

function environment(folder, seconds) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return {
    ...env,
    JUMAR_HOME: join(folder, 'home'),
    JUMAR_REPAIR_BUDGET_SECONDS: String(seconds),
    JUMAR_METRICS_LINT: 'false',
  };
}

/** The events come flat or under `event`. */
function asJson(line) {
  try {
    const value = JSON.parse(line);
    return [value.event ?? value];
  } catch {
    return [];
  }
}

function agentLogs(home) {
  return readdirSync(home, { recursive: true })
    .filter((path) => path.endsWith('agent.log'))
    .sort()
    .map((path) => readFileSync(join(home, path), 'utf8'));
}

function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'jumar-bench-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
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
    for (const bug of bugs) {
      const result = tryBug(bug, { seconds: Number(process.env.SECONDS_EACH ?? 30) });
      appendFileSync(out, `${JSON.stringify(result)}\n`);
      const { id, class: kind, repaired, correct, iterations, seconds, tried, kept, findings, strange } = result;
      console.log(
        id,
        kind,
        repaired ? (correct ? 'correct' : 'OVERFITTED') : 'unrepaired',
        `it ${iterations}`,
        `${seconds} s`,
        `tried ${tried}`,
        findings ? `FINDINGS ${findings}` : '',
        strange.join(),
        kept.join(' | '),
      );
    }
  }
}
