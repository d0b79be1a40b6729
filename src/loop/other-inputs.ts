import { relative } from 'node:path';
import type { Criterion } from '../core/criteria/criterion.ts';
import type { EventOf } from '../core/state/events.ts';
import type { LoopFinding } from '../core/state/finding.ts';
import { snapshotRef } from '../core/state/state.ts';
import {
  comparedCalls,
  type PlannedCall,
  plannedCalls,
  recordedCalls,
  replayedCall,
} from '../core/verification/inputs/compare-calls.ts';
import { specialCases } from '../core/verification/inputs/special-cases.ts';
import type { Probe, ReplayedCall } from '../ports/index.ts';
import { type Experiment, groupedByReason, quickSettings, withCommand } from './experiment.ts';
import { testedTree } from './mutants/mutant-trials.ts';
import { requestFor } from './run-criteria.ts';
import { specialCaseFinding } from './special-case-finding.ts';

interface Question extends Experiment {
  baseline: number;
  tests: readonly string[];
  marker: string;
}

export interface OtherInputs {
  /** Calls of the tests that were made again, on both sources. */
  calls: number;
  /** How many other inputs they were made with, and what that cost. */
  inputs: NonNullable<EventOf<'expectations-flipped'>['inputs']>;
  findings: LoopFinding[];
}

/**
 * Writes down what the tests call, and makes these calls again on the baseline's source and on the iteration's, with their inputs and with
 * others. Code that computes gives other results beside the tests' inputs, too; a special case does not, in whatever form.
 */
export async function tryOtherInputs(question: Question): Promise<OtherInputs | null> {
  const { iteration, baseline, tests, marker, state, ports, signal } = question;
  const { prober } = ports;
  const [before, commit] = [snapshotRef(state, baseline).commit, snapshotRef(state, iteration).commit];
  const began = ports.now();
  const probe = await prober?.record({ before, commit, tests, marker }, signal);
  if (!prober || !probe) return null;
  const untried = groupedByReason(probe.untried.map(({ name, reason }) => ({ test: name, reason }))).map(
    ({ tests: functions, ...group }) => ({ ...group, functions }),
  );
  const nothing = { tried: 0, runs: 0, durationMs: ports.now() - began, ...(untried.length > 0 && { untried }) };
  if (probe.files.length === 0) return untried.length > 0 ? { calls: 0, inputs: nothing, findings: [] } : null;
  const recorded = await run('inputs-recorded', commit, probe, question);
  const planned = plannedCalls(recordedCalls(recorded, probe.paths, marker), probe.literals, marker);
  if (planned.length === 0)
    return { calls: 0, inputs: { ...nothing, runs: 1, durationMs: ports.now() - began }, findings: [] };
  const replayOn = (on: string) => prober.replay({ commit, on, tests, marker, calls: byPath(planned) }, signal);
  const now = await run('inputs', commit, await replayOn(commit), question);
  const old = await run('inputs-baseline', before, await replayOn(before), question);
  const calls = comparedCalls(planned, old, now, marker);
  const tried = calls.reduce((sum, { after }) => sum + after.variants.filter((token) => token !== '-').length, 0);
  const inputs = { ...nothing, tried, runs: 3, durationMs: ports.now() - began };
  return { calls: calls.length, inputs, findings: specialCases(calls).map(specialCaseFinding) };
}

function byPath(planned: readonly PlannedCall[]): Record<string, ReplayedCall[]> {
  const calls: Record<string, ReplayedCall[]> = {};
  for (const call of planned) calls[call.path] = [...(calls[call.path] ?? []), replayedCall(call)];
  return calls;
}

/** What the files of a probe wrote, by what runs the tests, or by commands of their own. */
async function run(label: string, commit: string, probe: Probe, question: Question): Promise<string> {
  const { iteration, state, ports, signal, marker } = question;
  const files = probe.files.map(({ path, text }) => ({ path, content: Buffer.from(text), mode: 0o644 }));
  const criteria = await commandsOf(commit, probe, question);
  const settings = quickSettings(state.settings, { timeoutMs: MAX_MS });
  const { tests: _, ...metrics } = settings.metrics;
  await ports.room.judge(
    commit,
    (place) => {
      const request = requestFor(label, criteria, iteration, place, { settings: { ...settings, metrics } }, ports);
      return ports.checker.verify(request, signal);
    },
    { files, isSecret: true },
  );
  const outputs = await Promise.all(
    criteria.map(({ id }) => ports.files.read(iteration, `${label}-${id}.log`, MAX_CHARS)),
  );
  return outputs.map((output) => lastPart(output ?? '', marker)).join('\n');
}

/** Another input may take for ever; then nothing follows. */
const MAX_MS = 60_000;
const MAX_CHARS = 8_000_000;

/** The tests print, too: what counts is behind the last line that the command itself prints. */
const lastPart = (output: string, marker: string) => output.slice(Math.max(0, output.lastIndexOf(`\n${marker}\n`)));

async function commandsOf(commit: string, probe: Probe, question: Question): Promise<Criterion[]> {
  const { state, ports, marker, criteria } = question;
  const folder = relative(state.workspace.root, state.workspace.cwd);
  const up =
    folder === ''
      ? ''
      : `cd ${folder
          .split('/')
          .map(() => '..')
          .join('/')} && `;
  const own = new Set(Object.values(probe.commands));
  const shared = probe.paths.filter((path) => probe.commands[path] === undefined);
  const found: string[] = [...own].map((command) => up + command);
  if (shared.length > 0) {
    const narrowed = (await ports.mutator?.only?.({ ...testedTree(commit, question), files: shared })) ?? null;
    found.push(...criteria.flatMap((one) => commandIn(withCommand(one, narrowed))));
  }
  const file = `"$PWD/.${marker}"`;
  return found.map((command, index) => ({
    id: `p${index + 1}`,
    text: command,
    kind: 'exit',
    command: `export ${marker}=${file}; ( ${command}\n); printf '\\n%s\\n' ${marker}; cat ${file}`,
  }));
}

const commandIn = (criterion: Criterion) => ('command' in criterion ? [criterion.command] : []);
