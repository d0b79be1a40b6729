import { rm } from 'node:fs/promises';
import { probeCell } from '../agents/sandbox/probe-cell.ts';
import { chooseRoom, roomFolder } from '../checks/room/choose-room.ts';
import { evolve } from '../core/evolve.ts';
import type { LoopEvent } from '../core/state/events.ts';
import type { Settings } from '../core/state/settings.ts';
import { hasRunAgent, type LoopState } from '../core/state/state.ts';
import { createFencedLog, openLoop } from '../loop/open-loop.ts';
import { type Observer, runLoop } from '../loop/run-loop.ts';
import { addPerson } from '../people/account.ts';
import type { QuestionChannel } from '../people/gatekeeper.ts';
import type { Activity } from '../ports/activity.ts';
import type { Lease, Leases, LogStore, LoopLog, Ports } from '../ports/index.ts';
import { loopLease, WORKSPACE_LEASE } from '../ports/lease.ts';
import { endStrays } from '../process/strays.ts';
import { dropRequests } from '../store/control.ts';
import { createFileLeases } from '../store/file-leases.ts';
import { createFileLogStore } from '../store/file-log-store.ts';
import { loopPaths, type Project } from '../store/layout.ts';
import { ensureRequestKey } from '../store/request-seal.ts';
import { markLog, saveSummary } from '../store/summary.ts';
import { noteProgram, programReplaced } from '../system/program.ts';
import { version } from '../system/version.ts';
import { openTelemetry } from '../telemetry/index.ts';
import { createPorts } from './create-ports.ts';
import { joinSignals } from './join-signals.ts';
import { rememberSummary } from './remember-summary.ts';
import { explainTampering } from './tampered-tree.ts';
import { tidySnapshots } from './tidy-snapshots.ts';

export interface SessionOptions {
  project: Project;
  loop: string;
  env: NodeJS.ProcessEnv;
  /** Pauses the loop. A lost lease does not: it ends the session with an error. */
  signal: AbortSignal;
  observe: Observer;
  /** Receives the agent's activity as it happens; it is never recorded. */
  onActivity?(activity: Activity): void;
  /** Receives notes for people besides the events: a torn log, stale locks. */
  note?(text: string): void;
  /** How to ask a person; not set in CI and for machine output. */
  terminal?: QuestionChannel;
  /** What to record before the first step, given the state so far: the loop's creation, or new limits. */
  open(state: LoopState | null): LoopEvent[];
  /** Ports that replace the default ones. */
  ports?: Partial<Ports>;
  /** The store of the log; by default a file in the project's state folder. */
  logs?: LogStore;
  /** The leases that keep other processes out; by default lock files in the project's state folder. */
  leases?: Leases;
}

/**
 * Runs one loop in this process until it ends or pauses: takes the leases, ends what a crashed predecessor left running,
 * opens the log and the workspace, and hands over to the driver. Rejects if another process has the workspace. Rejects
 * with the code `lock-lost` if a lease is lost: the agent is ended then, and nothing more is recorded.
 */
export async function runSession(options: SessionOptions): Promise<LoopState> {
  const { project, loop, leases = createFileLeases(project) } = options;
  const paths = loopPaths(project, loop);
  const workspaceLease = await leases.acquire(WORKSPACE_LEASE, `loop ${loop}`);
  try {
    const lease = await leases.acquire(loopLease(loop), `loop ${loop}`);
    const { signal, stop } = joinSignals([options.signal, workspaceLease.signal, lease.signal]);
    try {
      // First: requests from now on are for this session.
      const key = await ensureRequestKey(paths.key);
      await dropRequests(paths.control);
      await endStrays({ loop }, 2000);
      const state = await runLeased({ ...options, signal }, lease, key);
      if (!options.logs) await saveSummary(paths, state, await markLog(paths));
      return state;
    } finally {
      stop();
      await lease.release();
    }
  } finally {
    await workspaceLease.release();
  }
}

async function runLeased(options: SessionOptions, lease: Lease, key: string): Promise<LoopState> {
  const { project, loop, note } = options;
  const log = (options.logs ?? createFileLogStore(project, note && { note })).loop(loop);
  try {
    return await runLogged(options, log, lease, key);
  } finally {
    await log.close();
  }
}

async function runLogged(options: SessionOptions, store: LoopLog, lease: Lease, key: string): Promise<LoopState> {
  const { project, loop, env, signal, open, terminal, onActivity } = options;
  const program = noteProgram();
  let state = await openLoop(store, project.root);
  const log = options.ports?.log ?? createFencedLog(store, lease.fence, state?.lastSeq ?? 0);
  const created = open(state);
  const settings = settingsAfter(created, state);
  const started: LoopEvent = {
    type: 'session-started',
    pid: process.pid,
    resumed: state !== null,
    cell: probeCell(env),
    ...(settings && {
      room: chooseRoom(settings.room, env, {
        isNew: state === null || !hasRunAgent(state),
        folder: roomFolder(project.folder, loop),
      }),
    }),
  };
  // A resumed session's changes come after its start: the pause before does not count as running time.
  const opening = state ? [started, ...created] : [...created, started];
  const telemetry = await openTelemetry(settings?.telemetry.otlp, {
    version: version(),
    startedAt: Date.now(),
    note: options.note ?? (() => {}),
  });
  const observe: Observer = (record, now) => {
    telemetry.observe(record, now);
    return options.observe(record, now);
  };
  for (const event of opening) {
    const record = await log.append(addPerson(event), state?.lastSeq ?? 0);
    state = evolve(state, record);
    await observe(record, state);
  }
  if (state === null) throw new Error(`${loop} was never created`);
  const remembered = options.logs ? null : rememberSummary(loopPaths(project, loop));
  const { ports, close } = await createPorts({
    project,
    state,
    log,
    program,
    requests: { key, session: lease.fence },
    env,
    terminal,
    onActivity,
    overrides: options.ports,
  });
  try {
    let latest = state;
    const note: Observer = (record, now) => {
      latest = now;
      remembered?.observe(now);
      return observe(record, now);
    };
    const final = await runLoop(state, ports, signal, note).catch(async (error: unknown) => {
      // A module that is gone, or does not fit, is no bug.
      throw program.isReplaced() ? programReplaced(error) : await explainTampering(error, project, latest);
    });
    if (final.ended) await tidySnapshots(project.shadow, options.note ?? (() => {}));
    // A loop that may go on needs the ignored files from before its first agent run.
    if (final.ended?.ending === 'completed' || final.ended?.ending === 'aborted')
      await rm(roomFolder(project.folder, loop), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    return final;
  } finally {
    remembered?.stop();
    close();
    await telemetry.close();
  }
}

/** The settings that the session runs under. */
function settingsAfter(opening: readonly LoopEvent[], state: LoopState | null): Settings | null {
  const changed = opening.findLast((event) => event.type === 'loop-created' || event.type === 'settings-changed');
  return changed?.settings ?? state?.settings ?? null;
}
