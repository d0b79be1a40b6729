import type { LoopEvent, Recorded } from '../core/events.ts';
import { unmeasured } from '../core/metrics.ts';
import type { Verdict } from '../core/verdict.ts';
import type { AgentRun, ControlRequest, GateAnswer, Ports } from '../runner/ports.ts';

export interface WorldScript {
  start: string;
  /** What the agent makes of the tree in an iteration. */
  agent(iteration: number, tree: string): string;
  check(tree: string): Verdict[];
  /** How a run ended, where it did not end well; `launch` counts from 1. */
  outcome?(iteration: number, agent: string, launch: number): Partial<AgentRun>;
  /** Told of every wait before it begins. */
  onWait?(until: number): void;
  /** What a person answers at a gate; nobody is there unless told. */
  answer?(): GateAnswer | 'nobody' | 'timeout';
  /** Told of every launch; may throw to stand for a crash. */
  onLaunch?(iteration: number, prompt: string): void;
  /** Told of every event before it is appended; may throw to stand for a crash. */
  beforeAppend?(event: LoopEvent, seq: number): void;
  /** Told of every event once it is in the log. */
  afterAppend?(event: LoopEvent, seq: number): void;
}

/**
 * All ports in memory: a tree is a string, a snapshot keeps it. It outlives a runner that crashes, as a disk does. For
 * tests of the driver and the pure core; whatever touches git or processes is tested with real ones.
 */
export function fakeWorld(script: WorldScript) {
  const snapshots = new Map<string, string>();
  const files = new Map<string, string>();
  const records: Recorded[] = [];
  const requests: ControlRequest[] = [];
  const world = { tree: script.start, launches: [] as { iteration: number; prompt: string }[] };
  let clock = 0;
  let runs = 0;

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

  const ports: Ports = {
    log: {
      async append(event) {
        const seq = records.length + 1;
        script.beforeAppend?.(event, seq);
        clock += 1000;
        const record = { seq, at: clock, event };
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
      keepIndex: async () => false,
      indexSince: async () => [],
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
    guardian: { inspect: async () => ({ findings: [], skipped: 0 }) },
    safeguards: {
      trespass: async () => null,
      ignoredJudges: async () => [],
      noteIgnored: async () => {},
      undoIgnored: async () => {},
      pristine: async () => ({ files: [], newTests: [], fingerprint: '' }),
      hidden: async () => ({ files: [], fingerprint: '' }),
      lay: async () => {},
      putBack: async () => {},
      watchIgnored: async () => async () => {},
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
  };

  return { ports, records, requests, world, snapshots };
}
