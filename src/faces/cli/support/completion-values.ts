import { statusWord } from '../../../core/state/status-word.ts';
import type { Offer, ValuesAt } from './completing.ts';
import type { CommandContext } from './context.ts';

type Values = (context: CommandContext, args: readonly string[]) => Promise<readonly (string | Offer)[]>;

/** The values by place, from the lists that the commands themselves use. A key with a command path takes precedence. */
const values: Record<string, Values> = {
  '<loop>': loops,
  '--loop': loops,
  '<iteration>': iterations,
  '<from>': iterations,
  '<to>': iterations,
  'gate <answer>': async () => [
    { value: 'show', description: 'show the question' },
    { value: 'approve', description: 'accept it' },
    { value: 'reject', description: 'continue without it' },
    { value: 'abort', description: 'end the loop' },
  ],
  'completions <shell>': async () => (await import('./completions.ts')).shells,
  '<key>': async () => (await import('../../../app/read-settings.ts')).configKeys().map(settingOffer),
  'alerts mark <id>': alerts,
  '--agent': agents,
  '--sandbox': async () => ['cell', 'none', 'agent', 'bwrap', 'srt'],
  '--coverage': async () => ['found', 'auto', 'off'],
  '--type': loopTypes,
  'report --format': async () => Object.keys((await import('../../reports/files/report-formats.ts')).reportFormats),
  'analytics --format': async () => (await import('./analytics-text.ts')).analyticsFormats,
  'analytics --since': async () => ['24h', '7d', '4w'],
  'audit --format': async () => Object.keys((await import('../../reports/audit/index.ts')).reporters),
  'audit --explain': async () =>
    (await import('../../../app/patterns.ts')).patterns.map(({ id, name }) => ({ value: id, description: name })),
};

/** Errors yield no offers: Tab must never print an error. */
export function completionValues(context: CommandContext): ValuesAt {
  return async ({ path, name, args }) => {
    const find = values[`${path} ${name}`] ?? values[name];
    const offers = (await find?.(context, args).catch(() => [])) ?? [];
    return offers.map((one) => (typeof one === 'string' ? { value: one } : one));
  };
}

async function loops(context: CommandContext): Promise<Offer[]> {
  const { listLoopsHere } = await import('../../../app/list-loops.ts');
  const listedLoops = await listLoopsHere(context);
  return listedLoops.map(({ id, status, summary }) => ({
    value: id,
    description: `${statusWord(status)}: ${summary?.task ?? ''}`,
  }));
}

/** Iterations of the named loop, or of the latest if the first argument is already an iteration. */
async function iterations(context: CommandContext, args: readonly string[]): Promise<Offer[]> {
  const { readLoop } = await import('../../../app/loop-reading.ts');
  const { state } = await readLoop(
    context,
    args.find((word) => !/^\d+$/.test(word)),
  );
  return state.iterations.map(({ n, decision }) => ({
    value: String(n),
    description: n === 0 ? 'before the loop' : n === state.best ? 'best' : (decision?.reason ?? 'not judged yet'),
  }));
}

async function alerts(context: CommandContext): Promise<Offer[]> {
  const [{ readLoop }, { raisedIn }, { alertId }] = await Promise.all([
    import('../../../app/loop-reading.ts'),
    import('../../../core/findings/raised.ts'),
    import('../../../app/alert-ids.ts'),
  ]);
  const { state } = await readLoop(context, undefined);
  return raisedIn(state).map((alert) => ({ value: alertId(alert), description: alert.text }));
}

async function agents(): Promise<Offer[]> {
  const { listAgents } = await import('../../../app/agents.ts');
  return listAgents().map(({ name, title }) => ({ value: name, description: title }));
}

async function loopTypes(context: CommandContext): Promise<string[]> {
  return (await import('../../../app/loop-type.ts')).listLoopTypes(context);
}

const settingOffer = ({ name, description }: { name: string; description: string }): Offer => ({
  value: name,
  description,
});
