import type { Verdict } from '../core/criteria/verdict.ts';
import { unmeasured } from '../core/metrics/metrics.ts';
import type { LoopEvent, Recorded } from '../core/state/events.ts';
import type { AgentRun, ControlRequest, GateAnswer, Ports } from '../ports/index.ts';

export interface WorldScript {
  start: string;
  /** How the agent changes the tree in an iteration. */
  agent(iteration: number, tree: string): string;
  check(tree: string): Verdict[];
  /** How a run failed; `launch` counts from 1. */
  outcome?(iteration: number, agent: string, launch: number): Partial<AgentRun>;
  /** Called before every wait. */
  onWait?(until: number): void;
  /** A person's answer at a gate; without it, nobody answers. */
  answer?(): GateAnswer | 'nobody' | 'timeout';
  /** Called at every launch; may throw to simulate a crash. */
  onLaunch?(iteration: number, prompt: string): void;
  /** Called before every append; may throw to simulate a crash. */
  beforeAppend?(event: LoopEvent, seq: number): void;
  /** Called after every append. */
  afterAppend?(event: LoopEvent, seq: number): void;
}

/**
 * All ports in memory: a tree is a string, and a snapshot stores it. It survives a crashed runner, like a disk does;
 * `openPorts` gives another process's ports to the same world. For tests of the driver and the pure core; tests that
 * involve git or processes use real ones.
 */
export function fakeWorld(script: WorldScript) {
  const snapshots = new Map<string, string>();
  const files = new Map<string, string>();
  const records: Recorded[] = [];
  const requests: ControlRequest[] = [];
  const world = { tree: script.start, launches: [] as { iteration: number; prompt: string }[] };
  let clock = 0;
  let runs = 0;
  /** Every record advances the clock by one second. */
  const tick = () => {
    clock += 1000;
    return clock;
  };

  const key = (iteration: number, name: string) => `${iteration}/${name}`;
  const location = (iteration: number, name: string) => ({
    absolute: key(iteration, name),
    relative: key(iteration, name),
  });
  const treeOf = (commit: string) => {
    const tree = snapshots.get(commit);
    if (tree === undefined) throw new Error(`no snapshot ${commit}`);
    return tree;
  };

  const openPorts = (): Ports => ({
    log: {
      async append(event, expectedSeq = records.length) {
        const seq = records.length + 1;
        if (expectedSeq !== records.length) {
          const message = `the log ends at record ${records.length}, not at ${expectedSeq}`;
          throw Object.assign(new Error(message), { code: 'log-moved' });
        }
        script.beforeAppend?.(event, seq);
        const record = { seq, at: tick(), event };
        records.push(record);
        script.afterAppend?.(event, seq);
        return record;
      },
    },
    workspace: {
      async snapshot(name) {
        const commit = `commit:${name}`;
        snapshots.set(commit, world.tree);
        return { commit, tree: `tree:${world.tree}`, head: null, notes: [] };
      },
      async restore(commit) {
        const extraneous = world.tree === treeOf(commit) ? 0 : 1;
        world.tree = treeOf(commit);
        return { tree: `tree:${world.tree}`, extraneous };
      },
      async changes(from, to) {
        const files = treeOf(from) === treeOf(to) ? 0 : 1;
        return { files, insertions: files, deletions: 0, paths: files ? ['tree'] : [] };
      },
      differences: async () => [],
      amend: async (_name, commit) => ({ commit, tree: `tree:${treeOf(commit)}` }),
      locks: async () => '',
      branches: async () => ({}),
      saveIndex: async () => false,
      agentMoves: async () => ({ moved: [], notes: [] }),
      committedSince: async () => [],
      moveBack: async () => [],
    },
    agent: {
      async run({ iteration, promptFile, agent }) {
        const prompt = files.get(promptFile) ?? '';
        world.launches.push({ iteration, prompt });
        script.onLaunch?.(iteration, prompt);
        world.tree = script.agent(iteration, world.tree);
        const run = {
          outcome: 'ok' as const,
          reason: 'exit 0',
          exitCode: 0,
          durationMs: 5,
          outputBytes: 0,
          excerpt: '',
          strays: 0,
          error: null,
          model: null,
          usage: null,
          costUsd: null,
          costEstimated: false,
        };
        return { ...run, ...script.outcome?.(iteration, agent, world.launches.length) };
      },
    },
    checker: {
      async verify() {
        const verdicts = script.check(world.tree);
        world.tree += '+droppings';
        return { verdicts, tests: null };
      },
    },
    guardian: { inspect: async () => ({ findings: [], skipped: [] }) },
    safeguards: {
      findForbiddenChanges: async () => null,
      ignoredJudges: async () => [],
      noteIgnored: async () => {},
      undoIgnored: async () => {},
      localFiles: {
        note: async () => {},
        compare: async () => {},
        changes: async () => ({ changes: [], copies: '' }),
        restore: async () => ({ restored: [], notes: [] }),
      },
      pristine: async () => ({ files: [], moved: [], newTests: [], fingerprint: '' }),
      testsOf: async () => ({ files: [], hasOtherChanges: true }),
      hidden: async () => ({ files: [], fingerprint: '' }),
    },
    room: {
      async judge(commit, work) {
        world.tree = treeOf(commit);
        return work({ root: '/workspace', cwd: '/workspace' });
      },
    },
    commands: { run: async () => ({ ok: true, reason: 'exit 0', durationMs: 0, tail: '' }) },
    meter: { measure: async () => unmeasured },
    notifier: { notify: async () => [] },
    gatekeeper: { ask: async () => script.answer?.() ?? 'nobody' },
    changedSettings: async ({ settings }, values) => ({
      type: 'settings-changed',
      settings: { ...settings, ...values },
    }),
    control: { take: async () => requests.shift() ?? null },
    files: {
      path: location,
      async write(iteration, name, text) {
        files.set(key(iteration, name), text);
        return location(iteration, name);
      },
      read: async (iteration, name) => files.get(key(iteration, name)) ?? null,
      async writeData(iteration, name, data) {
        files.set(key(iteration, name), JSON.stringify(data));
        return location(iteration, name);
      },
      readData: async (iteration, name) => JSON.parse(files.get(key(iteration, name)) ?? 'null'),
      async remove(iteration, name) {
        files.delete(key(iteration, name));
      },
    },
    now: () => clock,
    async waitUntil(at, signal) {
      script.onWait?.(at);
      signal.throwIfAborted();
      clock = Math.max(clock, at);
    },
    runId: () => `run-${++runs}`,
  });

  return { ports: openPorts(), openPorts, tick, records, requests, world, snapshots };
}
