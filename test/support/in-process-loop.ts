import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSession, type SessionOptions } from '../../src/app/session.ts';
import { unmeasured } from '../../src/core/metrics/metrics.ts';
import type { LoopEvent } from '../../src/core/state/events.ts';
import type { AgentRun, Ports } from '../../src/ports/index.ts';
import { ensureProject } from '../../src/store/layout.ts';
import { loopCreated, testsVerdict, theSettings } from '../../src/testing/builders.ts';
import { aProject } from './project.ts';

/** Another one in each process: a loop ends what an earlier process of its own left behind. */
export const LOOP = `fix-tests-${process.pid.toString(16).padStart(8, '0')}`;

const RUN: AgentRun = {
  outcome: 'ok',
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

export interface InProcessLoop {
  /** What the agent does; the number of passed tests is then what `state.txt` says. */
  agent(iteration: number, root: string): void | Promise<void>;
  /** Runs while the checks of a snapshot run. */
  checking?(): void;
  /** After each event is recorded; an error here ends the process's part as a kill does. */
  observe?: (event: LoopEvent) => void | Promise<void>;
  total?: number;
  /** The tests are measured, too; without it nothing is. */
  measures?: true;
  settings?: Parameters<typeof theSettings>[0];
  /** A project that is there already. */
  place?: { root: string; home: string; outside: string };
  /** Its id. */
  loop?: string;
}

/** A real loop in this process, with real snapshots and a room, whose agent and checks are functions. Kept in files, so that it can be resumed. */
export async function anInProcessLoop(script: InProcessLoop, files: Record<string, string> = {}) {
  const { root, home, outside } = script.place ?? newPlace(files);
  const loop = script.loop ?? LOOP;
  const project = await ensureProject(home, root);
  const events: LoopEvent[] = [];
  const testsIn = (place: string) => {
    const passed = Number.parseInt(readFileSync(join(place, 'state.txt'), 'utf8'), 10) || 0;
    return testsVerdict(passed, script.total ?? 3);
  };
  const ports: Partial<Ports> = {
    agent: {
      async run({ iteration }) {
        await script.agent(iteration, root);
        return RUN;
      },
    },
    checker: {
      async verify({ root: place, criteria }) {
        script.checking?.();
        const verdict = testsIn(place);
        return { verdicts: criteria.map(({ id }) => ({ ...verdict, criterion: id })), tests: null };
      },
    },
    meter: {
      measure: async ({ root: place }) =>
        script.measures ? { ...unmeasured, tests: testsIn(place).tests } : unmeasured,
    },
    guardian: { inspect: async () => ({ findings: [], skipped: [] }) },
  };
  const session: Omit<SessionOptions, 'open'> = {
    project,
    loop,
    env: { ...process.env, JUMAR_HOME: home },
    signal: new AbortController().signal,
    observe: async ({ event }) => {
      events.push(event);
      await script.observe?.(event);
    },
    ports,
  };
  const created = loopCreated({ loop, settings: theSettings(script.settings), workspace: { root, cwd: root } });
  return {
    root,
    home,
    outside,
    project,
    events,
    put: (path: string, text: string) => writeFileSync(join(root, path), text),
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    /** Starts it, or resumes it. */
    run: () => runSession({ ...session, open: (state) => (state ? [] : [created]) }),
  };
}

function newPlace(files: Record<string, string>) {
  const { project: root, ...place } = aProject({ 'state.txt': '0\n', 'notes.txt': 'notes\n', ...files });
  return { root, ...place };
}
