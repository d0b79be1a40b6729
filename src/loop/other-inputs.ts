import { createHash } from 'node:crypto';
import type { LoopFinding } from '../core/state/finding.ts';
import { type LoopState, snapshotRef } from '../core/state/state.ts';
import { changedOnlyAtTests } from '../core/verification/other-inputs.ts';
import type { Ports } from '../ports/index.ts';
import type { Probe, ProbedCall } from '../ports/test-prober.ts';
import { requestFor } from './run-criteria.ts';

interface Question {
  iteration: number;
  baseline: number;
  tests: readonly string[];
  marker: string;
  state: LoopState;
  ports: Ports;
  signal: AbortSignal;
}

export interface OtherInputs {
  /** Calls of the tests that were made with other inputs, too, on both sources. */
  calls: number;
  findings: LoopFinding[];
}

/**
 * Calls what the tests call, with their inputs and with neighbouring ones, on the baseline's source and on the iteration's. Code
 * that computes gives other results beside the tests' inputs, too; a special case does not, in whatever form.
 */
export async function tryOtherInputs(question: Question): Promise<OtherInputs> {
  const { iteration, baseline, tests, marker, state, ports, signal } = question;
  const after = snapshotRef(state, iteration).commit;
  const probes = (await ports.prober?.probe({ commit: after, tests, marker }, signal)) ?? [];
  if (probes.length === 0) return { calls: 0, findings: [] };
  const old = await run('inputs-baseline', snapshotRef(state, baseline).commit, probes, question);
  const now = await run('inputs', after, probes, question);
  const calls = probes.flatMap((probe, index) => resultsOf(probe, old[index] ?? [], now[index] ?? []));
  const suspects = changedOnlyAtTests(calls);
  return { calls: calls.length, findings: suspects.map((name) => findingOn(name, calls)) };
}

type Results = ProbedCall & { before: string[]; after: string[] };

function resultsOf({ calls }: Probe, before: string[], after: string[]): Results[] {
  let from = 0;
  return calls.flatMap((call) => {
    const to = from + call.neighbours + 1;
    const [old, now] = [before.slice(from, to), after.slice(from, to)];
    from = to;
    return old.length === call.neighbours + 1 && now.length === old.length
      ? [{ ...call, before: old, after: now }]
      : [];
  });
}

/** What each program printed; nothing of one that could not run. */
async function run(label: string, commit: string, probes: readonly Probe[], question: Question): Promise<string[][]> {
  const { iteration, state, ports, signal, marker } = question;
  const files = probes.map(({ path, text }) => ({ path, content: Buffer.from(text), mode: 0o644 }));
  const criteria = probes.map(({ command }, index) => ({
    id: `p${index + 1}`,
    text: command,
    kind: 'exit' as const,
    command,
  }));
  const metrics = { ...state.settings.metrics, coverage: 'off' as const };
  const settings = { ...state.settings, metrics, verify: { ...state.settings.verify, timeoutMinutes: MAX_MINUTES } };
  const { verdicts } = await ports.room.judge(
    commit,
    (place) => ports.checker.verify(requestFor(label, criteria, iteration, place, { settings }, ports), signal),
    { files, isSecret: true },
  );
  return criteria.map(({ id }) => {
    const { excerpt = '' } = verdicts.find(({ criterion }) => criterion === id) ?? {};
    return new RegExp(`^${marker} ([\\da-z ]+)$`, 'm').exec(excerpt)?.[1]?.split(' ') ?? [];
  });
}

const MAX_EXCERPT = 600;
/** Another input may take for ever; then nothing follows. */
const MAX_MINUTES = 0.5;

function findingOn(name: string, calls: readonly Results[]): LoopFinding {
  const own = calls.filter((one) => one.function === name && one.before[0] !== one.after[0]);
  const texts = own.map(({ call }) => call);
  const neighbours = own.reduce((sum, one) => sum + one.neighbours, 0);
  const [{ path, line }] = own as [Results];
  const hash = createHash('sha256')
    .update([name, ...texts].join('\0'))
    .digest('hex')
    .slice(0, 12);
  return {
    id: `inputs-${hash}`,
    pattern: 'changes-only-test-inputs',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.85,
    before: null,
    after: { path, line },
    excerptBefore: '',
    excerptAfter: texts.join('; ').slice(0, MAX_EXCERPT),
    why: `"${name}" gives other results than before for ${texts.join(' and ')}, as the tests expect, and for none of ${neighbours} inputs beside them.`,
    fix: 'Compute the result for every input instead of answering those of the tests.',
    expectedByTask: false,
    blocking: true,
  };
}
