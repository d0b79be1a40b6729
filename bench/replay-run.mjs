// Replays one recorded run through the real decision core: of a run it reads the code and the visible results of each iteration,
// nothing else. A first recovery counts as a stop.
import { createHash } from 'node:crypto';
import { evolve } from '../dist/core/evolve.js';
import { judge } from '../dist/core/judge.js';
import { metricAlerts } from '../dist/core/metrics/alerts.js';
import { unmeasured } from '../dist/core/metrics/metrics.js';
import { eventSchema } from '../dist/core/state/events.js';
import { settingsSchema } from '../dist/core/state/settings.js';

/** Where the core would stop, what it would select, and the rule that stopped it. */
export function replayRun(run, rules = {}) {
  return replay(onlyVisible(run), rules);
}

function onlyVisible({ uid, iterations, measured }) {
  return { uid, codes: iterations.map(({ code }) => code), visible: measured.map(({ visible }) => visible) };
}

function replay({ uid, codes, visible }, rules) {
  let state = null;
  let seq = 0;
  const record = (event) => {
    seq += 1;
    state = evolve(state, { seq, at: seq * 1000, event: eventSchema.parse(event) });
  };
  const settings = settingsSchema.parse({ limits: { maxIterations: codes.length }, rules });
  record({
    type: 'loop-created',
    loop: 'replay-00000000',
    task: 'make the tests pass',
    criteria: [{ id: 'c1', text: 'tests', kind: 'exit', command: 'tests' }],
    taskType: 'test-fix',
    settings,
    template: null,
    agent: { name: 'recorded', command: null },
    workspace: { root: '/', cwd: '/' },
    version: '0',
  });
  record({ type: 'session-started', pid: 1, resumed: false });
  verified(0, 'nothing', [0, visible[0][1]], null, record);
  record(judge(state, 0));
  for (let n = 1; n <= codes.length; n += 1) {
    launched(n, record);
    verified(n, codes[n - 1], visible[n - 1], state.iterations[state.iterations[n].parent].metrics, record);
    const judged = judge(state, n);
    record(judged);
    const { decision } = judged;
    if (decision.ending || decision.recovery || n === codes.length) {
      return { uid, stop_at: n, selected: Math.max(1, state.best), rule: decision.rule };
    }
  }
}

function launched(iteration, record) {
  const run = `run-${iteration}`;
  record({ type: 'agent-started', iteration, run, prompt: { file: 'prompt.md', sha256: '', chars: 0 } });
  record({
    type: 'agent-finished',
    iteration,
    run,
    outcome: 'ok',
    reason: 'exit 0',
    exitCode: 0,
    durationMs: 0,
    outputFile: 'agent.log',
    outputBytes: 0,
    excerpt: '',
    blocked: null,
    strays: 0,
  });
}

function verified(iteration, code, [passed, total], previous, record) {
  const tree = createHash('sha256').update(code).digest('hex');
  const tests = { total, passed, failed: total - passed, skipped: 0 };
  const changes = { files: 1, insertions: 1, deletions: 1, paths: ['solution'] };
  record({ type: 'snapshot-taken', iteration, commit: tree, tree, head: null, changes, notes: [] });
  record({ type: 'checks-started', iteration });
  const metrics = { ...unmeasured, tests };
  record({
    type: 'metrics-taken',
    iteration,
    metrics,
    alerts: previous ? metricAlerts({ previous, current: metrics }) : [],
    lost: { tests: [], count: 0 },
    testsFile: null,
    durationMs: 0,
  });
  const outcome = passed === total ? 'pass' : 'fail';
  const verdict = { criterion: 'c1', outcome, reason: outcome, unmeasured: null, exitCode: passed === total ? 0 : 1 };
  record({
    type: 'checks-finished',
    iteration,
    verdicts: [{ ...verdict, durationMs: 0, tests, excerpt: '', outputFile: null }],
  });
  record({
    type: 'diff-guarded',
    iteration,
    findings: [],
    count: 0,
    file: null,
    problem: null,
    durationMs: 0,
  });
}
